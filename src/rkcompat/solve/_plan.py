"""In which order to change things: no step leaves the board down that need not."""

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from typing import Literal

from ..model.resolution import Change, Step
from ._encode import Encoding
from ._search import propagate
from ._slots import acts_of

_LATE = (
    "install-wheel",
    "replace-server",
    "replace-library",
    "change-toolkit",
    "convert-model",
    "replace-module",
    "change-image",
)
"""What is easy to take back comes first where nothing else decides."""

_MOST = 8
"""Acts of which all orders are tried; the states between double with each one more."""


def plan_steps(encoding: Encoding, values: tuple[int, ...], changes: tuple[Change, ...]) -> tuple[Step, ...]:
    """Order the changes of an answer: fewest states in which the board is down, then what is easily taken back first.

    One act is one step, whatever it changes. Of more than `_MOST` acts not all orders are tried: each time the first comes
    after which the board works.
    """
    acts = list(acts_of(encoding.slots))
    moved = [index for index, value in enumerate(values) if value]
    groups: dict[str, list[int]] = {}
    for index in moved:
        groups.setdefault(acts[index], []).append(index)
    order = sorted(groups, key=lambda act: (_LATE.index(encoding.slots[groups[act][0]].action), groups[act]))
    clauses = encoding.problem.clauses
    occurs: list[list[int]] = [[] for _ in encoding.slots]

    def fits_after(taken: Iterable[int]) -> bool:
        done = {index for step in taken for index in groups[order[step]]}
        state = [1 << value if index in done else 1 for index, value in enumerate(values)]
        return propagate(state, clauses, occurs, range(len(clauses))) is not None

    path = _shortest(len(order), fits_after) if len(order) <= _MOST else _one_by_one(len(order), fits_after)
    steps = []
    for number, step in enumerate(path, 1):
        state: Literal["compatible", "down"] = "compatible" if fits_after(path[:number]) else "down"
        changed = tuple(changes[moved.index(index)] for index in groups[order[step]])
        steps.append(Step(step=number, changes=changed, state_after=state))
    return tuple(steps)


def _shortest(count: int, fits: Callable[[Iterable[int]], bool]) -> tuple[int, ...]:
    """The best of all orders: a search over what is already done, the fewest broken states first."""
    heap: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    seen: set[frozenset[int]] = set()
    while True:
        down, path = heappop(heap)
        taken = frozenset(path)
        if len(path) == count:
            return path
        if taken in seen:
            continue
        seen.add(taken)
        for step in range(count):
            if step not in taken:
                heappush(heap, (down + (not fits((*path, step))), (*path, step)))


def _one_by_one(count: int, fits: Callable[[Iterable[int]], bool]) -> tuple[int, ...]:
    """Each time the first act after which the board works; where none is, the first that is left."""
    path: tuple[int, ...] = ()
    while len(path) < count:
        left = [step for step in range(count) if step not in path]
        path = (*path, next((step for step in left if fits((*path, step))), left[0]))
    return path

"""In which order to change things: no step leaves the board down that need not."""

from collections.abc import Iterable
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


def plan_steps(encoding: Encoding, values: tuple[int, ...], changes: tuple[Change, ...]) -> tuple[Step, ...]:
    """Order the changes of an answer: fewest states in which the board is down, then what is easily taken back first.

    One act is one step, whatever it changes; the search runs over what is already done, breadth by breadth.
    """
    acts = list(acts_of(encoding.slots))
    moved = [index for index, value in enumerate(values) if value]
    groups: dict[str, list[int]] = {}
    for index in moved:
        groups.setdefault(acts[index], []).append(index)
    order = sorted(groups, key=lambda act: (_LATE.index(encoding.slots[groups[act][0]].action), groups[act]))
    clauses = encoding.problem.clauses
    occurs: list[list[int]] = [[] for _ in encoding.slots]

    def fits(done: Iterable[int]) -> bool:
        state = [1 << value if index in done else 1 for index, value in enumerate(values)]
        return propagate(state, clauses, occurs, range(len(clauses))) is not None

    heap: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    seen: set[frozenset[int]] = set()
    while heap:
        down, path = heappop(heap)
        taken = frozenset(path)
        if len(path) == len(order):
            break
        if taken in seen:
            continue
        seen.add(taken)
        for step in range(len(order)):
            if step not in taken:
                done = {index for other in (*path, step) for index in groups[order[other]]}
                heappush(heap, (down + (not fits(done)), (*path, step)))
    done = set()
    steps = []
    for number, step in enumerate(path, 1):
        group = groups[order[step]]
        done |= set(group)
        state: Literal["compatible", "down"] = "compatible" if fits(done) else "down"
        steps.append(Step(step=number, changes=tuple(changes[moved.index(index)] for index in group), state_after=state))
    return tuple(steps)

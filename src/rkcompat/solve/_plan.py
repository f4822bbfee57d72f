"""In which order to change things: no step leaves the board down that need not."""

from heapq import heappop, heappush

from ..model.resolution import Change, Step
from ._encode import Encoding
from ._search import propagate
from ._slots import acts_of

_LATE = ("install-wheel", "replace-server", "replace-library", "change-toolkit", "convert-model", "replace-module", "change-image")
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

    def fits(done: frozenset[int]) -> bool:
        state = [1 << (value if index in done else 0) for index, value in enumerate(values)]
        return propagate(state, clauses, occurs, range(len(clauses))) is not None

    heap: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    best: set[frozenset[int]] = set()
    while heap:
        down, path = heappop(heap)
        taken = frozenset(path)
        if len(path) == len(order):
            return tuple(_steps(encoding, [groups[order[i]] for i in path], moved, changes, fits))
        if taken in best:
            continue
        best.add(taken)
        for i in range(len(order)):
            if i not in taken:
                done = frozenset(index for j in (*path, i) for index in groups[order[j]])
                heappush(heap, (down + (not fits(done)), (*path, i)))
    return ()


def _steps(encoding, ordered, moved, changes, fits):  # type: ignore[no-untyped-def]
    done: set[int] = set()
    number = 0
    for group in ordered:
        done |= set(group)
        state = "compatible" if fits(frozenset(done)) else "down"
        number += 1
        yield Step(step=number, changes=tuple(changes[moved.index(index)] for index in group), state_after=state)

"""In which order to change things: no step leaves the board down that need not, and what is hard to take back comes last."""

from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
from typing import Literal

from ...model.resolution import HARD_TO_TAKE_BACK, Change, Step
from ._encode import Encoding
from ._reach import broken_rules
from ._slots import acts_of

_LATE: tuple[str, ...] = (
    "install-wheel",
    "replace-server",
    "replace-library",
    "change-toolkit",
    "convert-model",
    "replace-module",
    "change-image",
)
"""What is easy to take back comes first where nothing else decides."""

_IMAGE = "change-image "
"""The act of the image, as `acts_of` names it."""

_MOST = 8
"""Acts of which all orders are tried; the states between double with each one more."""


def plan_steps(encoding: Encoding, values: tuple[int, ...], changes: tuple[Change, ...]) -> tuple[Step, ...]:
    """Order the changes of an answer: fewest states in which the board is down, then what is hard to take back last.

    One act is one step, whatever it changes, and a model is converted with the toolkit that is there then. Of more than `_MOST`
    acts not all orders are tried: each time the first comes after which the board works.
    """
    moved, groups = _group(encoding, values, changes)
    order = sorted(groups, key=lambda act: (_LATE.index(act.partition(" ")[0]), groups[act]))

    def fits_after(taken: Iterable[int]) -> bool:
        done = {index for step in taken for index in groups[order[step]]}
        return not broken_rules(encoding, [value if index in done else 0 for index, value in enumerate(values)])

    def ready(taken: Sequence[int]) -> list[int]:
        left = [step for step in range(len(order)) if step not in taken]
        toolkit = any(order[step].startswith("change-toolkit") for step in left)
        return [step for step in left if not (toolkit and order[step].startswith("convert-model"))]

    hard = [act.startswith(HARD_TO_TAKE_BACK) for act in order]
    path = _shortest(hard, ready, fits_after) if len(order) <= _MOST else _one_by_one(ready, fits_after)
    steps = []
    for number, step in enumerate(path, 1):
        state: Literal["compatible", "down"] = "compatible" if fits_after(path[:number]) else "down"
        steps.append(Step(step=number, changes=tuple(moved[index] for index in groups[order[step]]), state_after=state))
    return tuple(steps)


def _group(
    encoding: Encoding, values: tuple[int, ...], changes: tuple[Change, ...]
) -> tuple[dict[int, Change], dict[str, list[int]]]:
    """The change of each slot that moves, and the slots of each act."""
    acts = list(acts_of(encoding.slots))
    moved = dict(zip((index for index, value in enumerate(values) if value), changes, strict=True))
    groups: dict[str, list[int]] = {}
    for index, change in moved.items():
        groups.setdefault(_IMAGE if change.action == "change-image" else acts[index], []).append(index)
    return moved, groups


Ready = Callable[[Sequence[int]], list[int]]
"""The steps that can come next."""


def _shortest(hard: Sequence[bool], ready: Ready, fits: Callable[[Iterable[int]], bool]) -> tuple[int, ...]:
    """The best of all orders: a search over what is already done.

    The fewest broken states first, then the fewest acts after one that is hard to take back.
    """
    heap: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, ())]
    seen: set[frozenset[int]] = set()
    while True:
        down, late, path = heappop(heap)
        taken = frozenset(path)
        if len(path) == len(hard):
            return path
        if taken in seen:
            continue
        seen.add(taken)
        for step in ready(path):
            after = (len(hard) - len(path) - 1) * hard[step]
            heappush(heap, (down + (not fits((*path, step))), late + after, (*path, step)))


def _one_by_one(ready: Ready, fits: Callable[[Iterable[int]], bool]) -> tuple[int, ...]:
    """Each time the first act after which the board works; where none is, the first that is left."""
    path: tuple[int, ...] = ()
    while left := ready(path):
        path = (*path, next((step for step in left if fits((*path, step))), left[0]))
    return path

"""Which of several validated sets comes first, by what somebody prefers."""

from collections.abc import Sequence

import msgspec

from ...model.matrix import ValidatedSet
from ...model.resolution import Answer
from ...model.version import Version
from ...model.wish import Wishes
from ...model.words import BASES
from ..search._search import Problem, Solution, key_of
from ._adopt import ON_TOP
from ._encode import Encoding

_STEP = 1_000_000
"""More than all acts of a deployment cost together."""


def rank(
    answer: Answer, solution: Solution, row: ValidatedSet, encoding: Encoding, wishes: Wishes, *, near: ValidatedSet | None
) -> tuple[object, ...]:
    """Smaller comes first: no doubt, what is wished, the cost, no run that failed, how much is covered, its basis, its age."""
    cost, changes, age, values = solution.key
    covers = -len(ON_TOP.intersection(answer.covers)), -len(answer.covers)
    wished: tuple[int, ...] = (_apart(row, near),) if near else ()
    if wishes.prefer == "fewer-changes":
        changed = [variable for variable, value in zip(encoding.problem.variables, values, strict=True) if value]
        acts = encoding.problem.paid(sum(1 << act for act in {variable.act for variable in changed}))
        wished = (*wished, acts.bit_count())
    elif wishes.prefer == "newest":
        wished = (*wished, _behind(encoding, values))
    return (bool(answer.doubts), *wished, cost, changes, len(answer.failed), *covers, BASES.index(row.basis), age, row.id)


def cheapest_first(problem: Problem, wishes: Wishes) -> Problem:
    """The problem whose cheapest answer is the preferred one; only validated sets are ranked by how new they are."""
    if wishes.prefer != "fewer-changes":
        return problem
    return msgspec.structs.replace(problem, acts=tuple(price + _STEP for price in problem.acts))


def priced(problem: Problem, found: Sequence[Solution]) -> tuple[Solution, ...]:
    """The same solutions with what they really cost."""
    keys = (key_of(problem, [1 << value for value in solution.values]) for solution in found)
    return tuple(Solution(solution.values, key) for solution, key in zip(found, keys, strict=True))


def _apart(row: ValidatedSet, near: ValidatedSet) -> int:
    """How many components of one set the other has otherwise or not at all."""
    return sum(not _alike(row.components.get(name), version) for name, version in near.components.items())


def _alike(one: Version | None, other: Version) -> bool:
    return one is not None and one.low == other.low


def _behind(encoding: Encoding, values: Sequence[int]) -> int:
    """How many newer releases there are than those of a state, all components together."""
    total = 0
    for slot, value in zip(encoding.slots, values, strict=True):
        mine = slot.options[value].version
        others = {option.version.low for option in slot.options if option.version}
        total += sum(low > mine.low for low in others) if mine else len(others)
    return total

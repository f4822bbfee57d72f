"""Whether a validated set can be had from here, and what stands in the way."""

from collections.abc import Sequence

import msgspec

from ...model.matrix import ValidatedSet
from ...model.resolution import Answer, Distance, Obstacle
from ._adopt import adopt
from ._encode import Encoding

_WORST_LAST: tuple[Obstacle, ...] = ("locked", "unwanted", "forbidden", "elsewhere")


class Reach(msgspec.Struct, frozen=True):
    """One set, held against what may change and what the rules allow."""

    row: ValidatedSet
    values: tuple[int, ...] | None
    """The option of each slot when it is adopted; ``None`` where it says nothing of the deployment."""
    obstacle: Obstacle | None = None
    by: tuple[str, ...] = ()
    """The components that are locked or wanted otherwise, or the rules that forbid it."""


def reach(encoding: Encoding, row: ValidatedSet, start: Sequence[int]) -> Reach:
    """Adopt a set, and name all that speaks against the state that comes of it; `start` is what locks and wishes leave."""
    slots = encoding.slots
    values = adopt(row, slots)
    if values is None:
        return Reach(row, None, "elsewhere")
    locked = {slot.component for slot, value in zip(slots, values, strict=True) if value and slot.locked}
    if locked:
        return Reach(row, values, "locked", tuple(sorted(locked)))
    unwanted = {slot.component for slot, value, left in zip(slots, values, start, strict=True) if not left >> value & 1}
    if unwanted:
        return Reach(row, values, "unwanted", tuple(sorted(unwanted)))
    broken = broken_rules(encoding, values)
    return Reach(row, values, "forbidden" if broken else None, broken)


def broken_rules(encoding: Encoding, values: Sequence[int]) -> tuple[str, ...]:
    """The rules of an encoding that a state breaks."""
    clauses = zip(encoding.problem.clauses, encoding.origins, strict=True)
    broken = (origin.rule.id for clause, origin in clauses if not any(mask >> values[index] & 1 for index, mask in clause))
    return tuple(dict.fromkeys(broken))


def distances_of(near: Sequence[Answer], reaches: Sequence[Reach]) -> tuple[Distance, ...]:
    """All sets in one list: those that can be had, as they are ranked, then the others by what stands in the way."""
    had = [
        Distance(
            set=one.set,
            title=one.title,
            basis=one.basis,
            cost=one.cost,
            changes=one.changes,
            covers=one.covers,
            doubts=one.doubts,
        )
        for one in near
        if one.set
    ]
    others = [
        Distance(set=one.row.id, title=one.row.title, basis=one.row.basis, obstacle=one.obstacle, by=one.by)
        for obstacle in _WORST_LAST
        for one in sorted(reaches, key=lambda one: one.row.id)
        if one.obstacle == obstacle
    ]
    return (*had, *others)

"""What it means to take over a validated set: the option of each thing that can change."""

from collections.abc import Sequence

from ...model.fact import NO_DATA, Several, Value
from ...model.matrix import Matrix, ValidatedSet
from ...model.version import Version
from ...model.words import COMPONENTS
from .._world import World
from ._slots import Option, Slot

ON_TOP = frozenset(COMPONENTS) - {"driver", "kernel", "image"}
"""What runs on the image. A set of the other chain shares with a deployment only what is below, and says nothing of it."""


def applicable_sets(world: World, matrix: Matrix) -> list[ValidatedSet]:
    """The sets that somebody ran on this SoC, with success."""
    soc = str(world.board["soc"])
    return [row for row in matrix.sets if row.works and soc in row.socs]


def adopt(row: ValidatedSet, slots: Sequence[Slot]) -> tuple[int, ...] | None:
    """The option of each slot when the set is adopted; ``None`` where the set says nothing of this deployment."""
    values = []
    for slot in slots:
        version = row.components.get(slot.component)
        if version is None:
            values.append(0)
            continue
        value = _option_of(slot, version)
        if value is None:
            return None
        values.append(value)
    named = row.components.keys() & {slot.component for slot in slots}
    on_top = ON_TOP & row.components.keys()
    return tuple(values) if named and (not on_top or on_top & named) else None


def _option_of(slot: Slot, version: Version) -> int | None:
    now = slot.options[0].version
    named = [
        i for i, option in enumerate(slot.options) if i and option.version is not None and option.version.low == version.low
    ]
    within = now is not None and now.lies_in(version)
    if within and (version.is_range or not named):
        return 0
    if now is None and named and _may_be(slot, slot.options[named[0]]):
        return 0
    return named[0] if named else None


_OF_MODEL = ("model.schema", "model.layout", "model.npu", "model.damage", "model.disagreements")
"""What tells a model of one toolkit, for one chip, from others; and the chips that it is for."""


def _may_be(slot: Slot, option: Option) -> bool:
    """Whether nothing that is known tells a model, whose toolkit is not, from what that toolkit would make of it."""
    if slot.component != "model":
        return False
    (now,), (new,) = slot.options[0].facts, option.facts
    chips = now["model.target-platform"], new["model.target-platform"]
    fits = all(isinstance(names, tuple) for names in chips) and set(chips[1]) <= set(chips[0])  # type: ignore[arg-type]
    return fits and all(now[fact] == new[fact] for fact in _OF_MODEL if _is_told(now[fact]) and _is_told(new[fact]))


def _is_told(value: Value) -> bool:
    return value is not None and value is not NO_DATA and not isinstance(value, Several)

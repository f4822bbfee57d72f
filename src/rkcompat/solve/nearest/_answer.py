"""An assignment of options → what a person does, what somebody has run of it, and what is only inferred."""

from collections.abc import Iterator, Sequence

import msgspec

from ...model.manifest import Manifest
from ...model.matrix import Matrix, ValidatedSet
from ...model.resolution import Answer, Change, Joined
from ...model.version import Version
from ...model.words import BASES, COMPONENTS
from ..search._search import Solution
from ._doubts import Doubts
from ._encode import Encoding
from ._library import builds_between
from ._slots import Slot, actions_of


class Case(msgspec.Struct, frozen=True):
    """One deployment, for answers about it."""

    manifest: Manifest
    matrix: Matrix
    encoding: Encoding
    doubts: Doubts


def answer_of(case: Case, solution: Solution, parts: Sequence[ValidatedSet] = ()) -> Answer:
    """A solution as what a person does, with what it covers; `parts` is the set that it is, or the sets that were joined."""
    slots = case.encoding.slots
    present = {slot.component for slot in slots if slot.options[0].label}
    told = told_of(slots, solution.values)
    named = {component: version for row in reversed(parts) for component, version in row.components.items()}
    covers = tuple(component for component in COMPONENTS if component in told and component in named)
    return Answer(
        validated=len(parts) == 1,
        set=parts[0].id if len(parts) == 1 else None,
        title=", joined with ".join(row.title for row in parts) or "a set that the rules allow and nobody is known to have run",
        basis=max((row.basis for row in parts), key=BASES.index, default="inferred"),
        cost=solution.key[0],
        changes=tuple(changes_of(case, solution.values)),
        covers=covers,
        not_covered=tuple(component for component in COMPONENTS if component in present and component not in named),
        assumed={component: version.text for component, version in named.items() if component not in told},
        doubts=tuple(case.doubts.of(solution.values)),
        joined=tuple(_shares(parts, covers)) if len(parts) > 1 else (),
    )


def _shares(parts: Sequence[ValidatedSet], covers: Sequence[str]) -> Iterator[Joined]:
    """What each of several sets covers that none before it does."""
    left = list(covers)
    for row in parts:
        mine = tuple(component for component in left if component in row.components)
        left = [component for component in left if component not in mine]
        yield Joined(set=row.id, title=row.title, covers=mine)


def told_of(slots: Sequence[Slot], values: Sequence[int]) -> set[str]:
    """The components of which every version is known in a state."""
    untold = {slot.component for slot, value in zip(slots, values, strict=True) if not slot.options[value].label}
    return {slot.component for slot in slots} - untold


def changes_of(case: Case, values: Sequence[int]) -> Iterator[Change]:
    """What goes from what to what."""
    slots = case.encoding.slots
    for slot, value, action in zip(slots, values, actions_of(slots, values), strict=True):
        if value:
            new = slot.options[value]
            yield Change(
                component=slot.component,
                about=slot.about,
                before=slot.options[0].label,
                after=new.label,
                action=action,
                images=_images(case, slot, new.version) if action == "change-image" else (),
                builds=tuple(builds_between(new.facts[0], slot.options[0].facts[0])) if slot.component == "runtime" else (),
            )


def _images(case: Case, slot: Slot, version: Version | None) -> tuple[str, ...]:
    """Images known to carry a driver or kernel, this board's first."""
    if version is None:
        return ()
    board = (case.manifest.board.name or "").lower()
    soc = case.matrix.aliases.get((case.manifest.board.soc or "").lower(), "")
    found = [
        (not (board and row.board and row.board.lower() in board), row.image)
        for row in case.matrix.sets
        if row.image
        and soc in row.socs
        and slot.component in row.components
        and row.components[slot.component].low == version.low
    ]
    return tuple(dict.fromkeys(image for _, image in sorted(found)))

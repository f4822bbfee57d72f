"""An assignment of options → what a person does, what somebody has run of it, and what is only inferred."""

from collections.abc import Iterator, Sequence

import msgspec

from ...model.fact import Value
from ...model.manifest import Manifest
from ...model.matrix import Matrix, ValidatedSet
from ...model.resolution import Answer, Build, Change, Failed, Joined
from ...model.version import Version
from ...model.words import BASES, COMPONENTS
from .._world import World
from ..search._search import Solution
from ._doubts import Doubts
from ._encode import Encoding
from ._library import builds_between, words_of
from ._slots import Slot, actions_of


class Case(msgspec.Struct, frozen=True):
    """One deployment, for answers about it."""

    manifest: Manifest
    matrix: Matrix
    encoding: Encoding
    doubts: Doubts
    images: tuple[ValidatedSet, ...]
    """The images that were run on this SoC, those of this board first."""
    failures: tuple[ValidatedSet, ...]
    """What failed on this SoC, as far as it is all here."""


def case_of(world: World, manifest: Manifest, matrix: Matrix, encoding: Encoding) -> Case:
    """Look up what any answer may want to say."""
    board = (manifest.board.name or "").lower()
    soc = matrix.aliases.get((manifest.board.soc or "").lower(), "")
    mine = [row for row in matrix.sets if soc in row.socs]
    images = [
        (not (board and row.board and row.board.lower() in board), row.image, row) for row in mine if row.image and row.works
    ]
    here = {slot.component for slot in encoding.slots}
    return Case(
        manifest,
        matrix,
        encoding,
        Doubts(world, matrix, encoding),
        tuple(row for *_, row in sorted(images, key=lambda entry: entry[:2])),
        tuple(row for row in mine if not row.works and row.components.keys() <= here),
    )


def answer_of(case: Case, solution: Solution, parts: Sequence[ValidatedSet] = ()) -> Answer:
    """A solution as what a person does, with what it covers; `parts` is the set that it is, or the sets that were joined."""
    slots = case.encoding.slots
    present = {slot.component for slot in slots if slot.options[0].label or slot.about.endswith("]")}
    told = told_of(slots, solution.values)
    named = {component: version for row in reversed(parts) for component, version in row.components.items()}
    covers = tuple(component for component in COMPONENTS if component in told and component in named)
    return Answer(
        validated=len(parts) == 1,
        set=parts[0].id if len(parts) == 1 else None,
        title=", joined with ".join(row.title for row in parts) or "a set that the rules allow and nobody is known to have run",
        basis=max((row.basis for row in parts), key=BASES.index, default="inferred"),
        cost=solution.key[0],
        changes=tuple(changes_of(case, solution.values, parts)),
        covers=covers,
        not_covered=tuple(component for component in COMPONENTS if component in present and component not in named),
        assumed={component: version.text for component, version in named.items() if component not in told},
        doubts=tuple(case.doubts.of(solution.values)),
        joined=tuple(_shares(parts, covers)) if len(parts) > 1 else (),
        failed=tuple(_failed(case, solution.values)),
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


def changes_of(case: Case, values: Sequence[int], parts: Sequence[ValidatedSet] = ()) -> Iterator[Change]:
    """What goes from what to what."""
    slots = case.encoding.slots
    actions = tuple(actions_of(slots, values))
    flashed = any(value and action == "change-image" for value, action in zip(values, actions, strict=True))
    images = tuple(_images(case, values, [row.id for row in parts])) if flashed else ()
    for slot, value, action in zip(slots, values, actions, strict=True):
        if value:
            new = slot.options[value]
            yield Change(
                component=slot.component,
                about=slot.about,
                before=slot.options[0].label,
                after=new.label,
                action=action,
                images=images if action == "change-image" and new.version else (),
                builds=tuple(_beside(slot, value)),
            )


def _beside(slot: Slot, value: int) -> Iterator[Build]:
    """In what a thing changes beside its version."""
    (new,), old = slot.options[value].facts[:1] or (None,), slot.options[0].facts[0]
    if new is None:
        return
    if slot.component == "runtime":
        yield from builds_between(new, old)
    for fact in ("model.target-platform", "rkllm-model.target-platform", "driver.family"):
        before, after = _words(old[fact]), _words(new[fact])
        if fact.partition(".")[0] == slot.component and before and after and not set(after) <= set(before):
            yield Build(fact=fact, before=", ".join(before), after=", ".join(after))


def _images(case: Case, values: Sequence[int], chosen: Sequence[str]) -> Iterator[str]:
    """Images known to carry all that an answer wants of one: that of the set that was chosen first, then this board's."""
    wanted = [(slot, value) for slot, value in zip(case.encoding.slots, values, strict=True) if slot.component in _OF_IMAGE]
    found = [row for row in case.images if all(_carries(row, slot, value) for slot, value in wanted)]
    yield from dict.fromkeys(row.image or "" for row in sorted(found, key=lambda row: row.id not in chosen))


_OF_IMAGE = ("driver", "kernel")


def _carries(row: ValidatedSet, slot: Slot, value: int) -> bool:
    """Whether an image has what is wanted: what changes it must name, and of what stays it must name nothing else."""
    version, has = slot.options[value].version, row.components.get(slot.component)
    return not value if has is None or version is None else version.lies_in(has)


def _failed(case: Case, values: Sequence[int]) -> Iterator[Failed]:
    """The runs that failed with nothing but what a state has."""
    have: dict[str, list[Version | None]] = {}
    for slot, value in zip(case.encoding.slots, values, strict=True):
        have.setdefault(slot.component, []).append(slot.options[value].version)
    for row in case.failures:
        if all(
            any(version is not None and version.lies_in(named) for version in have[name])
            for name, named in row.components.items()
        ):
            yield Failed(set=row.id, title=row.title, note=row.note)


def _words(value: Value) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else words_of(value) or ()

"""An assignment of options → what a person does, what somebody has run of it, and what is only inferred."""

from collections.abc import Iterator, Sequence

from ..model.fact import Value
from ..model.manifest import Manifest
from ..model.matrix import Matrix, ValidatedSet
from ..model.resolution import Answer, Change, Joined
from ..model.version import Version
from ..model.words import BASES, COMPONENTS
from ._encode import Encoding
from ._search import Solution
from ._slots import Option, Slot, actions_of


def answer_of(
    encoding: Encoding, solution: Solution, matrix: Matrix, manifest: Manifest, parts: Sequence[ValidatedSet] = ()
) -> Answer:
    """A solution as what a person does, with what it covers; `parts` is the set that it is, or the sets that were joined."""
    slots = encoding.slots
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
        changes=tuple(changes_of(slots, solution.values, matrix, manifest)),
        covers=covers,
        not_covered=tuple(component for component in COMPONENTS if component in present and component not in named),
        assumed={component: version.text for component, version in named.items() if component not in told},
        doubts=tuple(doubts_of(encoding, solution.values, matrix)),
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


def changes_of(slots: tuple[Slot, ...], values: Sequence[int], matrix: Matrix, manifest: Manifest) -> Iterator[Change]:
    """What goes from what to what."""
    for slot, value, action in zip(slots, values, actions_of(slots, values), strict=True):
        if value:
            new = slot.options[value]
            yield Change(
                component=slot.component,
                about=slot.about,
                before=slot.options[0].label,
                after=new.label,
                action=action,
                images=_images(matrix, manifest, slot, new.version) if action == "change-image" else (),
            )


def _images(matrix: Matrix, manifest: Manifest, slot: Slot, version: Version | None) -> tuple[str, ...]:
    """Images known to carry a driver or kernel, this board's first."""
    if version is None:
        return ()
    board = (manifest.board.name or "").lower()
    soc = matrix.aliases.get((manifest.board.soc or "").lower(), "")
    found = [
        (not (board and row.board and row.board.lower() in board), row.image)
        for row in matrix.sets
        if row.image
        and soc in row.socs
        and slot.component in row.components
        and row.components[slot.component].low == version.low
    ]
    return tuple(dict.fromkeys(image for _, image in sorted(found)))


def doubts_of(encoding: Encoding, values: Sequence[int], matrix: Matrix) -> Iterator[str]:
    """What was inferred: the demands that rest on the value of an earlier release, unless a set that ran shows more."""
    chosen = {slot.about: slot.options[value] for slot, value in zip(encoding.slots, values, strict=True)}
    told = set()
    for origin in encoding.origins:
        for demand in origin.rule.require:
            if not demand.other:
                continue
            about = next(
                (name for name in origin.about if name.partition("[")[0] == demand.other_scope.removeprefix("rkllm-")), ""
            )
            option = chosen.get(about)
            if option is None or len(option.facts) != 1 or (about, demand.other) in told:
                continue
            facts = option.facts[0]
            if (
                not facts.carry
                or not facts.is_inferred(demand.other)
                or _ran(demand.fact, option.version, chosen, matrix, facts.board["soc"])
            ):
                continue
            told.add((about, demand.other))
            taken = f"it was taken to be {facts[demand.other]}, as of the last release of which it is known"
            yield f"{demand.other} of {option.label} is not known; {taken}"


def _ran(fact: str, version: Version | None, chosen: dict[str, Option], matrix: Matrix, soc: Value) -> bool:
    """Whether somebody ran this runtime on this chip with a driver no newer than the one it shall have."""
    option = chosen.get(fact.partition(".")[0])
    have = option.version if option else None
    if have is None or version is None:
        return False
    for row in matrix.sets:
        runtime, driver = row.components.get("runtime"), row.components.get("driver")
        if row.works and soc in row.socs and runtime and driver and runtime.low == version.low and driver.high <= have.high:
            return True
    return False

"""The nearest set: the cheapest to reach, of those that somebody validated, that satisfies every error rule; else any such."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from ..model.fact import NO_DATA, Several, Value
from ..model.manifest import Manifest
from ..model.matrix import Matrix, ValidatedSet
from ..model.resolution import Action, Answer, Change, CoreItem, Search, Step
from ..model.version import Version
from ..model.wish import Wishes
from ..model.words import COMPONENTS, Severity
from ._core import minimal_core, opening_locks
from ._encode import Encoding, encode
from ._plan import plan_steps
from ._rank import ON_TOP, cheapest_first, priced, rank
from ._search import Solution, key_of, propagate, search
from ._slots import Option, Slot, actions_of, build_slots
from ._world import World

_ANY = Wishes()


class Nearest(msgspec.Struct, frozen=True):
    """What the search for an answer gave."""

    answers: tuple[Answer, ...]
    plan: tuple[Step, ...]
    """To the first answer."""
    core: tuple[CoreItem, ...]
    """Where there is none: why nothing that may change helps."""
    search: Search | None
    values: tuple[int, ...] = ()
    """The option of each slot in the first answer."""
    opens: tuple[str, ...] = ()
    """Where there is none: the locks of which each alone, lifted, would open a way, the cheapest first."""


def find_nearest(
    world: World,
    manifest: Manifest,
    matrix: Matrix,
    *,
    fail_on: Severity = "error",
    top: int = 3,
    node_limit: int = 20_000,
    weights: Mapping[Action, int] = {},
    wishes: Wishes = _ANY,
) -> Nearest:
    """Search the validated sets, then all sets that the rules allow; `weights` stand in place of the usual ones.

    Raises:
        LookupError: a wish is about a component that the deployment, or a set that the matrix does not have.
    """
    sets = applicable_sets(world, matrix)
    near = next((row for row in matrix.sets if row.id == wishes.near), None)
    if wishes.near and near is None:
        raise LookupError(wishes.near)
    slots = build_slots(world, manifest, matrix, sets, wishes.wants)
    encoding = encode(world, matrix.rules, slots, fail_on, weights)
    start = encoding.start()
    clauses = encoding.problem.clauses
    occurs: list[list[int]] = [[] for _ in encoding.slots]
    ranked = []
    for row in sets:
        values = adopt(row, encoding.slots)
        if values is None or any(not left >> value & 1 for left, value in zip(start, values, strict=True)):
            continue
        if propagate([1 << value for value in values], clauses, occurs, range(len(clauses))) is None:
            continue
        solution = Solution(values, key_of(encoding.problem, [1 << value for value in values]))
        answer = answer_of(encoding, solution, matrix, manifest, row)
        ranked.append((rank(answer, solution, row, encoding, wishes, near=near), answer, values))
    ranked.sort(key=lambda entry: entry[0])
    if ranked:
        seen: dict[tuple[int, ...], Answer] = {}
        for _, answer, values in ranked:
            seen.setdefault(values, answer)
        answers = tuple(seen.values())[:top]
        first = next(values for _, answer, values in ranked if answer is answers[0])
        did = Search(proved=True, nodes=len(sets), limit=node_limit)
        return Nearest(answers, plan_steps(encoding, first, answers[0].changes), (), did, first)
    if wishes.only_validated:
        return Nearest((), (), (), Search(proved=True, nodes=len(sets), limit=node_limit))
    found = search(cheapest_first(encoding.problem, wishes), top=top, node_limit=node_limit, start=start)
    did = Search(proved=found.complete, nodes=found.nodes, limit=node_limit)
    if not found.solutions:
        if not found.complete:
            return Nearest((), (), (), did)
        core = minimal_core(encoding, manifest, node_limit)
        return Nearest((), (), core, did, opens=opening_locks(encoding, node_limit))
    solutions = priced(encoding.problem, found.solutions)
    answers = tuple(answer_of(encoding, solution, matrix, manifest, None) for solution in solutions)
    first = found.solutions[0].values
    return Nearest(answers, plan_steps(encoding, first, answers[0].changes), (), did, first)


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
    within = now is not None and version.low <= now.low and now.high <= version.high
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


def answer_of(encoding: Encoding, solution: Solution, matrix: Matrix, manifest: Manifest, row: ValidatedSet | None) -> Answer:
    """A solution as what a person does, with what the set covers."""
    slots = encoding.slots
    changes = tuple(
        Change(
            component=slot.component,
            about=slot.about,
            before=slot.options[0].label,
            after=slot.options[value].label,
            action=action,
            images=_images(matrix, manifest, slot, slot.options[value].version) if action == "change-image" else (),
        )
        for slot, value, action in zip(slots, solution.values, actions_of(slots, solution.values), strict=True)
        if value
    )
    present = {slot.component for slot in slots if slot.options[0].label}
    named = row.components if row else {}
    told = {slot.component for slot in slots} - {
        slot.component for slot, value in zip(slots, solution.values, strict=True) if not slot.options[value].label
    }
    return Answer(
        validated=row is not None,
        set=row.id if row else None,
        title=row.title if row else "a set that the rules allow and nobody is known to have run",
        basis=row.basis if row else "inferred",
        cost=solution.key[0],
        changes=changes,
        covers=tuple(component for component in COMPONENTS if component in told and component in named),
        not_covered=tuple(component for component in COMPONENTS if component in present and component not in named),
        assumed={component: version.text for component, version in named.items() if component not in told},
        doubts=tuple(doubts_of(encoding, solution.values, matrix)),
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

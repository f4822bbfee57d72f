"""Why the answer has what it has and not something else: each by refutation, with what the other would cost."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from ...model.explanation import Explanation, Line
from ...model.manifest import Manifest
from ...model.matrix import Matrix, ValidatedSet
from ...model.resolution import Action, Answer
from ...model.version import Version
from ...model.wish import Wishes
from ...model.words import Severity
from .._world import World
from ..nearest._adopt import adopt, applicable_sets
from ..nearest._answer import Case, answer_of, case_of
from ..nearest._encode import encode
from ..nearest._rank import rank
from ..nearest._reach import broken_rules
from ..nearest._slots import Option, build_slots, slot_of
from ..search._search import Solution, key_of, search
from ._derive import Premises, derive, minimal
from ._names import Named, read_name

Wish = dict[int, int]
"""Slot to the options that are asked about, one bit each: of a range such as ``1.6.x`` all that lie in it."""


class _Case(Case, frozen=True):
    """One deployment, laid out for questions."""

    sets: tuple[ValidatedSet, ...]
    node_limit: int
    asked: str = ""
    """The validated set that is asked about."""


def why_not(
    world: World,
    manifest: Manifest,
    matrix: Matrix,
    name: str,
    version: Version | None,
    *,
    fail_on: Severity = "error",
    node_limit: int = 20_000,
    weights: Mapping[Action, int] = {},
) -> Explanation:
    """What forbids a version of what is named, or a validated set that is, and the cheapest way to have it.

    Raises:
        LookupError: the deployment has no such component, or the matrix no such set.
    """
    named = read_name(manifest, name)
    exact = {named.component: version} if version and not version.is_range else {}
    asked = ValidatedSet(id="", title="", kind="field-run", socs=(), components=exact) if exact else None
    case = _case(world, manifest, matrix, fail_on=fail_on, node_limit=node_limit, asked=asked, weights=weights)
    slots = case.encoding.slots
    if version is None:
        row = next((row for row in matrix.sets if row.id == name), None)
        values = adopt(row, slots) if row else None
        if values is None:
            raise LookupError(name)
        wish = {index: 1 << value for index, value in enumerate(values) if row and slots[index].component in row.components}
        case = msgspec.structs.replace(case, asked=name)
    else:
        wish = {index: _options(slots[index].options, version) for index in _slots(case, named)}
    if not wish:
        raise LookupError(name)
    return _explain(case, "why-not", named.about if version else name, version.text if version else "", wish)


def why(
    world: World,
    manifest: Manifest,
    matrix: Matrix,
    name: str,
    values: Sequence[int],
    *,
    fail_on: Severity = "error",
    node_limit: int = 20_000,
    weights: Mapping[Action, int] = {},
) -> Explanation:
    """Why what is named does not stay as it is in an answer, whose option for each slot is given.

    Raises:
        LookupError: the deployment has no such component.
    """
    case = _case(world, manifest, matrix, fail_on=fail_on, node_limit=node_limit, weights=weights)
    named = read_name(manifest, name)
    places = _slots(case, named)
    if not places:
        raise LookupError(name)
    moved = [index for index in places if values[index]]
    solution = Solution(tuple(values), key_of(case.encoding.problem, [1 << value for value in values]))
    given = answer_of(case, solution)
    abouts = {case.encoding.slots[index].about for index in places}
    changes = tuple(change for change in given.changes if change.about in abouts)
    label = ", ".join(case.encoding.slots[index].options[values[index]].label for index in places)
    if not moved:
        return Explanation(question="why", about=named.about, version=label, holds=True, changes=changes)
    explained = _explain(case, "why", named.about, label, dict.fromkeys(moved, 1))
    return msgspec.structs.replace(explained, holds=True, changes=changes)


def _case(
    world: World,
    manifest: Manifest,
    matrix: Matrix,
    *,
    fail_on: Severity,
    node_limit: int,
    weights: Mapping[Action, int],
    asked: ValidatedSet | None = None,
) -> _Case:
    sets = applicable_sets(world, matrix)
    slots = build_slots(world, manifest, matrix, [*sets, asked] if asked else sets)
    encoding = encode(world, matrix.rules, slots, fail_on, weights)
    one = case_of(world, manifest, matrix, encoding)
    return _Case(manifest, matrix, encoding, one.doubts, one.images, one.failures, tuple(sets), node_limit)


def _slots(case: _Case, named: Named) -> list[int]:
    slots = case.encoding.slots
    if named.place is None:
        return [index for index, slot in enumerate(slots) if slot.component == named.component]
    one = slot_of(slots).get(named.about)
    return [] if one is None else [one]


def _options(options: Sequence[Option], version: Version) -> int:
    """The option that is this version, the present state where it is that already; of a range all that lie in it."""
    known = [(1 << value, option.version) for value, option in enumerate(options) if option.version is not None]
    if version.is_range:
        found = sum(bit for bit, one in known if one.lies_in(version))
    else:
        found = next((bit for bit, one in known if one.low == version.low), 0)
    if not found:
        raise LookupError(version.text)
    return found


def _explain(case: _Case, question: str, about: str, version: str, wish: Wish) -> Explanation:
    encoding = case.encoding
    everything = tuple(range(len(encoding.problem.clauses)))
    reason = case.manifest.lock.reason or ""
    held = tuple(wish.items())
    standing = tuple((index, 1) for index in range(len(encoding.slots)) if index not in wish)
    locks = tuple((index, 1) for index, slot in enumerate(encoding.slots) if slot.locked and index not in wish)
    now = _lines(case, Premises(everything, (*held, *standing)), wish, reason)
    locked = [index for index, mask in wish.items() if not mask & 1 and encoding.slots[index].locked]
    ever = _lines(case, Premises(everything, (*held, *locks)), wish, reason)
    ways = [] if ever or locked else list(_ways(case, wish))
    cheaper = next((solution for solution, row in ways[1:] if row is None and solution.key[0] < ways[0][0].key[0]), None)
    return Explanation(
        question="why" if question == "why" else "why-not",
        about=about,
        version=version,
        holds=bool(now),
        now=now,
        ever=ever,
        way=_answer(case, *ways[0]) if ways else None,
        cheaper=_answer(case, cheaper) if cheaper else None,
        opens=tuple(_opens(case, wish)) if ever or locked else (),
    )


def _answer(case: _Case, solution: Solution, row: ValidatedSet | None = None) -> Answer:
    return answer_of(case, solution, (row,) if row else ())


def _lines(case: _Case, premises: Premises, wish: Wish, reason: str) -> tuple[Line, ...]:
    least = minimal(case.encoding, premises, case.node_limit)
    return derive(case.encoding, least, wish, reason) if least else ()


def _start(case: _Case, wish: Wish, lifted: str = "") -> list[int]:
    """The options that the locks leave, but for one that is lifted, with the wish held."""
    return [
        wish[index] if index in wish else 1 if slot.locked and slot.component != lifted else (1 << len(slot.options)) - 1
        for index, slot in enumerate(case.encoding.slots)
    ]


def _ways(case: _Case, wish: Wish, lifted: str = "") -> Iterator[tuple[Solution, ValidatedSet | None]]:
    """The cheapest validated set that has what is wished, then the cheapest state that the rules allow."""
    encoding = case.encoding
    start = _start(case, wish, lifted)
    found: list[tuple[Solution, ValidatedSet]] = []
    for row in case.sets:
        values = adopt(row, encoding.slots)
        if values is None or any(not start[index] >> value & 1 for index, value in enumerate(values)):
            continue
        if not broken_rules(encoding, values):
            found.append((Solution(values, key_of(encoding.problem, [1 << value for value in values])), row))
    if found:
        yield min(found, key=lambda way: (way[1].id != case.asked, *_rank(case, *way)))
    for solution in search(encoding.problem, node_limit=case.node_limit, start=start).solutions:
        yield solution, None


def _rank(case: _Case, solution: Solution, row: ValidatedSet) -> tuple[object, ...]:
    """The order in which `resolve` has them."""
    return rank(answer_of(case, solution, (row,)), solution, row, case.encoding, Wishes(), near=None)


def _opens(case: _Case, wish: Wish) -> Iterator[str]:
    """The locked components of which each alone, lifted, would open a way, the cheapest way first."""
    slots = case.encoding.slots
    wished = {slots[index].component for index, mask in wish.items() if not mask & 1 and slots[index].locked}
    costs = []
    for component in sorted({slot.component for slot in case.encoding.slots if slot.locked}):
        if wished - {component}:
            continue
        way = next(_ways(case, wish, component), None)
        if way is not None:
            costs.append((way[0].key, component))
    yield from (component for _, component in sorted(costs))

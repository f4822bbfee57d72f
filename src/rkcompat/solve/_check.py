"""Hold every rule against the facts: satisfied, violated, undetermined or not applicable, each time it can be asked."""

from collections.abc import Iterator, Sequence
from itertools import product

import msgspec

from ..model.fact import Scope, fact_of
from ..model.finding import Finding, MissingFact, Reading
from ..model.matrix import Matrix
from ..model.words import SEVERITIES, Compatibility, Severity, Verdict
from ._ask import Things, whose
from ._look import Answer
from ._sheet import UNASKED, Asked, Entry, Round, Sheet, sheet_of
from ._world import PAIRS, Group, World

LOADED = "runtime.loaded"
"""The fact that is missing where nobody knows which of several copies is loaded."""


class Outcome(msgspec.Struct, frozen=True):
    """What one rule says of the things it was asked of."""

    verdict: Verdict
    asked: tuple[Asked, ...] = ()
    """Of ``violated`` the demands that failed, of the others those that could not be told."""
    missing: tuple[str, ...] = ()
    """The facts that were not known."""
    note: str = ""


_BLIND = "the matrix does not know this"
_SATISFIED = Outcome("satisfied")
_OUT_OF_PLACE = Outcome("not-applicable")


def check(world: World, matrix: Matrix, fail_on: Severity = "error") -> tuple[Finding, ...]:
    """Judge all rules, in their order; of one rule in the order of the manifest's entries."""
    sheet = sheet_of(matrix)
    strict = SEVERITIES[SEVERITIES.index(fail_on) :]
    found: list[Finding] = list(sheet.out_of_place)
    several: dict[int, list[Finding]] = {}
    for scopes, groups in sheet.by_scopes(world.features).items():
        if not all(world.groups[scope] for scope in scopes):
            continue
        is_absent = not world.absent.isdisjoint(scopes)
        rounds = [[Round(things) for things in product(*candidates)] for candidates in bindings(scopes, world)]
        for first, entries in groups.items():
            for candidates in rounds:
                if first is not None and all(answer(sheet, first, one) is False for one in candidates):
                    continue
                for entry in entries:
                    if is_absent and not _asks_presence(entry):
                        continue
                    finding = _ask(sheet, entry, candidates, entry.rule.severity in strict)
                    if len(rounds) > 1:
                        several.setdefault(entry.position, []).append(finding)
                    else:
                        found[entry.position] = finding
    if not several:
        return tuple(found)
    return tuple([one for position, single in enumerate(found) for one in several.get(position, (single,))])


def _asks_presence(entry: Entry) -> bool:
    return any(demand.fact.endswith(".present") for demand in entry.rule.require)


def bindings(scopes: Sequence[Scope], world: World) -> Iterator[tuple[Group, ...]]:
    """The board and the things that rules of these scopes are asked of; a model goes with the libraries that load it."""
    board = ((world.board,),)
    for runtime, model in PAIRS:
        if model in scopes and runtime in scopes:
            rest = [world.groups[scope] for scope in scopes if scope not in (model, runtime)]
            for subject in world.groups[model]:
                for loader in world.loaders[subject[0].about]:
                    pair = {model: subject, runtime: loader}
                    for others in product(*rest):
                        left = iter(others)
                        yield (*board, *(pair[scope] if scope in pair else next(left) for scope in scopes))
            return
    yield from product(board, *(world.groups[scope] for scope in scopes))


def _ask(sheet: Sheet, entry: Entry, candidates: list[Round], can_wait: bool) -> Finding:
    """Ask a rule of every candidate: where they answer alike that is the answer, else it hangs on which one is loaded."""
    if len(candidates) == 1:
        return _finding(sheet, entry, judge(sheet, entry, candidates[0], can_wait), candidates[0])
    judged = [(judge(sheet, entry, one, can_wait), one) for one in candidates]
    verdicts = {outcome.verdict for outcome, _ in judged}
    worst = next(word for word in ("violated", "undetermined", "satisfied", "not-applicable") if word in verdicts)
    outcome, round = next(one for one in judged if one[0].verdict == worst)
    if worst == "violated" and len(verdicts) > 1:
        outcome = Outcome("undetermined" if can_wait else "not-applicable", outcome.asked, (LOADED,))
        about = dict.fromkeys(name for one in candidates for name in one.about)
        return _finding(sheet, entry, outcome, round, tuple(about))
    return _finding(sheet, entry, outcome, round)


def answer(sheet: Sheet, asked: Asked, round: Round) -> Answer:
    """The answer to a demand; each thing is asked once."""
    home, number = asked
    kept = round.answers[home]
    found = kept.get(number, UNASKED)
    if found is UNASKED:
        found = kept[number] = sheet.askers[number](round.things, home)
    return found


def judge(sheet: Sheet, entry: Entry, round: Round, can_wait: bool) -> Outcome:
    """Ask one rule; `can_wait` is whether it is severe enough to leave the verdict open."""
    open_when: tuple[Asked, ...] = ()
    blind: Asked | None = None
    answers = round.answers  # asked here without a call for each: this is the inner loop of every check
    for asked in entry.when:
        found = answers[asked[0]].get(asked[1], UNASKED)
        if found is UNASKED:
            found = answers[asked[0]][asked[1]] = sheet.askers[asked[1]](round.things, asked[0])
        if found is True:
            continue
        if found is False:
            return _OUT_OF_PLACE
        if found is None:
            open_when = (*open_when, asked)
        else:
            blind = asked
    if blind is not None:
        return Outcome("not-applicable", (blind,), note=_BLIND)
    failed: tuple[Asked, ...] = ()
    unknown: tuple[Asked, ...] = ()
    for asked in entry.require:
        found = answers[asked[0]].get(asked[1], UNASKED)
        if found is UNASKED:
            found = answers[asked[0]][asked[1]] = sheet.askers[asked[1]](round.things, asked[0])
        if found is True:
            continue
        if found is False:
            failed = (*failed, asked)
        elif found is None:
            unknown = (*unknown, asked)
        else:
            blind = asked
    if failed or not entry.require:
        if not open_when:
            return Outcome("violated", failed or entry.when)
        unknown = open_when
    elif unknown:
        unknown = open_when + unknown
    elif blind is not None:
        return Outcome("not-applicable", (blind,), note=_BLIND)
    else:
        return _SATISFIED
    missing = [fact for asked in unknown for fact in sheet.open_facts(asked, round.things)]
    waits = can_wait and entry.require and entry.needed.issuperset(missing)
    return Outcome("undetermined" if waits else "not-applicable", unknown, tuple(dict.fromkeys(missing)))


def _finding(sheet: Sheet, entry: Entry, outcome: Outcome, round: Round, about: tuple[str, ...] = ()) -> Finding:
    if outcome is _SATISFIED:
        return Finding(rule=entry.rule, verdict="satisfied", about=round.about) if round.about else entry.satisfied
    if outcome is _OUT_OF_PLACE:
        return sheet.out_of_place[entry.position]
    about = about or round.about
    read: tuple[Reading, ...] = ()
    if outcome.verdict != "not-applicable" or outcome.note:
        read = tuple(reading for _, number in outcome.asked for reading in _readings(sheet, number, round.things))
    return Finding(rule=entry.rule, verdict=outcome.verdict, about=about, read=read, missing=outcome.missing, note=outcome.note)


def _readings(sheet: Sheet, number: int, things: Things) -> Iterator[Reading]:
    demand = sheet.demands[number]
    facts = whose(demand.scope, things)
    yield Reading(facts.about, demand.fact, facts[demand.fact], demand)
    if demand.other:
        other = whose(demand.other_scope, things)
        yield Reading(other.about, demand.other, other[demand.other])


def verdict_of(findings: tuple[Finding, ...], fail_on: Severity = "error") -> Compatibility:
    """What all findings together say."""
    strict = SEVERITIES[SEVERITIES.index(fail_on) :]
    verdicts = {finding.verdict for finding in findings if finding.rule.severity in strict}
    return "incompatible" if "violated" in verdicts else "undetermined" if "undetermined" in verdicts else "compatible"


def missing_facts(findings: tuple[Finding, ...]) -> tuple[MissingFact, ...]:
    """The facts that would tell more, the needed ones first, each with the rules that wait for it."""
    waiting: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        for fact in finding.missing:
            waiting.setdefault((fact, _owner(fact, finding.about)), []).append(finding)
    found = [
        MissingFact(
            fact=fact,
            about=about,
            needed=any(finding.verdict == "undetermined" for finding in waits),
            decides=tuple(dict.fromkeys([finding.rule.id for finding in waits])),
            how=how_to_find(fact),
        )
        for (fact, about), waits in waiting.items()
    ]
    return tuple(sorted(found, key=lambda missing: (not missing.needed, missing.fact, missing.about)))


def _owner(fact: str, about: tuple[str, ...]) -> str:
    """Whose fact it is, of the entries that a finding is about."""
    scope = fact_of(fact).scope
    if scope == "board":
        return scope
    entry = scope.removeprefix("rkllm-")
    return next((name for name in about if name.startswith(entry)), entry)


def how_to_find(fact: str) -> str:
    """A command that shows a fact, or where to look."""
    return fact_of(fact).how


def title_of(fact: str) -> str:
    """What a fact of a manifest is, in words."""
    return fact_of(fact).title

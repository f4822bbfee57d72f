"""Hold every rule against the facts: satisfied, violated, undetermined or not applicable, each time it can be asked."""

from collections.abc import Iterator, Sequence
from itertools import product

import msgspec

from ..model.fact import FACTS, NO_DATA, SUBJECT_OF, Fact, Scope, kernel_option
from ..model.finding import Finding, MissingFact, Reading
from ..model.matrix import Matrix
from ..model.words import SEVERITIES, Compatibility, Severity, Verdict
from ._sheet import Asked, Entry, Sheet, Things, sheet_of, whose
from ._world import PAIRS, Group, World

LOADED = "runtime.loaded"
"""The fact that is missing where nobody knows which of several copies is loaded."""

_HOW_LOADED = "grep -E 'librk(nn|llm)' /proc/PID/maps  (PID of the program that uses the NPU)"


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
    found: list[Finding | list[Finding]] = list(sheet.out_of_place)
    for scopes, entries in sheet.by_scopes(world.features):
        everything = list(bindings(scopes, world))
        for entry in entries if everything else ():
            can_wait = entry.rule.severity in strict
            findings = [_ask(sheet, entry, groups, can_wait) for groups in everything]
            found[entry.position] = findings if len(findings) > 1 else findings[0]
    return tuple(one for each in found for one in (each if isinstance(each, list) else (each,)))


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


def _ask(sheet: Sheet, entry: Entry, groups: tuple[Group, ...], can_wait: bool) -> Finding:
    """Ask a rule of every candidate: where they answer alike that is the answer, else it hangs on which one is loaded."""
    judged = [(judge(sheet, entry, things, can_wait), things) for things in product(*groups)]
    if len(judged) == 1:
        return _finding(sheet, entry, *judged[0])
    verdicts = {outcome.verdict for outcome, _ in judged}
    worst = next(word for word in ("violated", "undetermined", "satisfied", "not-applicable") if word in verdicts)
    outcome, things = next(one for one in judged if one[0].verdict == worst)
    if worst == "violated" and len(verdicts) > 1:
        outcome = Outcome("undetermined" if can_wait else "not-applicable", outcome.asked, (LOADED,))
        about = dict.fromkeys(facts.about for group in groups[1:] for facts in group)
        return _finding(sheet, entry, outcome, things, tuple(about))
    return _finding(sheet, entry, outcome, things)


def judge(sheet: Sheet, entry: Entry, things: Things, can_wait: bool) -> Outcome:
    """Ask one rule; `can_wait` is whether it is severe enough to leave the verdict open."""
    open_when: tuple[Asked, ...] = ()
    blind: Asked | None = None
    for asked in entry.when:
        answer = sheet.answer(asked, things)
        if answer is True:
            continue
        if answer is False:
            return _OUT_OF_PLACE
        if answer is None:
            open_when = (*open_when, asked)
        else:
            blind = asked
    if blind is not None:
        return Outcome("not-applicable", (blind,), note=_BLIND)
    failed: tuple[Asked, ...] = ()
    unknown: tuple[Asked, ...] = ()
    for asked in entry.require:
        answer = sheet.answer(asked, things)
        if answer is True:
            continue
        if answer is False:
            failed = (*failed, asked)
        elif answer is None:
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
    missing = [fact for asked in unknown for fact in sheet.open_facts(asked, things)]
    waits = can_wait and entry.require and not entry.needed.isdisjoint(missing)
    return Outcome("undetermined" if waits else "not-applicable", unknown, tuple(dict.fromkeys(missing)))


def _finding(sheet: Sheet, entry: Entry, outcome: Outcome, things: Things, about: tuple[str, ...] | None = None) -> Finding:
    if outcome is _OUT_OF_PLACE and len(things) == 1:
        return sheet.out_of_place[entry.position]
    if about is None:
        about = tuple([facts.about for facts in things[1:]])
    if outcome is _SATISFIED or outcome is _OUT_OF_PLACE:
        return Finding(rule=entry.rule, verdict=outcome.verdict, about=about)
    read: tuple[Reading, ...] = ()
    if outcome.verdict != "not-applicable" or outcome.note:
        read = tuple(reading for _, number in outcome.asked for reading in _readings(sheet, number, things))
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


def missing_facts(findings: tuple[Finding, ...], matrix: Matrix) -> tuple[MissingFact, ...]:
    """The facts that would tell more, the needed ones first, each with the rules that wait for it."""
    waiting: dict[tuple[str, str], tuple[bool, list[str]]] = {}
    for finding in findings:
        for fact in finding.missing:
            about = _owner(fact, finding.about)
            needed, rules = waiting.get((fact, about), (False, []))
            waiting[fact, about] = (needed or finding.verdict == "undetermined", [*rules, finding.rule.id])
    found = [
        MissingFact(fact=fact, about=about, needed=needed, decides=tuple(sorted(set(rules))), how=how_to_find(fact))
        for (fact, about), (needed, rules) in waiting.items()
    ]
    return tuple(sorted(found, key=lambda missing: (not missing.needed, missing.fact, missing.about)))


def _owner(fact: str, about: tuple[str, ...]) -> str:
    """Whose fact it is, of the entries that a finding is about."""
    if fact == LOADED:
        return "runtime"
    known = FACTS.get(fact)
    scope = known.scope if known else SUBJECT_OF.get(fact.partition(".")[0], ("board", ""))[0]
    entry = scope.removeprefix("rkllm-")
    return next((name for name in about if name.partition("[")[0] in (entry, scope)), "board" if scope == "board" else entry)


def how_to_find(fact: str) -> str:
    """A command that shows a fact, or where to look."""
    if fact == LOADED:
        return _HOW_LOADED
    known: Fact = FACTS[fact] if fact in FACTS else kernel_option(fact)
    return known.how

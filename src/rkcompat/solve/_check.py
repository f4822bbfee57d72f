"""Hold every rule against the facts: satisfied, violated, undetermined or not applicable, each time it can be asked."""

from collections.abc import Iterator, Mapping
from itertools import product

import msgspec

from ..model.fact import FACTS, NO_DATA, SUBJECT_OF, Between, Fact, Scope, Several, Value, kernel_option
from ..model.finding import Finding, MissingFact, Reading
from ..model.matrix import Matrix
from ..model.rule import Demand, Rule
from ..model.version import Version
from ..model.words import SEVERITIES, Compatibility, Severity, Verdict
from ._facts import Facts
from ._look import Answer, look
from ._world import Group, World

LOADED = "runtime.loaded"
"""The fact that is missing where nobody knows which of several copies is loaded."""

_HOW_LOADED = "grep -E 'librk(nn|llm)' /proc/PID/maps  (PID of the program that uses the NPU)"

Binding = Mapping[Scope, Facts]
"""What a rule is asked of: one thing of each of its scopes, and the board."""


class Outcome(msgspec.Struct, frozen=True):
    """What one rule says of one binding."""

    verdict: Verdict
    demands: tuple[Demand, ...] = ()
    """Of ``violated`` those that failed, of the others those that could not be told."""
    missing: tuple[str, ...] = ()
    """The facts that were not known."""
    note: str = ""


_BLIND = "the matrix does not know this"
_SATISFIED = Outcome("satisfied")
_OUT_OF_PLACE = Outcome("not-applicable")


def check(world: World, rules: tuple[Rule, ...], fail_on: Severity = "error") -> tuple[Finding, ...]:
    """Judge all rules, in their order; of one rule in the order of the manifest's entries."""
    features = frozenset(map(str, world.board["features"] or ()))  # type: ignore[arg-type]
    strict = SEVERITIES[SEVERITIES.index(fail_on) :]
    findings: list[Finding] = []
    for rule in rules:
        if rule.disproved_by or (rule.features and features.isdisjoint(rule.features)):
            findings.append(Finding(rule=rule, verdict="not-applicable"))
            continue
        can_wait = rule.severity in strict
        if not rule.scopes:
            binding = {"board": world.board}
            findings.append(_finding(rule, judge(rule, binding, can_wait), binding))
            continue
        asked = False
        for groups in bindings(rule, world):
            asked = True
            findings.append(_judge_groups(rule, groups, world.board, can_wait))
        if not asked:
            findings.append(Finding(rule=rule, verdict="not-applicable"))
    return tuple(findings)


def bindings(rule: Rule, world: World) -> Iterator[tuple[Group, ...]]:
    """The things that a rule is asked of, a group for each of its scopes; a model goes with the libraries that load it."""
    scopes = rule.scopes
    for model, runtime in (("model", "runtime"), ("rkllm-model", "rkllm-runtime")):
        if model in scopes and runtime in scopes:
            rest = [world.groups[scope] for scope in scopes if scope not in (model, runtime)]
            for subject in world.groups[model]:  # type: ignore[index]
                for loader in world.loaders[subject[0].about]:
                    pair = {model: subject, runtime: loader}
                    for others in product(*rest):
                        left = iter(others)
                        yield tuple(pair[scope] if scope in pair else next(left) for scope in scopes)
            return
    yield from product(*(world.groups[scope] for scope in scopes))


def _judge_groups(rule: Rule, groups: tuple[Group, ...], board: Facts, can_wait: bool) -> Finding:
    """Ask the rule of every candidate: where they answer alike that is the answer, else it hangs on which one is loaded."""
    scopes = rule.scopes
    if all(len(group) == 1 for group in groups):
        binding: dict[Scope, Facts] = {"board": board}
        for scope, group in zip(scopes, groups, strict=True):
            binding[scope] = group[0]
        return _finding(rule, judge(rule, binding, can_wait), binding)
    judged = []
    for candidates in product(*groups):
        binding = {"board": board, **dict(zip(scopes, candidates, strict=True))}
        judged.append((judge(rule, binding, can_wait), binding))
    verdicts = {outcome.verdict for outcome, _ in judged}
    if "violated" in verdicts and len(verdicts) > 1:
        demands = tuple(demand for outcome, _ in judged if outcome.verdict == "violated" for demand in outcome.demands)
        verdict: Verdict = "undetermined" if can_wait else "not-applicable"
        return _finding(rule, Outcome(verdict, demands[:1], (LOADED,)), _violator(judged), _all_things(judged))
    worst = next(word for word in ("violated", "undetermined", "satisfied", "not-applicable") if word in verdicts)
    outcome, binding = next((outcome, binding) for outcome, binding in judged if outcome.verdict == worst)
    return _finding(rule, outcome, binding)


def _violator(judged: list[tuple[Outcome, Binding]]) -> Binding:
    return next(binding for outcome, binding in judged if outcome.verdict == "violated")


def _all_things(judged: list[tuple[Outcome, Binding]]) -> list[Facts]:
    return [facts for _, binding in judged for facts in binding.values()]


def judge(rule: Rule, binding: Binding, can_wait: bool) -> Outcome:
    """Hold one rule against one binding; `can_wait` is whether the rule is severe enough to leave the verdict open."""
    open_when: list[Demand] = []
    blind: Demand | None = None
    for demand in rule.when:
        answer = weigh(demand, binding)
        if answer is False:
            return _OUT_OF_PLACE
        if answer is None:
            open_when.append(demand)
        elif answer is NO_DATA:
            blind = demand
    if blind is not None:
        return Outcome("not-applicable", (blind,), note=_BLIND)
    failed: list[Demand] = []
    unknown: list[Demand] = []
    for demand in rule.require:
        answer = weigh(demand, binding)
        if answer is False:
            failed.append(demand)
        elif answer is None:
            unknown.append(demand)
        elif answer is NO_DATA:
            blind = demand
    if failed or not rule.require:
        if not open_when:
            return Outcome("violated", tuple(failed) or rule.when)
        unknown = open_when
    elif unknown:
        unknown = open_when + unknown
    elif blind is not None:
        return Outcome("not-applicable", (blind,), note=_BLIND)
    else:
        return _SATISFIED
    missing = tuple(dict.fromkeys(fact for demand in unknown for fact in open_facts(demand, binding)))
    waits = can_wait and rule.require and any(fact in rule.needed for fact in missing)
    return Outcome("undetermined" if waits else "not-applicable", tuple(unknown), missing)


def weigh(demand: Demand, binding: Binding) -> Answer:
    """The answer of one demand, as `rkcompat.solve._look.look` gives it."""
    value = binding[demand.scope][demand.fact]
    if demand.other:
        return look(demand, value, binding[demand.other_scope][demand.other])
    return look(demand, value)


def open_facts(demand: Demand, binding: Binding) -> Iterator[str]:
    """The facts of the manifest that a demand waits for."""
    for scope, name in ((demand.scope, demand.fact), (demand.other_scope, demand.other)):
        if name and is_open(binding[scope][name]):
            yield from binding[scope].open_facts(name)


def is_open(value: Value) -> bool:
    """Whether a value leaves something to be told: unknown, a range, or one of several."""
    if isinstance(value, Between):
        return False
    return value is None or isinstance(value, Several) or (isinstance(value, Version) and value.is_range)


def _finding(rule: Rule, outcome: Outcome, binding: Binding, things: list[Facts] | None = None) -> Finding:
    about = tuple(dict.fromkeys(facts.about for facts in things or binding.values() if facts.about != "board"))
    if outcome.verdict == "satisfied" or outcome is _OUT_OF_PLACE:
        return Finding(rule=rule, verdict=outcome.verdict, about=about)
    read: list[Reading] = []
    for demand in outcome.demands:
        facts = binding[demand.scope]
        read.append(Reading(facts.about, demand.fact, facts[demand.fact], demand))
        if demand.other:
            other = binding[demand.other_scope]
            read.append(Reading(other.about, demand.other, other[demand.other]))
    return Finding(
        rule=rule,
        verdict=outcome.verdict,
        about=about,
        read=tuple(read),
        missing=outcome.missing,
        note=outcome.note,
    )


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
            about = whose(fact, finding.about)
            needed, rules = waiting.get((fact, about), (False, []))
            waiting[fact, about] = (needed or finding.verdict == "undetermined", [*rules, finding.rule.id])
    found = [
        MissingFact(fact=fact, about=about, needed=needed, decides=tuple(sorted(set(rules))), how=how_to_find(fact))
        for (fact, about), (needed, rules) in waiting.items()
    ]
    return tuple(sorted(found, key=lambda missing: (not missing.needed, missing.fact, missing.about)))


def whose(fact: str, about: tuple[str, ...]) -> str:
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

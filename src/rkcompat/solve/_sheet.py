"""The rules of a matrix, laid out so that asking them all is quick.

Many rules look at the same facts in the same way, and most do not apply to most boards. So each distinct demand is numbered,
its answer is kept with the thing it was asked of, rules about features nobody uses are not looked at, and rules that are
asked of the same things stand together.
"""

from typing import Final

import msgspec

from ..model.fact import Between, Scope, Several, Value
from ..model.finding import Finding
from ..model.matrix import Matrix
from ..model.rule import Demand, Rule
from ..model.version import Version
from ._facts import Facts
from ._look import Answer, look

Things = tuple[Facts, ...]
"""The board, and what a rule is asked of, in the order of the rule's scopes."""

Asked = tuple[int, int]
"""Which of the things keeps the answer of a demand (0 the board; `_NOBODY` where it compares two others), and its number."""

_NOBODY: Final = -1


class Entry(msgspec.Struct, frozen=True):
    """One rule, ready to be asked."""

    position: int
    """In the order of the matrix."""
    rule: Rule
    when: tuple[Asked, ...]
    require: tuple[Asked, ...]
    needed: frozenset[str]


class Sheet:
    """All rules of one matrix."""

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self.demands: list[Demand] = []
        """By number."""
        self.out_of_place = [Finding(rule=rule, verdict="not-applicable") for rule in rules]
        """For each rule what is said where it is not asked."""
        self.entries: dict[str, Entry] = {}
        """By the rule's id."""
        self._always: dict[tuple[Scope, ...], list[Entry]] = {}
        self._by_feature: dict[str, dict[tuple[Scope, ...], list[Entry]]] = {}
        numbers: dict[Demand, int] = {}
        for position, rule in enumerate(rules):
            if rule.disproved_by:
                continue
            when = tuple(self._number(demand, rule, numbers) for demand in rule.when)
            require = tuple(self._number(demand, rule, numbers) for demand in rule.require)
            entry = self.entries[rule.id] = Entry(position, rule, when, require, frozenset(rule.needed))
            for group in [self._by_feature.setdefault(name, {}) for name in rule.features] or [self._always]:
                group.setdefault(rule.scopes, []).append(entry)

    def _number(self, demand: Demand, rule: Rule, numbers: dict[Demand, int]) -> Asked:
        scopes = {scope for scope in (demand.scope, demand.other_scope) if scope != "board"}
        home = _NOBODY if len(scopes) > 1 else 1 + rule.scopes.index(scopes.pop()) if scopes else 0
        number = numbers.setdefault(demand, len(self.demands))
        if number == len(self.demands):
            self.demands.append(demand)
        return home, number

    def by_scopes(self, features: tuple[str, ...]) -> list[tuple[tuple[Scope, ...], list[Entry]]]:
        """The rules that can apply where these features are in use, with what they are asked of, each once."""
        groups = list(self._always.items())
        known = [name for name in features if name in self._by_feature]
        if not known:
            return groups
        wanted: dict[tuple[Scope, ...], dict[int, Entry]] = {}
        for name in known:
            for scopes, entries in self._by_feature[name].items():
                wanted.setdefault(scopes, {}).update({entry.position: entry for entry in entries})
        return groups + [(scopes, list(entries.values())) for scopes, entries in wanted.items()]

    def answer(self, asked: Asked, things: Things) -> Answer:
        """The answer to a demand; each thing is asked once."""
        home, number = asked
        if home == _NOBODY:
            return self._look(number, things)
        answers = things[home].answers
        if number in answers:
            return answers[number]
        answer = answers[number] = self._look(number, things)
        return answer

    def _look(self, number: int, things: Things) -> Answer:
        demand = self.demands[number]
        value = whose(demand.scope, things)[demand.fact]
        return look(demand, value, whose(demand.other_scope, things)[demand.other]) if demand.other else look(demand, value)

    def open_facts(self, asked: Asked, things: Things) -> tuple[str, ...]:
        """The facts of the manifest that a demand waits for."""
        home, number = asked
        kept = things[home].waits if home != _NOBODY else {}
        if number not in kept:
            demand = self.demands[number]
            found: list[str] = []
            for scope, name in ((demand.scope, demand.fact), (demand.other_scope, demand.other)):
                facts = whose(scope, things)
                if name and is_open(facts[name]):
                    found += facts.open_facts(name)
            kept[number] = tuple(found)
        return kept[number]


def whose(scope: Scope, things: Things) -> Facts:
    """The one of the things that has this scope."""
    for facts in things:
        if facts.scope == scope:
            return facts
    raise LookupError(scope)


def is_open(value: Value) -> bool:
    """Whether a value leaves something to be told by the manifest: unknown, a range, or one of several."""
    if isinstance(value, Between):
        return False
    return value is None or isinstance(value, Several) or (isinstance(value, Version) and value.is_range)


_KEPT: Final = "rkcompat.solve.sheet"


def sheet_of(matrix: Matrix) -> Sheet:
    """The sheet of a matrix, made once and kept with it."""
    kept = matrix.__dict__.get(_KEPT)
    if kept is None:
        kept = matrix.__dict__[_KEPT] = Sheet(matrix.rules)
    return kept  # type: ignore[no-any-return]

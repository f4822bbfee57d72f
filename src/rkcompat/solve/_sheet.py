"""The rules of a matrix, laid out so that asking them all is quick.

Many rules look at the same facts in the same way, and most do not apply to most boards. So each distinct demand is numbered,
its answer is kept with the thing it was asked of, rules about features nobody uses are not looked at, and rules that are
asked of the same things stand together.
"""

from typing import Final

import msgspec

from ..model.fact import Between, NoData, Scope, Several, Value
from ..model.finding import Finding
from ..model.matrix import Matrix
from ..model.rule import Demand, Rule
from ..model.version import Version
from ._ask import NOBODY, Asker, Things, asker, whose
from ._look import Answer

Asked = tuple[int, int]
"""Which of the things keeps the answer of a demand (0 the board; `NOBODY` where it compares two others), and its number."""

UNASKED: Final = NoData()
"""What stands for an answer that was not asked for yet."""


class Entry(msgspec.Struct, frozen=True):
    """One rule, ready to be asked."""

    position: int
    """In the order of the matrix."""
    rule: Rule
    when: tuple[Asked, ...]
    require: tuple[Asked, ...]
    needed: frozenset[str]
    satisfied: Finding
    """What is said of the board alone where all is met."""


Entries = dict[tuple[Scope, ...], dict[Asked | None, list[Entry]]]
"""What rules are asked of, and their first condition, to the rules: where that one fails, none of them applies."""


class Sheet:
    """All rules of one matrix."""

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self.demands: list[Demand] = []
        """By number."""
        self.askers: list[Asker] = []
        """The function that asks each."""
        self.out_of_place = [Finding(rule=rule, verdict="not-applicable") for rule in rules]
        """For each rule what is said where it is not asked."""
        self.entries: dict[str, Entry] = {}
        """By the rule's id."""
        self._always: Entries = {}
        self._by_feature: dict[str, Entries] = {}
        self._joined: dict[tuple[str, ...], Entries] = {}
        numbers: dict[Demand, int] = {}
        for position, rule in enumerate(rules):
            if rule.disproved_by:
                continue
            when = tuple(self._number(demand, rule, numbers) for demand in rule.when)
            require = tuple(self._number(demand, rule, numbers) for demand in rule.require)
            entry = self.entries[rule.id] = Entry(
                position, rule, when, require, frozenset(rule.needed), Finding(rule=rule, verdict="satisfied")
            )
            for group in [self._by_feature.setdefault(name, {}) for name in rule.features] or [self._always]:
                group.setdefault(rule.scopes, {}).setdefault(when[0] if when else None, []).append(entry)

    def _number(self, demand: Demand, rule: Rule, numbers: dict[Demand, int]) -> Asked:
        scopes = {scope for scope in (demand.scope, demand.other_scope) if scope != "board"}
        home = NOBODY if len(scopes) > 1 else 1 + rule.scopes.index(scopes.pop()) if scopes else 0
        number = numbers.setdefault(demand, len(self.demands))
        if number == len(self.demands):
            self.demands.append(demand)
            self.askers.append(asker(demand, pair=home == NOBODY))
        return home, number

    def by_scopes(self, features: tuple[str, ...]) -> Entries:
        """The rules that can apply where these features are in use, each once."""
        if features not in self._joined:
            self._joined[features] = self._join(features)
        return self._joined[features]

    def _join(self, features: tuple[str, ...]) -> Entries:
        known = [name for name in features if name in self._by_feature]
        wanted = {scopes: dict(groups) for scopes, groups in self._always.items()}
        seen: set[int] = set()
        for name in known:
            for scopes, groups in self._by_feature[name].items():
                for first, entries in groups.items():
                    new = [entry for entry in entries if entry.position not in seen]
                    seen.update(entry.position for entry in new)
                    mine = wanted.setdefault(scopes, {})
                    mine[first] = mine.get(first, []) + new
        return wanted

    def open_facts(self, asked: Asked, things: Things) -> tuple[str, ...]:
        """The facts of the manifest that a demand waits for."""
        home, number = asked
        kept = things[home].waits if home != NOBODY else {}
        if number not in kept:
            demand = self.demands[number]
            found: list[str] = []
            for scope, name in ((demand.scope, demand.fact), (demand.other_scope, demand.other)):
                facts = whose(scope, things)
                if name and is_open(facts[name]):
                    found += facts.open_facts(name)
            kept[number] = tuple(found)
        return kept[number]


class Round:
    """The things that rules of the same scopes are asked of together, with the answers so far."""

    __slots__ = ("about", "answers", "things")

    def __init__(self, things: Things) -> None:
        self.things = things
        self.about = tuple([facts.about for facts in things[1:]])
        #: by home; the last one, at `NOBODY`, is of this round alone
        self.answers: tuple[dict[int, Answer], ...] = (*(facts.answers for facts in things), {})


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
    return kept

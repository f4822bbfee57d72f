"""Rules and what can change → clauses over the options, each with the rule and the facts behind it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final

import msgspec

from ...model.fact import Scope, Value
from ...model.finding import Reading
from ...model.resolution import Action
from ...model.rule import Demand, Rule
from ...model.words import SEVERITIES, Severity
from .._ask import Things
from .._check import bindings
from .._cost import WEIGHTS
from .._facts import Facts
from .._look import look
from .._world import World
from ..search._propagate import Clause
from ..search._search import Problem, Variable
from ._functions import MISSING, lacking
from ._library import words_of
from ._slots import Slot, acts_of, by_image, slot_of, the_library


class Origin(msgspec.Struct, frozen=True):
    """Why a clause stands."""

    rule: Rule
    about: tuple[str, ...]
    fixed: tuple[Reading, ...]
    """The facts that cannot change and that leave the rule no other way."""


class Encoding(msgspec.Struct, frozen=True):
    """One deployment as a problem of choosing options."""

    slots: tuple[Slot, ...]
    problem: Problem
    origins: tuple[Origin, ...]
    """One for each clause."""
    rules: tuple[Rule, ...] = ()
    """Those that must hold."""
    calls: dict[str, tuple[str, ...]] = {}
    """Application to the functions that it calls and its library lacks."""

    def start(self, lifted: str = "") -> tuple[int, ...]:
        """The options that the locks and the wishes leave; `lifted` is a component whose lock does not count."""
        return tuple(slot.allowed(locked=slot.component != lifted) for slot in self.slots)


def encode(
    world: World,
    rules: Sequence[Rule],
    slots: tuple[Slot, ...],
    fail_on: Severity = "error",
    weights: Mapping[Action, int] = {},
) -> Encoding:
    """Write each rule at or above `fail_on` as clauses; a rule that no change can break or mend adds none or an empty one."""
    clauses: list[Clause] = []
    origins: list[Origin] = []
    prices = {**WEIGHTS, **weights}
    is_dearer = prices["change-image"] >= prices["replace-module"]
    slots = slots if is_dearer else by_image(slots)
    places = slot_of(slots)
    options = _Options(slots)
    strict = SEVERITIES[SEVERITIES.index(fail_on) :]
    features = frozenset(world.features)
    standing = tuple(
        rule
        for rule in rules
        if rule.severity in strict and not rule.disproved_by and (not rule.features or not features.isdisjoint(rule.features))
    )
    for rule in standing:
        for groups in bindings(rule.scopes, world):
            found: dict[Clause, Origin] = {}
            for things in product(*groups):  # whichever candidate it is, the rule must hold
                found = dict(_Asked(rule, things, options, places).clauses()) | found
            clauses += found
            origins += found.values()
    acts = list(acts_of(slots))
    names = list(dict.fromkeys(acts))
    variables = tuple(
        Variable(tuple(option.extra for option in slot.options), tuple(option.age for option in slot.options), names.index(act))
        for slot, act in zip(slots, acts, strict=True)
    )
    actions = [slots[acts.index(name)].action for name in names]
    image = actions.index("change-image")
    brings = tuple((image, act) for act, action in enumerate(actions) if action == "replace-module" and is_dearer)
    problem = Problem(variables, tuple(prices[action] for action in actions), tuple(clauses), brings)
    programs = [facts for group in world.groups["application"] for facts in group]
    calls = {facts.about: words_of(facts[MISSING]) or () for facts in programs}
    return Encoding(slots, problem, tuple(origins), standing, calls)


Values = tuple[Value, ...]
"""One fact of an option, alone in its tuple; see `_ANY`."""

_ANY: Final = ()
"""The values of an option that meets whatever is demanded."""


class _Options:
    """The options of all slots, with what is asked of them again and again."""

    def __init__(self, slots: tuple[Slot, ...]) -> None:
        self.slots = slots
        self._alike: dict[tuple[int, str, str], list[tuple[Values, int]]] = {}
        self._met: dict[tuple[Demand, bool, Values, Values], bool] = {}
        self._lacking: dict[tuple[int, tuple[str, ...]], list[tuple[Values, int]]] = {}

    def all(self, index: int) -> int:
        """Every option of a slot."""
        return (1 << len(self.slots[index].options)) - 1

    def slot_of(self, places: dict[str, int], thing: Facts) -> str:
        """What the slot of a thing is about, all candidates for one alike; the thing itself where it cannot change."""
        return self.slots[places[thing.about]].about if thing.about in places else thing.about

    def alike(self, index: int, fact: str, thing: Facts) -> list[tuple[Values, int]]:
        """The distinct values of a fact among the options of a slot, with the options that have them.

        `thing` is what the slot is now, where there are several candidates for it.
        """
        options = self.slots[index].options
        question = index, fact, thing.about if len(options[0].facts) > 1 else ""
        if question not in self._alike:
            masks: dict[Values, int] = {}
            for bit, option in enumerate(options):
                values = tuple(facts[fact] for facts in ((thing,) if len(option.facts) > 1 else option.facts))
                masks[values] = masks.get(values, 0) | 1 << bit
            self._alike[question] = list(masks.items())
        return self._alike[question]

    def lacking(self, index: int, names: tuple[str, ...]) -> list[tuple[Values, int]]:
        """What a program that lacks these functions of a library lacks of each of its options."""
        if (index, names) not in self._lacking:
            present, *others = self.slots[index].options
            old = present.facts[0] if len(present.facts) == 1 else None
            found: dict[Values, int] = {(names,): 1}
            for bit, option in enumerate(others, 1):
                values = (lacking(names, option.facts[0], old),)
                found[values] = found.get(values, 0) | 1 << bit
            self._lacking[index, names] = list(found.items())
        return self._lacking[index, names]

    def met(self, demand: Demand, wanted: bool, mine: Values, others: Values) -> bool:
        """Whether a demand gives what is wanted, or at least not the opposite."""
        if mine == _ANY or (demand.other and others == _ANY):
            return True
        question = (demand, wanted, mine, others)
        if question not in self._met:
            (value,), (other,) = mine, others or (None,)
            self._met[question] = look(demand, value, other) is not (not wanted)
        return self._met[question]


class _Asked:
    """One rule asked of one binding."""

    def __init__(self, rule: Rule, things: Things, options: _Options, places: dict[str, int]) -> None:
        self.rule = rule
        self.options = options
        self.places = places
        self.things = dict(zip(("board", *rule.scopes), things, strict=True))
        self.about = tuple(options.slot_of(places, facts) for facts in things[1:])

    def clauses(self) -> Iterator[tuple[Clause, Origin]]:
        """The clauses: one of the conditions fails, or each requirement holds."""
        fixed: list[Reading] = []
        choices: list[list[Clause]] = []
        for demand in self.rule.when:
            ways = self._ways(demand, wanted=False)
            if ways is None:
                return
            if ways == [()]:
                fixed += self._readings(demand)
            else:
                choices.append(ways)
        if not self.rule.require:
            yield from self._write(choices, fixed)
        for demand in self.rule.require:
            ways = self._ways(demand, wanted=True)
            if ways == [()]:
                yield from self._write(choices, [*fixed, *self._readings(demand)])
            elif ways is not None:
                yield from self._write([*choices, ways], fixed)

    def _write(self, choices: list[list[Clause]], fixed: list[Reading]) -> Iterator[tuple[Clause, Origin]]:
        """One clause for each way to take one of every choice; none for what always holds."""
        origin = Origin(self.rule, self.about, tuple(fixed))
        for parts in product(*choices):
            clause = _join(parts)
            if not any(mask == self.options.all(index) for index, mask in clause):
                yield clause, origin

    def _ways(self, demand: Demand, wanted: bool) -> list[Clause] | None:
        """What it takes that a demand holds (or, of a condition, fails): all of these clauses; ``None`` is nothing, it does.

        ``[()]`` is that nothing helps. An answer that is not known to be otherwise counts as what is wanted.
        """
        left, mine = self._side(demand.scope, demand.fact)
        right, others = self._side(demand.other_scope, demand.other) if demand.other else (None, [((), 0)])
        if left is None and right is None:
            return None if self.options.met(demand, wanted, mine[0][0], others[0][0]) else [()]
        if left is not None and right is not None and left != right:
            return self._pairs(demand, wanted, left, right)
        index = left if left is not None else right
        assert index is not None  # one of the two can change
        mask = 0
        for values, ours in mine:
            for other_values, theirs in others:
                if self.options.met(demand, wanted, values, other_values):
                    mask |= ours & theirs if left == right else ours | theirs
        return None if mask == self.options.all(index) else [((index, mask),)]

    def _pairs(self, demand: Demand, wanted: bool, left: int, right: int) -> list[Clause] | None:
        """Two things that can both change: for options of the left that ask the same, what the right must be."""
        alike: dict[int, int] = {}
        for values, ours in self.options.alike(left, demand.fact, self.things[demand.scope]):
            mask = 0
            for other_values, theirs in self.options.alike(right, demand.other, self.things[demand.other_scope]):
                if self.options.met(demand, wanted, values, other_values):
                    mask |= theirs
            alike[mask] = alike.get(mask, 0) | ours
        ways = [((left, self.options.all(left) & ~ours), (right, mask)) for mask, ours in alike.items()]
        return [clause for clause in ways if clause[1][1] != self.options.all(right)] or None

    def _side(self, scope: Scope, fact: str) -> tuple[int | None, list[tuple[Values, int]]]:
        """The slot that a fact belongs to, if it can change, and its values with the options that have them."""
        index = self._slot(scope, fact)
        if index is None:
            return None, [((self.things[scope][fact],), 0)]
        if fact == MISSING:
            return index, self.options.lacking(index, words_of(self.things[scope][fact]) or ())
        return index, self.options.alike(index, fact, self.things[scope])

    def _slot(self, scope: Scope, fact: str) -> int | None:
        if scope == "board":
            return self.places.get(fact.partition(".")[0])
        if fact == MISSING:
            return the_library(self.options.slots, self.things[scope][fact])
        return self.places.get(self.things[scope].about)

    def _readings(self, demand: Demand) -> list[Reading]:
        facts = self.things[demand.scope]
        return [Reading(facts.about, demand.fact, facts[demand.fact], demand)]


def _join(parts: Sequence[Clause]) -> Clause:
    """One clause of several; two literals on one slot are one."""
    masks: dict[int, int] = {}
    for part in parts:
        for index, mask in part:
            masks[index] = masks.get(index, 0) | mask
    return tuple(sorted(masks.items()))

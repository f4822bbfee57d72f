"""Rules and what can change → clauses over the options, each with the rule and the facts behind it."""

from collections.abc import Iterator, Sequence
from itertools import product

import msgspec

from ..model.finding import Reading
from ..model.rule import Demand, Rule
from ..model.words import SEVERITIES, Severity
from ._check import bindings
from ._cost import WEIGHTS
from ._look import look
from ._search import Clause, Problem, Variable
from ._slots import Slot, acts_of, slot_of
from ._world import Group, World


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

    @property
    def start(self) -> tuple[int, ...]:
        """The options that the locks leave."""
        return tuple(1 if slot.locked else (1 << len(slot.options)) - 1 for slot in self.slots)


def encode(world: World, rules: Sequence[Rule], slots: tuple[Slot, ...], fail_on: Severity = "error") -> Encoding:
    """Write each rule at or above `fail_on` as clauses; a rule that no change can break or mend adds none or an empty one."""
    clauses: list[Clause] = []
    origins: list[Origin] = []
    places = slot_of(slots)
    strict = SEVERITIES[SEVERITIES.index(fail_on) :]
    features = frozenset(world.features)
    for rule in rules:
        if rule.severity not in strict or rule.disproved_by or (rule.features and features.isdisjoint(rule.features)):
            continue
        for _, *groups in bindings(rule.scopes, world):
            for clause, origin in _Asked(rule, groups, world, slots, places).clauses():
                clauses.append(clause)
                origins.append(origin)
    acts = list(acts_of(slots))
    names = list(dict.fromkeys(acts))
    variables = tuple(
        Variable(tuple(option.extra for option in slot.options), tuple(option.age for option in slot.options), names.index(act))
        for slot, act in zip(slots, acts, strict=True)
    )
    prices = tuple(WEIGHTS[slots[acts.index(name)].action] for name in names)
    return Encoding(slots, Problem(variables, prices, tuple(clauses)), tuple(origins))


class _Asked:
    """One rule asked of one binding."""

    def __init__(
        self, rule: Rule, groups: Sequence[Group], world: World, slots: tuple[Slot, ...], places: dict[str, int]
    ) -> None:
        self.rule = rule
        self.slots = slots
        self.places = places
        self.things: dict[str, Group] = {"board": (world.board,), **dict(zip(rule.scopes, groups, strict=True))}
        self.about = tuple(group[0].about for group in groups)

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
            if not any(mask == (1 << len(self.slots[index].options)) - 1 for index, mask in clause):
                yield clause, origin

    def _ways(self, demand: Demand, wanted: bool) -> list[Clause] | None:
        """What it takes that a demand holds (or, of a condition, fails): all of these clauses; ``None`` is nothing, it does.

        ``[()]`` is that nothing helps. An answer that is not known to be otherwise counts as what is wanted.
        """
        left = self._slot(demand.scope, demand.fact)
        right = self._slot(demand.other_scope, demand.other) if demand.other else None
        if left is None and right is None:
            return None if self._met(demand, wanted, self.things[demand.scope], self._others(demand)) else [()]
        if right is None or left == right:
            index = left if left is not None else 0
            mask = self._mask(demand, wanted, index, None)
        elif left is None:
            index = right
            mask = self._mask(demand, wanted, None, right)
        else:
            return self._pairs(demand, wanted, left, right)
        if mask == 0:
            return [((index, 0),)]
        return None if mask == (1 << len(self.slots[index].options)) - 1 else [((index, mask),)]

    def _others(self, demand: Demand) -> Group:
        return self.things[demand.other_scope] if demand.other else ()

    def _mask(self, demand: Demand, wanted: bool, left: int | None, right: int | None) -> int:
        """The options of the one slot that a demand looks at, which meet it."""
        index = left if left is not None else right
        assert index is not None
        mask = 0
        for bit, option in enumerate(self.slots[index].options):
            mine = option.facts if left is not None else self.things[demand.scope]
            others = option.facts if right is not None or self._same_slot(demand, index) else self._others(demand)
            if not option.facts or self._met(demand, wanted, mine, others):
                mask |= 1 << bit
        return mask

    def _same_slot(self, demand: Demand, index: int) -> bool:
        return bool(demand.other) and self._slot(demand.other_scope, demand.other) == index

    def _pairs(self, demand: Demand, wanted: bool, left: int, right: int) -> list[Clause] | None:
        """A comparison of two things that can both change: for options of the left that ask the same, what the right must be."""
        alike: dict[int, int] = {}
        for bit, mine in enumerate(self.slots[left].options):
            mask = 0
            for other_bit, other in enumerate(self.slots[right].options):
                if not mine.facts or not other.facts or self._met(demand, wanted, mine.facts, other.facts):
                    mask |= 1 << other_bit
            alike[mask] = alike.get(mask, 0) | 1 << bit
        whole = (1 << len(self.slots[right].options)) - 1
        everything = (1 << len(self.slots[left].options)) - 1
        return [((left, everything & ~group), (right, mask)) for mask, group in alike.items() if mask != whole] or None

    def _met(self, demand: Demand, wanted: bool, mine: Group, others: Group) -> bool:
        """Whether every candidate gives what is wanted, or at least not the opposite."""
        unwanted = not wanted
        for facts in mine:
            value = facts[demand.fact]
            for other in (facts,) if others is mine or not others else others:
                if look(demand, value, other[demand.other] if demand.other else None) is unwanted:
                    return False
        return True

    def _slot(self, scope: str, fact: str) -> int | None:
        if scope == "board":
            return self.places.get(fact.partition(".")[0])
        return self.places.get(self.things[scope][0].about)

    def _readings(self, demand: Demand) -> list[Reading]:
        facts = self.things[demand.scope][0]
        return [Reading(facts.about, demand.fact, facts[demand.fact], demand)]


def _join(parts: Sequence[Clause]) -> Clause:
    """One clause of several; two literals on one slot are one."""
    masks: dict[int, int] = {}
    for part in parts:
        for index, mask in part:
            masks[index] = masks.get(index, 0) | mask
    return tuple(sorted(masks.items()))

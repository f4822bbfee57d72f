"""Which answers are named, and what is told of each: those that no unknown facts rule out, with what agrees with them."""

from collections.abc import Iterable, Sequence

import msgspec

from ...model.matrix import ValidatedSet
from ...model.resolution import Answer
from ...model.rule import Rule
from ...model.words import Severity
from .._check import check
from .._world import World
from ..joint._joint import contradiction
from ._answer import Case
from ._join import Adopted, joined_to
from ._state import States

Parts = tuple[ValidatedSet, ...]
"""The set that a state is; the sets that were joined; or none."""


class Told(msgspec.Struct, frozen=True):
    """An answer, with the option of each slot, and what it is made of."""

    answer: Answer
    values: tuple[int, ...]
    parts: Parts = ()


class Telling:
    """What is said of the answers for one deployment."""

    def __init__(self, world: World, case: Case, fail_on: Severity, adopted: Sequence[Adopted]) -> None:
        """Nothing is judged yet; `adopted` are all sets that say something of the deployment."""
        self.case = case
        self._fail_on = fail_on
        self._adopted = adopted
        self._states = States(world, case.encoding.slots)
        self._judged: dict[tuple[int, ...], tuple[tuple[Rule, ...], tuple[str, ...]]] = {}

    @property
    def contradicted(self) -> tuple[Rule, ...]:
        """The rules of the first answer that was left out, of which no values of the unknown facts satisfy all."""
        return next((rules for rules, _ in self._judged.values() if rules), ())

    def contradiction(self, values: tuple[int, ...]) -> tuple[Rule, ...]:
        """The rules that no values of the unknown facts satisfy together in a state."""
        return self._judge(values)[0]

    def possible(self, states: list[Told], top: int) -> list[Told]:
        """The answers to name, the best first, without those that would be incompatible whatever is not known."""
        left = states
        while chosen := choose(left, top):
            impossible = [state.values for state in chosen if self.contradiction(state.values)]
            if not impossible:
                break
            left = [state for state in left if state.values not in impossible]
        return chosen

    def tell(self, states: Iterable[Told]) -> tuple[Answer, ...]:
        """The answers, each with the sets that agree with it and the warnings that it would be given."""
        slots = self.case.encoding.slots
        return tuple(
            msgspec.structs.replace(
                one.answer,
                joined=joined_to(one.answer, one.parts, one.values, slots, self._adopted),
                warnings=self._judge(one.values)[1],
            )
            for one in states
        )

    def _judge(self, values: tuple[int, ...]) -> tuple[tuple[Rule, ...], tuple[str, ...]]:
        if values not in self._judged:
            world, matrix = self._states.world(values), self.case.matrix
            findings = check(world, matrix, self._fail_on)
            violated = [one.rule for one in findings if one.verdict == "violated" and one.rule.severity == "warning"]
            rules = contradiction(world, findings, matrix, self._fail_on)
            self._judged[values] = rules, tuple(dict.fromkeys(rule.id for rule in violated))
        return self._judged[values]


def distinct(ranked: Iterable[Told]) -> list[Told]:
    """The first answer of those that leave the same behind."""
    first: dict[tuple[int, ...], Told] = {}
    for state in ranked:
        first.setdefault(state.values, state)
    return list(first.values())


def choose(ranked: Sequence[Told], top: int) -> list[Told]:
    """The best, then the best that spares something of each before it, then the next best; in the order in which they rank."""
    ways: list[set[int]] = []
    chosen = set()
    for place, state in enumerate(ranked):
        changed = {index for index, value in enumerate(state.values) if value}
        if len(ways) < top and not any(way <= changed for way in ways):
            ways.append(changed)
            chosen.add(place)
    rest = [place for place in range(len(ranked)) if place not in chosen]
    return [ranked[place] for place in sorted([*chosen, *rest[: top - len(chosen)]])]

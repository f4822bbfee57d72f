"""What an answer takes for granted: that a later release asks for no more than the last one of which it is known."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from ...model.fact import RELEASE_OF
from ...model.matrix import Matrix
from ...model.rule import Demand, Rule
from .._ask import Things, whose
from .._check import bindings, judge
from .._sheet import Round, sheet_of
from .._world import World
from ._encode import Encoding
from ._file_doubts import FileDoubts
from ._slots import Option
from ._state import States


class _Asked(NamedTuple):
    """A demand that compares with what is carried from an earlier release, and the things that its rule is asked of."""

    rule: Rule
    demand: Demand
    things: Things


class Doubts:
    """The doubts of all states of one deployment."""

    def __init__(self, world: World, matrix: Matrix, encoding: Encoding) -> None:
        """Take down which rules compare with what the matrix may not know of a release."""
        self._slots = encoding.slots
        self._states = States(world, encoding.slots)
        self._places = self._states.places
        self._sheet = sheet_of(matrix)
        self._asked = tuple(self._all(world, matrix, encoding.rules))
        self._files = FileDoubts(encoding)
        soc = world.board["soc"]
        self._ran = [
            (row.components["runtime"].low, row.components["driver"].high)
            for row in matrix.sets
            if row.works and soc in row.socs and {"runtime", "driver"} <= row.components.keys()
        ]
        self._words: dict[tuple[int, str], str] = {}
        self._judged: dict[tuple[int, tuple[int, ...]], bool] = {}

    def _all(self, world: World, matrix: Matrix, rules: Sequence[Rule]) -> Iterator[_Asked]:
        for rule in rules:
            for demand in rule.require:
                component, name = RELEASE_OF.get(demand.other.partition(".")[0], ("",))[0], demand.other.partition(".")[2]
                attribute = matrix.attributes.get(component, {}).get(name)
                if attribute is not None and attribute.carry:
                    for groups in bindings(rule.scopes, world):
                        yield from (_Asked(rule, demand, things) for things in product(*groups))

    def of(self, values: Sequence[int]) -> Iterator[str]:
        """What was inferred for a state, unless a set that ran shows as much; and what is no final release."""
        for slot, value in zip(self._slots, values, strict=True):
            version = slot.options[value].version if value else None
            if version is not None and not version.is_final:
                yield f"{slot.component} {version.text} is no final release"
        told = (self._doubt(number, one, values) for number, one in enumerate(self._asked))
        yield from filter(None, dict.fromkeys((*told, *self._files.of(values))))

    def _doubt(self, number: int, one: _Asked, values: Sequence[int]) -> str:
        """What one demand takes for granted in a state, in words."""
        about = whose(one.demand.other_scope, one.things).about
        index = self._places.get(one.demand.other.partition(".")[0] if about == "board" else about)
        option = self._slots[index].options[values[index]] if index is not None else None
        taken = self._inferred(option, one.demand.other) if option and len(option.facts) == 1 else ""
        if not taken or option is None or self._was_run(one.demand, option, values):
            return ""
        return taken if self._applies(number, one, values) else ""

    def _inferred(self, option: Option, fact: str) -> str:
        facts = option.facts[0]
        asked = id(facts), fact
        if asked not in self._words:
            is_inferred = facts.carry and facts.is_inferred(fact)
            taken = f"it was taken to be {facts[fact]}, as of the last release of which it is known"
            self._words[asked] = f"{fact} of {option.label} is not known; {taken}" if is_inferred else ""
        return self._words[asked]

    def _applies(self, number: int, one: _Asked, values: Sequence[int]) -> bool:
        """Whether the rule is judged in a state; asked once of states that have the same of what it may read."""
        read = {self._places.get(facts.about) for facts in one.things[1:]}
        kept = tuple(
            value if slot.scope == "board" or index in read else 0
            for index, (slot, value) in enumerate(zip(self._slots, values, strict=True))
        )
        if (number, kept) not in self._judged:
            entry, chosen = self._sheet.entries[one.rule.id], self._states.things(one.things, values)
            self._judged[number, kept] = judge(self._sheet, entry, Round(chosen), True).verdict != "not-applicable"
        return self._judged[number, kept]

    def _was_run(self, demand: Demand, runtime: Option, values: Sequence[int]) -> bool:
        """Whether somebody ran this runtime on this chip with a driver no newer than the one it shall have."""
        driver = self._places.get("driver")
        if demand.fact != "driver.version" or demand.other_scope != "runtime" or driver is None:
            return False
        one, other = runtime.version, self._slots[driver].options[values[driver]].version
        return one is not None and other is not None and any(low == one.low and high <= other.high for low, high in self._ran)

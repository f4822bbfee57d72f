"""What an answer takes for granted: that a later release asks for no more than the last one of which it is known."""

from collections.abc import Iterator, Sequence

from ...model.matrix import Matrix
from ...model.rule import Demand
from ._encode import Encoding
from ._file_doubts import FileDoubts
from ._slots import FINAL, Option

_Asked = tuple[int, Demand]
"""The slot whose release is compared with, and the demand that compares."""


class Doubts:
    """The doubts of all states of one deployment."""

    def __init__(self, encoding: Encoding, matrix: Matrix) -> None:
        """Take down what any rule asks of a release that the matrix may not know."""
        self._slots = encoding.slots
        self._files = FileDoubts(encoding)
        self._places = {slot.about: index for index, slot in enumerate(encoding.slots)}
        self._asked = tuple(dict.fromkeys(self._all(encoding)))
        self._taken: dict[tuple[int, int, str], str] = {}
        soc = encoding.slots[0].options[0].facts[0].board["soc"] if encoding.slots else None
        self._ran = [
            (row.components["runtime"].low, row.components["driver"].high)
            for row in matrix.sets
            if row.works and soc in row.socs and {"runtime", "driver"} <= row.components.keys()
        ]

    def _all(self, encoding: Encoding) -> Iterator[_Asked]:
        for origin in encoding.origins:
            for demand in origin.rule.require:
                scope = demand.other_scope.removeprefix("rkllm-")
                about = next((name for name in origin.about if name.partition("[")[0] == scope), "")
                if demand.other and about in self._places:
                    yield self._places[about], demand

    def of(self, values: Sequence[int]) -> Iterator[str]:
        """What was inferred for a state, unless a set that ran shows as much; and what is no final release."""
        told = set()
        for slot, value in zip(self._slots, values, strict=True):
            version = slot.options[value].version if value else None
            if version is not None and version.low[6] != FINAL:
                yield f"{slot.component} {version.text} is no final release"
        for index, demand in self._asked:
            value = values[index]
            taken = self._taken_for_granted(index, value, demand.other)
            if taken and (index, demand.other) not in told:
                have = self._places.get(demand.fact.partition(".")[0])
                if have is None or not self._was_run(
                    self._slots[index].options[value], self._slots[have].options[values[have]]
                ):
                    told.add((index, demand.other))
                    yield taken
        yield from self._files.of(values)

    def _taken_for_granted(self, index: int, value: int, fact: str) -> str:
        """What is taken for granted of an option, in words; nothing of one whose release the matrix knows."""
        asked = index, value, fact
        if asked not in self._taken:
            option = self._slots[index].options[value]
            words = ""
            if len(option.facts) == 1 and option.facts[0].carry and option.facts[0].is_inferred(fact):
                taken = f"it was taken to be {option.facts[0][fact]}, as of the last release of which it is known"
                words = f"{fact} of {option.label} is not known; {taken}"
            self._taken[asked] = words
        return self._taken[asked]

    def _was_run(self, runtime: Option, driver: Option) -> bool:
        """Whether somebody ran this runtime on this chip with a driver no newer than the one it shall have."""
        one, other = runtime.version, driver.version
        return one is not None and other is not None and any(low == one.low and high <= other.high for low, high in self._ran)

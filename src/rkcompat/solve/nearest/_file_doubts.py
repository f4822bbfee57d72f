"""What an answer takes for granted of the file of a library, since the matrix does not know it."""

from collections.abc import Iterator, Sequence

from ._encode import Encoding
from ._functions import MISSING, functions_of, lacking
from ._library import ARCH, FAMILY, LIBC, builds_between, files_of
from ._slots import Slot, slot_of, the_library


class FileDoubts:
    """What a rule that some file would break asks of one that is put in its place, and nobody knows of it."""

    def __init__(self, encoding: Encoding) -> None:
        """Take down which facts of which library the rules read, and which programs miss functions of it."""
        places = slot_of(encoding.slots)
        self._slots = encoding.slots
        self._calls = encoding.calls
        self._read: dict[int, set[str]] = {}
        self._called: dict[str, int] = {}
        for origin in encoding.origins:
            facts = {fact for demand in (*origin.rule.when, *origin.rule.require) for fact in (demand.fact, demand.other)}
            for about in origin.about:
                if about in places:
                    self._read.setdefault(places[about], set()).update(facts)
                library = the_library(encoding.slots, encoding.calls.get(about)) if MISSING in facts else None
                if library is not None:
                    self._called[about] = library

    def of(self, values: Sequence[int]) -> Iterator[str]:
        """What is not known of the files of a state."""
        for index, facts in self._read.items():
            if values[index]:
                yield from _of_file(self._slots[index], values[index], facts)
        for about, index in self._called.items():
            if values[index]:
                yield from _of_functions(self._slots[index], values[index], about, self._calls[about])


def _of_file(slot: Slot, value: int, read: set[str]) -> Iterator[str]:
    if slot.component != "runtime":
        return
    option, old = slot.options[value], slot.options[0].facts[0]
    new = option.facts[0]
    name = f"{new['runtime.library']} {option.label}"
    if files_of(new) is None:
        unknown = [one.after for one in builds_between(new, old) if one.fact in read & {ARCH, FAMILY} and new[one.fact] is None]
        if unknown:
            yield f"whether there is a {name} for {' and '.join(unknown)} is not known"
    if LIBC in read and new[FAMILY] == "glibc" and new[LIBC] is None:
        yield f"which glibc {name} asks for is not known"


def _of_functions(slot: Slot, value: int, about: str, names: tuple[str, ...]) -> Iterator[str]:
    option, present = slot.options[value], slot.options[0].facts
    new = option.facts[0]
    if lacking(names, new, present[0] if len(present) == 1 else None) is not None:
        return
    name = f"{new['runtime.library'] or 'librkllmrt'} {option.label}"
    offered = functions_of(new)
    unsure = [one for one in names if offered is None or one not in offered]
    what = ", ".join(unsure) if unsure else f"all else that {about} calls"
    yield f"whether {name} offers {what} is not known"

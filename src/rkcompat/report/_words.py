"""What was found and what was needed, in words, from a finding's readings and its rule's demands."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from ..model.fact import FACTS, KERNEL_CONFIG, NO_DATA, Scalar, Several, Value, fact_of, is_stated, manifest_key
from ..model.finding import Finding, Reading
from ..model.manifest import Manifest
from ..model.matrix import Matrix
from ..model.rule import Demand
from ..model.version import Version
from ._entry import entry_of
from ._releases import component_of, releases_that

#: A hostile manifest can hold a value of megabytes; nobody reads more than a line of it.
_LONGEST = 100


class Found(msgspec.Struct, frozen=True):
    """One thing that was found."""

    text: str
    key: str
    """The key of the manifest that states it."""


def say_found(finding: Finding, manifest: Manifest, matrix: Matrix) -> tuple[Found, ...]:
    """What the manifest says on the matter, one entry a fact, each with whose it is."""
    found = []
    for reading in finding.read:
        whose = say_whose(reading.about, reading.fact, manifest)
        text = _say_fact(reading.fact, reading.value, matrix)
        found.append(Found(f"{whose}: {text}" if whose else text, manifest_key(reading.fact, reading.about)))
    return tuple(dict.fromkeys(found))


def say_needed(finding: Finding, manifest: Manifest, matrix: Matrix) -> tuple[str, ...]:
    """What would do, one line a demand, with the releases that would meet it; of a prohibition what must not come together."""
    ask = _Asker(finding.read, manifest, matrix)
    if finding.rule.is_prohibition:
        asked = [ask.say(demand) for demand in finding.rule.when]
        return ("not " + ("together: " if len(asked) > 1 else "") + "; ".join(asked),)
    judged = tuple(reading.demand for reading in finding.read if reading.demand) or finding.rule.require
    return tuple(dict.fromkeys(line for demand in judged for line in ask.lines(demand)))


def say_list(names: Sequence[str]) -> str:
    """Names in a sentence: ``runtime, model and driver``."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def say_demand(demand: Demand, matrix: Matrix) -> str:
    """What a demand asks, whatever the manifest."""
    return _Asker((), Manifest(manifest=1), matrix).say(demand)


def say_whose(about: str, fact: str, manifest: Manifest) -> str:
    """Whose fact it is: ``runtime[0] librknnrt 1.4.0``; empty where the fact's own name says so."""
    owner = fact.partition(".")[0]
    if about == "board":
        if is_stated(fact):
            return ""
        if owner == "platform":
            return manifest.board.soc or "the SoC"
        stated = getattr(manifest, owner.replace("-", "_"), None)
        return _join(owner, getattr(stated, "version", None))
    entry = entry_of(about, manifest)
    names = ("library", "version") if getattr(entry, "library", None) else ("path", "found_at", "id")
    given = [text for text in (getattr(entry, name, None) for name in names) if text]
    made = getattr(entry, "toolkit", None) if fact not in FACTS and component_of(owner) != owner else None
    return _join(about, *(given if "library" in names else given[:1]), made and f"made by {component_of(owner)} {made}")


def say_value(value: Value) -> str:
    """A fact's value as people write it."""
    if value is None:
        return "not known"
    if value is NO_DATA:
        return "not in the matrix"
    if isinstance(value, Several):
        if len(value) > 4 and all(isinstance(one, Version) for one in value):
            return f"{say_value(value[0])} to {say_value(value[-1])}"
        return _either(value)
    if isinstance(value, tuple):
        return ", ".join(map(say_value, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}... ({len(text)} characters)"


def title_of(fact: str, matrix: Matrix) -> str:
    """What a fact is, as a report says it."""
    if is_stated(fact):
        return fact_of(fact).title
    owner, _, name = fact.partition(".")
    attribute = matrix.attributes.get(component_of(owner), {}).get(name)
    return attribute.title if attribute else fact


def _say_fact(fact: str, value: Value, matrix: Matrix) -> str:
    title, text = title_of(fact, matrix), say_value(value)
    if fact.startswith(KERNEL_CONFIG) and isinstance(value, str):
        return f"{title} is not set" if value == "n" else f"{title}={text}"
    colon = ":" if isinstance(value, bool | tuple) and not isinstance(value, Several) else ""
    return f"{title}{colon} {text}"


class _Asker:
    """Says what a demand asks, knowing what was read."""

    def __init__(self, read: tuple[Reading, ...], manifest: Manifest, matrix: Matrix) -> None:
        self._read = {reading.fact: reading for reading in read}
        self._manifest = manifest
        self._matrix = matrix

    def lines(self, demand: Demand) -> Iterator[str]:
        """The demand, and where a release's attribute takes part, which releases would meet it."""
        value, other = self._value(demand.fact), self._value(demand.other)
        would_do = self._releases(demand.fact, lambda one: _meets(demand, one, other))
        yield self.say(demand) + (f": {would_do}" if would_do else "")
        would_do = self._releases(demand.other, lambda one: _meets(demand, value, one)) if demand.other else ""
        turned = _TURNED.get(demand.test)
        if would_do and turned:
            yield f"or {would_do} ({title_of(demand.other, self._matrix)} {turned} {say_value(value)})"

    def say(self, demand: Demand) -> str:
        """The demand alone."""
        title = title_of(demand.fact, self._matrix)
        if demand.fact.startswith(KERNEL_CONFIG) and demand.test == "one-of":
            return f"{title}={_either(demand.words)}"
        if demand.other:
            return f"{title} {self._than(demand)}"
        if demand.range is not None:
            text = demand.range.text
            return f"{title} {text.removeprefix('==').strip() if ',' not in text else text}"
        if demand.test == "empty":
            return f"no {title}" if demand.words[0] else f"some {title}"
        if demand.test == "none-of":
            return f"{title} other than {_either(demand.words)}"
        colon = ":" if isinstance(demand.words[0], bool) else " with" if self._is_words(demand) else ""
        return f"{title}{colon} {_either(demand.words)}"

    def _than(self, demand: Demand) -> str:
        """The right side of a comparison: ``at least 0.7.0 (runtime[0] librknnrt 1.6.0: driver below which it …)``."""
        other = self._read.get(demand.other)
        title = title_of(demand.other, self._matrix)
        value = self._value(demand.other)
        if other is None or value is None or value is NO_DATA:
            return f"{_RELATIONS[demand.test]} the {title}"
        if demand.test == "minor-at-most" and isinstance(value, Version):
            text = ".".join(map(str, value.low[:2])) + ".x"
        else:
            text = _either(value) if isinstance(value, tuple) else say_value(value)
        plain = other.about if other.fact in FACTS and other.about != "board" else ""
        whose = plain or say_whose(other.about, other.fact, self._manifest)
        return f"{_RELATIONS[demand.test]} {text} ({f'{whose}: ' if whose else ''}{title})"

    def _is_words(self, demand: Demand) -> bool:
        return demand.test == "shares" and demand.fact in FACTS and FACTS[demand.fact].kind == "words"

    def _value(self, fact: str) -> Value:
        return self._read[fact].value if fact in self._read else None

    def _releases(self, fact: str, meet: Callable[[Value], bool]) -> str:
        owner = fact.partition(".")[0]
        if is_stated(fact) or owner == "platform" or fact not in self._read:
            return ""
        entry = entry_of(self._read[fact].about, self._manifest)
        library = getattr(entry, "library", None)
        text = releases_that(meet, fact, library, self._manifest, self._matrix)
        return f"{library or component_of(owner)} {text}" if text else ""


_RELATIONS = {
    "at-least": "at least",
    "at-most": "at most",
    "same-as": "the same as",
    "same-text": "the same as",
    "minor-at-most": "at most",
    "shares": "with",
}
"""A comparing test, as it is said of the fact before it."""

_TURNED = {"at-least": "at most", "at-most": "at least"}
"""The same test, said of the fact that it is compared with."""


def _meets(demand: Demand, value: Value, other: Value) -> bool:
    """Whether one value certainly meets a demand; `rkcompat.solve` judges, this only names releases."""
    if value is None or (demand.other and other is None):
        return False
    if demand.range is not None:
        return isinstance(value, Version) and demand.range.holds(value) is True
    if demand.test == "at-least":
        return _is_at_least(value, other)
    if demand.test == "at-most":
        return _is_at_least(other, value)
    if demand.test == "one-of":
        return value in demand.words
    if demand.test == "shares" and not demand.other:
        return isinstance(value, tuple) and not set(value).isdisjoint(demand.words)
    return False


def _is_at_least(upper: Value, lower: Value) -> bool:
    if isinstance(upper, Version) and isinstance(lower, Version):
        return upper.low >= lower.low
    return isinstance(upper, int) and isinstance(lower, int) and upper >= lower


def _either(values: tuple[Scalar, ...]) -> str:
    texts = [say_value(value) for value in values]
    return " or ".join(filter(None, (", ".join(texts[:-1]), texts[-1]))) if texts else "none"


def _join(*parts: str | None) -> str:
    return " ".join(part for part in parts if part)

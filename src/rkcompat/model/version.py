"""Versions as people write them, their order, and ranges of them.

A version is an interval of keys: `2.3.2` is one point, `1.6.x` and `1.6` are all that they may stand for. Comparing an
interval with a range then gives three answers, and what a manifest leaves open stays open.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

import msgspec

Key = tuple[int, ...]
"""Six numbers, phase (alpha 0, beta 1, candidate 2, final 3), its number, and 0 at or 1 just after that point."""

_FINAL = 3
_PHASES = {"a": 0, "alpha": 0, "b": 1, "beta": 1, "rc": 2, "c": 2}
_LOWEST: Key = (-1,)
_HIGHEST: Key = (1 << 62,)

_FIRST: Key = (0, 0, 0, 0, 0, 0, -1, 0, 0)
"""Before every version, and as long as one."""

_BOUND = re.compile(r" *(<=|<|>=|>) ?([^<>= ]\S*) *")

#: No number of a real version comes near; an unbounded one would cost time in int().
_VERSION = re.compile(
    r"""
    [vV]?
    (?P<numbers>\d{1,9}(?:\.\d{1,9}){0,5})
    (?P<open>\.[xX*])?
    (?:[-_.]?(?P<phase>a|alpha|b|beta|rc|c)[-_.]?(?P<phase_number>\d{1,6})?(?![0-9A-Za-z]))?
    (?:(?P<join>[+_~ (-])(?P<rest>.*)|(?P<tail>\+?))
    """,
    re.VERBOSE | re.ASCII,
)


class Version(msgspec.Struct, frozen=True):
    """One version, or the span of versions that a range such as ``1.6.x`` may stand for."""

    text: str
    """The version as it was written."""

    low: Key
    """The first key it may be."""

    high: Key
    """The first key after all that it may be."""

    build: str = ""
    """What stands behind the number: a commit, a date, a distribution's suffix. It takes no part in the order."""

    @property
    def is_final(self) -> bool:
        """Whether it is no alpha, beta or candidate."""
        return self.low[6] == _FINAL

    @property
    def is_range(self) -> bool:
        """Whether the text leaves the exact version open."""
        return self.high != (*self.low[:-1], 1)

    def lies_in(self, other: "Version") -> bool:
        """Whether all that it may be is something that the other may be."""
        return other.low <= self.low and self.high <= other.high

    def __str__(self) -> str:
        return self.text


@lru_cache(maxsize=4096)
def parse_version(text: str) -> Version:
    """Read a version as people write it.

    ``v2.3.2``, ``1.4.0-22dcfef4``, ``2.0.0b0+9bab5682``, ``0.9.8_20241009``, ``6.1.75-vendor-rk35xx``, ``1.6.x``; and what
    leaves it open between bounds, ``<=1.5.0`` or ``>0.7.0, <1.5.0``.

    Raises:
        ValueError: the text does not begin with a version, or no version lies between its bounds.
    """
    found = _VERSION.fullmatch(text) if len(text) <= 200 else None
    bounds = [_BOUND.fullmatch(part) for part in text.split(",")] if found is None and len(text) <= 200 else []
    if bounds and all(bounds):
        return _between(text, [(bound[1], parse_version(bound[2])) for bound in bounds if bound])
    if found is None:
        raise ValueError(f"found {text[:60]!r}, needed a version such as 2.3.2, 1.4.0-22dcfef4, 6.1.75-vendor-rk35xx or 1.6.x")
    numbers = [int(number) for number in found["numbers"].split(".")]
    build = found["rest"] or found["tail"] or ""
    if found["open"] or (len(numbers) < 3 and not found["phase"]):
        after = [*numbers[:-1], numbers[-1] + 1]
        return Version(text, (*_pad(numbers), _FINAL, 0, 0), (*_pad(after), -1, 0, 0), build)
    phase = _PHASES[found["phase"]] if found["phase"] else _FINAL
    point = (*_pad(numbers), phase, int(found["phase_number"] or 0))
    return Version(text, (*point, 0), (*point, 1), build)


def _between(text: str, bounds: Sequence[tuple[str, "Version"]]) -> "Version":
    """All versions within bounds."""
    low, high = _FIRST, _HIGHEST
    for sign, end in bounds:
        if sign.startswith(">"):
            low = max(low, end.low if sign == ">=" else end.high)
        else:
            high = min(high, end.high if sign == "<=" else end.low)
    if low >= high:
        raise ValueError(f"{text!r} is empty: no version lies between its bounds")
    return Version(text, low, high)


def _pad(numbers: list[int]) -> Key:
    return (*numbers[:6], *(0,) * (6 - len(numbers)))


class Range(msgspec.Struct, frozen=True):
    """A set of versions, such as ``>=0.8.0, <1`` or ``!=0.9.3``: disjoint spans of keys in order."""

    text: str
    """The range as it was written."""

    spans: tuple[tuple[Key, Key], ...]
    """Each span from its first key to the first key after it."""

    def holds(self, version: Version) -> bool | None:
        """Whether the version lies in the range; ``None`` where a span such as ``1.6.x`` lies in it only partly."""
        low, high = version.low, version.high
        touched = False
        for first, end in self.spans:
            if low < end and first < high:
                if first <= low and high <= end:
                    return True
                touched = True
        return None if touched else False

    def __str__(self) -> str:
        return self.text


#: Every ``!=`` of a range is looked at for every other.
_LONGEST_RANGE = 1000

_COMPARATOR = re.compile(r"\s*(>=|<=|==|!=|>|<)\s*(\S+)\s*")


@lru_cache(maxsize=4096)
def parse_range(text: str) -> Range:
    """Read a range: comparisons joined by commas, all of which must hold.

    Raises:
        ValueError: it is too long, a part is no comparison, or no version can meet all of them.
    """
    if len(text) > _LONGEST_RANGE:
        raise ValueError(f"found a range of {len(text)} characters, needed at most {_LONGEST_RANGE}")
    spans: list[tuple[Key, Key]] = [(_LOWEST, _HIGHEST)]
    for part in text.split(","):
        found = _COMPARATOR.fullmatch(part)
        if found is None:
            raise ValueError(f"found {part.strip()!r}, needed a comparison such as >=0.8.0")
        version = parse_version(found[2])
        allowed = {
            ">=": [(version.low, _HIGHEST)],
            ">": [(version.high, _HIGHEST)],
            "<": [(_LOWEST, version.low)],
            "<=": [(_LOWEST, version.high)],
            "==": [(version.low, version.high)],
            "!=": [(_LOWEST, version.low), (version.high, _HIGHEST)],
        }[found[1]]
        spans = [(max(a, c), min(b, d)) for a, b in spans for c, d in allowed if max(a, c) < min(b, d)]
    if not spans:
        raise ValueError(f"{text!r} is empty: no version meets all of it")
    return Range(text, tuple(spans))

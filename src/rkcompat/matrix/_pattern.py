"""Regular expressions of signatures: that they take linear time, and the words that stand in whatever they match."""

import re
import sys
from collections.abc import Iterator, Sequence
from typing import Any

if sys.version_info >= (3, 11):
    from re import _constants as sre, _parser as parser  # type: ignore[attr-defined]
else:  # the same modules under their old names
    import sre_constants as sre
    import sre_parse as parser

LONGEST_REPEAT = 200
"""The most that one repetition may take: every match then looks at a bounded stretch from where it began."""

_WORDS = 2
"""Words an alternative: more would not tell more, and one is often common."""

_COMMON_TEXT = (
    "Connection Invalid Linux Query RKNN abort allocate allocation api are buffer build check class client code "
    "connect context core could create current device disabled domain driver enabled entry error expect fail failed "
    "file find format found from get hardware header id index info init initialize input insert invalid library limit "
    "load magic memory model must name not object open option output pages platform please query region request "
    "reserved reset resource ret rknn run runtime server should size so socket status string supported symbol target "
    "the this timeout to toolkit type unknown unsupported update user using value version wait wrong "
)
_COMMON = frozenset(_COMMON_TEXT.split())
"""Words of so many logs that they are taken last."""

_MOST_WAYS = 256

_Item = tuple[Any, Any]


def words_of(pattern: str) -> tuple[str, ...]:
    """For each alternative the words that stand in all that it matches, between characters that are no letters and digits.

    Raises:
        ValueError: the pattern is no regular expression, can take more than linear time, or has no such word.
    """
    try:
        items: list[_Item] = parser.parse(pattern).data
    except re.error as fault:
        raise ValueError(f"the pattern is no regular expression: {fault}") from None
    slow = next(_slow(items, inside=False), None)
    if slow is not None:
        raise ValueError(slow)
    found = [_best(f"{_GAP}{way}{_GAP}") for way in _ways(items)]
    if not all(found):
        raise ValueError("no whole word stands in every match, so each line would have to be held against the pattern")
    return tuple(sorted({" ".join(sorted(words)) for words in found}))


def _slow(items: Sequence[_Item], *, inside: bool) -> Iterator[str]:
    """What can take more than linear time: repetition without an end, or inside another."""
    for kind, value in items:
        if kind in {sre.MAX_REPEAT, sre.MIN_REPEAT}:
            least, most, body = value
            repeats = most > 1 and least != most
            if most > LONGEST_REPEAT:
                found = most if most < parser.MAXREPEAT else "any number"
                yield f"a repetition takes up to {found}, needed {LONGEST_REPEAT} at most"
            elif repeats and inside:
                yield "a repetition stands inside another"
            yield from _slow(list(body), inside=inside or (most > 1 and len(body) > 1))
        elif kind is sre.SUBPATTERN:
            yield from _slow(list(value[-1]), inside=inside)
        elif kind is sre.BRANCH:
            for branch in value[1]:
                yield from _slow(list(branch), inside=inside)
        elif kind in {sre.GROUPREF, sre.ASSERT, sre.ASSERT_NOT}:
            yield "a reference back or a look around, needed plain parts"


def _best(way: str) -> set[str]:
    """The rarest whole words of one alternative, as far as their length tells; none where it has no whole word."""
    words = {word for word in re.split(r"[^0-9A-Za-z*]", way) if len(word) > 1 and _GAP not in word}
    return set(sorted(words, key=lambda word: (word in _COMMON, -len(word), word))[:_WORDS])


_GAP = "*"
"""Stands for what is not known: it may belong to the word beside it."""


def _ways(items: Sequence[_Item]) -> list[str]:
    """The alternatives of a sequence: letters and digits as they stand, a blank where no word can go on, `_GAP` elsewhere."""
    ways = [""]
    for kind, value in items:
        ways = [way + end for way in ways for end in _ends(kind, value)]
        if len(ways) > _MOST_WAYS:
            raise ValueError(f"more than {_MOST_WAYS} alternatives")
    return ways


def _ends(kind: Any, value: Any) -> list[str]:
    if kind is sre.LITERAL:
        return [chr(value) if chr(value).isalnum() else " "]
    if kind is sre.AT:
        return [" "]
    if kind is sre.SUBPATTERN:
        return _ways(list(value[-1]))
    if kind is sre.BRANCH:
        return [way for branch in value[1] for way in _ways(list(branch))]
    if kind is sre.MAX_REPEAT and value[:2] == (0, 1):
        return ["", *_ways(list(value[2]))]
    if kind is sre.MAX_REPEAT and value[0] > 0 and all(one == (sre.LITERAL, ord(" ")) for one in value[2]):
        return [" "]
    return [_GAP]

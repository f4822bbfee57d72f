"""Lines that may say something → what they say, those that a terminal broke in two among them."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..model.signature import Signature
from ._clean import clean

BLANKS = bytes(byte if byte == 0x0A or (byte < 0x80 and chr(byte).isalnum()) else 0x20 for byte in range(256))
"""What is no letter or digit becomes a blank; line feeds stay."""

_NARROWEST = 40
"""Characters of a line that a terminal may have broken."""

_PIECES = 3
"""Lines that one message may have been broken into."""


def split_words(line: bytes) -> list[bytes]:
    """The runs of letters and digits."""
    return line.translate(BLANKS).split()


class Found(NamedTuple):
    """One signature that a line matches."""

    signature: Signature
    line: int
    text: str
    groups: dict[str, str]


class _Open(NamedTuple):
    """A line that has words of a message and may go on in the next."""

    number: int
    line: bytes
    pieces: int


class Matcher:
    """Holds lines against signatures; of each line only those are tried whose words stand in it."""

    def __init__(self, signatures: Sequence[Signature]) -> None:
        self._signatures = signatures
        self._patterns = [re.compile(signature.regex, re.ASCII) for signature in signatures]
        self._by_word: dict[bytes, list[tuple[int, frozenset[bytes]]]] = {}
        for number, signature in enumerate(signatures):
            for alternative in signature.words:
                words = frozenset(alternative.encode().split())
                for word in words:
                    self._by_word.setdefault(word, []).append((number, words))
        self.words = frozenset(self._by_word)
        """A line without any of these matches nothing."""
        self._open: _Open | None = None

    @property
    def waits(self) -> bool:
        """Whether the next line is to be looked at whatever stands in it."""
        return self._open is not None

    def look(self, number: int, line: bytes, words: Iterable[bytes], before: bytes = b"", seen: int = 0) -> Sequence[Found]:
        """What a line says, alone or as the end of a longer one.

        Args:
            number: the line's, counted from 1.
            line: its bytes.
            words: the words in it.
            before: the line before it, whose end it may be.
            seen: how much of it was looked at with the piece before.
        """
        start, self._open = self._open, None
        known = self.words.intersection(words)
        candidates = self._candidates(known)
        text, begins = "", False
        if candidates:
            text, begins = clean(line.decode("utf-8", "replace"))
            found = self._match(candidates, text, number, seen=seen)
            if found:
                return found
        if start is None and known and len(before) >= _NARROWEST:
            start = _Open(number - 1, before, 1)
        if start is not None and not begins:
            found = self._join(start, line)
            if found:
                return found
        if known and len(line) >= _NARROWEST and not self.waits:
            self._open = _Open(number, line, 1)
        return ()

    def forget(self) -> None:
        """The log is over: no line goes on."""
        self._open = None

    def _candidates(self, known: frozenset[bytes]) -> list[int]:
        """The signatures whose words are all there."""
        return sorted({number for word in known for number, words in self._by_word[word] if words <= known})

    def _match(self, candidates: Iterable[int], text: str, number: int, *, border: int = 0, seen: int = 0) -> list[Found]:
        """What a text says; with a border only what stands on both sides of it."""
        found = []
        for candidate in candidates:
            match = self._patterns[candidate].search(text)
            if match is not None and match.end() > seen and (not border or match.start() < border < match.end()):
                groups = {name: value for name, value in match.groupdict().items() if value}
                found.append(Found(self._signatures[candidate], number, text, groups))
        return found

    def _join(self, start: _Open, line: bytes) -> list[Found]:
        """What two lines say that are one: broken inside a word, or behind one."""
        whole = start.line + line
        words = {*split_words(whole), *split_words(start.line), *split_words(line)}
        candidates = self._candidates(self.words.intersection(words))
        if candidates:
            first, (text, begins) = clean(start.line.decode("utf-8", "replace"))[0], clean(line.decode("utf-8", "replace"))
            for joint in () if begins else ("", " "):
                found = self._match(candidates, first + joint + text, start.number, border=len(first))
                if found:
                    return found
        if start.pieces + 1 < _PIECES and len(line) >= _NARROWEST:
            self._open = _Open(start.number, whole, start.pieces + 1)
        return []

"""Logs of any length → the lines that say something, in one pass and little memory."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import BinaryIO

from ..model.log import Hit, ReadLog
from ..model.signature import Signature
from ._clean import ANSI
from ._match import BLANKS, Found, Matcher
from ._sram import SramTable, sram_use

_BLOCK = 1 << 18
"""Bytes that are read at a time."""

_LONGEST = 4096
"""Bytes of a line that are looked at together; a longer one is looked at in pieces."""

_OVERLAP = 512
"""Bytes that two pieces share, so that a message across their border is seen."""

_DISTINCT = 40
"""Different lines of one signature that are kept; the others are counted. Nobody reads more, and no fact needs more."""

_ALIKE = 100
"""Lines that differ in digits alone and are all looked at; of those that follow only every `_EACH` is."""

_EACH = 50

_SHAPES = 10_000
"""How many lines are remembered by what is left without their digits."""


def read_logs(files: Iterable[tuple[str, BinaryIO]], signatures: Sequence[Signature]) -> ReadLog:
    """Read logs to their ends, one after the other.

    Args:
        files: the name of each, as the user knows it, and its bytes.
        signatures: what is looked for.
    """
    matcher = Matcher(signatures)
    table = SramTable()
    digest = sha256()
    kept: list[Hit] = []
    names = []
    lines = 0
    for name, file in files:
        names.append(name)
        hits = _Hits()
        lines += _read_one(_blocks(file, digest.update), matcher, table, hits)
        kept += hits.of(name)
    return ReadLog(hits=tuple(kept), lines=lines, files=tuple(names), sha256=digest.hexdigest(), sram=sram_use(kept, table))


def _read_one(blocks: Iterable[bytes], matcher: Matcher, table: SramTable, hits: "_Hits") -> int:
    """Hand the lines of a log that may say something to the matcher; the answer is how many lines there are."""
    says_nothing = (matcher.words | table.starts).isdisjoint
    alike: dict[bytes, int] = {}
    number = 0
    before = b""
    for block in blocks:
        lines, blanked = block.split(b"\n"), block.translate(BLANKS).split(b"\n")
        if not lines[-1]:
            del lines[-1], blanked[-1]
        for line, blank in zip(lines, blanked, strict=True):
            number += 1
            if len(line) > _LONGEST:
                for at in range(0, len(line), _LONGEST - _OVERLAP):
                    words = blank[at : at + _LONGEST].split()
                    if not says_nothing(words):
                        hits.add(matcher.look(number, line[at : at + _LONGEST], words, seen=_OVERLAP if at else 0))
                before = b""
                continue
            words = blank.split()
            found: Sequence[Found] = ()
            if table.is_open or not says_nothing(words) or matcher.waits:
                if table.is_open or not table.starts.isdisjoint(words):
                    table.add(line, words)
                shape = line.translate(None, b"0123456789")
                seen = alike[shape] = alike.get(shape, 0) + 1
                if seen <= _ALIKE or seen % _EACH == 0:
                    found = matcher.look(number, line, words, before)
                    hits.add(found)
                if len(alike) > _SHAPES:
                    alike.clear()
            before = b"" if found else line
    matcher.forget()
    return number


def _blocks(file: BinaryIO, seen: Callable[[bytes], object]) -> Iterator[bytes]:
    """Blocks without colours that end where a line ends, as far as lines are of any sane length."""
    rest = b""
    while block := file.read(_BLOCK):
        seen(block)
        whole = rest + block
        cut = whole.rfind(b"\n") + 1 or (len(whole) if len(whole) > _BLOCK else 0)
        rest = whole[cut:]
        if cut:
            yield _plain(whole[:cut])
    if rest:
        yield _plain(rest)


def _plain(block: bytes) -> bytes:
    return ANSI.sub(b"", block) if b"\x1b" in block else block


class _Hits:
    """What one log says: equal lines once, and of each signature so many at most."""

    def __init__(self) -> None:
        self._kept: dict[str, dict[str, tuple[Found, list[int]]]] = {}

    def add(self, found: Iterable[Found]) -> None:
        """Keep what a line says, or count it with one that is kept."""
        for one in found:
            kept = self._kept.setdefault(one.signature.id, {})
            entry = kept.get(one.text)
            if entry is None and len(kept) >= _DISTINCT:
                entry = next(reversed(kept.values()))
            if entry is None:
                kept[one.text] = one, [one.line, 1]
            else:
                entry[1][0] = one.line
                entry[1][1] += 1

    def of(self, file: str) -> Iterator[Hit]:
        """The hits in order of their lines."""
        entries = [entry for kept in self._kept.values() for entry in kept.values()]
        for found, (last, count) in sorted(entries, key=lambda entry: (entry[0].line, entry[0].signature.id)):
            yield Hit(
                signature=found.signature,
                file=file,
                line=found.line,
                text=found.text,
                groups=found.groups,
                last=last,
                count=count,
            )

"""The headers of a tar stream: ustar, GNU and pax, read with bounds that `tarfile` does not have.

`tarfile` keeps every member, and takes in a pax header or a long name of any size that a header claims.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from ..artifacts._file import DamageError
from ._stream import Stream

_BLOCK = 512
#: Bytes of a pax header or a long name; the extended attributes of one file are below 64 KiB each.
_MOST_EXTRA = 1024 * 1024
_LONGEST_NAME = 4096

Kind = Literal["file", "hard-link", "link", "directory", "special"]
"""``special`` is a device, a FIFO, or a sparse file, whose bytes do not lie in one piece."""

_KINDS: dict[bytes, Kind] = {
    b"0": "file",
    b"\0": "file",
    b"7": "file",
    b"1": "hard-link",
    b"2": "link",
    b"5": "directory",
}


class Member(NamedTuple):
    """One thing in a tar."""

    name: str
    kind: Kind
    offset: int
    """Where its bytes begin in the stream."""
    size: int
    target: str


def read_members(stream: Stream) -> Iterator[Member]:
    """Every member in order.

    Raises:
        DamageError: it is no tar, or it is damaged, with the byte.
    """
    offset = 0
    extra: dict[str, str] = {}
    while True:
        header = stream.read_at(offset, _BLOCK)
        if not header.strip(b"\0"):  # the end, or a tar that ends without one
            return
        if len(header) < _BLOCK or not _sums_up(header):
            raise DamageError(f"found no tar header at byte {offset}")
        size = _number(header[124:136], offset)
        kind = header[156:157]
        start = offset + _BLOCK
        if kind in (b"x", b"g", b"L", b"K"):
            text = _extra(stream, start, size)
            if kind == b"x":
                extra |= _pax(text, offset)
            elif kind != b"g":  # a global header sets what no file here needs
                extra["path" if kind == b"L" else "linkpath"] = _name(text)
            offset = start + _rounded(size)
            continue
        if kind == b"S":
            start = _past_sparse_map(stream, header, start)
        size = _decimal(extra["size"], offset) if "size" in extra else size
        sparse = kind == b"S" or any(key.startswith("GNU.sparse") for key in extra)
        told: Kind = _KINDS.get(kind, "special")
        held = size if told == "file" or kind == b"S" or told == "special" else 0  # links state the size of what they name
        prefix = _name(header[345:500]) if header[257:263] == b"ustar\0" else ""
        name = extra.get("path") or "/".join(filter(None, (prefix, _name(header[:100]))))
        target = extra.get("linkpath") or _name(header[157:257])
        if len(name) > _LONGEST_NAME or len(target) > _LONGEST_NAME:
            raise DamageError(f"found a name of more than {_LONGEST_NAME} characters at byte {offset}")
        if held and len(stream.read_at(start + held - 1, 1)) < 1:
            raise DamageError(f"truncated: {held} bytes are needed at byte {start}")
        if told == "file" and name.endswith("/"):  # as tars from before POSIX write directories
            told = "directory"
        yield Member(name, "special" if sparse else told, start, held, target)
        offset = start + _rounded(held)
        extra = {}


def _sums_up(header: bytes) -> bool:
    try:
        stated = int(header[148:156].strip(b" \0") or b"0", 8)
    except ValueError:
        return False
    return stated == sum(header[:148]) + 8 * 32 + sum(header[156:])


def _number(field: bytes, offset: int) -> int:
    """A number in octal, or in base 256 where the first bit is set."""
    if field[0] & 0x80:
        number = int.from_bytes(field, "big") & ~(0xFF << 88)
        if field[0] == 0xFF or number > 2**62:
            raise DamageError(f"found an impossible size in the header at byte {offset}")
        return number
    try:
        number = int(field.strip(b" \0") or b"0", 8)
    except ValueError:
        number = -1
    if number < 0:
        raise DamageError(f"found no size in the header at byte {offset}")
    return number


def _decimal(text: str, offset: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise DamageError(f"found an impossible size in the header before byte {offset}")
    return int(text)


def _extra(stream: Stream, start: int, size: int) -> bytes:
    if size > _MOST_EXTRA:
        raise DamageError(f"found a header of {size} bytes at byte {start}, at most {_MOST_EXTRA} are read")
    found = stream.read_at(start, size)
    if len(found) < size:
        raise DamageError(f"truncated: {size} bytes are needed at byte {start}")
    return found


def _pax(text: bytes, offset: int) -> dict[str, str]:
    """A length, a space, ``KEY=VALUE`` and a line feed each."""
    found = {}
    while text:
        length, _, _ = text[:20].partition(b" ")
        if not length.isdigit() or not 4 < int(length) <= len(text):
            raise DamageError(f"found a damaged pax header at byte {offset}")
        key, _, value = text[len(length) + 1 : int(length) - 1].partition(b"=")
        if key in (b"path", b"linkpath", b"size") or key.startswith(b"GNU.sparse"):
            found[key.decode("utf-8", "surrogateescape")] = value.decode("utf-8", "surrogateescape")
        text = text[int(length) :]
    return found


def _past_sparse_map(stream: Stream, header: bytes, start: int) -> int:
    """Old GNU sparse files have more headers that say where their bytes go."""
    more = header[482]
    for _ in range(_MOST_EXTRA // _BLOCK):
        if not more:
            return start
        block = stream.read_at(start, _BLOCK)
        more = block[504] if len(block) == _BLOCK else 0
        start += _BLOCK
    raise DamageError(f"found a sparse map without an end at byte {start}")


def _name(field: bytes) -> str:
    return field.partition(b"\0")[0].decode("utf-8", "surrogateescape")


def _rounded(size: int) -> int:
    return -(-size // _BLOCK) * _BLOCK

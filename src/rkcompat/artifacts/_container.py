"""The container of a ``.rknn`` file: a header, a payload, the size of a JSON object, and that object."""

from struct import Struct
from typing import Literal

import msgspec

from ._file import DamageError
from ._source import Source

MAGIC = b"RKNN\0\0\0\0"
BARE_GRAPH = b"VPMN"
"""What a Vivante graph begins with: the payload of generation 1, which also occurs without a container."""

SCHEMA_OF_FORMAT = {1: 1, 2: 1, 4: 1, 6: 6, 0x1004: 6}
"""The header formats that toolkits write, and the schema number of the FlatBuffer that goes with each."""

#: Magic, header format, size of the payload.
_HEADER = Struct("<8sQQ")
#: Formats from 2 on fill the header up: with zeros, in a mini file with whatever was in memory.
_LONG_HEADER = 64
_U64 = Struct("<Q")
_U32 = Struct("<I")
_IDENTIFIER = b"RKNN"
_MINI = 0x10
_UNCOMPILED_FORMAT = 2


class Span(msgspec.Struct, frozen=True):
    """A part of the file."""

    start: int
    """The first byte."""
    end: int
    """The first byte after it."""


class Container(msgspec.Struct, frozen=True, kw_only=True):
    """Where the parts of a model file are."""

    format: int
    """The header format."""
    layout: Literal["full", "mini", "generation-1"]
    flatbuffer: Span | None
    """``None`` in generation 1, which has none."""
    json: Span
    surplus: int
    """Bytes after the JSON that belong to nothing."""


def read_container(file: Source) -> Container:
    """Find the parts of a file that begins with the magic.

    Raises:
        DamageError: a part is cut off, or there is no model in it.
    """
    if file.size < _HEADER.size:
        raise DamageError(f"truncated at byte {file.size}: the header takes {_HEADER.size} bytes")
    _, number, length = _HEADER.unpack(file.read(0, _HEADER.size))
    start = _HEADER.size if number & 0xFF <= 1 or length == 0 else _LONG_HEADER
    payload = Span(start, start + length)
    if payload.end > file.size:
        raise DamageError(f"truncated at byte {file.size}: by the header, the payload ends at byte {payload.end}")
    layout, flatbuffer = _find_model(file, number, payload)
    json = _find_json(file, payload.end)
    weights_follow = layout == "generation-1" and length == 0
    return Container(
        format=number,
        layout=layout,
        flatbuffer=flatbuffer,
        json=json,
        surplus=0 if weights_follow else file.size - json.end,
    )


def _find_model(file: Source, number: int, payload: Span) -> tuple[Literal["full", "mini", "generation-1"], Span | None]:
    if payload.start == payload.end and number == _UNCOMPILED_FORMAT:
        return "generation-1", None
    if number >> 8 == _MINI:
        return "mini", _find_mini_flatbuffer(file, payload)
    begin = file.read(payload.start, min(8, payload.end - payload.start))
    if begin[4:] == _IDENTIFIER:
        return "full", payload
    if begin[:4] == BARE_GRAPH:
        return "generation-1", None
    if number not in SCHEMA_OF_FORMAT:
        needed = ", ".join(map(format_text, SCHEMA_OF_FORMAT))
        raise DamageError(f"found header format {format_text(number)} at byte 8, needed one of {needed}")
    raise DamageError(f"found no model of header format {format_text(number)} in the payload at byte {payload.start}")


def _find_mini_flatbuffer(file: Source, payload: Span) -> Span:
    """A mini payload says at its start how long the FlatBuffer at its end is."""
    stated = _U32.unpack(file.read(payload.start, 4))[0] if payload.end - payload.start >= 4 else 0
    start = payload.end - stated
    if stated < 8 or start < payload.start + 4 or file.read(start + 4, 4) != _IDENTIFIER:
        raise DamageError(f"found no FlatBuffer of {stated} bytes at the end of the payload, byte {payload.end}")
    return Span(start, payload.end)


def _find_json(file: Source, position: int) -> Span:
    start = position + _U64.size
    if start > file.size:
        raise DamageError(f"truncated at byte {file.size}: the size of the JSON stands at byte {position}, the JSON behind it")
    json = Span(start, start + _U64.unpack(file.read(position, _U64.size))[0])
    if json.end > file.size:
        raise DamageError(f"truncated at byte {file.size}: by its size at byte {position}, the JSON ends at byte {json.end}")
    return json


def format_text(number: int) -> str:
    """A header format as people write it: ``6``, ``0x1004``."""
    return hex(number) if number > 0xFF else str(number)

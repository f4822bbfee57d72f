"""Model files made in a test, byte by byte: what no sample has."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from struct import pack
from typing import Any

import pytest

from rkcompat.artifacts import read_model
from rkcompat.model.artifact import ModelFile

MADE_BY = "1.4.0(compiler version: 1.4.2b4 (ba1a7fe97@2023-03-06T22:00:25))"
FIELDS: dict[int, Any] = {
    0: 1,
    1: "RKNPU v2",
    2: [{1: [{1: "Conv"}, {1: "cstDualResidual"}]}, {1: [{1: "Conv"}]}],
    6: 10402,
    7: MADE_BY,
    8: "rk3588",
    9: "ONNX",
    11: "mine",
    14: "4",
    16: "dynamic_shape",
    19: {0: pack("<Q", 3456), 1: pack("<Q", 8960)},
}
JSON = {"version": "1.4.0", "target_platform": ["rk3588"], "nodes": [{"op": "RKNN_OP_NNBG"}]}


def _table(fields: dict[int, Any]) -> tuple[bytes, int]:
    """A FlatBuffer's table with all that it refers to, and where in it the table itself begins."""
    count = max(fields) + 1
    start = 4 + 2 * count
    offsets, inline, behind = [0] * count, b"", bytearray()
    size = 4 + sum(len(value) if isinstance(value, bytes) else 4 for value in fields.values())
    for index, value in fields.items():
        at = 4 + len(inline)
        offsets[index] = at
        if isinstance(value, bytes):
            inline += value
        elif isinstance(value, int):
            inline += pack("<I", value)
        else:
            block, entry = _block(value)
            inline += pack("<I", size - at + len(behind) + entry)
            behind += block
    sizes = pack("<HH", start, size)
    return sizes + pack(f"<{count}H", *offsets) + pack("<i", start) + inline + bytes(behind), start


def _block(value: dict[int, Any] | str | Sequence[dict[int, Any]]) -> tuple[bytes, int]:
    if isinstance(value, dict):
        return _table(value)
    if isinstance(value, str):
        text = value.encode()
        return pack("<I", len(text)) + text + b"\0", 0
    offsets, behind = bytearray(), bytearray()
    for number, item in enumerate(value):
        block, entry = _table(item)
        offsets += pack("<I", 4 * (len(value) - number) + len(behind) + entry)
        behind += block
    return pack("<I", len(value)) + bytes(offsets + behind), 0


def _flatbuffer(fields: dict[int, Any]) -> bytes:
    block, start = _table(fields)
    return pack("<I", 8 + start) + b"RKNN" + block


def _container(number: int, payload: bytes, tail: bytes) -> bytes:
    header = pack("<8sQQ", b"RKNN", number, len(payload))
    if number & 0xFF > 1 and payload:
        header += bytes(40)
    return header + payload + pack("<Q", len(tail)) + tail


@pytest.fixture
def flatbuffer() -> Callable[[dict[int, Any]], bytes]:
    """Make a FlatBuffer from field numbers and values: a number, a text, a table, a list of tables, or the field's bytes."""
    return _flatbuffer


@pytest.fixture
def container() -> Callable[[int, bytes, bytes], bytes]:
    """Make a model file from header format, payload and JSON."""
    return _container


@pytest.fixture
def model() -> Callable[..., bytes]:
    """Make a full model file; keywords replace fields (``field_6 = None`` drops one), header format and JSON."""

    def make(number: int = 2, tail: bytes = json.dumps(JSON).encode(), **changes: Any) -> bytes:
        changed = FIELDS | {int(name.removeprefix("field_")): value for name, value in changes.items()}
        return _container(number, _flatbuffer({k: v for k, v in changed.items() if v is not None}), tail)

    return make


@pytest.fixture
def read(tmp_path: Path) -> Callable[[bytes], ModelFile]:
    """Write bytes to a file and read it."""

    def write_and_read(content: bytes, name: str = "model.rknn") -> ModelFile:
        (tmp_path / name).write_bytes(content)
        return read_model(tmp_path / name)

    return write_and_read

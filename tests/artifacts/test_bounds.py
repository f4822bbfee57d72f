"""No offset, length or count of a hostile file leads anywhere, and none of them costs much."""

import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from struct import pack
from typing import Any

import pytest

from rkcompat.artifacts import read_model
from rkcompat.artifacts._file import RegularFile
from rkcompat.model.artifact import ModelFile

Read = Callable[..., ModelFile]
Make = Callable[..., bytes]

MEGABYTE = 1 << 20


@pytest.fixture
def peak() -> Iterator[Callable[[], int]]:
    """The most memory that Python held since the test began, in bytes."""
    tracemalloc.start()
    yield lambda: tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()


@pytest.mark.parametrize(
    "changes",
    [
        {"field_1": pack("<I", 0xFFFFFFFF)},
        {"field_1": pack("<I", 1 << 20)},
        {"field_2": pack("<I", 0xFFFFFFF0)},
        {"field_2": [{1: pack("<I", 0x7FFFFFFF)}]},
        {"field_2": [{1: [{1: pack("<I", 0x7FFFFFFF)}]}]},
        {"field_19": pack("<I", 0x7FFFFFFF)},
    ],
    ids=["text far away", "text behind the file", "graphs", "nodes", "operator", "memory"],
)
def test_an_offset_that_leads_out_of_the_flatbuffer_is_damage(read: Read, model: Make, changes: dict[str, Any]) -> None:
    """A runtime verifies the FlatBuffer and refuses it too."""
    problem = read(model(**changes)).problem

    assert problem
    assert problem.startswith("the FlatBuffer ends at byte ")


@pytest.mark.parametrize("root", [0xFFFFFFFF, 0, 3], ids=["far away", "itself", "crooked"])
def test_a_root_that_is_nowhere_is_damage(read: Read, container: Make, root: int) -> None:
    """The first offset is as little trusted as the others."""
    found = read(container(6, pack("<I", root) + b"RKNN" + b"\xff" * 100, b"{}"))

    assert found.kind == "unreadable"


def test_a_model_without_a_schema_number_is_damaged(read: Read, model: Make) -> None:
    """It is what a runtime looks at first."""
    assert read(model(field_0=None)).problem == "the FlatBuffer has no schema number, needed one"


def test_a_table_of_fields_that_is_cut_off_is_damage(read: Read, container: Make) -> None:
    """The root table says that it has 100 fields, and the FlatBuffer ends before."""
    found = read(container(6, pack("<I4sHHi", 12, b"RKNN", 204, 4, 4), b"{}"))

    assert found.problem == "the FlatBuffer ends at byte 80, but leads to bytes 80 to 84"


@pytest.mark.parametrize(
    ("changes", "length", "longest"),
    [({"field_11": "x" * 4097}, 4097, 4096), ({"field_2": [{1: [{1: "x" * 257}]}]}, 257, 256)],
    ids=["custom string", "operator"],
)
def test_a_long_text_is_damage(read: Read, model: Make, changes: dict[str, Any], length: int, longest: int) -> None:
    """A toolkit takes custom strings of less than 1024 characters."""
    problem = read(model(**changes)).problem

    assert problem
    assert problem.startswith(f"the FlatBuffer has a text of {length} bytes at byte ")
    assert problem.endswith(f", needed at most {longest}")


def test_a_text_that_is_no_utf8_is_shown_in_escapes(read: Read, model: Make) -> None:
    """The runtime compares bytes, so it is odd, not damaged."""
    content = model().replace(b"RKNPU v2", b"RKNPU v\xff")

    assert read(content).npu == "RKNPU v\\xff"


@pytest.mark.parametrize(
    "payload",
    [b"", b"\x08\0\0", pack("<I", 0) + bytes(60), pack("<I", 64) + bytes(60), pack("<I", 0xFFFFFFFF) + bytes(60)],
    ids=["empty", "short", "none", "all of it", "more than all"],
)
def test_a_mini_payload_without_its_flatbuffer_is_damage(read: Read, container: Make, payload: bytes) -> None:
    """It states the size of the FlatBuffer at its end, which must leave room for that number."""
    problem = read(container(0x1004, payload, b"{}")).problem

    assert problem
    assert problem.startswith("found no FlatBuffer of ")


@pytest.mark.parametrize(
    ("size_of_payload", "size_of_file"), [(0xFFFFFFFFFFFFFFFF, 200), (1 << 40, 200), (137, 200)], ids=["most", "large", "just"]
)
def test_a_payload_that_is_larger_than_the_file_is_truncated(read: Read, size_of_payload: int, size_of_file: int) -> None:
    """The header of format 6 ends at byte 64."""
    found = read(pack("<8sQQ", b"RKNN", 6, size_of_payload).ljust(size_of_file, b"\0"))

    assert found.problem == f"truncated at byte {size_of_file}: by the header, the payload ends at byte {64 + size_of_payload}"


def test_a_payload_of_no_known_kind_is_damage(read: Read, container: Make) -> None:
    """The header is fine, and what it announces is not there."""
    assert read(container(6, b"?" * 64, b"{}")).problem == "found no model of header format 6 in the payload at byte 64"


def test_a_payload_of_nothing_is_damage(read: Read, container: Make) -> None:
    """Only generation 1 has files without a payload, of format 2."""
    assert read(container(6, b"", b"{}")).problem == "found no model of header format 6 in the payload at byte 24"


def test_a_model_with_many_nodes_costs_a_bounded_number_of_reads(
    read: Read, model: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The operators of the first nodes are told, and that there are more."""
    reads = []
    original = RegularFile.read

    def counting(file: RegularFile, offset: int, length: int) -> bytes:
        reads.append(length)
        return original(file, offset, length)

    monkeypatch.setattr(RegularFile, "read", counting)
    found = read(model(field_2=[{1: [{1: "Conv"}] * 20_000}]))

    assert found.operators == ("Conv",)
    assert found.oddities == ("the graph is so large that not all of its operators were read",)
    assert len(reads) < 200_000


def test_a_model_with_many_graphs_is_read_by_its_first_ones(read: Read, model: Make) -> None:
    """There is one for each set of input shapes, all with the same operators."""
    found = read(model(field_2=[{1: [{1: "Conv"}]}] * 256 + [{1: [{1: "Add"}]}]))

    assert found.operators == ("Conv",)


@pytest.mark.parametrize("value", ["", "rk3588", "\u00e9" * 50])
def test_a_hostile_json_takes_little_memory(read: Read, model: Make, peak: Callable[[], int], value: str) -> None:
    """What is wanted of it is bounded only once it is read, and it is read only up to four megabytes."""
    item = f'"{value}"'.encode()
    count = 4 * MEGABYTE // (len(item) + 1) - 10
    content = model(tail=b'{"target_platform":[%s]}' % b",".join([item] * count))
    before = peak()
    problem = read(content).problem

    assert problem
    assert "does not describe a model" in problem
    assert peak() - before < 150 * MEGABYTE


def test_a_large_file_takes_little_memory(model: Make, tmp_path: Path, peak: Callable[[], int]) -> None:
    """The weights, which are most of a model, are never read: here they are a hole of one gigabyte."""
    size = 1 << 30
    content = model(6, tail=b"{}", field_0=6)
    with (tmp_path / "model.rknn").open("wb") as file:
        file.write(content[:16] + pack("<Q", size) + content[24:-10])
        file.seek(64 + size)
        file.write(content[-10:])
    before = peak()
    found = read_model(tmp_path / "model.rknn")

    assert (found.size, found.toolkit, found.oddities) == (64 + size + 10, "1.4.0", ())
    assert peak() - before < MEGABYTE

"""Whatever happens to the bytes of a file of the stack, reading it ends soon, with an answer."""

import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from rkcompat.artifacts import read_artifact, read_source
from rkcompat.artifacts._source import Memory
from rkcompat.report._inspect import inspect_to_json, inspect_to_text

from .making import (
    API_1_6_0,
    BANNER,
    CONFIG,
    make_elf,
    make_image,
    make_module,
    make_tree,
    make_wheel,
    needs_dtc,
    needs_gcc,
    pack_with,
)
from .test_device_tree import DECODER, RK3588, fill
from .test_kernel_files import MODULE

#: Half of the changes fall on the headers, where they say most.
place = st.one_of(st.integers(0, 400), st.integers(0, 20_000))
piece = st.one_of(
    st.binary(min_size=1, max_size=8),
    st.sampled_from([b"\0\0\0\0", b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f", b"\x01\0\0\0\0\0\0\0", b"\xff" * 8, b"\0\0\x10\0"]),
)
change = st.tuples(st.sampled_from(["write", "insert", "cut"]), place, piece)
fuzz = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def changed(content: bytes, changes: list[tuple[str, int, bytes]]) -> bytes:
    """The content with these changes."""
    for kind, at, what in changes:
        at = min(at, max(len(content) - 1, 0))  # noqa: PLW2901, a place in what is left
        end = len(content) if kind == "cut" else at + (len(what) if kind == "write" else 0)
        content = content[:at] + (b"" if kind == "cut" else what) + content[end:]
    return content


def check_answer(name: str, content: bytes) -> None:
    """Any answer will do, and both reports can be made of it."""
    found = read_source(name, Memory(content))

    assert (found.problem or "x").isprintable()
    assert inspect_to_json([found])
    assert inspect_to_text([found])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all."""
    return tmp_path_factory.mktemp("fuzz")


@pytest.fixture(scope="module")
def library(folder: Path) -> bytes:
    """A library that needs versions of symbols."""
    how = {"soname": "librknnrt.so", "texts": [BANNER], "exports": API_1_6_0, "needed": ["libc.so.6"]}
    return make_elf(folder / "a.so", versions={"puts": "GLIBC_2.17"}, runpath="$ORIGIN", **how).read_bytes()  # type: ignore[arg-type]  # words of make_elf


@pytest.fixture(scope="module")
def module(folder: Path) -> bytes:
    """A kernel module."""
    return make_module(folder / "a.ko", MODULE, has_crcs=True, is_signed=True).read_bytes()


@pytest.fixture(scope="module")
def tree(folder: Path) -> bytes:
    """A device tree."""
    return make_tree(folder / "a.dtb", fill(RK3588, "0x0 0x79000", DECODER), "-@").read_bytes()


@needs_gcc
@fuzz
@given(changes=st.lists(change, min_size=1, max_size=4))
def test_a_changed_library_is_read_or_refused(library: bytes, changes: list[tuple[str, int, bytes]]) -> None:
    """Headers that lie, tables that lead nowhere."""
    check_answer("librknnrt.so", changed(library, changes))


@needs_gcc
@fuzz
@given(changes=st.lists(change, min_size=1, max_size=4))
def test_a_changed_module_is_read_or_refused(module: bytes, changes: list[tuple[str, int, bytes]]) -> None:
    """As the same."""
    check_answer("rknpu.ko", changed(module, changes))


@needs_dtc
@fuzz
@given(changes=st.lists(change, min_size=1, max_size=4))
def test_a_changed_device_tree_is_read_or_refused(tree: bytes, changes: list[tuple[str, int, bytes]]) -> None:
    """Offsets, counts of cells, nodes that do not end."""
    check_answer("board.dtb", changed(tree, changes))


SMALL = CONFIG.encode()
ROOT = make_image(config=None, driver=b"")[:6000]


@fuzz
@given(
    changes=st.lists(change, min_size=1, max_size=4),
    start=st.sampled_from([pack_with(method, ROOT) for method in ("gzip", "xz", "zstd", "lz4", "lz4-frame", "lzma")]),
)
def test_changed_packed_data_are_read_or_refused(start: bytes, changes: list[tuple[str, int, bytes]]) -> None:
    """In every way of packing."""
    check_answer("Image", changed(start, changes))


@fuzz
@given(
    changes=st.lists(change, min_size=1, max_size=4),
    start=st.sampled_from([make_wheel(), SMALL, b"rknpu.version=0.9.8\0a.b=c\0", fill(RK3588, "0x0 0x1000").encode(), ROOT]),
)
def test_other_changed_files_are_read_or_refused(start: bytes, changes: list[tuple[str, int, bytes]]) -> None:
    """Wheels, configurations, lists, source, plain kernels."""
    check_answer("file", changed(start, changes))


@fuzz
@given(
    content=st.binary(max_size=300),
    start=st.sampled_from(
        [
            b"\x7fELF",
            b"\x7fELF\x02\x01\x01",
            b"\xd0\x0d\xfe\xed",
            b"PK\x03\x04",
            b"\x1f\x8b\x08",
            b"/dts-v1/;",
            b"CONFIG_A=y\n",
            b"MZ\0\0zimg",
            b"Metadata-Version: 2.1\n",
            b"",
        ]
    ),
    name=st.sampled_from(["librknnrt.so", "rknpu.ko", "board.dtb", "a.whl", "Image", "a.rkllm", "\x1b[2J"]),
)
def test_any_bytes_are_read_or_refused(start: bytes, content: bytes, name: str) -> None:
    """Whatever they are called."""
    check_answer(name, start + content)


@pytest.fixture
def peak() -> Iterator[list[int]]:
    """Where the most memory that Python held, in bytes, is put when the test is over."""
    found = [0]
    tracemalloc.start()
    yield found
    tracemalloc.stop()


@pytest.mark.parametrize(
    "beginning",
    [
        b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\0\xb7\0" + b"\xff" * 44,
        b"PK\x03\x04",
        b"\xd0\x0d\xfe\xed\x7f\xff\xff\xff",
        b"\x1f\x8b\x08",
        b"CONFIG_A=y\n",
        b"/ { a",
        b"a.b=c\0",
    ],
    ids=["ELF", "wheel", "device tree", "gzip", "configuration", "source", "list"],
)
def test_a_file_with_a_large_hole_costs_little(tmp_path: Path, peak: list[int], beginning: bytes) -> None:
    """Two gigabytes that are not there."""
    path = tmp_path / "file"
    with path.open("wb") as file:
        file.write(beginning)
        file.truncate(2 << 30)
    found = read_artifact(path)
    peak[0] = tracemalloc.get_traced_memory()[1]

    assert found.problem
    assert peak[0] < 64 << 20


@needs_gcc
def test_tables_without_end_are_given_up(library: bytes) -> None:
    """A header that names four thousand million sections, all the same."""
    content = bytearray(library)
    content[60:62] = b"\0\0"
    sections = int.from_bytes(content[40:48], "little")
    content[sections + 32 : sections + 40] = (1 << 32).to_bytes(8, "little")
    content[58:60] = b"\0\0"

    assert read_source("librknnrt.so", Memory(bytes(content))).kind in {"unreadable", "runtime-library"}


@pytest.mark.parametrize("text", ["/*" * 500_000, '"\\' * 500_000, "&{" * 500_000, "a:" * 500_000, "{" * 1_000_000])
def test_source_that_is_made_to_be_slow_is_not(text: str) -> None:
    """Each of these takes a careless expression hours."""
    assert read_source("board.dts", Memory(b"/dts-v1/;\n/ {\n" + text.encode())).problem


def test_a_kernel_that_is_made_to_be_slow_is_not() -> None:
    """The driver's name and the begin of a configuration, over and over."""
    driver = b"RKNPU driver" * 40_000 + b"IKCFG_ST\x1f\x8b" * 40_000

    assert read_source("Image", Memory(make_image(config=None, driver=driver))).problem is None

"""A model file says what it is, and whatever is no model or is damaged says why."""

import csv
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from struct import pack
from typing import Any

import pytest

from rkcompat.artifacts import read_model
from rkcompat.model.artifact import ModelFile

SAMPLES = Path(__file__).parent.parent / "samples"
with (SAMPLES / "models.tsv").open(encoding="utf-8", newline="") as table:
    MADE = list(csv.DictReader(table, delimiter="\t"))

MADE_BY = "1.4.0(compiler version: 1.4.2b4 (ba1a7fe97@2023-03-06T22:00:25))"

Read = Callable[..., ModelFile]
Make = Callable[..., bytes]


def number(text: str) -> int | None:
    """A cell of the table: empty is unknown."""
    return int(text) if text else None


@pytest.mark.parametrize("row", MADE, ids=lambda row: row["file"])
def test_a_real_model_reads_as_its_toolkit_made_it(row: dict[str, str]) -> None:
    """Every field of every sample, and nothing odd about any of them."""
    path = SAMPLES / "made" / row["file"]
    found = read_model(path)
    commit = found.compiler_build and found.compiler_build.partition("@")[0]

    assert found == ModelFile(
        path=str(path),
        size=int(row["size"]),
        kind="rknn",
        layout=row["layout"] or None,  # type: ignore[arg-type]
        format=number(row["format"]),
        schema=number(row["schema"]),
        encrypted=bool(row["encryption_level"]),
        encryption_level=number(row["encryption_level"]),
        npu=row["npu"] or None,
        target_platform=(row["target_platform"],) if row["target_platform"] else None,
        toolkit=row["toolkit"] or None,
        compiler=row["compiler"] or None,
        compiler_build=found.compiler_build,
        framework=None if row["encryption_level"] else "ONNX",
        dynamic_shape={"true": True, "false": False, "": None}[row["dynamic_shape"]],
        custom_string=row["custom_string"] or None,
        batch_size=number(row["batch_size"]),
        weight_bytes=number(row["weight_bytes"]),
        internal_bytes=number(row["internal_bytes"]),
        operators=tuple(row["operators"].split()),
    )
    assert commit == (row["compiler_commit"] or None)


DAMAGED = {
    "badmagic": "found a file that does not begin as a model does, needed a .rknn or .rkllm model",
    "html": "found a web page, needed a .rknn or .rkllm model",
    "lfs": "found a Git LFS pointer ('git lfs pull' fetches what it stands for), needed a .rknn or .rkllm model",
    "notail": "truncated at byte 18560: the size of the JSON stands at byte 18560, the JSON behind it",
    "trunc100": "truncated at byte 100: by the header, the payload ends at byte 18560",
    "truncpay": "truncated at byte 10000: by the header, the payload ends at byte 18560",
    "trunctail": "truncated at byte 19296: by its size at byte 18560, the JSON ends at byte 19596",
    "v0": "found header format 0 at byte 8, needed one of 1, 2, 4, 6, 0x1004",
    "zeros": "found zeros from byte 0 on, as an interrupted copy leaves them, needed a .rknn or .rkllm model",
}
ODD = {
    "f0": (0, "found schema 0 in the FlatBuffer, where 6 goes with header format 6"),
    "f7": (7, "found schema 7 in the FlatBuffer, where 6 goes with header format 6"),
    "f8": (8, "found schema 8 in the FlatBuffer, where 6 goes with header format 6"),
    "v7": (6, "found header format 7 at byte 8, which no known toolkit writes"),
    "v255": (6, "found header format 255 at byte 8, which no known toolkit writes"),
}


def test_every_damaged_sample_is_spoken_of() -> None:
    """A new sample fails until its reason is written down."""
    assert {path.stem for path in (SAMPLES / "damaged").iterdir()} == DAMAGED.keys() | ODD.keys()


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_model_says_what_is_wrong(name: str) -> None:
    """One reason, with the byte; and none of what the file would say otherwise."""
    path = SAMPLES / "damaged" / f"{name}.rknn"

    assert read_model(path) == ModelFile(path=str(path), size=path.stat().st_size, kind="unreadable", problem=DAMAGED[name])


@pytest.mark.parametrize("name", ODD)
def test_an_odd_number_is_left_to_the_runtime(name: str) -> None:
    """A runtime parses such a file and then looks at its schema number, so it is told, not judged, here."""
    found = read_model(SAMPLES / "damaged" / f"{name}.rknn")

    assert found.kind == "rknn"
    assert (found.schema, *found.oddities) == ODD[name]


def test_a_text_path_and_a_path_object_read_alike() -> None:
    """The answer names the file as the user did."""
    path = SAMPLES / "made" / "2.3.2_rk3588_i8.rknn"

    assert read_model(str(path)) == read_model(path)


@pytest.mark.parametrize(("header_format", "header_size"), [(1, 24), (2, 64), (4, 64)])
def test_older_formats_are_read(read: Read, model: Make, header_format: int, header_size: int) -> None:
    """Format 1 has a header of 24 bytes, 2 and 4 have one of 64; the schema is 1 in all of them."""
    content = model(header_format)
    found = read(content)

    assert content.index(b"RKNN", 4) == header_size + 4
    assert found.format == header_format
    assert found.schema == 1
    assert (found.toolkit, found.compiler, found.compiler_build) == ("1.4.0", "1.4.2b4", "ba1a7fe97@2023-03-06T22:00:25")
    assert (found.npu, found.target_platform, found.framework) == ("RKNPU v2", ("rk3588",), "ONNX")
    assert (found.dynamic_shape, found.batch_size, found.custom_string) == (True, 4, "mine")
    assert (found.weight_bytes, found.internal_bytes) == (3456, 8960)
    assert found.operators == ("Conv", "cstDualResidual")
    assert found.oddities == ()


def test_what_an_old_schema_lacks_is_unknown(read: Read, model: Make) -> None:
    """Format 1 ends with the 14th field: no batch size, no kind of shapes, no memory."""
    found = read(model(1, field_14=None, field_16=None, field_19=None))

    assert (found.batch_size, found.dynamic_shape, found.weight_bytes, found.internal_bytes) == (None, None, None, None)
    assert found.oddities == ()


def test_a_model_without_graphs_has_no_operators(read: Read, model: Make) -> None:
    """Nothing is made up."""
    assert read(model(field_2=None)).operators == ()


def test_a_compiled_model_of_generation_1_is_read(read: Read, container: Make) -> None:
    """It wrote platforms in upper case, and its JSON is all that speaks."""
    tail = b'{"version": "1.7.5b1", "target_platform": ["RV1109", "RV1126"], "ori_network_platform": "tensorflow"}'
    found = read(container(1, b"VPMN" + bytes(60), tail))

    assert (found.kind, found.layout, found.format, found.schema) == ("rknn", "generation-1", 1, None)
    assert (found.toolkit, found.target_platform, found.framework) == ("1.7.5b1", ("rv1109", "rv1126"), "tensorflow")
    assert found.oddities == ()


def test_an_uncompiled_model_of_generation_1_is_read(read: Read, container: Make) -> None:
    """Its payload is empty, its weights follow the JSON, and it names no platform."""
    found = read(container(2, b"", b'{"version": "1.3.0", "ovxlib_version": "1.1.12"}') + bytes(3000))

    assert (found.kind, found.layout, found.format) == ("rknn", "generation-1", 2)
    assert (found.toolkit, found.target_platform) == ("1.3.0", None)
    assert found.oddities == ()


def test_a_bare_graph_of_generation_1_is_known(read: Read) -> None:
    """Without the container there is nothing to read but what it is."""
    found = read(b"VPMN" + bytes(100))

    assert (found.kind, found.layout, found.format) == ("rknn", "generation-1", None)
    assert found.oddities == ("a bare Vivante graph, without the container of a .rknn file",)


def test_a_rkllm_model_is_known_by_its_last_bytes(read: Read) -> None:
    """The version of its toolkit stands there; nothing else can be read."""
    found = read(b"\xa5" * 5000 + b"rkllm-toolkit version: 1.2.1b1\0", "model.bin")

    assert (found.kind, found.toolkit, found.problem) == ("rkllm", "1.2.1b1", None)


def test_an_older_rkllm_model_is_known_by_its_name(read: Read) -> None:
    """It is opaque, which is no damage."""
    found = read(b"\xa5" * 5000, "model.rkllm")

    assert (found.kind, found.toolkit, found.problem) == ("rkllm", None, None)


LINK = "found a path, which is how Git checks out a symbolic link where there are none, needed a .rknn or .rkllm model"
ENCRYPTED = b"CYPTRKNN" + pack("<QQQ", 1, 1, 500)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "found an empty file, needed a .rknn or .rkllm model"),
        (b"RKN", "truncated at byte 3: the magic takes 8 bytes"),
        (b"RKNN\0\0\0\0\6\0\0", "truncated at byte 11: the header takes 24 bytes"),
        (b"RKNN\1\0\0\0" + bytes(100), "found a file that does not begin as a model does, needed a .rknn or .rkllm model"),
        (b"\n<html>secret</html>", "found a web page, needed a .rknn or .rkllm model"),
        (b"\xef\xbb\xbf<?xml version='1.0'?>", "found a web page, needed a .rknn or .rkllm model"),
        (b"../lib/librknnrt.so", LINK),
        (b"librknnrt.so", LINK),
        (b"\x7fELF" + bytes(100), "found an ELF program or library, needed a .rknn or .rkllm model"),
        (b"PK\3\4" + bytes(100), "found a ZIP archive, needed a .rknn or .rkllm model"),
        (b'{"secret": 1}', "found a JSON text, needed a .rknn or .rkllm model"),
        (b"\x1c\0\0\0TFL3" + bytes(100), "found a TensorFlow Lite model, needed a .rknn or .rkllm model"),
        (b"secret text of another kind\n", "found a file that does not begin as a model does, needed a .rknn or .rkllm model"),
        (b"CYPTRKNN" + bytes(100), "truncated at byte 108: the header of an encrypted model takes 288 bytes"),
        (ENCRYPTED + bytes(300), "truncated at byte 332: by the header, the encrypted model ends at byte 788"),
    ],
    ids=lambda value: value[:20],
)
def test_what_is_no_model_is_named_by_its_kind(read: Read, content: bytes, problem: str) -> None:
    """The reason never shows what is in the file: it may be anything."""
    found = read(content)

    assert (found.kind, found.problem) == ("unreadable", problem)


def test_an_encryption_of_another_kind_is_odd(read: Read) -> None:
    """The toolkits know the levels 1 to 3."""
    found = read(b"CYPTRKNN" + pack("<QQQ", 1, 9, 500) + bytes(756 + 5))

    assert (found.encrypted, found.encryption_level) == (True, 9)
    assert found.oddities == (
        "the encryption level at byte 16 is 9, needed 1, 2 or 3",
        "5 bytes follow the encrypted model, which ends at byte 788",
    )


@pytest.mark.parametrize(
    ("tail", "problem"),
    [
        (b"", "the JSON is broken between bytes {start} and {start}"),
        (b'{"version": "1.4.0", "name": "secr', "the JSON is broken between bytes {start} and {end}"),
        (b'{"version": secret}', "the JSON is broken at byte {bad}"),
        (b'{"version": "\xff"}', "the JSON is broken between bytes {start} and {end}"),
        (
            b'{"version": 14}',
            "the JSON at byte {start} does not describe a model: Expected `str | null`, got `int` - at `$.version`",
        ),
        (b'["secret"]', "the JSON at byte {start} does not describe a model: Expected `object`, got `array`"),
        (b'{"nodes": ' + b"[" * 100_000, "the JSON at byte {start} is nested too deeply"),
        (b" " * (4 << 20) + b"{}", "found a JSON of 4194306 bytes at byte {start}, needed at most 4194304"),
    ],
    ids=["empty", "cut", "no JSON", "no UTF-8", "wrong type", "no object", "deep", "long"],
)
def test_a_broken_json_says_where(read: Read, model: Make, tail: bytes, problem: str) -> None:
    """The place counts from the start of the file."""
    content = model(tail=tail)
    start = len(content) - len(tail)
    found = read(content)

    assert (found.kind, found.problem) == ("unreadable", problem.format(start=start, end=len(content), bad=start + 12))


@pytest.mark.parametrize(
    "tail",
    [b'{"target_platform": [%s]}' % b",".join([b'"rk3588"'] * 65), b'{"version": "%s"}' % (b"1" * 257)],
    ids=["list", "text"],
)
def test_a_json_that_says_too_much_describes_no_model(read: Read, model: Make, tail: bytes) -> None:
    """What is kept of it is bounded too."""
    found = read(model(tail=tail))

    assert found.problem
    assert "does not describe a model" in found.problem


def test_what_follows_the_json_is_odd(read: Read, model: Make) -> None:
    """It is no reason not to read the model."""
    content = model()
    found = read(content + b"more")

    assert found.kind == "rknn"
    assert found.oddities == (f"4 bytes follow the JSON, which ends at byte {len(content)}",)


@pytest.mark.parametrize(
    ("changes", "oddity"),
    [
        (
            {"field_1": "RKNPU lite"},
            "the target platform is rk3588, but the NPU type is RKNPU lite, which is the one that a runtime follows",
        ),
        ({"field_8": "rk3588x"}, "the target platform is rk3588x in the FlatBuffer, but rk3588 in the JSON"),
        ({"field_7": MADE_BY.replace("1.4.0(", "1.5.0(")}, "the toolkit is 1.5.0 in the FlatBuffer, but 1.4.0 in the JSON"),
        ({"field_7": "by hand"}, "the FlatBuffer does not name toolkit and compiler in the way that the known toolkits do"),
        ({"field_6": 10600}, "the compiler is 1.4.2b4 by its text, but 1.6.0 by its number, at which a runtime looks"),
    ],
    ids=["npu", "platform", "toolkit", "made by", "compiler"],
)
def test_a_model_that_disagrees_with_itself_is_odd(read: Read, model: Make, changes: dict[str, Any], oddity: str) -> None:
    """Rockchip itself ships a model for RK3566 that only an RK3588 runs; so none of this makes a file unreadable."""
    found = read(model(**changes))

    assert found.kind == "rknn"
    assert found.oddities == (oddity,)


def test_the_compilers_number_wins_over_its_text(read: Read, model: Make) -> None:
    """It is what a runtime compares with its own version."""
    assert read(model(field_6=10600)).compiler == "1.6.0"
    assert read(model(field_6=None)).compiler == "1.4.2b4"
    assert read(model(field_7=None)).compiler == "1.4.2"


def test_the_json_fills_in_what_the_flatbuffer_lacks(read: Read, model: Make) -> None:
    """Toolkit and platform stand in both, so that one of them may be missing without a word on it."""
    assert read(model(field_7=None)).toolkit == "1.4.0"
    assert read(model(field_8=None)).target_platform == ("rk3588",)
    assert read(model(field_1=None, field_8=None)).oddities == ()
    assert read(model(tail=b"{}", field_8="RK3588")).target_platform == ("rk3588",)


def test_a_missing_file_is_the_systems_own_error(tmp_path: Path) -> None:
    """The caller knows better what that means."""
    with pytest.raises(FileNotFoundError):
        read_model(tmp_path / "nothing.rknn")


@pytest.mark.parametrize("name", ["a\0b.rknn", "a\ud800b.rknn"], ids=["NUL", "surrogate"])
def test_a_name_that_no_file_can_have_is_a_missing_file(name: str) -> None:
    """A manifest can hold any text."""
    with pytest.raises(FileNotFoundError):
        read_model(name)


def test_a_file_that_must_not_be_read_is_the_systems_own_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not called damaged; root may read everything, so the refusal is made up."""
    path = tmp_path / "model.rknn"
    path.touch()

    def refuse(*_: object) -> int:
        raise PermissionError

    monkeypatch.setattr(os, "open", refuse)

    with pytest.raises(PermissionError):
        read_model(path)


def test_a_directory_is_refused(tmp_path: Path) -> None:
    """It is not opened."""
    assert read_model(tmp_path).problem == "found a directory, needed a regular file"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_what_could_block_or_never_ends_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A FIFO, a socket and a device are not opened at all, not even through a link."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo("fifo")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket")
    Path("link").symlink_to("/dev/zero")
    problems = [read_model(name).problem for name in ("fifo", "socket", "link")]

    assert problems == [f"found {what}, needed a regular file" for what in ("a FIFO", "a socket", "a character device")]


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_a_link_to_a_model_is_followed(tmp_path: Path) -> None:
    """Boards are full of them."""
    (tmp_path / "model.rknn").symlink_to(SAMPLES / "made" / "2.3.2_rk3588_i8.rknn")

    assert read_model(tmp_path / "model.rknn").toolkit == "2.3.2"


def test_a_fifo_that_takes_the_files_place_does_not_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the look at a file and its opening it may be replaced."""
    if sys.platform == "win32":
        pytest.skip("Windows has no FIFOs in folders")
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "file").touch()
    before = os.stat(tmp_path / "file")
    monkeypatch.setattr(os, "stat", lambda _: before)

    assert read_model(tmp_path / "fifo").problem == "found a FIFO, needed a regular file"


def test_the_package_loads_nothing_that_is_slow() -> None:
    """`check` pays for it with each manifest that names a model."""
    code = (
        "import sys, msgspec; before = set(sys.modules); import rkcompat.artifacts; print(*sorted(set(sys.modules) - before))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()

    assert {name for name in loaded if not name.startswith("rkcompat")} <= {"_struct", "errno", "struct"}
    assert not {"rkcompat.artifacts._rknn", "rkcompat.artifacts._recognize"} & set(loaded)

"""Logs as people have them: wrapped, quoted, pasted, endless."""

import io
from collections.abc import Callable

import pytest

from rkcompat.logs import read_logs
from rkcompat.logs._clean import clean
from rkcompat.model.log import ReadLog
from rkcompat.model.matrix import Matrix

Read = Callable[..., ReadLog]

REFUSED = (
    "E RKNN: [10:00:00.000] Mismatch driver version, librknnrt version: 1.6.0 (9a7b5d24c@2023-12-13T17:31:11)"
    " requires driver version >= 0.7.0, but you have driver version: 0.1.0 which is incompatible!"
)


def ids(log: ReadLog) -> list[str]:
    """The signatures that were met, in order."""
    return [hit.signature.id for hit in log.hits]


@pytest.mark.parametrize("width", [60, 80, 97, 100, 132, 150])
def test_a_line_that_a_terminal_broke_is_one(width: int, read: Read) -> None:
    """Wherever it broke, even inside a word; it counts as standing where it begins."""
    pieces = [REFUSED[at : at + width] for at in range(0, len(REFUSED), width)]
    log = read("\n".join(["booting", *pieces, "done"]))

    assert ids(log) == ["driver-refused"]
    assert log.hits[0].groups["driver"] == "0.1.0"
    assert log.hits[0].line == 2


def test_two_messages_are_not_joined(read: Read) -> None:
    """A line that begins a message of its own continues none."""
    assert ids(read("E RKNN: [10:00:00.000] something long enough failed to\nE RKNN: [10:00:00.001] submit!, op id: 1\n")) == []


@pytest.mark.parametrize(
    ("pasted", "printed"),
    [
        ("E RKNN: [02:27:31.133] 6, 4\r", "E RKNN: 6, 4"),
        ("06-28 09:30:04.462 26854 26854 E RKNN    : 6, 4", "E RKNN: 6, 4"),
        ("2022-07-06 15:37:03.100 12848-12876 E/RKNN: 6, 4", "E RKNN: 6, 4"),
        ("E/RKNN( 1234): 6, 4", "E RKNN: 6, 4"),
        ("> > `E RKNN: 6, 4`", "E RKNN: 6, 4"),
        ("E RKNN\uff1a 6\uff0c 4", "E RKNN: 6, 4"),
        ("Nov 29 10:00:00 host app[1]: E RKNN: [02:27:31.133] 6, 4", "E RKNN: 6, 4"),
        ("app-1  | 2026-11-29T10:00:00.1Z E RKNN: [02:27:31.133] 6, 4", "E RKNN: 6, 4"),
        ('{"log":"E RKNN: [02:27:31.133] 6, 4\\r\\n","stream":"stderr","time":"2026-11-29T10:00:00Z"}', "E RKNN: 6, 4"),
        ("support model version &lt;= 6", "support model version <= 6"),
        ("[Wed Apr  1 10:09:24 2026] RKNPU: soft reset", "RKNPU: soft reset"),
    ],
)
def test_a_pasted_line_becomes_the_printed_one(pasted: str, printed: str) -> None:
    """Without what carried it."""
    assert clean(pasted)[0] == printed


def test_equal_lines_are_one_hit_with_a_count(read: Read) -> None:
    """Time stamps make no line another one."""
    log = read("".join(f"E RKNN: [10:00:{second:02}.000] 6, 1\n" for second in range(50)))

    assert [(hit.line, hit.last, hit.count) for hit in log.hits] == [(1, 50, 50)]


def test_what_is_kept_does_not_grow_with_the_log(read: Read) -> None:
    """Thousands of different lines of one signature."""
    log = read("".join(f"E RKNN: failed to submit!, op id: {number}, op name: Conv{number}\n" for number in range(5000)))

    assert len(log.hits) <= 40
    assert log.lines == 5000


def test_a_line_of_megabytes_is_looked_at_in_pieces(read: Read) -> None:
    """Wherever in it the message stands."""
    assert ids(read("x " * 700_000 + "Invalid RKNN model version 6" + " y" * 700_000)) == ["model-format-invalid"]


@pytest.mark.parametrize("content", [b"", b"\n", b"\0" * 5000, b"\xff\xfe\x00", "日本語\n".encode(), b"\r\r\r"])
def test_what_is_no_log_says_nothing(content: bytes, read: Read) -> None:
    """Nor does it break anything."""
    assert read(content).hits == ()


def test_logs_are_told_apart(matrix: Matrix) -> None:
    """Each line is found again by file and number."""
    files = [("a.log", io.BytesIO(b"\nE RKNN: 6, 1\n")), ("-", io.BytesIO(b"E RKNN: 6, 4"))]
    log = read_logs(files, matrix.signatures)

    assert [hit.place for hit in log.hits] == ["a.log:2", "standard input:1"]


def test_a_line_that_is_whole_is_joined_to_none(read: Read) -> None:
    """What follows may have a word of it."""
    line = "RKNPU fdab0000.npu: RKNPU: sram region: [0x00000000ff001000, 0x00000000ff0f0000), sram size: 0xef000"

    assert ids(read(f"{line}\n1.2 about the SRAM region of a board that is described here\n")) == ["sram-active"]

"""The form for a vendor: everything that is asked for, and nothing of a person or a network."""

import io

import pytest

from rkcompat import add_log, check, load_matrix
from rkcompat.logs import read_logs
from rkcompat.manifest import parse_manifest
from rkcompat.model.reading import ReadManifest
from rkcompat.report._issue_form import FIELDS, issue_form
from rkcompat.report._redact import redact

MATRIX = load_matrix()


def form(manifest: str, log: str = "", **answers: str) -> str:
    """The form of a manifest without its first line, and of a log."""
    text = f"manifest = 1\n{manifest}"
    read = ReadManifest(path="m.toml", sha256="", text=text, manifest=parse_manifest(text.encode(), "m.toml"))
    if log:
        read = add_log(read, read_logs([("app.log", io.BytesIO(log.encode()))], MATRIX.signatures), MATRIX)
    hits = read.log.hits if read.log else ()
    return issue_form(check(read, MATRIX), MATRIX, hits, example_runs=answers.get("example"))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("/home/kim/models/a.rknn", "~/models/a.rknn"),
        ("open '/Users/kim/a' failed", "open '~/a' failed"),
        ("/root/a.log", "~/a.log"),
        (r"C:\Users\kim\a", r"~\a"),
        ("kim@board:~$ ./demo", "USER@HOST:~$ ./demo"),
        ("device '192.0.2.1:40655' not found", "device 'ADDRESS' not found"),
        ("fe80:0:0:0:a:b:c:d", "ADDRESS"),
        ("00:11:22:aa:bb:cc", "MAC"),
        ("Serial Number: 0123456789ABCDEF", "Serial Number: SERIAL"),
        ("device id is: 7a8f", "device id is: SERIAL"),
        ("hostname=kims-board", "hostname=NAME"),
        ("Linux kims-board 6.1.75 #1 SMP", "Linux HOST 6.1.75 #1 SMP"),
        ("API_KEY=abc", "API_KEY=SECRET"),
    ],
)
def test_what_belongs_to_somebody_is_replaced(text: str, left: str) -> None:
    """Whatever line it stands in."""
    assert redact(text) == left


@pytest.mark.parametrize(
    "text",
    [
        "librknnrt version: 2.3.2 (429f97ae6b@2025-04-09T09:09:27)",
        "E RKNN: [10:00:00.000] 6, 4",
        "driver version 0.9.8, kernel 6.1.75",
        "/usr/lib/librknnrt.so",
        "sram region: [0x00000000ff001000, 0x00000000ff0f0000)",
    ],
)
def test_what_tells_of_the_stack_stays(text: str) -> None:
    """Builds, versions, times and system paths are nobody's."""
    assert redact(text) == text


def test_what_is_missing_is_listed_with_its_command() -> None:
    """On an empty manifest that is everything."""
    text = form("")

    assert all(f"- {field.label}: `{field.how}`" in text for field in FIELDS)
    assert "official-example-runs=yes" in text


def test_only_named_fields_leave() -> None:
    """The label is the user's own, and tables of theirs too."""
    text = form(
        '[board]\nlabel = "line-3/unit-17"\n[x-factory]\nserial = "4711"\n[[container]]\nid = "kims-nas"\nkind = "docker"\n'
    )

    assert not [word for word in ("unit-17", "4711", "kims-nas") if word in text]
    assert "| container | docker |" in text


def test_the_log_is_handed_over_line_by_line() -> None:
    """Only what says something, and no line closes the fence."""
    text = form("", "a secret of mine\n```` Invalid RKNN model version 6 ````\nmore\n")

    assert "Invalid RKNN model version 6" in text
    assert "secret of mine" not in text
    assert text.count("````") == 2


def test_a_value_stays_in_its_cell() -> None:
    """Markdown in a manifest is text."""
    assert r"| board | a \| \*b\* \<script\> |" in form("[board]\nname = 'a | *b* <script>'\n")


def test_an_answer_is_in_the_table() -> None:
    """And is no longer asked for."""
    text = form("", example="no")

    assert "| official example runs | no |" in text
    assert "official-example-runs" not in text

"""A stored report says in every format what it said when it was made."""

import json
from typing import Any

import pytest

from rkcompat.errors import UsageError
from rkcompat.report import FORMATS, PLAIN, Batch, Look, load_format
from rkcompat.report._stored import parse_report

from .hostile import HOSTILE
from .stack import COMPATIBLE, INCOMPATIBLE, LOCKED, MATRIX, UNDETERMINED
from .test_golden import BATCH
from .thirty import THIRTY

EVERY = {
    "compatible": COMPATIBLE,
    "incompatible": INCOMPATIBLE,
    "locked": LOCKED,
    "thirty": THIRTY,
    "undetermined": UNDETERMINED,
    "hostile": HOSTILE,
}


@pytest.mark.parametrize("style", FORMATS)
@pytest.mark.parametrize("case", EVERY)
def test_a_stored_report_gives_the_same_bytes(case: str, style: str) -> None:
    """In every format, the text too, with all that is shown on request."""
    stored = load_format("json").one(EVERY[case], MATRIX, PLAIN).encode()
    look = Look(verbose=True)

    assert load_format(style).write(parse_report(stored, "r.json"), look) == load_format(style).one(EVERY[case], MATRIX, look)


@pytest.mark.parametrize("style", FORMATS)
def test_a_stored_report_on_several_gives_the_same_bytes(style: str) -> None:
    """The one that could not be used is still among them."""
    stored = load_format("json").many(BATCH, MATRIX, PLAIN).encode()

    assert load_format(style).write(parse_report(stored, "r.json"), PLAIN) == load_format(style).many(BATCH, MATRIX, PLAIN)


def as_first_written(report: dict[str, Any]) -> dict[str, Any]:
    """Without the keys that came to the format later."""
    report["exit"].pop("fail_on")
    report["manifest"].pop("board", None)
    for finding in report["findings"]:
        for name in ("evidence", "demands"):
            finding.pop(name, None)
        for source in finding["sources"]:
            source.pop("basis")
    for answer in report["nearest"]:
        for name in ("run_by", "kind", "note"):
            answer.pop(name, None)
    for missing in report["missing"]:
        missing.pop("title")
    return report


@pytest.mark.parametrize("style", FORMATS)
@pytest.mark.parametrize("case", EVERY)
def test_a_report_of_an_early_version_can_be_read(case: str, style: str) -> None:
    """It says less, and is refused nowhere."""
    stored = json.dumps(as_first_written(json.loads(load_format("json").one(EVERY[case], MATRIX, PLAIN))))

    assert load_format(style).write(parse_report(stored.encode(), "r.json"), PLAIN)


def test_keys_of_later_versions_are_no_fault() -> None:
    """New keys may come within a format."""
    stored = json.loads(load_format("json").one(INCOMPATIBLE, MATRIX, PLAIN))
    stored["later"] = [1, {"x": None}]
    stored["findings"][0]["later"] = "x"
    again = load_format("json").write(parse_report(json.dumps(stored).encode(), "r.json"), PLAIN)

    assert again == load_format("json").one(INCOMPATIBLE, MATRIX, PLAIN)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "found no report that can be read"),
        (b"\xff\xfe", "found no report that can be read"),
        (b"[]", "found no report that can be read"),
        (b'{"format": "1"}', "Expected `int`, got `str`"),
        (b'{"format": 1}', "Object missing required field `tool`"),
        (b'{"format": 0}', "found report format 0, needed 1 or lower"),
        (b'{"format": 2, "reports": []}', "found report format 2, needed 1 or lower"),
        (b'{"format": 1, "reports": [1]}', "found no report that can be read"),
        (b'{"format": 1, "later": ' + b"[" * 200_000, "found no report that can be read"),
    ],
)
def test_what_is_no_report_is_refused_in_words(content: bytes, said: str) -> None:
    """With the file's name, never with a fault of ours."""
    with pytest.raises(UsageError, match=r"r\.json") as caught:
        parse_report(content, "r.json")

    assert said in str(caught.value)


def test_a_broken_entry_of_several_is_refused() -> None:
    """Not skipped: it was somebody's verdict."""
    stored = json.loads(load_format("json").many(Batch((COMPATIBLE,), 0, "1 compatible"), MATRIX, PLAIN))
    stored["reports"].append({"verdict": "compatible"})

    with pytest.raises(UsageError, match="found no report that can be read"):
        parse_report(json.dumps(stored).encode(), "r.json")


@pytest.mark.parametrize(("number", "hint"), [(0, None), (2, "a newer rkcompat reads it")])
def test_only_a_later_format_is_one_that_a_newer_rkcompat_reads(number: int, hint: str | None) -> None:
    """There never was a format 0."""
    with pytest.raises(UsageError) as caught:
        parse_report(b'{"format": %d}' % number, "r.json")

    assert caught.value.problems[0].hint == hint

"""``matrix record``: from a test run to the set that ``resolve`` finds."""

import json
import re
from pathlib import Path

from tests.manifests import GOOD

from .conftest import Rkcompat, Write

RUN = ("--who", "ACME", "--ran", "yolov8n, 24 h", "--where", "line 3")


def test_a_recorded_run_is_found(rkcompat: Rkcompat, write: Write, tmp_path: Path) -> None:
    """A pair that nobody is known to have run, until somebody records it in a folder of their own."""
    board = write("board.toml", GOOD.replace("0.9.8", "0.9.5").replace("2.3.2", "2.2.0", 1).replace("2.3.2", "1.6.0"))
    validated = tmp_path / "acme" / "validated"
    validated.parent.mkdir()
    before = json.loads(rkcompat("resolve", board, "-f", "json").out)["nearest"][0]
    done = rkcompat("matrix", "record", board, *RUN, "--when", "2026-11-30", "-o", validated / "line-3.toml")
    after = json.loads(rkcompat("resolve", board, "--matrix", validated.parent, "-f", "json").out)["nearest"][0]
    text = rkcompat("resolve", board, "--matrix", validated.parent).out

    assert (done.code, done.out) == (0, "")
    assert "model" in before["not_covered"]
    assert after["set"].startswith("run-rk3588-2026-11-30-line-3-")
    assert (after["covers"], after["not_covered"], after["changes"]) == (["model", "runtime", "driver"], [], [])
    assert "run by      ACME, 2026-11-30: yolov8n, 24 h (field report)" in text
    assert f"matrix: {validated.parent} is laid over the built-in one" in re.sub(r"\s+", " ", text)


def test_a_recorded_run_passes_the_lint(rkcompat: Rkcompat, good: Path, tmp_path: Path) -> None:
    """Laid over the built-in matrix, whose releases it names; by itself the folder is no whole matrix."""
    (tmp_path / "acme").mkdir()
    night = tmp_path / "acme" / "validated" / "night.toml"
    rkcompat("matrix", "record", good, *RUN, "--when", "2026-11-30", "-o", night)
    over = rkcompat("matrix", "lint", "--matrix", tmp_path / "acme")
    alone = rkcompat("matrix", "lint", tmp_path / "acme")

    assert 'title  = "A run on rk3588 of 2026-11-30: line 3"' in night.read_text()
    assert (over.code, over.out) == (0, "the matrices keep their promises\n")
    assert alone.code == 2
    assert f"hint: to lint it over the built-in matrix: rkcompat matrix lint --matrix {tmp_path / 'acme'}" in alone.err


def test_the_row_is_printed(rkcompat: Rkcompat, good: Path) -> None:
    """Where no file is named; today's date where none is."""
    done = rkcompat("matrix", "record", good, *RUN)

    assert done.code == 0
    assert re.search(r'^when +\= "\d{4}-\d\d-\d\d"$', done.out, re.MULTILINE)


def test_what_rules_forbid_is_not_recorded_by_accident(rkcompat: Rkcompat, bad: Path, unclear: Path) -> None:
    """A failure is, and a run against the rules where somebody insists: the row says which."""
    refused, open_ = rkcompat("matrix", "record", bad, *RUN), rkcompat("matrix", "record", unclear, *RUN)

    assert (refused.code, refused.out, open_.code, open_.out) == (2, "", 2, "")
    assert "found a manifest that is incompatible (against model-format-runtime)" in refused.err
    assert "hint: if it failed, say --failed; if it ran all the same, say --force" in refused.err
    assert "found a manifest that is undetermined (not known: board: driver.version)" in open_.err
    assert "works      = false\n" in rkcompat("matrix", "record", bad, *RUN, "--failed").out
    assert 'note       = "against model-format-runtime"\n' in rkcompat("matrix", "record", bad, *RUN, "--force").out


def test_a_record_replaces_no_file(rkcompat: Rkcompat, good: Path, write: Write) -> None:
    """Two runs are two files."""
    there = write("validated/a.toml", "mine")
    done = rkcompat("matrix", "record", good, *RUN, "-o", there)

    assert (done.code, there.read_text()) == (2, "mine")
    assert "there is a file of this name, and a record replaces none\nhint: name another" in done.err


def test_a_day_is_a_day(rkcompat: Rkcompat, good: Path) -> None:
    """As the matrices write it."""
    assert "found 'today', needed a day such as 2026-11-29" in rkcompat("matrix", "record", good, *RUN, "--when", "today").err

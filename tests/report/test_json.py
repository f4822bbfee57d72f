"""The JSON report: what programs rely on."""

import json
from typing import Any, get_args

import msgspec

from rkcompat._version import VERSION
from rkcompat.cli._options import ReportFormatName
from rkcompat.errors import Problem
from rkcompat.model.manifest import Board, Manifest
from rkcompat.model.resolution import Resolution
from rkcompat.report import FORMATS, Batch, Unusable
from rkcompat.report._json import many_to_json, to_json
from rkcompat.report._shape import ReportShape

from .stack import COMPATIBLE, FORMAT_TOO_NEW, HOLDS, INCOMPATIBLE, LOCKED, MATRIX, SRAM_OFF, UNDETERMINED


def report(resolution: Resolution, **changed: object) -> Any:
    """The report, read again."""
    return json.loads(to_json(msgspec.structs.replace(resolution, **changed), MATRIX))


def test_the_report_has_the_keys_of_format_1() -> None:
    """In their order; notes, core, search and distances only where there are any."""
    keys = ["format", "tool", "matrix", "manifest", "verdict", "exit", "facts", "findings", "nearest", "plan", "missing"]

    assert list(report(COMPATIBLE)) == keys
    assert list(report(INCOMPATIBLE)) == [*keys, "notes", "search", "distances"]
    assert list(report(LOCKED)) == [*keys, "core", "search"]


def test_the_report_says_who_wrote_it_and_what_it_was_held_against() -> None:
    """So that an old report can be read later."""
    assert report(COMPATIBLE)["tool"] == {"name": "rkcompat", "version": VERSION}
    assert report(COMPATIBLE)["matrix"] == {"edition": "2026-11-29", "sha256": MATRIX.sha256}
    assert report(COMPATIBLE)["manifest"] == {
        "path": "board.toml",
        "sha256": "ef" * 32,
        "board": {"soc": "rk3588", "name": "ROCK 5B", "label": "line-3/unit-17"},
    }
    assert report(UNDETERMINED)["manifest"] == {"path": "-", "sha256": "cd" * 32}
    assert report(UNDETERMINED)["exit"] == {"code": 3, "reason": "2 needed facts are not known", "fail_on": "error"}


def test_the_published_shapes_read_what_is_written() -> None:
    """The docstrings and the bytes cannot disagree."""
    for resolution in (COMPATIBLE, INCOMPATIBLE, LOCKED, UNDETERMINED):
        assert msgspec.json.decode(to_json(resolution, MATRIX), type=ReportShape).verdict == resolution.verdict


def test_a_finding_is_on_the_line_of_the_fact_that_failed() -> None:
    """Else on the line of the table around it, else on the file."""
    lines = {name: finding["location"] for name, finding in _by_rule(report(INCOMPATIBLE)).items()}

    assert lines["model-format-runtime"] == {"file": "manifest.toml", "line": 14}
    assert lines["sram-kconfig"] == {"file": "manifest.toml", "line": 20}
    assert lines["runtime-driver"] == {"file": "manifest.toml", "line": None}


def test_a_satisfied_finding_is_on_the_line_of_what_it_is_about() -> None:
    """Where the manifest has one."""
    (finding,) = report(COMPATIBLE, findings=(HOLDS,), lines={"runtime[0]": 7})["findings"]

    assert finding["location"]["line"] == 7


def test_a_source_has_an_address_or_a_citation() -> None:
    """And the section that is meant, where not the whole is."""
    guide = {
        "id": "guide",
        "title": "RKNN2 SDK Development Guide V2.5.0",
        "basis": "vendor-document",
        "citation": "V2.5.0, page 97",
    }

    assert _by_rule(report(INCOMPATIBLE))["model-format-runtime"]["sources"] == [
        {
            "id": "runs",
            "title": "librknnrt 1.4.0 and 1.5.2 on models of format 6",
            "section": "table 2",
            "basis": "measured",
            "url": "https://example.org/runs",
        },
        guide | {"section": "4.1.5"},
        guide | {"section": None},
    ]


def test_a_change_says_from_what_to_what_and_whose_it_is() -> None:
    """The keys are words of the report's readers."""
    assert report(INCOMPATIBLE)["nearest"][0]["changes"] == [
        {
            "component": "runtime",
            "about": "runtime[0]",
            "from": "1.4.0",
            "to": "2.3.2",
            "action": "replace-library",
            "owner": "image",
        }
    ]


def test_a_missing_fact_is_named_by_the_key_that_would_state_it() -> None:
    """So that --set takes it; the needed ones first."""
    assert [(missing["fact"], missing["needed"]) for missing in report(UNDETERMINED)["missing"]] == [
        ("driver.version", True),
        ("runtime[0].version", True),
        ("runtime[1].version", True),
        ("kernel.config.CONFIG_X", False),
    ]


def test_what_a_terminal_acts_upon_is_escaped_and_means_the_same() -> None:
    """JSON that is printed is as safe as text."""
    evil = "\x1b[31m\x9b0m\u202e\u2028\x7f ünïcode \U0001f600"
    text = to_json(msgspec.structs.replace(INCOMPATIBLE, notes=(evil,)), MATRIX)

    assert json.loads(text)["notes"] == [evil]
    assert r"\u001b[31m\u009b0m\u202e\u2028\u007f ünïcode" in text


def test_a_path_that_is_no_text_is_shown_escaped() -> None:
    """A file's name is bytes; JSON has text."""
    assert report(COMPATIBLE, path="b\udcff.toml")["manifest"]["path"] == r"b\udcff.toml"


def test_text_of_a_manifest_stays_as_it_is() -> None:
    """A program wants the fact, not its picture."""
    manifest = Manifest(manifest=1, board=Board(soc="a\nb"))
    finding = msgspec.structs.replace(SRAM_OFF, read=(msgspec.structs.replace(SRAM_OFF.read[0], value="a\nb"),))

    assert (
        report(INCOMPATIBLE, manifest=manifest, findings=(finding,))["findings"][0]["found"]
        == "CONFIG_ROCKCHIP_RKNPU_SRAM=a\nb"
    )


def test_of_several_reports_the_worst_verdict_counts() -> None:
    """Of an unusable manifest nothing is known."""
    broken = Unusable("b\udcff.toml", (Problem("b.toml", 3, "found 'sco'"), Problem("b.toml", 4, "found 'sok'")))
    cases = {
        "compatible": (COMPATIBLE,),
        "undetermined": (COMPATIBLE, broken),
        "incompatible": (COMPATIBLE, UNDETERMINED, INCOMPATIBLE, broken),
    }

    for worst, entries in cases.items():
        assert json.loads(many_to_json(Batch(entries, 2, "reason"), MATRIX))["verdict"] == worst


def test_an_unusable_manifest_stands_among_the_others_with_its_error() -> None:
    """In the order in which they were named."""
    broken = Unusable("b.toml", (Problem("b.toml", 3, "found 'sco'", "did you mean soc?"), Problem("b.toml", None, "second")))
    reports = json.loads(many_to_json(Batch((broken, COMPATIBLE), 2, "reason"), MATRIX))["reports"]

    assert reports[0] == {
        "manifest": {"path": "b.toml"},
        "error": "b.toml:3: found 'sco'\nhint: did you mean soc?\nb.toml: second",
    }
    assert reports[1]["verdict"] == "compatible"


def test_found_and_needed_are_one_line_each() -> None:
    """Joined where there is more than one thing."""
    (finding,) = report(INCOMPATIBLE, findings=(FORMAT_TOO_NEW,))["findings"]

    assert finding["found"].split("; ")[1] == "runtime[0] librknnrt 1.4.0: highest model format it takes 1"
    assert finding["needed"].split("; ")[1].startswith("or librknnrt 1.5.2 or newer")


def test_the_command_line_offers_every_format() -> None:
    """Its list is written out, so that the help needs no report."""
    assert list(get_args(ReportFormatName)) == list(FORMATS)


def _by_rule(read: Any) -> dict[str, Any]:
    return {finding["rule"]: finding for finding in read["findings"]}


def test_no_text_is_a_command_of_a_ci_runner() -> None:
    """Some look for ``##[`` anywhere in a line; a program reads it back as it was."""
    reason = "##[error]x ##vso[task.complete]"
    text = to_json(msgspec.structs.replace(COMPATIBLE, reason=reason), MATRIX)

    assert "##" not in text
    assert json.loads(text)["exit"]["reason"] == reason

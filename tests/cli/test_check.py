"""The gate: one manifest or several, from files, a folder or standard input."""

import json
import os
from pathlib import Path

import pytest

from tests.manifests import GOOD

from .conftest import Rkcompat, Write


def test_a_report_says_what_does_not_fit(rkcompat: Rkcompat, bad: Path) -> None:
    """Found, needed, stated in, change."""
    done = rkcompat("check", bad)

    assert done.out.startswith("incompatible: ")
    assert "error: model-format-runtime (loading)" in done.out
    assert "highest model format it takes 1" in done.out
    assert done.err == ""


def test_standard_input_is_a_manifest(rkcompat: Rkcompat) -> None:
    """``-``, as everywhere."""
    done = rkcompat("check", "-", "-f", "json", stdin=GOOD)

    assert done.code == 0
    assert json.loads(done.out)["manifest"]["path"] == "-"


def test_several_manifests_give_one_report(rkcompat: Rkcompat, good: Path, bad: Path, unclear: Path) -> None:
    """The worst code counts."""
    done = rkcompat("check", good, bad, unclear, "-f", "json")
    report = json.loads(done.out)

    assert done.code == 1
    assert (report["format"], report["verdict"], report["exit"]["code"]) == (1, "incompatible", 1)
    assert [one["verdict"] for one in report["reports"]] == ["compatible", "incompatible", "undetermined"]


def test_an_unusable_manifest_does_not_hide_the_others(rkcompat: Rkcompat, good: Path, broken: Path) -> None:
    """It stands among them with its error, which stderr says too."""
    done = rkcompat("check", broken, good, "-f", "json")
    first, second = json.loads(done.out)["reports"]

    assert done.code == 2
    assert set(first) == {"manifest", "error"}
    assert second["verdict"] == "compatible"
    assert f"error: {broken}:3: " in done.err


def test_several_manifests_in_text_end_with_a_count(rkcompat: Rkcompat, good: Path, bad: Path, broken: Path) -> None:
    """Nobody counts by hand."""
    done = rkcompat("check", good, bad, broken)

    assert done.out.splitlines()[-1] == "3 manifests: 1 compatible, 1 incompatible, 1 unusable"


def test_a_folder_means_its_manifests(rkcompat: Rkcompat, write: Write, good: Path, broken: Path) -> None:
    """Every *.toml with the key manifest, a broken one too; nothing else."""
    write("pyproject.toml", '[project]\nname = "x"\n[tool.x]\nmanifest = 1\n')
    write("notes.txt", "manifest = 1")
    write("deeper/other.toml", GOOD)
    write("quoted.toml", '# a comment\n"manifest" = 1\n')
    report = json.loads(rkcompat("check", good.parent, "-f", "json").out)

    assert [Path(one["manifest"]["path"]).name for one in report["reports"]] == ["broken.toml", "good.toml", "quoted.toml"]


def test_a_folder_of_one_is_still_several(rkcompat: Rkcompat, good: Path) -> None:
    """So that a program that names a folder always finds one shape."""
    assert "reports" in json.loads(rkcompat("check", good.parent, "-f", "json").out)


def test_a_folder_without_a_manifest_is_no_success(rkcompat: Rkcompat, tmp_path: Path) -> None:
    """A gate that looked at nothing must not pass."""
    done = rkcompat("check", tmp_path)

    assert (done.code, done.out) == (2, "")
    assert "found no manifest in this folder" in done.err


def test_a_folder_that_cannot_be_read_is_no_success(rkcompat: Rkcompat, good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor are those of its files that could be."""

    def refuse(folder: str) -> None:
        raise PermissionError(13, "Permission denied", folder)

    monkeypatch.setattr(os, "scandir", refuse)
    done = rkcompat("check", good.parent)

    assert (done.code, done.out, done.err) == (2, "", f"error: {good.parent}: cannot be read: Permission denied\n")


def test_a_manifest_that_is_named_twice_is_judged_once(rkcompat: Rkcompat, good: Path, bad: Path) -> None:
    """A folder and a file of it."""
    assert len(json.loads(rkcompat("check", good, bad.parent, "-f", "json").out)["reports"]) == 2


def test_a_fact_can_be_set(rkcompat: Rkcompat, unclear: Path) -> None:
    """Any number of times; what is set judges."""
    assert rkcompat("check", unclear, "--set", "driver.version=0.9.8").code == 0
    assert rkcompat("check", unclear, "--set", "driver.version=0.9.8", "--set", "runtime[0].version=1.4.0").code == 1


def test_a_fact_that_cannot_be_set_is_a_wrong_use(rkcompat: Rkcompat, good: Path) -> None:
    """With the nearest key."""
    done = rkcompat("check", good, "--set", "board.sok=rk3588")

    assert (done.code, done.out) == (2, "")
    assert "soc" in done.err


def test_what_is_severe_enough_can_be_said(rkcompat: Rkcompat, write: Write) -> None:
    """A newer compiler than the runtime is a warning."""
    warned = write(
        "warned.toml", GOOD.replace('toolkit         = "2.3.2"', 'toolkit         = "2.5.0"').replace('"2.3.2"', '"1.6.0"')
    )

    assert rkcompat("check", warned).code == 0
    assert rkcompat("check", warned, "--fail-on", "warning").code == 1


@pytest.mark.parametrize("style", ["text", "json"])
def test_quiet_says_nothing_but_the_code(rkcompat: Rkcompat, bad: Path, style: str) -> None:
    """As grep does."""
    assert rkcompat("check", bad, "-q", "-f", style) == (1, "", "")


def test_verbose_shows_what_holds(rkcompat: Rkcompat, good: Path) -> None:
    """Layer by layer."""
    assert "satisfied: loading" not in rkcompat("check", good).out
    assert "satisfied: loading" in rkcompat("check", good, "-v").out


@pytest.mark.parametrize("style", ["text", "json"])
def test_the_same_manifest_gives_the_same_bytes(rkcompat: Rkcompat, bad: Path, style: str) -> None:
    """No time, no order of a set."""
    assert rkcompat("check", bad, "-f", style) == rkcompat("check", bad, "-f", style)

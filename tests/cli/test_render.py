"""``render``, and what holds for every format alike: the exit code, and that a fault of ours is no verdict."""

from pathlib import Path

import pytest

from rkcompat.report import FORMATS, load_format

from .conftest import Rkcompat


@pytest.fixture
def stored(rkcompat: Rkcompat, bad: Path, tmp_path: Path) -> Path:
    """A report on a board that does not fit."""
    place = tmp_path / "report.json"
    rkcompat("resolve", bad, "-q", "-o", f"json={place}")
    return place


@pytest.mark.parametrize("style", FORMATS)
def test_a_stored_report_is_written_as_if_it_were_new(rkcompat: Rkcompat, stored: Path, bad: Path, style: str) -> None:
    """In every format; that it was written is all that the exit code says."""
    rendered, new = rkcompat("render", stored, "-f", style), rkcompat("resolve", bad, "-f", style)

    assert (rendered.code, rendered.err) == (0, "")
    assert (new.code, new.err) == (1, "")
    assert rendered.out == new.out


@pytest.mark.parametrize("style", FORMATS)
@pytest.mark.parametrize("verb", ["check", "resolve"])
def test_the_exit_code_is_the_same_in_every_format(
    rkcompat: Rkcompat, *, good: Path, bad: Path, unclear: Path, broken: Path, verb: str, style: str
) -> None:
    """Nobody learns from the format what the verdict is."""
    codes = [rkcompat(verb, manifest, "-f", style).code for manifest in (good, bad, unclear, broken)]

    assert codes == [0, 1, 3, 2]


@pytest.mark.parametrize("style", FORMATS)
def test_the_exit_code_of_several_is_the_same_in_every_format(
    rkcompat: Rkcompat, good: Path, bad: Path, broken: Path, style: str
) -> None:
    """The worst."""
    assert rkcompat("check", good, bad, "-f", style).code == 1
    assert rkcompat("check", good, broken, "-f", style).code == 2


@pytest.mark.parametrize("asked", ["-f", "-o"])
@pytest.mark.parametrize("style", FORMATS)
def test_a_fault_in_a_format_is_no_verdict(
    rkcompat: Rkcompat, monkeypatch: pytest.MonkeyPatch, *, good: Path, tmp_path: Path, style: str, asked: str
) -> None:
    """70, nothing on stdout, and not even the file that another format had ready."""

    def go_wrong(document: object, look: object) -> str:
        raise ZeroDivisionError

    home = __import__(f"rkcompat.report.{FORMATS[style]}", fromlist=["FORMAT"])
    monkeypatch.setattr(home, "FORMAT", type(load_format(style))(go_wrong))
    other = "text" if style != "text" else "json"
    mine, theirs = tmp_path / "mine", tmp_path / "theirs"
    wanted = (asked, style, "-o", f"{other}={theirs}") if asked == "-f" else (asked, f"{style}={mine}", "-f", other)
    done = rkcompat("check", good, *wanted)

    assert (done.code, done.out) == (70, "")
    assert "internal fault: ZeroDivisionError" in done.err
    assert not mine.exists()
    assert not theirs.exists()


def test_every_format_is_written_in_one_run(rkcompat: Rkcompat, bad: Path, tmp_path: Path) -> None:
    """And is the same as on stdout."""
    words = [word for style in FORMATS for word in ("-o", f"{style}={tmp_path / style}")]
    done = rkcompat("check", bad, "-q", *words)

    assert (done.code, done.out) == (1, "")
    for style in FORMATS:
        assert (tmp_path / style).read_text(encoding="utf-8") == rkcompat("check", bad, "-f", style).out


def test_a_report_can_come_through_standard_input(rkcompat: Rkcompat, stored: Path) -> None:
    """``rkcompat check -f json … | rkcompat render - -f html``."""
    done = rkcompat("render", "-", "-f", "markdown", stdin=stored.read_text(encoding="utf-8"))

    assert done.code == 0
    assert done.out.startswith("# Incompatible: 1 violated rule")


def test_files_are_written_from_a_stored_report(rkcompat: Rkcompat, stored: Path, tmp_path: Path) -> None:
    """Any number."""
    page, sarif = tmp_path / "r.html", tmp_path / "r.sarif"
    done = rkcompat("render", stored, "-q", "-o", f"html={page}", "-o", f"sarif={sarif}")

    assert (done.code, done.out) == (0, "")
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert sarif.exists()


@pytest.mark.parametrize("content", [None, "", "[]", '{"format": 2}', '{"format": 1}'])
def test_what_is_no_report_is_a_wrong_use(rkcompat: Rkcompat, tmp_path: Path, content: str | None) -> None:
    """Named, with what was found; nothing on stdout."""
    place = tmp_path / "r.json"
    if content is not None:
        place.write_text(content)
    done = rkcompat("render", place)

    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"error: {place}: ")

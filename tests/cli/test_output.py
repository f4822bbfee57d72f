"""Where a report goes: stdout, files whole or not at all, colour only for who sees it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rkcompat.cli import _output

from .conftest import Rkcompat

COMMAND = [sys.executable, "-m", "rkcompat"]


def test_reports_are_written_beside_stdout(rkcompat: Rkcompat, bad: Path, tmp_path: Path) -> None:
    """Any number, each in its format, in the same run; the code is the same."""
    text, data = tmp_path / "r.txt", tmp_path / "r.json"
    done = rkcompat("check", bad, "-o", f"text={text}", "--output", f"json={data}")

    assert done.code == 1
    assert text.read_text() == done.out
    assert json.loads(data.read_text())["verdict"] == "incompatible"


def test_a_report_of_several_is_written_too(rkcompat: Rkcompat, good: Path, bad: Path, tmp_path: Path) -> None:
    """In the shape of several."""
    rkcompat("check", good, bad, "-q", "-o", f"json={tmp_path / 'r.json'}")

    assert len(json.loads((tmp_path / "r.json").read_text())["reports"]) == 2


@pytest.mark.parametrize("stated", ["xml=r.xml", "r.json", "json=", "=r.json", "json=-", "json=folder/"])
def test_an_output_that_means_nothing_is_a_wrong_use(rkcompat: Rkcompat, good: Path, stated: str) -> None:
    """Said before anything is judged, with the formats there are."""
    done = rkcompat("check", good, "-o", stated)

    assert (done.code, done.out) == (2, "")
    assert f"found {stated!r}, needed FORMAT=FILE" in done.err
    assert "formats: text, json" in done.err


def test_one_file_for_two_reports_is_a_wrong_use(rkcompat: Rkcompat, good: Path, tmp_path: Path) -> None:
    """The second would hide the first."""
    done = rkcompat("check", good, "-o", f"text={tmp_path / 'r'}", "-o", f"json={tmp_path / 'r'}")

    assert done.code == 2
    assert "is named twice" in done.err


def test_two_names_of_one_file_are_one_file(rkcompat: Rkcompat, good: Path, tmp_path: Path) -> None:
    """A link and what it leads to, or a roundabout path."""
    (tmp_path / "link").symlink_to("r")
    for other in (tmp_path / "link", f"{tmp_path}/./r"):
        done = rkcompat("check", good, "-o", f"text={tmp_path / 'r'}", "-o", f"json={other}")

        assert done.code == 2
        assert "is named twice" in done.err


def test_a_file_that_is_written_anew_stays_as_closed_as_it_was(rkcompat: Rkcompat, good: Path, tmp_path: Path) -> None:
    """Who may not read the old report may not read the new one."""
    report = tmp_path / "r.json"
    report.write_text("old")
    report.chmod(0o600)
    rkcompat("check", good, "-o", f"json={report}")

    assert json.loads(report.read_text())["verdict"] == "compatible"
    assert report.stat().st_mode & 0o777 == 0o600


def test_a_name_as_long_as_names_may_be_is_written(rkcompat: Rkcompat, good: Path, tmp_path: Path) -> None:
    """What it is called until it is whole is no longer than that."""
    assert rkcompat("check", good, "-o", f"json={tmp_path / ('n' * 255)}").code == 0


def test_a_file_is_whole_or_not_there(rkcompat: Rkcompat, good: Path, tmp_path: Path) -> None:
    """Where one cannot be written, none is, what was there stays, and nothing is left over."""
    old = tmp_path / "old.json"
    old.write_text("old")
    before = sorted(tmp_path.iterdir())
    done = rkcompat("check", good, "-o", f"json={old}", "-o", f"text={tmp_path / 'no' / 'such' / 'folder'}")

    assert (done.code, done.out) == (2, "")
    assert "cannot be written: No such file or directory" in done.err
    assert old.read_text() == "old"
    assert sorted(tmp_path.iterdir()) == before


def test_an_unusable_manifest_writes_no_file(rkcompat: Rkcompat, broken: Path, tmp_path: Path) -> None:
    """A file that is there was made by this run, or is old and stays."""
    rkcompat("check", broken, "-o", f"json={tmp_path / 'r.json'}")

    assert not (tmp_path / "r.json").exists()


def test_a_link_stays_a_link(rkcompat: Rkcompat, good: Path, tmp_path: Path) -> None:
    """The file behind it is replaced."""
    (tmp_path / "real.json").write_text("old")
    (tmp_path / "link.json").symlink_to("real.json")
    rkcompat("check", good, "-o", f"json={tmp_path / 'link.json'}")

    assert (tmp_path / "link.json").is_symlink()
    assert json.loads((tmp_path / "real.json").read_text())["verdict"] == "compatible"


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="needs a device")
def test_a_device_is_written_to_and_not_replaced(rkcompat: Rkcompat, good: Path) -> None:
    """As a shell would."""
    assert rkcompat("check", good, "-o", "json=/dev/null").code == 0
    assert not os.path.isfile("/dev/null")


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="needs the name of stdout")
def test_the_name_of_stdout_is_stdout(good: Path, tmp_path: Path) -> None:
    """A pipe, or a file to which others have written; the report follows what they wrote."""
    words = [*COMMAND, "check", str(good), "-q", "-o", "json=/dev/stdout"]
    piped = subprocess.run(words, capture_output=True, text=True, check=False)
    log = tmp_path / "log"
    log.write_text("before\n")
    with open(log, "a") as file:
        subprocess.run(words, stdout=file, check=False)

    assert (piped.returncode, piped.stderr) == (0, "")
    assert json.loads(piped.stdout)["verdict"] == "compatible"
    assert log.read_text() == f"before\n{piped.stdout}"


def test_a_reader_that_stops_reading_is_no_fault(bad: Path) -> None:
    """``rkcompat check | head``: quiet, and the code stays that of the verdict."""
    process = subprocess.Popen([*COMMAND, "check", str(bad)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, err = process.communicate(timeout=20)

    assert (process.returncode, err) == (1, "")


def test_a_closed_stdout_is_no_fault(bad: Path) -> None:
    """A service may have none."""
    words = " ".join([*COMMAND, "check", str(bad), ">&-"])
    done = subprocess.run(["sh", "-c", words], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a full disk")
def test_a_report_that_cannot_be_written_is_no_verdict(good: Path) -> None:
    """A gate must not pass on a report that nobody has."""
    with open("/dev/full", "w") as full:
        done = subprocess.run([*COMMAND, "check", str(good)], stdout=full, stderr=subprocess.PIPE, text=True, check=False)

    assert done.returncode == 2
    assert done.stderr == "error: standard output: cannot be written: No space left on device\n"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a full disk")
@pytest.mark.parametrize("words", [("--help",), ("check", "--help"), ("matrix", "--help"), ("--version",)])
def test_a_help_that_cannot_be_written_is_no_fault_of_the_program(words: tuple[str, ...]) -> None:
    """The disk is full, and nobody is to report it as a bug."""
    with open("/dev/full", "w") as full:
        done = subprocess.run([*COMMAND, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False)

    assert done.returncode == 2
    assert done.stderr == "error: standard output: cannot be written: No space left on device\n"


@pytest.mark.parametrize("stream", [">&-", "| true", "2>&- >&-"])
def test_the_version_needs_no_reader(stream: str) -> None:
    """Whoever asks for it and does not look gets no traceback."""
    words = " ".join([*COMMAND, "--version", stream])
    done = subprocess.run(["sh", "-c", words], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a full disk")
def test_a_stderr_that_cannot_be_written_changes_no_exit_code(broken: Path) -> None:
    """1 would say that the manifest was judged."""
    with open("/dev/full", "w") as full:
        done = subprocess.run([*COMMAND, "check", str(broken)], stderr=full, stdout=subprocess.PIPE, check=False)

    assert done.returncode == 2


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_a_stdout_that_is_not_utf_8_gets_escapes(good: Path, tmp_path: Path, encoding: str) -> None:
    """A board's name may be anything; JSON stays what a program reads."""
    named = tmp_path / "named.toml"
    named.write_text(good.read_text().replace('soc = "rk3588"', 'soc = "rk3588"\nname = "Brett für 板 🙂"'), encoding="utf-8")
    environment = os.environ | {"PYTHONIOENCODING": encoding}
    text, data = (
        subprocess.run([*COMMAND, "check", str(named), "-f", style], env=environment, capture_output=True, check=False)
        for style in ("text", "json")
    )
    shown = "Brett für 板 🙂" if encoding == "utf-8" else r"Brett f\u00fcr \u677f \ud83d\ude42"
    facts = {fact["fact"]: fact["value"] for fact in json.loads(data.stdout)["facts"]}

    assert (text.returncode, text.stderr) == (0, b"")
    assert shown in text.stdout.decode()
    assert facts["board.name"] == "Brett für 板 🙂"


@pytest.mark.parametrize(
    ("color", "terminal", "environment", "colored"),
    [
        ("auto", True, {}, True),
        ("auto", False, {}, False),
        ("auto", True, {"NO_COLOR": "1"}, False),
        ("auto", True, {"NO_COLOR": ""}, True),
        ("auto", True, {"TERM": "dumb"}, False),
        ("always", False, {"NO_COLOR": "1"}, True),
        ("never", True, {}, False),
    ],
)
def test_colour_is_for_who_sees_it(
    monkeypatch: pytest.MonkeyPatch, color: str, terminal: bool, environment: dict[str, str], colored: bool
) -> None:
    """NO_COLOR is obeyed, and who asks for colour gets it."""
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)

    assert _output.look_of(color, verbose=False).color is colored


@pytest.mark.parametrize(("columns", "width"), [("60", 60), ("300", 100)])
def test_a_terminal_gets_lines_as_wide_as_it_is(monkeypatch: pytest.MonkeyPatch, columns: str, width: int) -> None:
    """And no wider than can be read; elsewhere it is always 80."""
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    on_terminal = _output.look_of("auto", verbose=False).width
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False)

    assert on_terminal == width
    assert _output.look_of("auto", verbose=False).width == 80


def test_colour_reaches_the_report(rkcompat: Rkcompat, bad: Path) -> None:
    """And the files of -o stay plain."""
    assert "\x1b[1;31mincompatible:\x1b[0m" in rkcompat("check", bad, "--color", "always").out


def test_the_name_of_a_file_breaks_no_line_of_stderr(rkcompat: Rkcompat, tmp_path: Path) -> None:
    """A folder of somebody else's manifests may hold one that is named so."""
    (tmp_path / "a\n::error::x.toml").write_text("manifest = 2\n")
    done = rkcompat("check", tmp_path)

    assert done.code == 2
    assert "a\\x0a::error::x.toml:1: manifest: found format 2" in done.err
    assert not [line for line in done.err.splitlines() if line.startswith("::")]

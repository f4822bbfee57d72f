"""``rkcompat collect`` as a person calls it, where no wire is needed."""

import io
import sys
from pathlib import Path

import pytest

from rkcompat.cli import run

from .test_bundle import BUNDLE


def test_a_bundle_from_a_pipe(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The manifest goes to stdout, what has no key to stderr."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(BUNDLE.encode())))
    code = run(["collect", "--bundle", "-"])
    out = capsys.readouterr()

    assert code == 0
    assert out.out.startswith('manifest = 1\n\n[kernel]\nrelease = "6.1.75-vendor-rk35xx"\n')
    assert out.err == "note: root could read more: /sys/kernel/debug/rknpu/version\n"


def test_a_file_is_written_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Beside its place first; nothing on stdout then, and the bundle kept as it came."""
    (tmp_path / "board.txt").write_text(BUNDLE)
    words = ["--bundle", str(tmp_path / "board.txt"), "-o", str(tmp_path / "m.toml"), "--save-bundle", str(tmp_path / "kept")]
    code = run(["collect", *words])

    assert code == 0
    assert capsys.readouterr().out == ""
    assert (tmp_path / "m.toml").read_text().startswith("manifest = 1\n")
    assert (tmp_path / "kept").read_text() == BUNDLE
    assert sorted(path.name for path in tmp_path.iterdir()) == ["board.txt", "kept", "m.toml"]


def test_a_bundle_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 2, and no file half written."""
    (tmp_path / "board.txt").write_text("login: ")
    code = run(["collect", "--bundle", str(tmp_path / "board.txt"), "-o", str(tmp_path / "m.toml")])

    assert code == 2
    assert "found no line 'rkc! 1'" in capsys.readouterr().err
    assert not (tmp_path / "m.toml").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "found nothing to read, needed a board or files"),
        (["--local", "--bundle", "-"], "found --local and --bundle, needed one of them"),
        (["--bundle", "/nowhere/b"], "/nowhere/b: cannot be read: No such file or directory"),
        (["serial"], "found a SERIAL without --adb"),
        (["--ssh", "a", "--ssh", "a"], "found a board that is named twice"),
        (["--ssh", "a", "--ssh", "b"], "found several boards and no folder, needed a folder that is there"),
        (
            ["--ssh", "a", "--local", "-o", "/nowhere"],
            "found several boards and no folder '/nowhere', needed a folder that is there",
        ),
    ],
)
def test_a_request_that_cannot_be_met(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 2, before any board is asked."""
    code = run(["collect", *words])

    assert code == 2
    assert said in capsys.readouterr().err


def test_what_would_be_read_can_be_seen_first(capsys: pytest.CaptureFixture[str]) -> None:
    """The list, and the script itself with its settings."""
    assert run(["collect", "--list"]) == 0
    assert "/proc/device-tree/compatible\n" in capsys.readouterr().out
    assert run(["collect", "--print-script", "--app", "812", "--models"]) == 0
    assert capsys.readouterr().out.startswith("#!/bin/sh\nRKCOMPAT_APP=812\nRKCOMPAT_MODELS=1\n#")

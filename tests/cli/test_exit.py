"""Every exit code, one by one: scripts rely on them, and none is ever taken for another."""

import subprocess
import sys
from pathlib import Path

import pytest

from rkcompat.cli import _judge
from rkcompat.cli._exit import MEANINGS, Exit, worst

from .conftest import Rkcompat


def go_wrong(**_: object) -> None:
    """A bug."""
    raise IndexError("list index out of range")


@pytest.mark.parametrize("verb", ["check", "resolve"])
def test_0_is_compatible(rkcompat: Rkcompat, good: Path, verb: str) -> None:
    """Of both verbs that judge."""
    assert rkcompat(verb, good).code == 0


@pytest.mark.parametrize("verb", ["check", "resolve"])
def test_1_is_incompatible(rkcompat: Rkcompat, bad: Path, verb: str) -> None:
    """Though resolve names a way out."""
    assert rkcompat(verb, bad).code == 1


@pytest.mark.parametrize("verb", ["check", "resolve"])
def test_2_is_a_manifest_that_cannot_be_used(rkcompat: Rkcompat, broken: Path, verb: str) -> None:
    """Nothing on stdout, all on stderr: file, line, what was found, what was meant."""
    done = rkcompat(verb, broken, "--format", "json")

    assert done.code == 2
    assert done.out == ""
    assert f"error: {broken}:3: " in done.err
    assert "hint: " in done.err
    assert "soc" in done.err


def test_2_is_a_wrong_use_of_the_command_line(rkcompat: Rkcompat, good: Path) -> None:
    """An option that is not there, a word that is none of those, a verb that is missing."""
    for words in (
        ["check"],
        ["check", good, "--no-such"],
        ["check", good, "-f", "xml"],
        ["chekc", good],
        [],
        ["check", good, "-o", "x"],
    ):
        done = rkcompat(*words)

        assert (done.code, done.out) == (2, "")
        assert done.err


def test_3_is_undetermined(rkcompat: Rkcompat, unclear: Path) -> None:
    """A needed fact is missing; who wants it may let it pass, and the report is the same but for that."""
    assert rkcompat("check", unclear).code == 3
    assert rkcompat("check", unclear, "--unknown", "fail").code == 3
    assert rkcompat("check", unclear, "--unknown", "pass").code == 0


def test_4_is_that_nothing_helps(rkcompat: Rkcompat, bad: Path) -> None:
    """Of resolve only; check does not know."""
    locks = ("--lock", "runtime,model", "--lock", "toolkit,driver,kernel,image")

    assert rkcompat("resolve", bad, *locks).code == 4
    assert rkcompat("check", bad).code == 1


def test_70_is_a_fault_of_rkcompat_in_one_line(rkcompat: Rkcompat, good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Never a bare traceback, never 1; the place for who looks it up, and what to do."""
    monkeypatch.delenv("RKCOMPAT_DEBUG", raising=False)
    monkeypatch.setattr(_judge, "load_matrix", go_wrong)
    done = rkcompat("check", good)

    assert (done.code, done.out) == (70, "")
    assert done.err.startswith("internal fault: IndexError: list index out of range (tests.cli.test_exit, line ")
    assert done.err.endswith("please report this line and the manifest (RKCOMPAT_DEBUG=1 shows more)\n")
    assert done.err.count("\n") == 1


def test_70_shows_the_traceback_to_who_asks(rkcompat: Rkcompat, good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With RKCOMPAT_DEBUG set."""
    monkeypatch.setenv("RKCOMPAT_DEBUG", "1")
    monkeypatch.setattr(_judge, "load_matrix", go_wrong)

    assert "Traceback (most recent call last)" in rkcompat("check", good).err


def test_130_is_interrupted(rkcompat: Rkcompat, good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Quietly."""

    def interrupt(**_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(_judge, "load_matrix", interrupt)
    done = rkcompat("check", good)

    assert (done.code, done.out) == (130, "")
    assert "Traceback" not in done.err


def test_130_is_interrupted_from_outside(good: Path) -> None:
    """By the signal that Ctrl-C sends, in the midst of the work."""
    code = """
import os, signal, sys
from rkcompat.__main__ import main
from rkcompat.cli import _judge
_judge.load_matrix = lambda **_: os.kill(os.getpid(), signal.SIGINT)
sys.exit(main())
"""
    done = subprocess.run([sys.executable, "-c", code, "check", str(good)], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (130, "")
    assert "Traceback" not in done.stderr


def test_the_worst_of_several_counts() -> None:
    """70, 2, 4, 1, 3, 0; nothing at all is no fault."""
    order = [130, 70, 2, 4, 1, 3, 0]

    for place, code in enumerate(order):
        assert worst(order[place:]) == code
    assert worst([]) == 0


def test_every_code_has_a_meaning_and_the_help_shows_it(rkcompat: Rkcompat) -> None:
    """One table, one file."""
    shown = rkcompat("--help").out

    assert set(MEANINGS) == set(Exit)
    for code, meaning in MEANINGS.items():
        assert f"{code.value:5}  {meaning}" in shown

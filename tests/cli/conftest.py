"""The command line, called as a person calls it, in this process."""

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from rkcompat.cli import run
from tests.manifests import BAD, GOOD


class Done(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


Rkcompat = Callable[..., Done]


@pytest.fixture
def rkcompat(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Rkcompat:
    """Run the command line on some words; ``stdin`` is what is piped into it."""

    def call(*words: str | Path, stdin: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        capsys.readouterr()
        code = run([str(word) for word in words])
        return Done(code, *capsys.readouterr())

    return call


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    """Write a file into the test's own folder."""

    def put(name: str, text: str) -> Path:
        place = tmp_path / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
        return place

    return put


Write = Callable[[str, str], Path]


@pytest.fixture
def good(write: Write) -> Path:
    """A manifest that is compatible."""
    return write("good.toml", GOOD)


@pytest.fixture
def bad(write: Write) -> Path:
    """A manifest that is incompatible: the library is too old for the model."""
    return write("bad.toml", BAD)


@pytest.fixture
def unclear(write: Write) -> Path:
    """A manifest that leaves the driver open."""
    return write("unclear.toml", GOOD.replace('version = "0.9.8"\n', ""))


@pytest.fixture
def broken(write: Write) -> Path:
    """A manifest that cannot be used."""
    return write("broken.toml", 'manifest = 1\n[board]\nsco = "rk3588"\n')

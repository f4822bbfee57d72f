"""What every pipeline starts from: a checkout with manifests in it, and rkcompat as a program."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PROGRAM = Path(sys.executable).parent / "rkcompat"
"""As the installation made it."""

FITS = ROOT / "examples" / "good-rk3588.toml"
FAILS = ROOT / "examples" / "format-6-on-old-runtime.toml"


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A project with a manifest that fits, and others in boards/ of which one does not."""
    project = tmp_path / "a project"
    (project / "boards").mkdir(parents=True)
    shutil.copy(FITS, project / "manifest.toml")
    shutil.copy(FITS, project / "boards")
    shutil.copy(FAILS, project / "boards")
    return project


@pytest.fixture
def folder(tmp_path: Path) -> Callable[[str], Path]:
    """Make a folder of the test's own."""

    def make(name: str) -> Path:
        (tmp_path / name).mkdir()
        return tmp_path / name

    return make

"""The hooks of pre-commit, installed and run for real in a repository of their own."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from .conftest import FAILS, FITS, ROOT

PARTS = (".pre-commit-hooks.yaml", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "src", "matrices", "docs")
"""What the hook is installed from."""

NO_NETWORK = {"PIP_NO_INDEX": "1", "https_proxy": "http://127.0.0.1:9", "http_proxy": "http://127.0.0.1:9"}


def git(place: Path, *words: str) -> str:
    """Git, with no settings of whoever runs the tests."""
    nobody = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    who = ["-c", "user.name=n", "-c", "user.email=n@example.org", "-c", "core.hooksPath=.git/hooks"]
    done = subprocess.run(["git", *who, *words], cwd=place, env=os.environ | nobody, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Mapping[str, str]]:
    """A repository whose configuration names the hook, installed."""
    place = tmp_path_factory.mktemp("pre-commit")
    hooks, repository = place / "rkcompat", place / "repository"
    hooks.mkdir()
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, hooks / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / part, hooks)
    for folder in (hooks, repository):
        folder.mkdir(exist_ok=True)
        git(folder, "init", "--quiet")
    git(hooks, "add", "--force", ".")
    git(hooks, "commit", "--quiet", "--message", "hooks")
    named = {"repo": hooks.as_uri(), "rev": git(hooks, "rev-parse", "HEAD"), "hooks": [{"id": "rkcompat-check"}]}
    (repository / ".pre-commit-config.yaml").write_text(yaml.safe_dump({"repos": [named]}))
    environment = os.environ | {"PRE_COMMIT_HOME": str(place / "home"), "GIT_CONFIG_GLOBAL": os.devnull}
    command = [sys.executable, "-m", "pre_commit", "install-hooks"]
    done = subprocess.run(command, cwd=repository, env=environment, capture_output=True, text=True, check=False)
    if done.returncode and not os.environ.get("CI"):
        pytest.skip(f"the hook cannot be installed here: {done.stdout[-300:]}")
    assert done.returncode == 0, done.stdout
    return repository, environment


def run(installed: tuple[Path, Mapping[str, str]], files: Mapping[str, Path]) -> subprocess.CompletedProcess[str]:
    """Commit these files to be, and run the hook on them without a network."""
    repository, environment = installed
    git(repository, "rm", "-r", "--quiet", "--cached", "--ignore-unmatch", ".")
    for name, source in files.items():
        (repository / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, repository / name)
        git(repository, "add", name)
    command = [sys.executable, "-m", "pre_commit", "run", "--color", "never"]
    return subprocess.run(command, cwd=repository, env=environment | NO_NETWORK, capture_output=True, text=True, check=False)


def test_a_commit_that_fits_passes(installed: tuple[Path, Mapping[str, str]]) -> None:
    """Offline, once it is installed."""
    done = run(installed, {"manifest.toml": FITS, "boards/unit-17.manifest.toml": FITS})

    assert done.returncode == 0, done.stdout
    assert "Passed" in done.stdout


def test_a_commit_that_does_not_fit_is_stopped_with_the_reason(installed: tuple[Path, Mapping[str, str]]) -> None:
    """One report on all files that are committed."""
    done = run(installed, {"manifest.toml": FITS, "boards/unit-17.manifest.toml": FAILS})

    assert done.returncode == 1
    assert "exit code: 1" in done.stdout
    assert "error: model-format-runtime" in done.stdout


def test_other_toml_files_are_left_alone(installed: tuple[Path, Mapping[str, str]]) -> None:
    """They are no manifests."""
    done = run(installed, {"pyproject.toml": ROOT / "pyproject.toml", "manifest.json": FAILS})

    assert done.returncode == 0
    assert "no files to check" in done.stdout


def test_the_hooks_are_described_as_pre_commit_wants_it() -> None:
    """By its own check."""
    command = [sys.executable, "-m", "pre_commit", "validate-manifest", str(ROOT / ".pre-commit-hooks.yaml")]

    assert subprocess.run(command, capture_output=True, check=False).returncode == 0

"""What is not loaded costs nothing: the modules that are there after each verb."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.manifests import BAD

SLOW = {"networkx", "requests", "rich", "packaging", "importlib.metadata", "urllib.request", "asyncio"}
"""Each costs more than a check of a manifest."""

CODE = """
import json, sys
from rkcompat.__main__ import main
sys.argv[0] = "rkcompat"
try:
    main()
except SystemExit:
    pass
json.dump(sorted(sys.modules), sys.stderr)
"""


def modules_after(*words: str) -> set[str]:
    """The names in ``sys.modules`` after a command, in a process of its own."""
    done = subprocess.run([sys.executable, "-c", CODE, *words], capture_output=True, text=True, check=True)
    assert done.stdout, done.stderr
    return set(json.loads(done.stderr))


@pytest.fixture
def manifest(tmp_path: Path) -> str:
    """A board that does not fit, so that the report has something to say."""
    place = tmp_path / "manifest.toml"
    place.write_text(BAD)
    return str(place)


@pytest.mark.parametrize("style", ["text", "json"])
def test_a_check_loads_nothing_slow(manifest: str, style: str) -> None:
    """The gate of a build runs thousands of times."""
    loaded = modules_after("check", manifest, "--format", style)

    assert "rkcompat.solve._check" in loaded
    assert loaded & SLOW == set()


def test_a_check_for_a_pipeline_loads_nothing_slow(manifest: str, tmp_path: Path) -> None:
    """Nor a format that was not asked for."""
    loaded = modules_after("check", manifest, "-o", f"sarif={tmp_path / 's'}", "-o", f"junit={tmp_path / 'j'}")

    assert {"rkcompat.report._sarif", "rkcompat.report._junit"} <= loaded
    assert loaded & (SLOW | {"html", "cyclonedx", "rkcompat.report._html", "rkcompat.report._markdown"}) == set()


def test_a_check_loads_no_search_and_no_lint(manifest: str) -> None:
    """Each verb pays for itself only."""
    loaded = modules_after("check", manifest)

    folders = ("search", "nearest", "explain", "proof", "graph", "lint")
    assert [name for name in loaded if name.startswith(tuple(f"rkcompat.solve.{folder}." for folder in folders))] == []
    others = {"rkcompat._api.resolving", "rkcompat._api.components", "rkcompat.solve.joint._trial", "rkcompat.matrix._lint"}
    assert others & loaded == set()


def test_a_resolve_loads_nothing_slow(manifest: str) -> None:
    """The search is ours, without networkx."""
    loaded = modules_after("resolve", manifest)

    assert "rkcompat.solve.nearest._nearest" in loaded
    assert loaded & SLOW == set()


def test_the_version_is_told_before_typer_loads() -> None:
    """A build prints the versions of its tools, and has nothing else to ask."""
    loaded = modules_after("--version")

    assert {"typer", "click", "msgspec"} & loaded == set()

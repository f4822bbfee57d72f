"""The layers hold: who may import whom, who may print, who may touch the world."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "rkcompat"
FILES = sorted(SOURCE.rglob("*.py"))
WORLD = {"open", "input", "print", "exec", "eval", "__import__", "breakpoint"}
"""Built-in functions that reach outside; what needs an import is held by the contract in pyproject.toml."""


def builtins_called(path: Path) -> set[str]:
    """The built-in functions of `WORLD` that a file calls."""
    calls = (node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call))
    return {call.id for call in calls if isinstance(call, ast.Name)} & WORLD


def test_the_contract_is_kept() -> None:
    """The same as ``lint-imports``, for those who run the tests alone."""
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_file_reaches_only_where_its_layer_may(path: Path) -> None:
    """Only the command line prints; model, solve and report open nothing."""
    layer = path.relative_to(SOURCE).parts[0]
    may = {"cli": {"print", "input", "open"}, "model": set(), "solve": set(), "report": set()}.get(layer, {"open"})

    assert builtins_called(path) <= may


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_file_says_what_it_is_about(path: Path) -> None:
    """In its first line."""
    said = ast.get_docstring(ast.parse(path.read_text())) or ""

    assert 10 < len(said.splitlines()[0]) <= 128 - len('"""')

"""``rkcompat graph``: each thing that can be asked for, each way to write it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Rkcompat

ROOT = Path(__file__).parents[2]
OLD = str(ROOT / "examples/format-6-on-old-runtime.toml")


def _run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "rkcompat", "graph", *words], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("style", "begins"), [("dot", "digraph"), ("mermaid", "flowchart TB"), ("json", "{"), ("svg", "<svg")])
def test_a_manifest_is_drawn_in_each_language(style: str, begins: str) -> None:
    """On stdout, exit 0: it is a picture, not a verdict."""
    done = _run(OLD, "-f", style)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(begins)


def test_the_built_in_matrix_has_a_chain_from_a_runtime_to_its_chip() -> None:
    """By name, as the JSON form lists them."""
    done = _run("--path", "librknnrt 1.6.0", "rk3588", "-f", "json")

    assert [edge["lower"] for edge in json.loads(done.stdout)["edges"]] == ["rk3588"]


def test_a_graph_is_written_to_a_file(tmp_path: Path) -> None:
    """And stdout stays empty."""
    done = _run("--around", "librknnrt 1.6.0", "-f", "svg", "-o", str(tmp_path / "graph.svg"))

    assert (done.returncode, done.stdout) == (0, "")
    assert (tmp_path / "graph.svg").read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("node", "hint"),
    [
        ("librknnrt 1.6.00", "did you mean 'librknnrt 1.6.0'"),
        ("librknnrt", "name one: librknnrt 0.6.0, librknnrt 0.7.0, "),
        ("runtime", "name a release of librknn_api, librknn_runtime, librknnmrt, librknnrt, such as 'librknnrt "),
        ("runtime 1.5.2", "did you mean 'librknnmrt 1.5.2' or 'librknnrt 1.5.2'"),
        ("rknpu 0.9.7", "did you mean 'driver 0.9.7'"),
        ("sram", "did you mean 'feature sram'"),
        ("nonsense", "a node is a release, a chip or a feature: "),
    ],
)
def test_a_node_that_there_is_not_is_answered_with_those_that_there_are(rkcompat: Rkcompat, node: str, hint: str) -> None:
    """A slip, a library or component without its release, the vendor's name."""
    done = rkcompat("graph", "--around", node)

    assert (done.code, done.out) == (2, "")
    assert f"\nhint: {hint}" in done.err


@pytest.mark.parametrize(
    "words", [("--around", "librknnrt 1.6.00"), (OLD, "--around", "rk3588"), ("--path", "rk3588", "no such node")]
)
def test_what_cannot_be_drawn_is_a_fault_of_usage(words: tuple[str, ...]) -> None:
    """A wrong name, two wishes, no chain: exit 2."""
    done = _run(*words)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: ")

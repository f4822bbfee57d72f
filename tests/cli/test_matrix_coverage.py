"""``matrix coverage``: the share of decided pairs that the first issue of the matrices asks for, and the files."""

import json
from pathlib import Path

import pytest

from .conftest import Rkcompat


@pytest.mark.parametrize("soc", ["rk3588", "rk3576", "rk3566", "rv1106"])
@pytest.mark.parametrize("column", ["model", "driver"])
def test_the_share_of_decided_pairs_is_printed(rkcompat: Rkcompat, soc: str, column: str) -> None:
    """For the chips that people have, on 80 columns."""
    done = rkcompat("matrix", "coverage", "runtime", column, "--soc", soc)

    assert done.code == 0
    assert done.out.startswith(f"runtime (rows) with {column} (columns) on {soc}\ndecided: ")
    assert max(map(len, done.out.splitlines())) <= 80


def test_a_model_of_format_6_on_an_old_runtime_is_forbidden(rkcompat: Rkcompat) -> None:
    """The failure that is reported most, found in the grid."""
    report = json.loads(rkcompat("matrix", "coverage", "runtime", "model", "-f", "json").out)
    cell = next(cell for cell in report["cells"] if (cell["row"], cell["column"]) == ("1.4.0", "1.6.0"))

    assert (cell["state"], "model-format-runtime" in cell["rules"]) == ("violated", True)


def test_a_heat_map_is_written(rkcompat: Rkcompat, tmp_path: Path) -> None:
    """Beside the text on stdout."""
    picture = tmp_path / "grid.svg"
    done = rkcompat("matrix", "coverage", "runtime", "driver", "-o", f"svg={picture}")

    assert done.code == 0
    assert picture.read_text().startswith("<svg ")
    assert rkcompat("matrix", "coverage", "runtime", "driver", "-o", "html=x").code == 2


def test_what_has_no_grid_is_said(rkcompat: Rkcompat) -> None:
    """A component without releases, a chip that nobody knows, one component twice."""
    done = rkcompat("matrix", "coverage", "kernel", "kernel", "--soc", "rk9999")

    assert (done.code, done.out) == (2, "")
    assert "error: kernel: is no component that has releases\nhint: there are toolkit, model" in done.err
    assert "error: kernel: found one component twice, needed two" in done.err
    assert "error: --soc: the matrix does not know the SoC 'rk9999'" in done.err

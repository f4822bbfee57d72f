"""``matrix diff``: what a change of the matrices does to the manifests of a folder."""

import json
import shutil
from pathlib import Path

import pytest

from rkcompat.matrix import matrix_folder

from .conftest import Rkcompat, Write


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The matrices as they might have been: a rule is weaker, a set is missing."""
    folder = tmp_path_factory.mktemp("old") / "matrices"
    shutil.copytree(matrix_folder(), folder)
    rules = folder / "rules" / "model.toml"
    text = rules.read_text()
    at = text.index("severity", text.index('id       = "model-format-runtime"'))
    rules.write_text(text[:at] + text[at:].replace('"error"', '"warning"', 1))
    (folder / "validated" / "runtime-driver-pairs.toml").unlink()
    return folder


def test_a_matrix_is_the_same_as_itself(rkcompat: Rkcompat) -> None:
    """Under both its names."""
    assert rkcompat("matrix", "diff", matrix_folder()) == (0, "the rows are the same\n", "")


def test_rows_and_verdicts_that_change_are_named(rkcompat: Rkcompat, old: Path, good: Path, bad: Path) -> None:
    """By which rule; a manifest that is judged alike is counted."""
    done = rkcompat("matrix", "diff", old, "--manifests", bad.parent)

    assert done.code == 0
    assert "changed rule model-format-runtime\n  severity: warning -> error\n" in done.out
    assert "added set pair-1.4.0-0.8.2: " in done.out
    assert "verdicts: 1 of 2 manifests changed\n" in done.out
    assert "compatible -> incompatible, by model-format-runtime" in " ".join(done.out.split())


def test_a_program_gets_the_same(rkcompat: Rkcompat, old: Path, bad: Path) -> None:
    """As data."""
    report = json.loads(rkcompat("matrix", "diff", old, "built-in", "--manifests", bad, "-f", "json").out)

    assert report["format"] == 1
    assert {row["change"] for row in report["rows"]} == {"added", "changed"}
    assert report["verdicts"] == [
        {"path": str(bad), "before": "compatible", "after": "incompatible", "rules": ["model-format-runtime"]}
    ]


def test_an_overlay_can_be_tried_before_it_is_used(rkcompat: Rkcompat, good: Path, write: Write) -> None:
    """Whose boards would fail once the company's rule stands."""
    source = (
        'matrix = 1\ntitle = "t"\npublisher = "ACME"\nbasis = "vendor-document"\nread-on = "2026-11-30"\ncitation = "page 1"\n'
    )
    folder = write("acme/sources/acme.toml", source).parent.parent
    rule = 'id = "acme-driver"\ntitle = "t"\nwhy = "w"\nlayer = "execution"\nseverity = "error"\nremedy = "r"\n'
    demand = 'sources = ["acme"]\nrequire = { driver = ">=0.9.9" }\n'
    write("acme/rules/acme.toml", f'matrix = 1\ntitle = "t"\n[[rule]]\n{rule}{demand}')
    done = rkcompat("matrix", "diff", "built-in", "--matrix", folder, "--manifests", good)

    assert "added rule acme-driver: t\n" in done.out
    assert "compatible -> incompatible, by acme-driver" in " ".join(done.out.split())


def test_an_unusable_manifest_does_not_stop_the_rest(rkcompat: Rkcompat, old: Path, bad: Path, broken: Path) -> None:
    """It is said, and the exit code tells."""
    done = rkcompat("matrix", "diff", old, "--manifests", broken, "--manifests", bad)

    assert done.code == 2
    assert "verdicts: 1 of 1 manifests changed" in done.out
    assert "sco" in done.err


def test_a_folder_that_is_no_matrix_is_refused(rkcompat: Rkcompat, tmp_path: Path) -> None:
    """Or everything would have been removed."""
    assert "found no file of a matrix in it" in rkcompat("matrix", "diff", tmp_path).err

"""The other verbs, the list of verbs, and the help."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rkcompat._version import VERSION
from rkcompat.cli._verbs import VERBS

from .conftest import Rkcompat, Write

SAMPLES = Path(__file__).parent.parent / "samples"


def test_resolve_names_the_nearest_set_and_the_steps(rkcompat: Rkcompat, bad: Path) -> None:
    """What check says, and the way out."""
    done = rkcompat("resolve", bad)

    assert "nearest validated set: " in done.out
    assert "\nsteps\n  1. replace librknnrt 1.4.0 by librknnrt " in done.out


def test_resolve_names_as_many_sets_as_are_asked_for(rkcompat: Rkcompat, bad: Path) -> None:
    """The nearest first."""
    found = json.loads(rkcompat("resolve", bad, "--top", "2", "-f", "json").out)["nearest"]

    assert len(found) == 2
    assert found[0]["cost"] <= found[1]["cost"]


def test_locks_add_to_those_of_the_manifest(rkcompat: Rkcompat, write: Write, bad: Path) -> None:
    """Repeated, or with commas."""
    locked = write("locked.toml", bad.read_text() + '[lock]\ncomponents = ["model"]\n')
    changed = {
        change["component"] for answer in _nearest(rkcompat, locked, "--lock", "kernel, driver") for change in answer["changes"]
    }

    assert changed == {"runtime"}


def test_a_lock_that_names_nothing_is_a_wrong_use(rkcompat: Rkcompat, bad: Path) -> None:
    """With what there is."""
    done = rkcompat("resolve", bad, "--lock", "kernel,drivr,runtim")

    assert (done.code, done.out) == (2, "")
    assert done.err.count("error: --lock: there is no component") == 2
    assert "kernel-config" in done.err


def test_explain_shows_a_rule_and_its_sources(rkcompat: Rkcompat) -> None:
    """In both formats."""
    text = rkcompat("explain", "model-format-runtime")
    data = json.loads(rkcompat("explain", "model-format-runtime", "--format", "json").out)

    assert text.code == 0
    assert text.out.startswith("model-format-runtime: ")
    assert data["format"] == 1
    assert data["rule"]["id"] == "model-format-runtime"
    assert all(source["url"] if "url" in source else source["citation"] for source in data["rule"]["sources"])


def test_explain_of_no_rule_names_the_nearest(rkcompat: Rkcompat) -> None:
    """A typing error is cheap."""
    done = rkcompat("explain", "model-format-runtim")

    assert (done.code, done.out) == (2, "")
    assert done.err.endswith("did you mean model-format-runtime\n")


def test_inspect_shows_a_model(rkcompat: Rkcompat) -> None:
    """In both formats."""
    model = next((SAMPLES / "made").glob("*.rknn")) if (SAMPLES / "made").is_dir() else next(SAMPLES.rglob("*.rknn"))
    text = rkcompat("inspect", model)
    data = json.loads(rkcompat("inspect", model, "-f", "json").out)

    assert text.code == 0
    assert str(model) in text.out.replace("\n  ", "")
    assert data["format"] == 1
    assert data["files"][0]["path"] == str(model)


def test_inspect_of_a_damaged_file_is_1_and_of_none_is_2(rkcompat: Rkcompat, write: Write, tmp_path: Path) -> None:
    """The others are shown all the same."""
    damaged = write("page.rknn", "<!doctype html><html></html>")

    assert rkcompat("inspect", damaged).code == 1
    assert rkcompat("inspect", tmp_path / "none.rknn") == (
        2,
        "",
        f"error: {tmp_path}/none.rknn: cannot be read: No such file or directory\n",
    )
    assert rkcompat("inspect", damaged, tmp_path / "none.rknn").code == 2
    assert "page.rknn" in rkcompat("inspect", damaged, tmp_path / "none.rknn").out.replace("\n  ", "")


def test_matrix_lint_is_silent_about_what_is_right_and_names_what_is_not(
    rkcompat: Rkcompat, write: Write, tmp_path: Path
) -> None:
    """0 and 1."""
    right = rkcompat("matrix", "lint")
    write("rules/x.toml", "matrix = 1\ntitle = 'x'\nrule = 1\n")
    wrong = rkcompat("matrix", "lint", "--matrix", tmp_path)

    assert right == (0, "the matrices keep their promises\n", "")
    assert wrong.code == 1
    assert "rules/x.toml:3: rule: found an integer 1, needed an array of tables" in wrong.out


def test_the_version_is_told(rkcompat: Rkcompat) -> None:
    """Before typer loads where it stands alone, by typer where it does not."""
    alone = subprocess.run([sys.executable, "-m", "rkcompat", "--version"], capture_output=True, text=True, check=False)

    assert (alone.returncode, alone.stdout) == (0, f"rkcompat {VERSION}\n")
    assert rkcompat("--version", "check").out == f"rkcompat {VERSION}\n"


def test_the_help_loads_no_verb() -> None:
    """It is known by name and by one line."""
    code = "import sys; from rkcompat.cli import run; run(['--help']); sys.stderr.write(' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert "rkcompat.cli._verbs" in done.stderr.split()
    assert {"msgspec", "tomli", "rich", "rkcompat._api", *(f"rkcompat.cli.{verb.module}" for verb in VERBS)}.isdisjoint(
        done.stderr.split()
    )


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.name)
def test_every_verb_has_its_help(rkcompat: Rkcompat, verb: object) -> None:
    """One line in the list, and a page of its own, within 80 columns."""
    name, _, line = verb  # type: ignore[misc]
    page = rkcompat(name, "--help")

    assert line in rkcompat("--help").out
    assert page.code == 0
    assert page.out.startswith(f"Usage: rkcompat {name} ")
    assert max(map(len, page.out.splitlines())) <= 80


def test_a_verb_that_is_misspelt_is_guessed(rkcompat: Rkcompat) -> None:
    """Those that are not loaded too."""
    assert "Did you mean 'resolve'" in rkcompat("resovle", "x.toml").err


def _nearest(rkcompat: Rkcompat, *words: object) -> list[dict[str, list[dict[str, str]]]]:
    report = json.loads(rkcompat("resolve", *words, "-f", "json").out)
    assert report["nearest"]
    return list(report["nearest"])


def test_what_is_often_typed_wrong_is_answered_with_what_was_meant(rkcompat: Rkcompat, good: Path) -> None:
    """A fact without its table, a folder for a file, a chip with one digit wrong, a rule that nobody has heard of."""
    assert rkcompat("check", good, "--set", "soc=rk3588").err.endswith("unknown key\nhint: did you mean board.soc\n")
    assert "hint: name a file in it; check takes a folder too" in rkcompat("resolve", good.parent).err
    assert "does not know the SoC rk3589; did you mean rk3588" in rkcompat("check", good, "--set", "board.soc=rk3589").out
    missing = json.loads(rkcompat("check", good, "--set", "board.soc=rk3589", "-f", "json").out)["missing"]
    assert missing[0]["fact"] == "board.soc"
    assert missing[0]["how"].endswith("(the matrix does not know rk3589; did you mean rk3588)")
    nothing_like_it = json.loads(rkcompat("check", good, "--set", "board.soc=x1e80100", "-f", "json").out)["missing"]
    assert "did you mean" not in nothing_like_it[0]["how"]
    assert rkcompat("explain", "zzz").err.endswith("hint: rkcompat matrix list rules names them\n")


def test_the_help_of_resolve_names_the_proof_that_it_writes(rkcompat: Rkcompat) -> None:
    """Only `resolve` makes one."""
    assert "proof=FILE" in rkcompat("resolve", "--help").out
    assert "proof=FILE" not in rkcompat("check", "--help").out

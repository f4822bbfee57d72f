"""The lint that needs all rules together, as `rkcompat matrix lint` says it: what somebody ran, and what no rule reads."""

from collections.abc import Callable
from pathlib import Path

import pytest

from rkcompat._api.matrices import lint
from rkcompat.matrix import matrix_folder

Write = Callable[..., Path]

FAILED = (
    'components = { runtime = "2.3.2", driver = "0.9.8"',
    'works      = {}\ncomponents = {{ runtime = "2.3.2", driver = "0.8.0"',
)
"""The set of the small matrix, with a driver below what its runtime asks for."""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is in the cache of the person who runs the tests is not looked at."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def problems(folder: Path) -> list[str]:
    """The problems with files as under the folder."""
    return [str(problem).replace(f"{folder}/", "") for problem in lint(folder) if "is no listed release" not in problem.text]


def test_the_matrices_of_this_project_are_clean() -> None:
    """What is shipped keeps these promises, too."""
    assert lint(matrix_folder()) == ()


def test_a_rule_that_a_set_violates_and_survives_is_named_with_its_line(write_matrix: Write) -> None:
    """The set ran, so the rule says too much, or must say that it knows."""
    old, new = FAILED

    (problem,) = problems(write_matrix(old, new.format("true")))

    said, _, hint = problem.partition("\n")
    assert said.startswith(
        "rules/driver.toml:5: rule 'runtime-driver': is an error, and the validated set 'field-rock-5b-2.3.2'"
    )
    assert said.endswith("violates it and works")
    assert hint == "hint: make it a warning, narrow it, or name the set under contradicts"


def test_a_set_that_failed_contradicts_nothing(write_matrix: Write) -> None:
    """It bears the rule out."""
    old, new = FAILED

    assert problems(write_matrix(old, new.format("false"))) == []


def test_a_rule_laid_over_a_matrix_may_forbid_what_others_ran(write_matrix: Write, tmp_path: Path) -> None:
    """A line that takes one driver alone; a run of its own against that rule is named."""
    below, over = write_matrix(), tmp_path / "acme"
    rule = (
        'matrix = 1\ntitle = "ours"\n[[rule]]\nid = "line-3-driver"\ntitle = "t"\nwhy = "w"\nlayer = "execution"\n'
        'severity = "error"\nrequire = { driver = "==0.8.2" }\nremedy = "r"\nsources = ["run"]\n'
    )
    run = (
        'matrix = 1\ntitle = "runs"\n[[set]]\nid = "acme-night"\ntitle = "line 3"\nkind = "field-run"\nsocs = ["rk3588"]\n'
        'components = { runtime = "2.3.2", driver = "0.9.8" }\nsources = ["run"]\n'
    )
    (over / "rules").mkdir(parents=True)
    (over / "rules" / "ours.toml").write_text(rule)
    alone = lint(below, overlays=(str(over),))
    (over / "validated").mkdir()
    (over / "validated" / "ours.toml").write_text(run)
    (problem,) = lint(below, overlays=(str(over),))

    assert alone == ()
    assert f"{over}/rules/ours.toml:4: rule 'line-3-driver': is an error, and the validated set 'acme-night'" in str(problem)


def test_a_release_that_no_rule_reads_is_named(write_matrix: Write) -> None:
    """The graph of the rules shows it: nothing here asks a kernel's or a server's version."""
    server = 'matrix = 1\ncomponent = "server"\n[[release]]\nversion = "2.3.2"\nsources = ["guide#releases"]\n'

    assert problems(write_matrix(also={"components/server.toml": server})) == ["rules: no rule reads server 2.3.2"]

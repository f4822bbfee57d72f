"""README.md shows what rkcompat really prints, and its commands and code run."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_outputs_are_the_real_ones() -> None:
    """After a change of a report, a rule or the help: ``python docs/make_readme.py``."""
    made = runpy.run_path(str(ROOT / "docs" / "make_readme.py"))["readme_page"]()

    assert made == README


def test_readme_shows_a_report_and_the_help() -> None:
    """The marks are where the test above looks, and what stands behind them is not empty."""
    shown = re.findall(r"<!-- output of: rkcompat (\S+)[^\n]* -->\n```text\n(incompatible|Usage)", README)

    assert shown == [("resolve", "incompatible"), ("--help", "Usage")]


def test_readme_is_a_page() -> None:
    """What a reader needs first; the rest lies where it belongs."""
    assert len(README.splitlines()) <= 150


def test_readme_has_two_commands() -> None:
    """One resolves an example that is there, one runs the tests; .ci/run runs both in fresh clones."""
    resolve, tests = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    example = re.search(r"rkcompat resolve (\S+)", resolve)

    assert example
    assert (ROOT / example[1]).is_file()
    assert tests.strip().endswith("/pytest")


def test_the_code_in_readme_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """As a program would run it, at the top of the repository."""
    code = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    monkeypatch.chdir(ROOT)
    for block in code:
        exec(compile(block, "README.md", "exec"), {})

    assert re.fullmatch(r"incompatible \[.*'model-format-runtime'.*\]\n", capsys.readouterr().out)


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "matrices/README.md"])
def test_what_a_page_names_is_there(page: str) -> None:
    """Links of the tree lead somewhere."""
    text = (ROOT / page).read_text()
    links = re.findall(r"\]\(([^)#:]+)\)", text)

    assert [link for link in links if not (ROOT / page).parent.joinpath(link).exists()] == []

"""docs/rules.md says what the matrices say."""

import runpy
from pathlib import Path

from rkcompat import load_matrix

DOCS = Path(__file__).parent.parent / "docs"
PAGE = (DOCS / "rules.md").read_text(encoding="utf-8")


def test_the_page_is_the_one_that_the_matrices_give() -> None:
    """After a change of a rule or a source: ``python docs/make_rules.py``."""
    made = runpy.run_path(str(DOCS / "make_rules.py"))["rules_page"]()

    assert made == PAGE


def test_the_page_has_each_rule_once() -> None:
    """One heading a rule, disproved ones too."""
    headings = [line.removeprefix("### ") for line in PAGE.splitlines() if line.startswith("### ")]

    assert sorted(headings) == [rule.id for rule in load_matrix().rules]

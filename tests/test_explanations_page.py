"""docs/explanations.md says what rkcompat answers today."""

import runpy
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"


def test_the_page_of_explanations_is_what_its_generator_writes() -> None:
    """After a change of a rule, a set or the words of an answer: ``python docs/make_explanations.py``."""
    made = runpy.run_path(str(DOCS / "make_explanations.py"))

    assert len(made["ASKED"]) == 10
    assert made["explanations_page"]() == (DOCS / "explanations.md").read_text(encoding="utf-8")

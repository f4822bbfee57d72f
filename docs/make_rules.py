"""Write ``docs/rules.md`` from the matrices: ``python docs/make_rules.py``; a test compares the two."""

from pathlib import Path

from rkcompat import load_matrix
from rkcompat.matrix import matrix_folder
from rkcompat.matrix._compile import read_files
from rkcompat.matrix._load import read_texts
from rkcompat.report._rules_page import rules_to_markdown

PAGE = Path(__file__).parent / "rules.md"


def rules_page() -> str:
    """The page as the matrices have it now: a chapter for each file of ``rules/``."""
    files = read_files(read_texts(matrix_folder())).by_folder["rules"].values()
    return rules_to_markdown(load_matrix(), {file.title: tuple(rule.id for rule in file.rule) for file in files})


if __name__ == "__main__":
    PAGE.write_text(rules_page(), encoding="utf-8")

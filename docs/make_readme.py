"""Write the outputs that README.md shows: ``python docs/make_readme.py``; a test compares them."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
SHOWN = re.compile(r"(<!-- output of: rkcompat ([^\n]+) -->\n```text\n).*?(```)", re.DOTALL)
"""The mark, the words of the command, and the block behind it."""


def output_of(words: str) -> str:
    """What rkcompat prints at the root of the checkout, on 80 columns and without colour."""
    environment = os.environ | {"COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb"}
    command = [sys.executable, "-m", "rkcompat", *words.split()]
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=False)
    return re.sub(r"[ \t]+$", "", done.stdout, flags=re.MULTILINE)


def readme_page() -> str:
    """The page with each output as it is now."""
    return SHOWN.sub(lambda found: found[1] + output_of(found[2]) + found[3], README.read_text(encoding="utf-8"))


if __name__ == "__main__":
    README.write_text(readme_page(), encoding="utf-8")

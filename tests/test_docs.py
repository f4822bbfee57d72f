"""The documentation is true: its commands and code run, its site builds, its tables say what the program says."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import tomli
import yaml

from rkcompat.cli._exit import _WORST_FIRST, MEANINGS
from rkcompat.cli._verbs import VERBS
from rkcompat.report import FORMATS

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
MADE = {"rules.md", "explanations.md"}
"""Pages that a program writes; they have tests of their own."""
PAGES = sorted(page for page in DOCS.glob("*.md") if page.name not in MADE)

_BLOCK = re.compile(r"((?:^<!-- [^\n]+ -->\n)*)^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A block of a page with the remarks before it, which a reader of the site does not see.

    ``file: NAME`` puts it, and ``file: NAME = PLACE`` a file of the tree, into the folder in which the page's commands run;
    ``exit: N`` is what the last command ends with; ``not run: WHY`` is shown only.
    """

    language: str
    text: str
    remarks: dict[str, str]


def blocks_of(page: Path) -> Iterator[Block]:
    """In order."""
    for marks, language, text in _BLOCK.findall(page.read_text(encoding="utf-8")):
        remarks = dict(mark.split(": ", 1) for mark in re.findall(r"<!-- (.+) -->", marks))
        assert set(remarks) <= {"file", "exit", "not run"}
        yield Block(language, text, remarks)


def put(block: Block, folder: Path) -> None:
    """Write the file that a block shows or names."""
    name, _, place = block.remarks["file"].partition(" = ")
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes((ROOT / place).read_bytes() if place else block.text.encode())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_do_what_the_page_says(page: Path, tmp_path: Path) -> None:
    """Each block of commands in one shell, in order, in a folder with the files that the page has shown so far."""
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "NO_COLOR": "1",
        "HOME": str(tmp_path),
    }
    for block in blocks_of(page):
        if "file" in block.remarks:
            put(block, tmp_path)
        if block.language != "sh" or "not run" in block.remarks:
            continue
        done = subprocess.run(
            ["bash", "-ec", block.text], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == int(block.remarks.get("exit", "0")), block.text + done.stdout + done.stderr


def test_the_code_of_the_library_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one program, from top to bottom; its own assertions say what a reader may rely on."""
    blocks = list(blocks_of(DOCS / "library.md"))
    for block in blocks:
        if "file" in block.remarks:
            put(block, tmp_path)
    monkeypatch.chdir(tmp_path)
    code = [block.text for block in blocks if block.language == "python"]

    exec(compile("\n".join(code), "library.md", "exec"), {"__name__": "library"})

    assert len(code) >= 8


def test_the_code_of_the_library_page_is_typed(tmp_path: Path) -> None:
    """Whoever writes such a program has the types of every public name."""
    code = [block.text for block in blocks_of(DOCS / "library.md") if block.language == "python"]
    (tmp_path / "library.py").write_text("\n".join(code), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "library.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_a_page_shows_can_be_read(page: Path) -> None:
    """TOML and YAML."""
    for block in blocks_of(page):
        if block.language == "toml" and "--8<--" not in block.text and not page.name.startswith(("matrices", "manifest")):
            tomli.loads(block.text)
        if block.language == "yaml":
            yaml.safe_load(block.text)


def test_what_a_pipeline_is_told_to_use_is_there() -> None:
    """The inputs of the action, and the hook."""
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    workflow, settings = [yaml.safe_load(one.text) for one in blocks_of(DOCS / "gate.md") if one.language == "yaml"]
    (used,) = [step for step in workflow["jobs"]["rkcompat"]["steps"] if step["uses"].startswith("rkcompat/")]

    assert set(used["with"]) <= set(action["inputs"])
    assert {hook["id"] for hook in settings["repos"][0]["hooks"]} == {hook["id"] for hook in hooks}
    assert "security-events" in workflow["permissions"]


def test_the_exit_codes_are_those_of_the_program() -> None:
    """The table, and the order in which the worst counts."""
    page = (DOCS / "exit-codes.md").read_text(encoding="utf-8")
    table = dict(re.findall(r"^\| (\d+) \| (.+) \|$", page, re.MULTILINE))
    order = re.search(r"the worst counts: ([\d, ]+)\.", page)

    assert table == {str(int(code)): meaning for code, meaning in MEANINGS.items()}
    assert order
    assert order[1].split(", ") == [str(int(code)) for code in _WORST_FIRST]


def test_every_format_and_every_verb_is_described() -> None:
    """One row a format; a verb is named on some page."""
    rows = re.findall(r"^\| `(\w+)` \|", (DOCS / "formats.md").read_text(encoding="utf-8"), re.MULTILINE)
    pages = "".join(page.read_text(encoding="utf-8") for page in PAGES)

    assert rows == list(FORMATS)
    assert [verb.name for verb in VERBS if f"rkcompat {verb.name}" not in pages and f"`{verb.name}" not in pages] == []


def test_the_picture_shows_every_package() -> None:
    """And the table beside it."""
    packages = {path.parent.name for path in (ROOT / "src" / "rkcompat").glob("*/__init__.py")}
    shown = set(re.findall(r">(\w+)</text>", (DOCS / "architecture.svg").read_text(encoding="utf-8")))
    described = set(re.findall(r"^\| `(\w+)` \|", (DOCS / "architecture.md").read_text(encoding="utf-8"), re.MULTILINE))

    assert packages <= shown
    assert described == packages


def test_the_man_page_is_the_help() -> None:
    """After a change of the help: ``python docs/make_man.py``."""
    made = subprocess.run(
        [sys.executable, "-c", "import runpy; print(runpy.run_path('docs/make_man.py')['man_page'](), end='')"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    assert made == (DOCS / "rkcompat.1").read_text(encoding="utf-8")


def test_the_man_page_is_sound() -> None:
    """As roff that says nothing but what stands there."""
    readers = {"groff": ["-man", "-Tutf8", "-ww", "-z"], "mandoc": ["-Tlint", "-Wwarning"]}
    reader = next(filter(shutil.which, readers), None)
    if reader is None:
        pytest.skip("there is neither groff nor mandoc")
    command = [reader, *readers[reader], str(DOCS / "rkcompat.1")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_site_builds(tmp_path: Path) -> None:
    """Strictly: every link, anchor and included file is there, and no page is left out."""
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(tmp_path / "site")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    pages = "".join(page.read_text(encoding="utf-8") for page in (tmp_path / "site").rglob("*.html"))

    assert done.returncode == 0, done.stderr
    assert "--8&lt;--" not in pages
    assert not re.search(r'(?:src|href)="https?://[^"]+\.(?:js|css|woff2?)"', pages)


def test_the_table_of_costs_is_the_real_one() -> None:
    """Each act by what it costs."""
    from rkcompat.solve._cost import WEIGHTS

    rows = re.findall(r"^\| [^|]+ \| (\d+) \|$", (DOCS / "why.md").read_text(encoding="utf-8"), re.MULTILINE)

    assert sorted(map(int, rows)) == sorted(set(WEIGHTS.values()))

"""Completion, asked by the shells themselves."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAMS = Path(sys.executable).parent


def shell(name: str, script: str, place: Path) -> str:
    """Run a script in a shell that finds rkcompat, and has nothing of whoever runs the tests."""
    if shutil.which(name) is None and (name != "bash" or not os.environ.get("CI")):
        pytest.skip(f"there is no {name}")
    environment = {"PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}", "HOME": str(place), "TERM": "dumb"}
    options = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}[name]
    done = subprocess.run(
        [name, *options, "-c", script], cwd=place, env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def in_bash(words: str, place: Path) -> set[str]:
    """What bash offers for the last of some words, by the function that it would call itself."""
    script = f"""
        eval "$(rkcompat completion bash)"
        COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); COMPREPLY=()
        entry=$(complete -p rkcompat); entry=${{entry##*-F }}
        ${{entry%% *}} rkcompat
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    return set(shell("bash", script, place).split())


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("rkcompat ch", {"check"}),
        ("rkcompat wh", {"why", "why-not", "what-if"}),
        ("rkcompat check --fai", {"--fail-on"}),
        ("rkcompat check --fail-on ''", {"info", "warning", "error"}),
        ("rkcompat matrix co", {"coverage"}),
        ("rkcompat completion ''", {"bash", "zsh", "fish"}),
    ],
)
def test_bash_completes_verbs_options_and_values(words: str, offered: set[str], tmp_path: Path) -> None:
    """Those of verbs that are loaded only when asked for, too."""
    assert in_bash(words, tmp_path) == offered


def test_bash_offers_files_where_rkcompat_knows_nothing(tmp_path: Path) -> None:
    """A manifest is a file, and that is what the default of the shell is for."""
    (tmp_path / "manifest.toml").touch()

    assert "-o default" in shell("bash", 'eval "$(rkcompat completion bash)"; complete -p rkcompat', tmp_path)
    assert in_bash("rkcompat check mani", tmp_path) == set()


def test_fish_completes(tmp_path: Path) -> None:
    """By its own ``complete``, asked what a line could become."""
    offered = shell("fish", "rkcompat completion fish | source; complete --do-complete 'rkcompat res'", tmp_path)

    assert [line.split("\t")[0] for line in offered.splitlines()] == ["resolve"]


def test_zsh_completes(tmp_path: Path) -> None:
    """The script is zsh that registers itself, and what it asks is answered."""
    script = """
        compdef() { print -r -- "$@"; }
        eval "$(rkcompat completion zsh)"
        words=(rkcompat reso); CURRENT=2
        _arguments() { print -r -- "$@"; }
        _rkcompat_completion
    """
    offered = shell("zsh", script, tmp_path).splitlines()

    assert offered[0] == "_rkcompat_completion rkcompat"
    assert "resolve" in offered[1]


def test_the_help_knows_nothing_of_it(tmp_path: Path) -> None:
    """The options that typer would add are left out; one verb does what they do."""
    page = shell("bash", "rkcompat --help", tmp_path)

    assert "completion  " in page
    assert "--install-completion" not in page

"""The GitHub action: its steps run in bash, what it hands on, and what it is made of."""

import json
import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from .action_runner import ACTION, ROOT, STEPS, Ran, run_action
from .conftest import PROGRAM

HERE = {"place": {}, "install": {"rkcompat": str(PROGRAM)}}
"""Instead of installing it: the program that is here."""


def act(workspace: Path, **inputs: str) -> Ran:
    """Run all but the installation."""
    temporary = workspace.parent / "temporary"
    temporary.mkdir(exist_ok=True)
    return run_action(workspace, temporary, {name.replace("_", "-"): text for name, text in inputs.items()}, given=HERE)


def test_a_board_that_fits_passes(workspace: Path) -> None:
    """With a summary and reports for the steps after it."""
    ran = act(workspace)

    assert (ran.code, ran.err) == (0, "")
    assert ran.summary.startswith("## ✅ compatible")
    assert ran.outputs["exit-code"] == "0"
    assert json.loads(Path(ran.outputs["sarif"]).read_text())["version"] == "2.1.0"
    assert json.loads(Path(ran.outputs["json"]).read_text())["verdict"] == "compatible"


def test_a_board_that_does_not_fit_fails_and_is_annotated(workspace: Path) -> None:
    """At its line, with the exit code of check."""
    ran = act(workspace, manifests="boards\n")

    assert ran.code == 1
    assert re.search(
        r"^::error file=boards/format-6-on-old-runtime\.toml,line=\d+,title=model-format-runtime::", ran.out, re.MULTILINE
    )
    assert "❌ incompatible" in ran.summary


@pytest.mark.parametrize(
    ("inputs", "code"),
    [
        ({"manifests": "boards/good-rk3588.toml\nmanifest.toml"}, "0"),
        ({"manifests": "there is no such.toml"}, "2"),
        ({"manifests": "boards", "fail-on": "nonsense"}, "2"),
        ({"options": "--set\ndriver.version=0.9.x"}, "0"),
        ({"options": "--set\nruntime.version=1.4.0\n--quiet"}, "1"),
    ],
)
def test_the_exit_code_is_that_of_check(workspace: Path, inputs: Mapping[str, str], code: str) -> None:
    """Whatever it is, and a manifest's name may have blanks."""
    ran = act(workspace, **{name.replace("-", "_"): text for name, text in inputs.items()})

    assert (str(ran.code), ran.outputs["exit-code"]) == (code, code)


def test_where_nothing_was_judged_there_is_nothing_to_upload(workspace: Path) -> None:
    """The cause stands in the log of the job."""
    ran = act(workspace, manifests="absent.toml", upload_sarif="true")

    assert (ran.code, ran.outputs["sarif"], ran.summary) == (2, "", "")
    assert "absent.toml: cannot be read" in ran.err
    assert not [step for step in ran.used if "upload-sarif" in step["uses"]]


def test_findings_are_uploaded_before_the_job_fails(workspace: Path) -> None:
    """And only where the caller asked for it."""
    asked = act(workspace, manifests="boards", upload_sarif="true")
    uploads = [step for step in asked.used if step["uses"].startswith("github/codeql-action/upload-sarif@")]

    assert [step["with"]["sarif_file"] for step in uploads] == [asked.outputs["sarif"]]
    assert len(act(workspace, manifests="boards").used) == len(asked.used) - 1


def test_what_the_caller_states_is_never_run(workspace: Path) -> None:
    """Neither as a command nor as an option, where a manifest is meant."""
    trap = '$(touch caught)\n`touch caught`\n"; touch caught #\n--version'
    ran = act(workspace, manifests=trap)

    assert ran.code == 2
    assert not (workspace / "caught").exists()
    assert not [step["run"] for step in STEPS if "${{" in step.get("run", "")]


def test_other_actions_are_pinned_by_commit() -> None:
    """With the release beside it, for people."""
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    used = re.findall(r"uses: (.+)", text)

    assert used
    assert [line for line in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line)] == []


def test_each_input_and_output_says_what_it_is() -> None:
    """A list of them is all that a reader sees on the marketplace."""
    assert all(one["description"].endswith(".") for one in (*ACTION["inputs"].values(), *ACTION["outputs"].values()))


def test_the_packages_are_those_that_rkcompat_needs() -> None:
    """Each in a version that pyproject.toml allows, each file by its hash."""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    block = re.search(r"^dependencies = \[\n(.*?)^\]", project, re.MULTILINE | re.DOTALL)
    assert block
    needed = {one.name: one for one in map(Requirement, re.findall(r'^  "([^"]+)"', block[1], re.MULTILINE))}
    lines = (ROOT / "ci-templates" / "requirements.txt").read_text(encoding="utf-8").replace("\\\n", "").splitlines()
    pinned: dict[str, list[str]] = {}
    for line in lines:
        if not line.startswith("#"):
            words = line.partition(" ;")[0].split()[0]
            name, _, version = words.partition("==")
            pinned.setdefault(name.replace("-", "."), []).append(version)
            assert "--hash=sha256:" in line

    for name, requirement in needed.items():
        versions = pinned.get(name) or pinned.get(name.replace("-", ".")) or []
        assert versions, name
        assert all(requirement.specifier.contains(version) for version in versions)
    assert "hatchling" in pinned


def test_it_installs_itself_by_hash_and_runs(workspace: Path) -> None:
    """The whole action, from its own checkout; needs PyPI, which the machines of CI reach."""
    look = "import sys, urllib.request as r; r.urlopen('https://pypi.org/simple/msgspec/', timeout=20)"
    if (
        not os.environ.get("CI")
        and subprocess.run([PROGRAM.parent / "python", "-c", look], capture_output=True, check=False).returncode
    ):
        pytest.skip("PyPI is not to be reached")
    temporary = workspace.parent / "temporary"
    temporary.mkdir()

    ran = run_action(workspace, temporary, {"manifests": "boards"})

    assert ran.code == 1, ran.err
    assert (temporary / "rkcompat" / "bin" / "rkcompat").is_file()
    assert [step["uses"].partition("@")[0] for step in ran.used] == ["actions/setup-python", "actions/cache"]
    assert ran.used[1]["with"]["key"].startswith("rkcompat-Linux-X64-")

"""Runs the steps of ``action.yml`` as a runner of GitHub does: ``run`` in bash; ``uses`` is written down."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

ROOT = Path(__file__).parent.parent.parent
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS: list[dict[str, Any]] = ACTION["runs"]["steps"]


class Ran(NamedTuple):
    """What the action left behind."""

    code: int
    """Of the first step that failed, which ends the action; 0 where none did."""
    out: str
    err: str
    summary: str
    used: list[dict[str, Any]]
    """The other actions that would have run, their inputs filled in."""
    outputs: dict[str, str]


def run_action(
    workspace: Path, temporary: Path, inputs: Mapping[str, str], *, given: Mapping[str, Mapping[str, str]] | None = None
) -> Ran:
    """Run the action in a checkout.

    Args:
        workspace: the caller's checkout.
        temporary: a folder for everything else.
        inputs: what the caller states; the rest has its default.
        given: the outputs of steps that are not to be run.
    """
    stated = {name: inputs.get(name, settings["default"]) for name, settings in ACTION["inputs"].items()}
    assert set(inputs) <= set(stated)
    outputs: dict[str, dict[str, str]] = {name: dict(values) for name, values in (given or {}).items()}
    summary = temporary / "summary"
    summary.touch()
    used: list[dict[str, Any]] = []
    out = err = ""
    code = 0
    for number, step in enumerate(STEPS):
        if step.get("id") in (given or {}) or not _holds(step.get("if", ""), stated, outputs):
            continue
        if "uses" in step:
            used.append(step | {"with": {key: _fill(value, stated, outputs) for key, value in step["with"].items()}})
            continue
        said = temporary / f"output-{number}"
        said.touch()
        script = temporary / f"step-{number}.sh"
        script.write_text(step["run"], encoding="utf-8")
        environment = os.environ | {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",  # what setup-python sees to
            "GITHUB_ACTION_PATH": str(ROOT),
            "GITHUB_OUTPUT": str(said),
            "GITHUB_STEP_SUMMARY": str(summary),
            "GITHUB_WORKSPACE": str(workspace),
            "RUNNER_ARCH": "X64",
            "RUNNER_OS": "Linux",
            "RUNNER_TEMP": str(temporary),
            **{key: _fill(value, stated, outputs) for key, value in step.get("env", {}).items()},
        }
        assert step["shell"] == "bash"
        command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(script)]
        done = subprocess.run(command, cwd=workspace, env=environment, capture_output=True, text=True, check=False)
        out, err, code = out + done.stdout, err + done.stderr, done.returncode
        if "id" in step:
            outputs[step["id"]] = dict(line.split("=", 1) for line in said.read_text(encoding="utf-8").splitlines())
        if code:
            break
    told = {name: _fill(settings["value"], stated, outputs) for name, settings in ACTION["outputs"].items()}
    return Ran(code, out, err, summary.read_text(encoding="utf-8"), used, told)


Outputs = Mapping[str, Mapping[str, str]]


def _fill(text: str, inputs: Mapping[str, str], outputs: Outputs) -> str:
    return re.sub(r"\$\{\{ (\S+) \}\}", lambda found: _value(found[1], inputs, outputs), text)


def _value(name: str, inputs: Mapping[str, str], outputs: Outputs) -> str:
    """What stands for a name; an output that was never written is empty, a name that nobody knows is a mistake."""
    kind, _, rest = name.partition(".")
    if kind == "inputs":
        return inputs[rest]
    step, middle, output = rest.split(".")
    assert (kind, middle) == ("steps", "outputs")
    assert step in {one.get("id") for one in STEPS}
    return outputs.get(step, {}).get(output, "")


def _holds(condition: str, inputs: Mapping[str, str], outputs: Outputs) -> bool:
    """Comparisons with a word, joined by ``&&``."""
    for part in filter(None, condition.split(" && ")):
        name, sign, word = part.split(" ")
        if (_value(name, inputs, outputs) == word.strip("'")) != {"==": True, "!=": False}[sign]:
            return False
    return True

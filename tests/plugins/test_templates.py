"""The templates for GitLab, Jenkins, Buildroot and Yocto: what they run is run here."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import yaml

from .conftest import PROGRAM, ROOT

TEMPLATES = ROOT / "ci-templates"
GITLAB = yaml.safe_load((TEMPLATES / "gitlab-ci.yml").read_text(encoding="utf-8"))[".rkcompat"]
JENKINS = (TEMPLATES / "Jenkinsfile").read_text(encoding="utf-8")
TREE = ROOT / "tests" / "samples"


def shell(script: str, place: Path, *, name: str = "sh", **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a script as a pipeline does, with rkcompat on PATH."""
    environment = os.environ | {"PATH": f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}", **variables}
    return subprocess.run([name, "-ec", script], cwd=place, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("manifests", "code"), [("manifest.toml", 0), ("manifest.toml boards", 1), ("absent.toml", 2)])
def test_the_gitlab_job_has_the_code_of_check_and_leaves_its_reports(workspace: Path, manifests: str, code: int) -> None:
    """The job's own variables, but for the manifests."""
    done = shell("\n".join(GITLAB["script"]), workspace, name="bash", **GITLAB["variables"] | {"RKCOMPAT_MANIFESTS": manifests})

    assert done.returncode == code
    reports = GITLAB["artifacts"]["reports"]
    written = [name for name in (*reports.values(), *GITLAB["artifacts"]["paths"]) if (workspace / name).is_file()]
    assert len(written) == (0 if code == 2 else 3)
    if code == 1:
        assert json.loads((workspace / reports["codequality"]).read_text())
        assert ET.parse(workspace / reports["junit"]).getroot().tag == "testsuites"


def test_the_jenkins_stage_writes_what_it_publishes(workspace: Path) -> None:
    """Every file that a later step names."""
    (command,) = re.findall(r"sh '(.*)'", JENKINS)
    published = re.findall(r"(?:testResults|pattern|artifacts): '([^']+)'", JENKINS)

    done = shell(command, workspace)

    assert done.returncode == 1
    assert len(published) == 3
    assert all((workspace / name).is_file() for name in published)


def rootfs(place: Path) -> Path:
    """A small root file system: a library that says its version, and a model."""
    (place / "usr/lib").mkdir(parents=True)
    (place / "opt").mkdir()
    source = 'const char text[] = "librknnrt version: 1.4.0 (a10f100eb@2022-09-09T09:07:14)"; int rknn_init(void) { return 0; }'
    library = place / "usr/lib/librknnrt.so"
    build = ["gcc", "-x", "c", "-", "-shared", "-fPIC", "-Wl,-soname,librknnrt.so", "-o", str(library)]
    subprocess.run(build, input=source.encode(), check=True)
    content = bytearray(library.read_bytes())
    content[18:20] = (0xB7).to_bytes(2, "little")  # as if for aarch64
    library.write_bytes(content)
    shutil.copy(TREE / "made" / "2.3.2_rk3588_i8.rknn", place / "opt" / "model.rknn")
    return place


needs_gcc = pytest.mark.skipif(
    sys.platform != "linux" or (not os.environ.get("CI") and shutil.which("gcc") is None),
    reason="there is no gcc that makes ELF",
)


@needs_gcc
@pytest.mark.parametrize(("driver", "code"), [("0.9.8", 1), ("", 3)])
def test_the_buildroot_script_fails_the_build(folder: Callable[[str], Path], driver: str, code: int) -> None:
    """The library of the tree is too old for its model, and where the driver is not stated nobody can say more."""
    images, tree = folder("images"), rootfs(folder("target"))
    if not driver:
        (tree / "opt" / "model.rknn").unlink()
    facts = [
        "--set",
        "board.soc=rk3588",
        *(["--set", "driver.family=rknpu", "--set", f"driver.version={driver}"] if driver else []),
    ]
    environment = os.environ | {"TARGET_DIR": str(tree), "RKCOMPAT": str(PROGRAM)}
    script = TEMPLATES / "buildroot-post-image.sh"

    done = subprocess.run([script, images, *facts], env=environment, capture_output=True, text=True, check=False)

    assert done.returncode == code, done.stderr
    assert ("error: model-format-runtime" in done.stdout) == (code == 1)
    assert sorted(path.name for path in images.iterdir()) == ["rkcompat.html", "rkcompat.toml"]
    assert str(tree) not in (images / "rkcompat.toml").read_text()


def test_the_buildroot_script_says_what_it_lacks(folder: Callable[[str], Path]) -> None:
    """Called by hand, or on a tree that is not there."""
    script = TEMPLATES / "buildroot-post-image.sh"
    environment = {name: value for name, value in os.environ.items() if name != "TARGET_DIR"} | {"RKCOMPAT": str(PROGRAM)}
    alone = subprocess.run([script], env=environment, capture_output=True, text=True, check=False)
    absent = subprocess.run(
        [script, folder("i")], env=environment | {"TARGET_DIR": "/absent"}, capture_output=True, text=True, check=False
    )

    assert "called by Buildroot" in alone.stderr
    assert absent.returncode == 2
    assert "/absent" in absent.stderr


@needs_gcc
def test_the_yocto_class_fails_the_image(folder: Callable[[str], Path]) -> None:
    """Its function, with what bitbake would fill in."""
    text = (TEMPLATES / "rkcompat-gate.bbclass").read_text(encoding="utf-8")
    function = re.search(r"^rkcompat_gate\(\) \{\n(.*?)^\}", text, re.MULTILINE | re.DOTALL)
    variables = {
        "IMAGE_ROOTFS": str(rootfs(folder("rootfs"))),
        "IMGDEPLOYDIR": str(folder("deploy") / "images"),
        "IMAGE_NAME": "core-image",
        "RKCOMPAT": str(PROGRAM),
        "RKCOMPAT_CHECK": "--set board.soc=rk3588 --set driver.family=rknpu --set driver.version=0.9.8",
    }
    assert function

    done = shell(function[1], Path(variables["IMAGE_ROOTFS"]).parent, **variables)

    assert done.returncode == 1, done.stderr
    assert "error: model-format-runtime" in done.stdout
    assert (Path(variables["IMGDEPLOYDIR"]) / "core-image.rkcompat.html").is_file()


@pytest.mark.parametrize("script", sorted(TEMPLATES.glob("*.sh")), ids=lambda path: path.name)
def test_scripts_are_plain_sh(script: Path) -> None:
    """Read by the strictest shell here, and marked as programs."""
    strict = shutil.which("dash") or "sh"

    assert subprocess.run([strict, "-n", script], check=False).returncode == 0
    assert os.access(script, os.X_OK)


@pytest.mark.parametrize(
    ("schema", "file"), [("vendor.github-actions", "action.yml"), ("vendor.gitlab-ci", "ci-templates/gitlab-ci.yml")]
)
def test_what_a_pipeline_reads_follows_its_schema(schema: str, file: str) -> None:
    """The schemas that check-jsonschema brings with it; nothing is asked of the network."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(ROOT / file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout

"""Wheels of the toolkits, and what they leave when they are installed."""

import io
import zipfile
from pathlib import Path

import pytest

from rkcompat.artifacts import read_artifact, read_source
from rkcompat.artifacts._source import Memory
from rkcompat.model.artifact_package import PythonPackage

from .making import make_wheel

LITE = "rknn_toolkit_lite2-2.3.2-cp310-cp310-manylinux_2_17_aarch64.manylinux2014_aarch64.whl"


def read_package(content: bytes, name: str = LITE) -> PythonPackage:
    """The package that some bytes must turn out to be."""
    found = read_source(name, Memory(content))
    assert isinstance(found, PythonPackage), found
    return found


def test_a_wheel_says_what_it_is_and_what_it_is_for() -> None:
    """Release, commit, Python and platforms."""
    found = read_package(make_wheel())

    assert (found.component, found.name, found.version, found.commit) == ("lite", "rknn_toolkit_lite2", "2.3.2", "1482e03")
    assert (found.python, found.platforms) == (("3.10",), ("manylinux_2_17_aarch64", "manylinux2014_aarch64"))
    assert (found.is_installed, found.problem, found.oddities) == (False, None, ())


@pytest.mark.parametrize(
    ("name", "component"),
    [
        ("rknn-toolkit2", "toolkit"),
        ("rknn_toolkit", "toolkit"),
        ("RKLLM.Toolkit", "rkllm-toolkit"),
        ("rknn-toolkit-lite", "lite"),
    ],
)
def test_a_package_is_told_by_its_name_however_it_is_written(name: str, component: str) -> None:
    """Names of packages have one form in which they are compared."""
    assert read_package(make_wheel(name)).component == component


def test_a_foreign_wheel_is_told() -> None:
    """It is no error to ask."""
    found = read_package(make_wheel("numpy", "1.26.4", summary="Arrays", tags=["py3-none-any"]))

    assert (found.component, found.commit, found.python) == (None, None, ())
    assert found.oddities == ("it is no package of the RKNN stack",)


def install(folder: Path) -> Path:
    """A folder as pip leaves it."""
    place = folder / "lib/python3.10/site-packages/rknn_toolkit_lite2-2.3.2.dist-info"
    place.mkdir(parents=True)
    with zipfile.ZipFile(io.BytesIO(make_wheel(tags=["py2.py3-none-any"]))) as archive:
        for name in archive.namelist():
            (place / name.rpartition("/")[2]).write_bytes(archive.read(name))
    return place


@pytest.mark.parametrize("asked", ["", "METADATA"], ids=["folder", "file"])
def test_an_installed_package_is_for_the_python_that_has_it(tmp_path: Path, asked: str) -> None:
    """Whatever its tags say."""
    found = read_artifact(install(tmp_path) / asked)

    assert isinstance(found, PythonPackage)
    assert (found.component, found.version, found.python, found.is_installed) == ("lite", "2.3.2", ("3.10",), True)


@pytest.mark.parametrize("missing", ["METADATA", "WHEEL"])
def test_a_folder_without_its_files_is_an_answer(tmp_path: Path, missing: str) -> None:
    """The tags can be missing, name and version cannot."""
    place = install(tmp_path)
    (place / missing).unlink()
    if missing == "WHEEL":
        assert read_artifact(place).problem is None
    else:
        assert read_artifact(place).problem == "found no METADATA in it, needed the folder of an installed package"


def archive_of(*names: str) -> bytes:
    """An archive with empty members."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name in names:
            archive.writestr(name, b"")
    return content.getvalue()


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (archive_of("a"), "found a ZIP archive without .dist-info/METADATA, needed a Python wheel"),
        (archive_of("a/b.dist-info/METADATA"), "found a ZIP archive without .dist-info/METADATA, needed a Python wheel"),
        (
            archive_of("b.dist-info/METADATA"),
            "found package metadata without a name and a version, needed those of a Python package",
        ),
        (make_wheel()[:-30], "truncated at byte "),
        (make_wheel()[:40] + bytes(100) + make_wheel()[140:], "the ZIP archive is broken"),
        (archive_of(*(f"{'n' * 200}{number}" for number in range(20_000))), "found a list of "),
    ],
    ids=["other archive", "too deep", "no name", "cut off", "broken", "many members"],
)
def test_a_damaged_wheel_is_refused(content: bytes, problem: str) -> None:
    """With what is missing."""
    found = read_source(LITE, Memory(content)).problem

    assert found
    assert found.startswith(problem)


def test_a_bomb_in_a_wheel_is_not_unpacked() -> None:
    """What is wanted of a member stands in its first bytes."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.dist-info/METADATA", "Name: rknn-toolkit2\nVersion: 2.3.2\n\n" + "x" * (200 << 20))

    assert read_package(content.getvalue()).version == "2.3.2"

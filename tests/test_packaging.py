"""What is built: the wheel carries the matrices and their compiled form, and runs without the checkout."""

import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest

import rkcompat
from rkcompat._version import VERSION
from rkcompat.matrix._load import compiled_name, fingerprint, load_matrix, read_texts

ROOT = Path(__file__).parent.parent


def build(kind: str, tree: Path, into: Path) -> Path:
    """One distribution, built as pip builds it, without a network; ``kind`` is ``wheel``, ``editable`` or ``sdist``."""
    code = f"import sys; from hatchling.build import build_{kind}; build_{kind}(sys.argv[1])"
    subprocess.run([sys.executable, "-c", code, str(into)], cwd=tree, check=True, capture_output=True)
    (built,) = into.iterdir()
    return built


def python(*words: str, beside: Path) -> subprocess.CompletedProcess[str]:
    """A Python that finds rkcompat in a folder before any that is installed, started outside the checkout."""
    environment = os.environ | {
        "PYTHONPATH": str(beside),
        "XDG_CACHE_HOME": str(beside / "cache"),
        "COLUMNS": "80",
        "NO_COLOR": "1",
    }
    return subprocess.run([sys.executable, *words], cwd=beside, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree."""
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, unpacked as an installer does."""
    folder = tmp_path_factory.mktemp("installed")
    ZipFile(wheel).extractall(folder)
    return folder


def test_the_version_is_the_same_everywhere(wheel: Path) -> None:
    """Of the library, of the command line and of the wheel."""
    assert rkcompat.__version__ == VERSION
    assert wheel.name == f"rkcompat-{VERSION}-py3-none-any.whl"


def test_a_wheel_holds_the_package_and_the_matrices(wheel: Path) -> None:
    """All of both, with the licence and the man page, and nothing else."""
    names = set(ZipFile(wheel).namelist())
    folders = {name.split("/")[0] for name in names}
    info = next(folder for folder in folders if folder.endswith(".dist-info"))
    code = {str(path.relative_to(ROOT / "src")) for path in (ROOT / "src").rglob("*.py")}
    data = {f"rkcompat/{path.relative_to(ROOT)}" for path in (ROOT / "matrices").rglob("*.toml")}

    shared = f"rkcompat-{VERSION}.data"
    assert folders == {"rkcompat", info, shared}
    assert {name for name in names if name.startswith(shared)} == {f"{shared}/data/share/man/man1/rkcompat.1"}
    assert code | data | {"rkcompat/py.typed", f"{info}/licenses/LICENSE"} <= names
    assert {name for name in names if name.endswith((".py", ".toml"))} == code | data


def test_a_wheel_holds_the_compiled_form_of_its_own_files(installed: Path) -> None:
    """Named after their hash, so that the loader takes it."""
    folder = installed / "rkcompat" / "matrices"
    compiled = [path.name for path in folder.glob("compiled-*")]

    assert compiled == [compiled_name(fingerprint(read_texts(folder).items()))]
    assert read_texts(folder) == read_texts(ROOT / "matrices")


def test_an_installed_rkcompat_compiles_nothing(installed: Path) -> None:
    """It reads its own folder, with the matrix that a checkout has, and keeps nothing in the user's cache."""
    code = """
import sys
from rkcompat.matrix import load_matrix, matrix_folder
print(matrix_folder(), load_matrix().sha256, "rkcompat.matrix._compile" in sys.modules)
"""
    done = python("-c", code, beside=installed)

    assert done.stdout.split() == [str(installed / "rkcompat" / "matrices"), load_matrix().sha256, "False"]
    assert not (installed / "cache").exists()


def test_an_installed_rkcompat_does_the_main_job(installed: Path) -> None:
    """The first command of README, outside the checkout."""
    found = re.search(r"rkcompat resolve (\S+)", (ROOT / "README.md").read_text())
    assert found
    done = python("-m", "rkcompat", "resolve", str(ROOT / found[1]), beside=installed)

    assert (done.returncode, done.stderr) == (0, "")
    assert "compatible" in done.stdout


def test_an_editable_install_holds_no_copy_of_the_matrices(tmp_path: Path) -> None:
    """A copy would be read instead of the files that are being worked on, or lie about them."""
    names = ZipFile(build("editable", ROOT, tmp_path)).namelist()

    assert [name for name in names if "matrices" in name] == []


def test_a_source_distribution_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    """Whoever packages rkcompat starts from it, and can run the tests."""
    (tmp_path / "sdist").mkdir()
    (tmp_path / "again").mkdir()
    with tarfile.open(build("sdist", ROOT, tmp_path / "sdist")) as archive:
        archive.extractall(tmp_path, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
    (tree,) = tmp_path.glob("rkcompat-*")
    again = build("wheel", tree, tmp_path / "again")

    assert again.name == wheel.name
    assert again.read_bytes() == wheel.read_bytes()
    assert (tree / "tests" / "test_packaging.py").is_file()
    assert (tree / "examples").is_dir()

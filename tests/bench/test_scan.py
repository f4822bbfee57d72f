"""A scan costs little more than looking at every name, measured against that in one run; its memory in its own process."""

import gzip
import io
import json
import os
import subprocess
import sys
import tarfile
from hashlib import sha256
from pathlib import Path
from time import perf_counter

import pytest

from rkcompat.collect._scan import scan_rootfs

FILES = 50_000
FOLDERS = 2_500
LIMIT = 3
SLACK = 2
"""How far above the limit the test fails: other processes run beside it."""
MEMORY = 150
"""Megabytes."""

MODEL = Path(__file__).parent.parent / "samples" / "made" / "2.3.2_rk3588_i8.rknn"

MEASURE = """
import re, sys
from rkcompat.collect._scan import scan_container, scan_rootfs
collected = (scan_container if sys.argv[1].endswith(".tar") else scan_rootfs)(sys.argv[1])
kibibytes = re.search(r"VmHWM:\\s+([0-9]+)", open("/proc/self/status").read())[1]
print(len(collected.manifest.model), int(kibibytes) // 1024)
"""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root file system of 50,000 files, with three models among them."""
    top = tmp_path_factory.mktemp("root")
    for number in range(FOLDERS):
        folder = top / "usr" / "share" / f"p{number % 50}" / f"q{number}"
        folder.mkdir(parents=True)
        for name in range(FILES // FOLDERS):
            (folder / f"file{name}.py").touch()
    for number in range(3):
        (top / "usr" / "share" / f"p{number}" / "m.rknn").write_bytes(MODEL.read_bytes())
    return top


def walk(root: Path) -> None:
    """Look at every name, and at nothing else."""
    waiting = [str(root)]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            waiting += [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]


def hash_models(root: Path) -> None:
    """Read and hash what the scan finds."""
    for number in range(3):
        sha256((root / "usr" / "share" / f"p{number}" / "m.rknn").read_bytes()).hexdigest()


def least(action: object, *arguments: object) -> float:
    """Seconds, of the quickest of five."""
    times = []
    for _ in range(5):
        start = perf_counter()
        action(*arguments)  # type: ignore[operator]
        times.append(perf_counter() - start)
    return min(times)


def test_a_scan_costs_at_most_three_walks(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Beyond what it costs on an empty tree, and beyond hashing what it found."""
    own = least(scan_rootfs, str(tmp_path))
    bare, hashing, scan = least(walk, root), least(hash_models, root), least(scan_rootfs, str(root))
    ratio = (scan - own - hashing) / bare
    with capsys.disabled():
        print(f"\nscan of {FILES} files: {scan * 1000:.0f} ms, {ratio:.2f} times a bare walk, limit {LIMIT}")  # noqa: T201, it is what the test is for

    assert ratio < LIMIT * SLACK


def measure(path: Path) -> tuple[int, int]:
    """How many models a scan in a process of its own finds, and the memory that it takes."""
    done = subprocess.run([sys.executable, "-c", MEASURE, str(path)], capture_output=True, text=True, check=True)
    models, memory = map(int, done.stdout.split())
    return models, memory


@pytest.mark.skipif(sys.platform != "linux", reason="/proc/self/status tells the most that a process took")
def test_the_memory_of_a_scan_is_bounded(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of the folder, and of the same files as a packed layer of an image."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for path, _, names in os.walk(root):
            for name in names:
                content = MODEL.read_bytes() if name.endswith(".rknn") else b""
                info = tarfile.TarInfo(os.path.join(os.path.relpath(path, root), name))
                info.size = len(content)
                archive.addfile(info, io.BytesIO(content))
    layer = gzip.compress(buffer.getvalue(), 1)
    manifest = json.dumps([{"Config": "c", "RepoTags": None, "Layers": ["l"]}]).encode()
    image = tmp_path / "image.tar"
    with tarfile.open(image, "w") as archive:
        for name, content in (("c", b"{}"), ("l", layer), ("manifest.json", manifest)):
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    of_folder, of_image = measure(root), measure(image)
    with capsys.disabled():
        print(f"\nmemory: {of_folder[1]} MB for the folder, {of_image[1]} MB for the image, limit {MEMORY}")  # noqa: T201, it is what the test is for

    assert (of_folder[0], of_image[0]) == (3, 3)
    assert max(of_folder[1], of_image[1]) < MEMORY

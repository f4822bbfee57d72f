"""``inspect`` on files of every kind: what it shows, what it loads, how it ends."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.artifacts.making import BANNER, CONFIG, make_elf, make_image, make_wheel, needs_gcc

from .conftest import Rkcompat


@needs_gcc
def test_a_program_is_held_against_the_libraries_beside_it(rkcompat: Rkcompat, tmp_path: Path) -> None:
    """What is missing is named in both formats."""
    app = make_elf(tmp_path / "app", imports=["rknn_init", "rknn_mem_sync"], needed=["librknnrt.so"])
    library = make_elf(tmp_path / "librknnrt.so", soname="librknnrt.so", texts=[BANNER], exports=["rknn_init"])
    text = rkcompat("inspect", app, library)
    data = json.loads(rkcompat("inspect", app, library, "-f", "json").out)

    assert text.code == 0
    assert "calls rknn_init, rknn_mem_sync" in " ".join(text.out.split())
    assert "needs librknnrt 1.6.0 or newer" in " ".join(text.out.split())
    assert f"missing {library} does not offer rknn_mem_sync" in " ".join(text.out.split())
    assert [file["kind"] for file in data["files"]] == ["application", "runtime-library"]
    assert data["files"][0]["facts"]["missing"] == {str(library): ["rknn_mem_sync"]}
    assert data["files"][1]["facts"]["build"] == "9a7b5d24c@2023-12-13T17:32:13"


@needs_gcc
def test_a_file_that_is_not_what_its_name_says_ends_in_1(rkcompat: Rkcompat, tmp_path: Path) -> None:
    """With what it is, and what was wanted."""
    done = rkcompat("inspect", make_elf(tmp_path / "rknpu.ko", soname="librknnrt.so", texts=[BANNER], exports=["rknn_init"]))

    assert done.code == 1
    assert "error found a runtime library, needed a kernel module by its name" in " ".join(done.out.split())


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("Image", make_image(), "RKNPU built in 0.9.8 20240828"),
        ("config-6.1.75", CONFIG.encode(), "CONFIG_ROCKCHIP_RKNPU_SRAM=n"),
        ("modules.builtin.modinfo", b"rknpu.version=0.9.8\0", "drivers rknpu 0.9.8"),
        ("a.whl", make_wheel(), "package rknn_toolkit_lite2 2.3.2 (commit 1482e03)"),
        (
            "board.dts",
            b'/ { npu@0 { compatible = "rockchip,rk3588-rknpu"; }; };',
            "NPU npu@0, rockchip,rk3588-rknpu, status okay",
        ),
        ("a.rkllm", b"opaque", "sha256 6d229884c1268bb0ab32d8da315d0fe52f9147228bd830a37bc9fb28a954940d"),
    ],
)
def test_each_kind_has_its_words(rkcompat: Rkcompat, tmp_path: Path, name: str, content: bytes, line: str) -> None:
    """A line of what people read first."""
    (tmp_path / name).write_bytes(content)
    done = rkcompat("inspect", tmp_path / name)

    assert done.code == 0
    assert line in " ".join(done.out.split())


def test_a_reader_is_loaded_only_when_it_is_needed(tmp_path: Path) -> None:
    """A model needs none of the readers of other files, nor what these use."""
    (tmp_path / "a.rknn").write_bytes(b"RKNN")
    path = str(tmp_path / "a.rknn")
    code = f"import sys\nfrom rkcompat.artifacts import read_artifact\nread_artifact({path!r})\nprint(*sys.modules)"
    loaded = set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())

    assert not loaded & {"elftools", "zipfile", "lzma", "lz4", "email", "hashlib", "rkcompat.artifacts._kernel"}
    assert "rkcompat.artifacts._read" in loaded

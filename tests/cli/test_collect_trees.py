"""``rkcompat collect --rootfs`` and ``--container``: a manifest on stdout that check takes, notes on stderr."""

import io
import tarfile
from pathlib import Path

import pytest

from rkcompat.manifest import parse_manifest

from .conftest import Rkcompat

RELEASE = "6.1.115-vendor-rk35xx"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A root file system with a kernel and a chip, and no runtime."""
    for path, content in {
        "etc/armbian-release": "BOARD_NAME='Rock 5B'\nBOOT_SOC=rk3588\nVERSION=25.2.1\n",
        f"lib/modules/{RELEASE}/modules.builtin": "kernel/drivers/rknpu/rknpu.ko\n",
        f"lib/modules/{RELEASE}/modules.builtin.modinfo": "rknpu.version=0.9.8\0",
        "usr/bin/tool": "#!/bin/sh\n",
    }.items():
        place = tmp_path / "root" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content)
    return tmp_path / "root"


@pytest.fixture
def image(tmp_path: Path) -> Path:
    """A container image that holds one file."""

    def tar(**files: bytes) -> bytes:
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w") as archive:
            for name, content in files.items():
                info = tarfile.TarInfo(name)
                info.size = len(content)
                archive.addfile(info, io.BytesIO(content))
        return buffer.getvalue()

    manifest = b'[{"Config": "c", "RepoTags": ["example/detector:1"], "Layers": ["l"]}]'
    config = b'{"architecture": "arm64"}'
    place = tmp_path / "image.tar"
    place.write_bytes(tar(**{"c": config, "l": tar(file=b"x"), "manifest.json": manifest}))
    return place


def test_a_root_file_system_becomes_a_manifest(root: Path, rkcompat: Rkcompat) -> None:
    """On stdout, ready for check."""
    done = rkcompat("collect", "--rootfs", str(root))
    manifest = parse_manifest(done.out.encode(), "-")

    assert done.code == 0
    assert (manifest.board.soc, manifest.driver.version, manifest.kernel.release) == ("rk3588", "0.9.8", RELEASE)
    assert str(root) not in str(manifest)


def test_what_collect_writes_check_reads(root: Path, rkcompat: Rkcompat) -> None:
    """The pipe of the README: collect --rootfs DIR | check -."""
    written = rkcompat("collect", "--rootfs", str(root)).out

    assert rkcompat("check", "-", stdin=written).code == 0


def test_an_image_alone_has_no_board(image: Path, rkcompat: Rkcompat) -> None:
    """Only what a container has of its own."""
    done = rkcompat("collect", "--container", str(image))
    manifest = parse_manifest(done.out.encode(), "-")

    assert done.code == 0
    assert [container.id for container in manifest.container] == ["detector"]
    assert manifest.board.soc is None


def test_an_image_over_a_root_file_system_is_one_manifest(root: Path, image: Path, rkcompat: Rkcompat) -> None:
    """The user space of the one over the kernel of the other."""
    done = rkcompat("collect", "--rootfs", str(root), "--container", str(image))
    manifest = parse_manifest(done.out.encode(), "-")

    assert done.code == 0
    assert [container.id for container in manifest.container] == ["detector"]
    assert (manifest.board.soc, manifest.driver.version) == ("rk3588", "0.9.8")


def test_an_image_over_a_bundle_is_one_manifest(image: Path, tmp_path: Path, rkcompat: Rkcompat) -> None:
    """A bundle that says the release of the kernel, and nothing else."""
    lines = ["= kernel.release ok uname -r", "- 6.1.115"]
    bundle = "".join(f"rkc{line}\n" for line in ["! 1", *lines, f". {len(lines)} {sum(map(len, lines))}"])
    (tmp_path / "board.bundle").write_text(bundle)

    done = rkcompat("collect", "--bundle", str(tmp_path / "board.bundle"), "--container", str(image))
    manifest = parse_manifest(done.out.encode(), "-")

    assert done.code == 0
    assert manifest.kernel.release == "6.1.115"
    assert [container.id for container in manifest.container] == ["detector"]


def test_a_file_takes_the_manifest(root: Path, tmp_path: Path, rkcompat: Rkcompat) -> None:
    """-o FILE; stdout stays empty."""
    done = rkcompat("collect", "--rootfs", str(root), "-o", str(tmp_path / "m.toml"))

    assert (done.code, done.out) == (0, "")
    assert parse_manifest((tmp_path / "m.toml").read_bytes(), "m.toml").board.soc == "rk3588"


def test_what_a_manifest_has_no_key_for_is_said_on_stderr(root: Path, rkcompat: Rkcompat) -> None:
    """A file that is called as a library and is none."""
    (root / "usr/bin/librknnrt.so").write_text("<!doctype html>")

    assert "note: /usr/bin/librknnrt.so: found a web page" in rkcompat("collect", "--rootfs", str(root)).err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--rootfs", "/nowhere/at/all"], "/nowhere/at/all: cannot be read: No such file"),
        (["--container", "/nowhere.tar"], "/nowhere.tar: cannot be used as a container image: No such file"),
        (["--rootfs", ".", "--bundle", "x"], "found --bundle and --rootfs, needed one of them"),
        (["--rootfs", ".", "--local"], "found --local and --rootfs, needed one of them"),
        (["--rootfs", ".", "--app", "12"], "found a process, needed a board or a bundle"),
        (["--local", "--app", "/usr/bin/x"], "found a path, needed --rootfs or --container"),
        (["--rootfs", ".", "--app", "tool"], "needed a process number, or the path of a program"),
        (["--rootfs", ".", "--app", "/usr/bin/none"], "found no program '/usr/bin/none' in it"),
        (["--rootfs", ".", "--save-bundle", "x"], "found no board that says one"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    root: Path, monkeypatch: pytest.MonkeyPatch, rkcompat: Rkcompat, words: list[str], said: str
) -> None:
    """Exit code 2, and what was found and needed."""
    monkeypatch.chdir(root)

    done = rkcompat("collect", *words)

    assert done.code == 2
    assert said in done.err

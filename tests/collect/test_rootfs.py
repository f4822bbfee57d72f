"""A root file system is read from the outside: what it holds, and nothing of this machine."""

import os
from pathlib import Path

import pytest

from rkcompat.collect._rootfs import Directory
from rkcompat.collect._scan import scan_rootfs
from rkcompat.errors import UsageError
from rkcompat.manifest import manifest_to_toml, parse_manifest
from rkcompat.model.manifest import Lite

from .trees import AARCH64, ARM, MODEL, RT_140, X86_64, debian, library, needs_gcc, program, put, runtime

pytestmark = needs_gcc


def test_a_debian_image_tells_all_of_its_user_space(tmp_path: Path) -> None:
    """Library, server, lite with its Python, C library and release file."""
    manifest = scan_rootfs(str(put(tmp_path, debian()))).manifest

    [copy] = manifest.runtime
    assert (copy.library, copy.version, copy.build) == ("librknnrt", "2.3.2", "429f97ae6b@2025-04-09T09:09:27")
    assert (copy.path, copy.arch, copy.where) == ("/usr/lib/librknnrt.so", "aarch64", "host")
    assert manifest.lite is not None
    assert (manifest.lite.version, manifest.lite.python) == ("2.3.2", "3.11")
    assert manifest.server is not None
    assert (manifest.server.version, manifest.server.running) == ("2.3.2", None)
    assert manifest.libc is not None
    assert (manifest.libc.family, manifest.libc.version) == ("glibc", "2.36")
    assert manifest.image is not None
    assert (manifest.image.id, manifest.image.version) == ("debian", "12")


def test_every_fact_of_a_copy_says_where_it_was_read(tmp_path: Path) -> None:
    """Paths are those of the tree, not of this machine."""
    manifest = scan_rootfs(str(put(tmp_path, debian()))).manifest

    assert manifest.evidence["runtime[0].version"].read_from == "/usr/lib/librknnrt.so"
    assert manifest.evidence["runtime[0].version"].raw == "librknnrt version: 2.3.2 (429f97ae6b@2025-04-09T09:09:27)"
    assert str(tmp_path) not in manifest_to_toml(manifest)


def test_what_is_written_can_be_read_again(tmp_path: Path) -> None:
    """The manifest of a scan is one that check takes."""
    manifest = scan_rootfs(str(put(tmp_path, debian() | {"/opt/m.rknn": MODEL.read_bytes()}))).manifest

    assert parse_manifest(manifest_to_toml(manifest).encode(), "-") == manifest


def test_models_are_found_by_themselves(tmp_path: Path) -> None:
    """With found_at, never a path that another machine would open, and what the file says."""
    put(
        tmp_path,
        {"/opt/models/detect.rknn": MODEL.read_bytes(), "/home/me/chat.rkllm": b"x" * 99 + b"rkllm-toolkit version: 1.2.1"},
    )

    manifest = scan_rootfs(str(tmp_path)).manifest
    rkllm, rknn = manifest.model

    assert (rknn.path, rknn.found_at, rknn.kind, rknn.format) == (None, "/opt/models/detect.rknn", "rknn", 6)
    assert rknn.target_platform == ("rk3588",)
    assert (rkllm.found_at, rkllm.kind, rkllm.toolkit) == ("/home/me/chat.rkllm", "rkllm", "1.2.1")
    assert manifest.evidence["model[0].toolkit"].read_from == "/home/me/chat.rkllm"
    assert "model[0].compiler" not in manifest.evidence


def test_a_damaged_model_is_a_note(tmp_path: Path) -> None:
    """It is not in the manifest, as nothing of it is known."""
    collected = scan_rootfs(str(put(tmp_path, {"/m.rknn": b"<!doctype html><html>"})))

    assert collected.manifest.model == ()
    assert collected.notes == ("/m.rknn: found a web page, needed a .rknn or .rkllm model",)


def test_what_was_looked_for_and_is_not_there_is_absent(tmp_path: Path) -> None:
    """An empty tree has neither library nor server nor lite; of models nobody can say that there will be none."""
    assert scan_rootfs(str(tmp_path)).manifest.absent == ("lite", "runtime", "server")


def test_a_link_is_no_second_copy(tmp_path: Path) -> None:
    """librknnrt.so → librknnrt.so.2: one file, one copy."""
    put(tmp_path, {"/usr/lib/librknnrt.so.2": runtime(), "/usr/lib/librknnrt.so": "librknnrt.so.2"})

    assert [copy.path for copy in scan_rootfs(str(tmp_path)).manifest.runtime] == ["/usr/lib/librknnrt.so.2"]


def test_a_backup_is_a_copy_that_nobody_loads(tmp_path: Path) -> None:
    """No program asks for librknnrt.so.bak."""
    put(tmp_path, {"/usr/lib/librknnrt.so": runtime(), "/usr/lib/librknnrt.so.bak": runtime(RT_140)})

    first, backup = scan_rootfs(str(tmp_path)).manifest.runtime

    assert (first.version, first.loaded) == ("2.3.2", None)
    assert (backup.version, backup.loaded) == ("1.4.0", False)


def test_a_library_of_a_pc_is_told_as_such(tmp_path: Path) -> None:
    """The manifest has its architecture, which a rule judges; the note says what is needed."""
    collected = scan_rootfs(str(put(tmp_path, {"/usr/lib/librknnrt.so": runtime(machine=X86_64)})))

    assert collected.manifest.runtime[0].arch == "x86_64"
    assert any("x86_64" in note for note in collected.notes)


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "LFS"),
        (b"<!DOCTYPE html>", "web page"),
        (b"../x/librknnrt.so", "path"),
    ],
)
def test_a_file_that_only_has_the_name_is_told_and_not_taken(tmp_path: Path, content: bytes, what: str) -> None:
    """It is no copy, and yet the runtime is not absent: something is wrong there."""
    collected = scan_rootfs(str(put(tmp_path, {"/usr/lib/librknnrt.so": content})))

    assert collected.manifest.runtime == ()
    assert "runtime" not in collected.manifest.absent
    assert what in collected.notes[0]


def test_two_releases_of_lite_are_not_decided(tmp_path: Path) -> None:
    """The manifest leaves the version open, the note says where each is."""
    text = "Metadata-Version: 2.1\nName: rknn-toolkit-lite2\nVersion: {}\n"
    for python, version in (("3.10", "2.3.2"), ("3.11", "1.6.0")):
        folder = f"/opt/py{python}/lib/python{python}/site-packages/rknn_toolkit_lite2-{version}.dist-info/METADATA"
        put(tmp_path, {folder: text.format(version).encode()})

    collected = scan_rootfs(str(tmp_path))

    assert collected.manifest.lite is not None
    assert collected.manifest.lite.version is None
    assert "2.3.2 in /opt/py3.10" in collected.notes[0]
    assert "1.6.0 in /opt/py3.11" in collected.notes[0]


@pytest.mark.parametrize("inside", ["", "/PKG-INFO"], ids=["a file", "a folder"])
def test_a_lite_that_setup_py_installed_is_found(tmp_path: Path, inside: str) -> None:
    """As the bundle of a live board has it."""
    place = f"/usr/lib/python3.9/site-packages/rknn_toolkit_lite2-1.6.0-py3.9.egg-info{inside}"
    text = b"Metadata-Version: 1.1\nName: rknn-toolkit-lite2\nVersion: 1.6.0\n"
    manifest = scan_rootfs(str(put(tmp_path, {place: text}))).manifest

    assert manifest.lite == Lite(version="1.6.0", python="3.9")
    assert manifest.evidence["lite.version"].read_from == place
    assert "lite" not in manifest.absent


def test_a_release_file_can_name_a_chip_with_a_number_at_its_end(tmp_path: Path) -> None:
    """A device tree can too."""
    assert scan_rootfs(str(put(tmp_path, {"/etc/armbian-release": b"BOOT_SOC=rv1106g3\n"}))).manifest.board.soc == "rv1106g3"


def test_the_c_library_is_the_one_that_the_shell_asks_for(tmp_path: Path) -> None:
    """A glibc that was put beside musl is not the system's."""
    put(
        tmp_path,
        {
            "/bin/busybox": program(flags=("-Wl,--dynamic-linker=/lib/ld-musl-aarch64.so.1",)),
            "/bin/sh": "busybox",
            "/lib/ld-musl-aarch64.so.1": b"\x7fELF",
            "/lib/ld-linux-aarch64.so.1": b"\x7fELF",
        },
    )

    libc = scan_rootfs(str(tmp_path)).manifest.libc

    assert libc is not None
    assert libc.family == "musl"


def test_the_loaders_tell_whose_programs_the_system_starts(tmp_path: Path) -> None:
    """A 32-bit loader beside the 64-bit one: by what the files are, not by their names."""
    loaders = {"/lib/ld-linux-aarch64.so.1": program(), "/lib/arm-linux-gnueabihf/ld-linux-armhf.so.3": program(machine=ARM)}
    put(tmp_path, {"/bin/sh": program(), **loaders})

    manifest = scan_rootfs(str(tmp_path)).manifest

    assert manifest.libc is not None
    assert manifest.libc.arch == ("aarch64", "armhf")


def test_a_loader_that_cannot_be_read_leaves_open_whose_programs_start(tmp_path: Path) -> None:
    """Nobody knows what the file is for."""
    libc = scan_rootfs(str(put(tmp_path, debian()))).manifest.libc

    assert libc is not None
    assert libc.arch is None


def test_uclibc_has_its_version_in_the_name_of_its_loader(tmp_path: Path) -> None:
    """As in the vendor's images for RV1106."""
    put(tmp_path, {"/lib/ld-uClibc-1.0.31.so": b"\x7fELF", "/lib/ld-uClibc.so.0": "ld-uClibc-1.0.31.so"})

    libc = scan_rootfs(str(tmp_path)).manifest.libc

    assert libc is not None
    assert (libc.family, libc.version) == ("uclibc", "1.0.31")


def test_armbians_own_file_names_the_image_and_the_chip(tmp_path: Path) -> None:
    """Before the distribution's, which says Debian."""
    armbian = b'BOARD=rock-5b\nBOARD_NAME="Rock 5B"\nLINUXFAMILY=rk35xx\nBOOT_SOC=rk3588\nVERSION=25.2.1\n'
    manifest = scan_rootfs(str(put(tmp_path, debian() | {"/etc/armbian-release": armbian}))).manifest

    assert manifest.image is not None
    assert (manifest.image.id, manifest.image.version) == ("armbian", "25.2.1")
    assert (manifest.board.soc, manifest.board.name) == ("rk3588", "Rock 5B")
    assert manifest.evidence["board.soc"].raw == "BOOT_SOC=rk3588"


def test_a_tree_that_was_a_container_says_so(tmp_path: Path) -> None:
    """What docker export writes has /.dockerenv."""
    manifest = scan_rootfs(str(put(tmp_path, debian() | {"/.dockerenv": b""}))).manifest

    assert [(container.id, container.kind) for container in manifest.container] == [("container", "docker")]
    assert manifest.runtime[0].where == "container"


def test_a_folder_that_is_not_there_is_the_users_mistake(tmp_path: Path) -> None:
    """Not a fault of the program."""
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        scan_rootfs(str(tmp_path / "nowhere"))


def test_links_do_not_lead_out(tmp_path: Path) -> None:
    """Neither an absolute link, nor dots, nor a linked folder on the way, reaches a file of this machine."""
    (tmp_path / "librknnrt.so").write_bytes(runtime())
    root = put(
        tmp_path / "root",
        {
            "/usr/lib/librknnrt.so": str(tmp_path / "librknnrt.so"),
            "/a/librknnrt.so": "../../librknnrt.so",
            "/etc": str(tmp_path),
            "/up": "../..",
        },
    )
    tree = Directory(str(root))

    assert [tree.resolve(path) for path in ("/usr/lib/librknnrt.so", "/a/librknnrt.so", "/etc/librknnrt.so")] == [None] * 3
    assert tree.resolve("/up") == "/"
    assert scan_rootfs(str(root)).manifest.runtime == ()


def test_links_that_go_round_end(tmp_path: Path) -> None:
    """After as many as Linux follows."""
    root = put(tmp_path, {"/bin/sh": "../loop", "/loop": "loop2", "/loop2": "loop", "/self": ".", "/etc/os-release": "../loop"})

    assert Directory(str(root)).resolve("/loop") is None
    assert Directory(str(root)).resolve("/self/self/self") == "/"
    assert scan_rootfs(str(root)).manifest.libc is None


def test_a_fifo_or_a_device_is_never_opened(tmp_path: Path) -> None:
    """Opening a FIFO would wait for ever."""
    put(tmp_path, {"/usr/lib": None, "/etc": None})
    for name in ("usr/lib/librknnrt.so", "etc/os-release", "rknn_server"):
        os.mkfifo(tmp_path / name)

    manifest = scan_rootfs(str(tmp_path)).manifest

    assert manifest.runtime == ()
    assert manifest.image is None


def test_what_the_kernel_makes_up_is_not_walked(tmp_path: Path) -> None:
    """A live system's /proc would show every process's files as copies."""
    put(tmp_path, {"/proc/1/root/usr/lib/librknnrt.so": runtime(), "/sys/librknnrt.so": runtime()})

    assert scan_rootfs(str(tmp_path)).manifest.runtime == ()


def test_names_of_any_bytes_are_shown_as_text(tmp_path: Path) -> None:
    """A manifest is UTF-8, a file name need not be."""
    folder = os.fsencode(tmp_path) + b"/\xff\n"
    os.mkdir(folder)
    with open(folder + b"/m.rknn", "wb") as file:
        file.write(MODEL.read_bytes())

    manifest = scan_rootfs(str(tmp_path)).manifest

    assert manifest.model[0].found_at == "/\\xff\n/m.rknn"
    assert parse_manifest(manifest_to_toml(manifest).encode(), "-") == manifest


def test_a_sparse_file_of_two_gigabytes_is_refused(tmp_path: Path) -> None:
    """It is read in pieces, and not to its end."""
    place = tmp_path / "librknnrt.so"
    with place.open("wb") as file:
        file.write(library("librknnrt.so", RT_140, machine=AARCH64))
        file.truncate(2 << 30)

    collected = scan_rootfs(str(tmp_path))

    assert collected.manifest.runtime == ()
    assert "needed at most" in collected.notes[0]


def test_more_models_than_a_manifest_holds_are_told(tmp_path: Path) -> None:
    """The manifest stays one that can be read."""
    put(tmp_path, {f"/m/{number:03}.rknn": MODEL.read_bytes() for number in range(40)})

    collected = scan_rootfs(str(tmp_path))

    assert len(collected.manifest.model) == 32
    assert parse_manifest(manifest_to_toml(collected.manifest).encode(), "-") == collected.manifest
    assert "/m/032.rknn" in collected.notes[0]

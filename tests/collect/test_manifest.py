"""What the items of a bundle mean: each fact by what shows it, and nothing from what was not read."""

import os
from pathlib import Path

import msgspec
import pytest

from rkcompat import check, read_manifest
from rkcompat.artifacts._kconfig import OPTIONS, VERMAGIC
from rkcompat.collect import Collected, Settings, bundle_to_manifest, local_target, parse_bundle, probe
from rkcompat.manifest import manifest_to_toml
from rkcompat.matrix import load_matrix
from rkcompat.model.manifest import NodeAccess, Region, Runtime

from .conftest import HERE
from .test_bundle import framed

EXPECTED = HERE / "whole.manifest.toml"


def read(*lines: str, app: int | None = None) -> Collected:
    """The manifest of some items."""
    return bundle_to_manifest(parse_bundle(framed(*lines).encode(), "-"), app=app)


def test_a_board_with_something_of_everything(shown: Path) -> None:
    """Every key that a live board can fill, with its evidence; RKCOMPAT_UPDATE=1 writes the file anew."""
    content = probe(local_target(), Settings(models=True))
    text = manifest_to_toml(bundle_to_manifest(parse_bundle(content, "-")).manifest)
    if os.environ.get("RKCOMPAT_UPDATE"):
        EXPECTED.write_text(text)

    assert text == EXPECTED.read_text()


def test_every_option_that_a_rule_asks_for_is_stated() -> None:
    """An option that the probe did not bring must never look unset: so each is named, and config_complete is not claimed."""
    asked = set()
    for rule in load_matrix().rules:
        asked |= {word for word in repr(rule).replace("'", '"').split('"') if word.startswith("kernel-config.CONFIG_")}

    assert len(asked) >= 5
    assert {word.removeprefix("kernel-config.") for word in asked} <= set(OPTIONS)


@pytest.mark.parametrize("option", OPTIONS)
def test_the_probe_brings_every_option_that_is_stated(option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that its pattern passed over would be read as n."""
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/sys/kernel").mkdir(parents=True)
    (tmp_path / "proc/sys/kernel/osrelease").write_text("6.1.75\n")
    (tmp_path / "boot").mkdir()
    (tmp_path / "boot/config-6.1.75").write_text(f"CONFIG_EXT4_FS=y\n{option}=y\n")
    monkeypatch.setenv("RKCOMPAT_ROOT", str(tmp_path))
    config = bundle_to_manifest(parse_bundle(probe(local_target()), "-")).manifest.kernel.config

    assert config == {name: "y" if name == option else "n" for name in OPTIONS}


def test_a_configuration_that_was_read_in_part_says_no_n() -> None:
    """What was not reached may be set."""
    kernel = read("= kernel.config cut zcat /proc/config.gz", "- CONFIG_ROCKCHIP_RKNPU=y").manifest.kernel

    assert kernel.config == {"CONFIG_ROCKCHIP_RKNPU": "y"}
    assert not kernel.config_complete


def test_a_configuration_without_a_line_is_none() -> None:
    """An empty file is no kernel without options."""
    assert read("= kernel.config ok zcat /proc/config.gz").manifest.kernel.config == {}


@pytest.mark.parametrize(
    ("words", "soc"),
    [
        (("rockchip,rk3588s-orangepi-5", "rockchip,rk3588s"), "rk3588s"),
        (("radxa,e52c", "rockchip,rk3582", "rockchip,rk3588s"), "rk3582"),
        (("rockchip,rv1103g-38x38-ipc-v10", "rockchip,rv1103"), "rv1103"),
        (("rockchip,rk3568-evb1-ddr4-v10",), None),
        (("raspberrypi,4-model-b", "brcm,bcm2711"), None),
    ],
)
def test_the_chip_is_the_first_word_that_names_one_alone(words: tuple[str, ...], soc: str | None) -> None:
    """A board's word holds a dash; of two chips the more exact stands first."""
    lines = [f"- {word}" for word in words]

    assert read("= board.compatible ok /proc/device-tree/compatible", *lines).manifest.board.soc == soc


@pytest.mark.parametrize(
    ("lines", "family"),
    [
        (("= driver.families ok /sys/bus/platform/drivers", "- RKNPU"), "rknpu"),
        (("= driver.modules ok /sys/module", "- rocket"), "rocket"),
        (("= driver.families ok /sys/bus/platform/drivers", "- galcore"), "galcore"),
        (("= driver.families ok /sys/bus/platform/drivers", "= driver.modules ok /sys/module"), "none"),
        (("= driver.families ok /sys/bus/platform/drivers", "= driver.modules denied /sys/module"), None),
        (("= driver.version ok /sys/kernel/debug/rknpu/version", "- RKNPU driver: v0.9.6"), "rknpu"),
        (("= driver.version denied /sys/kernel/debug/rknpu/version",), None),
    ],
)
def test_the_driver_s_family(lines: tuple[str, ...], family: str | None) -> None:
    """By what the running kernel shows; none only where both lists were read."""
    assert read(*lines).manifest.driver.family == family


def test_of_two_drivers_the_bound_one_counts() -> None:
    """A module that is loaded and has no device does not have the NPU."""
    lines = ["= driver.families ok /sys/bus/platform/drivers", "- RKNPU", "- rocket"]
    bound = ["= driver.bound ok /sys/bus/platform/drivers/RKNPU"]
    bound += ["= driver.bound ok /sys/bus/platform/drivers/rocket", "- fdab0000.npu"]
    collected = read(*lines, *bound)

    assert collected.manifest.driver.family == "rocket"
    assert any("no NPU is bound" in note for note in collected.notes)


def test_driver_versions_that_differ_are_said() -> None:
    """The running kernel's own word counts; its log may be of another start."""
    collected = read(
        *("= driver.version ok /sys/module/rknpu/version", "- 0.9.8", "= driver.log ok dmesg"),
        "- [    4.1] [drm] Initialized rknpu 0.9.6 20240322 for fdab0000.npu on minor 1",
    )

    assert (collected.manifest.driver.version, collected.manifest.driver.date) == ("0.9.8", None)
    assert "driver versions differ: 0.9.8 (/sys/module/rknpu/version), 0.9.6 (dmesg)" in collected.notes


@pytest.mark.parametrize(
    ("modules", "linkage"),
    [
        (("= driver.loaded ok /proc/modules", "- rknpu 27019 0 - Live 0x0"), "module"),
        (("= driver.loaded ok /proc/modules",), "builtin"),
        (("= driver.loaded absent /proc/modules",), "builtin"),
        (("= driver.loaded denied /proc/modules",), None),
    ],
)
def test_linkage(modules: tuple[str, ...], linkage: str | None) -> None:
    """A driver that is there and not among the modules is built in."""
    assert read("= driver.modules ok /sys/module", "- rknpu", *modules).manifest.driver.linkage == linkage


def test_only_the_npu_s_own_nodes_are_its_nodes() -> None:
    """The card of the display is none of them; a link in place of /dev/rknpu is, as a runtime opens it, and is said."""
    uevent = ["= driver.uevent ok /sys/class/drm/renderD129/device/uevent", "- DRIVER=RKNPU"]
    nodes = ["= driver.nodes ok ls -l /dev/dri", "- crw-rw---- 1 root video 226, 0 2026-01-01 00:00 card0"]
    nodes += ["- crw-rw----+   1 root     render    226, 129 Jun 24 12:44 renderD129", "= driver.nodes ok ls -l /dev/rknpu"]
    nodes += ["- lrwxrwxrwx 1 root root 14 Jun 24 12:44 /dev/rknpu -> dri/renderD129"]
    collected = read(*uevent, *nodes)

    assert collected.manifest.driver.nodes == ("/dev/dri/renderD129", "/dev/rknpu")
    assert collected.manifest.driver.node_access is None  # the node has an access list
    assert (
        collected.manifest.evidence["driver.nodes"].raw
        == "crw-rw----+ root render 226, 129 renderD129; /dev/rknpu -> dri/renderD129"
    )
    assert any(note.startswith("/dev/rknpu is a link to dri/renderD129") for note in collected.notes)


def test_the_memory_of_a_heap_build_has_its_own_node() -> None:
    """As busybox lists it on a Luckfox board."""
    lines = ["= driver.nodes ok ls -l /dev/rknpu", "- crw-------    1 root     root       10, 123 Jan  1 00:00 /dev/rknpu"]

    driver = read(*lines).manifest.driver

    assert driver.nodes == ("/dev/rknpu",)
    assert driver.node_access == (NodeAccess(node="/dev/rknpu", mode="0600", owner="root", group="root"),)


def test_a_link_to_the_render_node_bites(tmp_path: Path) -> None:
    """What a live board shows is what the rule reads."""
    lines = ["= driver.version ok /sys/kernel/debug/rknpu/version", "- RKNPU driver: v0.9.8"]
    lines += [
        "= kernel.config ok zcat /proc/config.gz",
        "- CONFIG_ROCKCHIP_RKNPU_DRM_GEM=y",
        "= driver.nodes ok ls -l /dev/rknpu",
    ]
    lines += ["- lrwxrwxrwx 1 root root 14 Jun 24 12:44 /dev/rknpu -> dri/renderD129"]
    library = Runtime(library="librknnrt", version="2.3.2", loaded=True)
    collected = msgspec.structs.replace(read(*lines).manifest, runtime=(library,))
    file = tmp_path / "board.toml"
    file.write_text(manifest_to_toml(collected))
    resolution = check(read_manifest(file))

    assert "driver-node-link" in {finding.rule.id for finding in resolution.findings if finding.verdict == "violated"}


@pytest.mark.parametrize(
    ("lines", "signed"),
    [
        (("= module ok /lib/rknpu.ko", "- vermagic=6.1.75 SMP aarch64", "- U~Module signature appended~"), True),
        (("= module ok /lib/rknpu.ko", "- vermagic=6.1.75 SMP aarch64"), False),
        (("= module timeout /lib/rknpu.ko", "- vermagic=6.1.75 SMP aarch64"), None),
        (("= module ok /lib/rknpu.ko",), None),
    ],
)
def test_the_signature_of_a_module(lines: tuple[str, ...], signed: bool | None) -> None:
    """It stands at the end: what was not read to its end may have one."""
    file = read(*lines).manifest.driver.module_file

    assert file is not None
    assert file.signed is signed


def test_the_probe_brings_the_signature(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stands behind the length of the signature, which is no text."""
    file = tmp_path / "lib/modules/6.1.75/extra/rknpu.ko"
    file.parent.mkdir(parents=True)
    end = b"\0\xff\x8a\0\0\2\xa9~Module signature appended~\n"
    file.write_bytes(b"\0version=0.9.8\0vermagic=6.1.75 SMP mod_unload aarch64\0" + end)
    monkeypatch.setenv("RKCOMPAT_ROOT", str(tmp_path))

    found = bundle_to_manifest(parse_bundle(probe(local_target(), Settings()), "-")).manifest.driver.module_file

    assert found is not None
    assert (found.vermagic, found.signed) == ("6.1.75 SMP mod_unload aarch64", True)


def test_what_sets_the_flags_of_a_vermagic() -> None:
    """A bundle of a probe that did not bring these options says nothing of them."""
    older = ["= kernel.config ok zcat /proc/config.gz", "- CONFIG_MODVERSIONS=y"]
    newer = read(*older, "- # CONFIG_PREEMPT is not set", "- CONFIG_SMP=y").manifest.kernel.config

    assert not set(VERMAGIC) & set(read(*older).manifest.kernel.config)
    assert [newer[name] for name in VERMAGIC] == ["n", "n", "n", "y"]


NPU = ("= tree.npu ok /proc/device-tree/npu@fdab0000/compatible", "- rockchip,rk3588-rknpu")


def test_no_status_is_okay() -> None:
    """The Devicetree Specification says so; a status that could not be read is no status."""
    absent = read(*NPU, "= tree.npu absent /proc/device-tree/npu@fdab0000/status").manifest.device_tree.npu
    denied = read(*NPU, "= tree.npu denied /proc/device-tree/npu@fdab0000/status").manifest.device_tree.npu

    assert absent is not None
    assert denied is not None
    assert (absent.status, denied.status) == ("okay", None)


@pytest.mark.parametrize(("status", "iommu"), [("okay", True), ("disabled", False)])
def test_an_iommu_counts_where_it_is_on(status: str, iommu: bool) -> None:
    """The NPU's node names it by its phandle."""
    lines = ["= tree.npu ok /proc/device-tree/npu@fdab0000/iommus", "- 0000012f"]
    lines += ["= tree.iommu ok /proc/device-tree/iommu@fdab9000/phandle", "- 0000012f"]
    lines += ["= tree.iommu ok /proc/device-tree/iommu@fdab9000/status", f"- {status}"]
    npu = read(*NPU, *lines).manifest.device_tree.npu

    assert npu is not None
    assert npu.iommu is iommu


def test_the_sram_of_the_log_where_there_is_no_tree() -> None:
    """The driver prints what it was given."""
    log = "- RKNPU fdab0000.npu: RKNPU: sram region: [0x00000000ff001000, 0x00000000ff0f0000), sram size: 0xef000"

    assert read("= driver.log ok dmesg", log).manifest.device_tree.sram == Region(start=0xFF001000, size=978944)


def test_a_tree_that_gives_the_npu_no_sram() -> None:
    """Size 0 is none; without the node nothing is known."""
    given = read(*NPU, "= tree.npu absent /proc/device-tree/npu@fdab0000/rockchip,sram").manifest.device_tree.sram

    assert given == Region(start=0, size=0)
    assert read("= tree.nodes absent /proc/device-tree").manifest.device_tree.sram is None


LIBRARY = (
    "= library.header ok /usr/lib/librknnrt.so",
    "- 7f454c460201010000000000000000000300b700",
    "= library.version ok /usr/lib/librknnrt.so",
    "- librknnrt version: 2.3.2 (429f97ae6b@2025-04-09T09:09:27)",
)


def test_the_server_s_own_copy_is_not_the_application_s() -> None:
    """rknn_server maps the system's library; another program may load another."""
    server = ["= process.name ok /proc/700/comm", "- rknn_server", "= process.library ok /proc/700/maps"]
    [copy] = read(*LIBRARY, *server, "- /usr/lib/librknnrt.so").manifest.runtime

    assert copy.loaded is None


def test_the_copy_of_the_program_that_was_asked_for() -> None:
    """Its own is loaded, the others of that library are not."""
    own = [line.replace("/usr/lib", "/opt/app") for line in LIBRARY]
    mapped = ["= process.library ok /proc/812/maps", "- /opt/app/librknnrt.so"]
    system, mine = read(*LIBRARY, *own, *mapped, app=812).manifest.runtime

    assert (system.loaded, mine.loaded) == (False, True)


def test_a_program_that_has_nothing_mapped() -> None:
    """Nothing is guessed from what others have."""
    collected = read(*LIBRARY, "= process.library ok /proc/900/maps", "- /usr/lib/librknnrt.so", app=812)

    assert collected.manifest.runtime[0].loaded is None
    assert any(note.startswith("process 812 has no runtime library mapped") for note in collected.notes)


def test_a_library_that_was_replaced_under_a_running_program() -> None:
    """The file on the disk is not what runs; that one's version is not known."""
    mapped = ["= process.library ok /proc/812/maps", "- /usr/lib/librknnrt.so (deleted)"]
    disk, running = read(*LIBRARY, *mapped).manifest.runtime

    assert (disk.version, disk.loaded) == ("2.3.2", None)
    assert (running.library, running.version, running.loaded) == ("librknnrt", None, True)


def test_a_file_that_only_bears_the_name() -> None:
    """A page of a web server, a link that became text: no copy, and a note."""
    collected = read("= library.header ok /usr/lib/librknnrt.so", "- 3c21444f43545950")

    assert collected.manifest.runtime == ()
    assert "found no ELF file under this name" in collected.notes[0]


def test_absent_is_what_a_whole_search_did_not_find() -> None:
    """An ordinary user who cannot see all has not looked everywhere."""
    assert read("= files.found ok find /").manifest.absent == ("lite", "runtime", "server")
    assert read("= files.found denied find /").manifest.absent == ()
    assert read("= files.found timeout find /").manifest.absent == ()


def test_inside_a_container() -> None:
    """Its copies are the container's; whether it sees the tree and the nodes is a fact of its own."""
    lines = ["= container.sign ok /.dockerenv", "= board.compatible absent /proc/device-tree/compatible"]
    lines += ["= driver.nodes absent ls -l /dev/dri", "= driver.nodes absent ls -l /dev/rknpu"]
    manifest = read(*lines, *LIBRARY).manifest
    [container] = manifest.container

    assert (container.kind, container.device_tree_visible, container.devices) == ("docker", False, ())
    assert manifest.runtime[0].where == "container"


def test_a_program_in_a_container_is_a_deployment_of_its_own(shown: Path) -> None:
    """Its own library, tree and nodes; the host's driver; but neither the host's Python nor its C library."""
    bundle = parse_bundle(probe(local_target(), Settings(app=900)), "-")
    manifest = bundle_to_manifest(bundle, app=900).manifest
    loaded = [copy for copy in manifest.runtime if copy.loaded]
    others = bundle_to_manifest(bundle)

    assert [(copy.version, copy.where) for copy in loaded] == [("2.3.0", "container:process-900")]
    assert (manifest.container[0].kind, manifest.container[0].devices) == ("docker", ("/dev/dri/renderD129",))
    assert (manifest.driver.version, manifest.lite, manifest.libc) == ("0.9.8", None, None)
    assert others.manifest.container == ()
    assert "process 900 in a container has /usr/lib/librknnrt.so mapped: --app 900 asks about that deployment" in others.notes


@pytest.mark.parametrize(
    ("loader", "files", "family"),
    [
        ("/lib/ld-linux-aarch64.so.1", "libc.so.6", "glibc"),
        ("/lib/ld-musl-aarch64.so.1", "ld-musl-aarch64.so.1", "musl"),
        ("/lib/ld-uClibc.so.0", "libuClibc-1.0.31.so", "uclibc"),
        ("/system/bin/linker64", "linker64", "bionic"),
    ],
)
def test_the_c_library_by_the_shell_s_loader(loader: str, files: str, family: str) -> None:
    """A second one may be installed beside it."""
    lines = ["= libc.loader ok /bin/sh", f"- {loader}", "= libc.files ok /lib", f"- {files}", "- ld-linux-aarch64.so.1"]
    libc = read(*lines).manifest.libc

    assert libc is not None
    assert libc.family == family
    assert libc.version == ("1.0.31" if family == "uclibc" else None)


@pytest.mark.parametrize(
    ("lines", "arches"),
    [
        (("= libc.files ok /lib", "- ld-linux-aarch64.so.1", "- ld-linux-armhf.so.3"), ("aarch64", "armhf")),
        (("= libc.files ok /lib", "- ld-musl-armhf.so.1", "= libc.files absent /lib64"), ("armhf",)),
        (("= libc.files ok /system/bin", "- linker", "- linker64"), ("aarch64", "armhf")),
        (("= libc.files ok /lib", "- ld-linux-aarch64.so.1", "= libc.files denied /lib64"), None),
        (("= libc.files ok /lib", "- ld-uClibc-1.0.31.so"), None),
    ],
)
def test_whose_programs_the_system_starts(lines: tuple[str, ...], arches: tuple[str, ...] | None) -> None:
    """By all of its loaders, or not at all: one that was not seen starts programs too."""
    libc = read(*lines).manifest.libc

    assert libc is not None
    assert libc.arch == arches


def test_places_that_root_could_read_are_named_once() -> None:
    """So that a person knows whether to ask again."""
    collected = read("= driver.version denied /a", "= driver.version denied /a", "= tree.map denied /b")

    assert collected.notes == ("root could read more: /a, /b",)


@pytest.mark.parametrize("version", ["9..9", "2.3.2.1.1.1.1.1", "2.3.2zz"])
def test_a_version_that_is_none_is_a_note(version: str) -> None:
    """The manifest stays one that can be read."""
    collected = read(*LIBRARY[:3], LIBRARY[3].replace("2.3.2", version))

    assert collected.manifest.runtime[0].version is None
    assert any("no version" in note for note in collected.notes)

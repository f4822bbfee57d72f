"""What a root file system would boot: kernel, driver, device tree."""

import shutil
import subprocess
from pathlib import Path

import pytest

from rkcompat.collect._scan import scan_rootfs

from .trees import CONFIG, module, needs_gcc, put

RELEASE = "6.1.115-vendor-rk35xx"
MODULES = f"/usr/lib/modules/{RELEASE}"
BASE = {"/lib": "usr/lib", f"{MODULES}/modules.builtin": b"kernel/fs/ext4/ext4.ko\n"}
BANNER = b"Linux version 5.10.160-rockchip (builder@host) (gcc) #1 SMP Fri Jan 5 10:00:00 UTC 2024\n\0"


def image(*texts: bytes) -> bytes:
    """An arm64 kernel that holds texts."""
    header = bytearray(64)
    header[0x38:0x3C] = b"ARMd"
    return bytes(header) + bytes(4096) + b"\0".join(texts) + bytes(4096)


def test_a_built_in_driver_is_told_by_the_list_of_what_is_built_in(tmp_path: Path) -> None:
    """Without a kernel image: modules.builtin.modinfo has the version."""
    put(tmp_path, BASE | {f"{MODULES}/modules.builtin.modinfo": b"rknpu.version=0.9.8\0rknpu.license=GPL v2\0"})

    manifest = scan_rootfs(str(tmp_path)).manifest

    assert manifest.kernel.release == RELEASE
    assert (manifest.driver.family, manifest.driver.version, manifest.driver.linkage) == ("rknpu", "0.9.8", "builtin")
    assert manifest.evidence["driver.version"].read_from == f"/lib/modules/{RELEASE}/modules.builtin.modinfo"


def test_an_old_list_of_what_is_built_in_has_no_versions(tmp_path: Path) -> None:
    """Before kernel 5.2: the driver is there, its version is not known."""
    put(tmp_path, BASE | {f"{MODULES}/modules.builtin": b"kernel/drivers/rknpu/rknpu.ko\n"})

    driver = scan_rootfs(str(tmp_path)).manifest.driver

    assert (driver.family, driver.version, driver.linkage) == ("rknpu", None, "builtin")


@needs_gcc
def test_a_module_of_the_kernel_is_the_driver(tmp_path: Path) -> None:
    """The file that would be loaded, with its vermagic."""
    put(tmp_path, BASE | {f"{MODULES}/kernel/drivers/rknpu/rknpu.ko": module("0.9.8", RELEASE)})

    driver = scan_rootfs(str(tmp_path)).manifest.driver

    assert (driver.family, driver.version, driver.linkage) == ("rknpu", "0.9.8", "module")
    assert driver.module_file is not None
    assert driver.module_file.path == f"{MODULES}/kernel/drivers/rknpu/rknpu.ko"
    assert driver.module_file.vermagic == f"{RELEASE} SMP mod_unload aarch64"
    assert driver.module_file.signed is False


@needs_gcc
def test_a_module_beside_a_built_in_driver_is_a_file_and_not_the_driver(tmp_path: Path) -> None:
    """Two versions: the one in the kernel runs, the file is shown as what it is."""
    built_in = {f"{MODULES}/modules.builtin.modinfo": b"rknpu.version=0.9.6\0"}
    put(tmp_path, BASE | built_in | {f"{MODULES}/extra/rknpu.ko": module("0.9.8", RELEASE)})

    driver = scan_rootfs(str(tmp_path)).manifest.driver

    assert (driver.version, driver.linkage) == ("0.9.6", "builtin")
    assert driver.module_file is not None
    assert driver.module_file.version == "0.9.8"


@needs_gcc
def test_a_module_of_another_kernel_is_not_this_ones(tmp_path: Path) -> None:
    """extlinux.conf boots 6.1.115; the module lies below 5.10.160."""
    put(
        tmp_path,
        BASE
        | {
            "/usr/lib/modules/5.10.160/rknpu.ko": module("0.9.8", "5.10.160"),
            "/boot/Image": image(BANNER.replace(b"5.10.160-rockchip", RELEASE.encode())),
        },
    )

    driver = scan_rootfs(str(tmp_path)).manifest.driver

    assert driver.family == "none"
    assert driver.module_file is None


def test_a_kernel_without_any_driver_is_told(tmp_path: Path) -> None:
    """All its modules are known, and none is a driver of an NPU."""
    assert scan_rootfs(str(put(tmp_path, BASE))).manifest.driver.family == "none"


def test_a_module_that_cannot_be_read_is_not_no_driver(tmp_path: Path) -> None:
    """Damaged, or packed in a way that is not known: the driver stays unknown."""
    driver = scan_rootfs(str(put(tmp_path, BASE | {f"{MODULES}/rknpu.ko": b"nothing"}))).manifest.driver

    assert driver.family is None


def test_a_tree_without_kernel_says_nothing_of_a_driver(tmp_path: Path) -> None:
    """A root file system for another kernel."""
    assert scan_rootfs(str(tmp_path)).manifest.driver.family is None


def test_the_image_names_its_release_and_its_driver(tmp_path: Path) -> None:
    """Banner, and the driver's own texts, in the kernel that boots."""
    put(tmp_path, {"/boot/Image": image(BANNER, b"RKNPU driver", b"0.9.8", b"20240828", b"")})

    manifest = scan_rootfs(str(tmp_path)).manifest

    assert manifest.kernel.release == "5.10.160-rockchip"
    assert (manifest.driver.version, manifest.driver.date, manifest.driver.linkage) == ("0.9.8", "20240828", "builtin")


def test_extlinux_names_the_kernel_that_boots(tmp_path: Path) -> None:
    """Of two kernels the default entry's, by its path on the boot partition."""
    conf = b"default new\nlabel old\n  kernel /old\nlabel new\n  kernel /vmlinuz-new\n  fdt /new.dtb\n"
    put(
        tmp_path,
        {
            "/boot/extlinux/extlinux.conf": conf,
            "/boot/vmlinuz-new": image(BANNER.replace(b"5.10.160", b"6.1.84")),
            "/boot/old": image(BANNER),
        },
    )

    assert scan_rootfs(str(tmp_path)).manifest.kernel.release == "6.1.84-rockchip"


def test_of_several_kernels_none_is_guessed(tmp_path: Path) -> None:
    """Nothing says which one boots: no release, and a note."""
    put(tmp_path, {"/lib/modules/6.1.84/modules.dep": b"", "/lib/modules/5.10.160/modules.dep": b""})

    collected = scan_rootfs(str(tmp_path))

    assert collected.manifest.kernel.release is None
    assert "2 kernels" in collected.notes[0]


def test_the_configuration_is_the_kernels_own(tmp_path: Path) -> None:
    """config-RELEASE beside it; each option with its line."""
    put(
        tmp_path,
        BASE | {f"/boot/config-{RELEASE}": CONFIG.encode(), "/boot/config-5.10": b"# Linux/arm64 5.10 Kernel Configuration\n"},
    )

    manifest = scan_rootfs(str(tmp_path)).manifest

    assert manifest.kernel.config["CONFIG_ROCKCHIP_RKNPU"] == "y"
    assert manifest.kernel.config["CONFIG_ROCKCHIP_RKNPU_SRAM"] == "n"
    assert manifest.evidence["kernel.config.CONFIG_ROCKCHIP_RKNPU"].raw == "CONFIG_ROCKCHIP_RKNPU=y"


TREE = """/dts-v1/;
/ {{
	#address-cells = <2>; #size-cells = <2>;
	compatible = "radxa,rock-5b", "rockchip,rk3588";
	model = "Radxa ROCK 5B";
	npu@fdab0000 {{ compatible = "rockchip,rk3588-rknpu"; reg = <0 0xfdab0000 0 0x10000>; status = "{}"; }};
}};
"""


def dtb(status: str = "okay") -> bytes:
    """A device tree with an NPU, compiled."""
    return subprocess.run(["dtc", "-q"], input=TREE.format(status).encode(), capture_output=True, check=True).stdout


@pytest.mark.skipif(shutil.which("dtc") is None, reason="there is no dtc")
def test_the_device_tree_that_boots_tells_board_chip_and_npu(tmp_path: Path) -> None:
    """armbianEnv.txt names it among others; what is not given to the NPU is stated too."""
    put(
        tmp_path,
        {
            "/boot/armbianEnv.txt": b"verbosity=1\nfdtfile=rockchip/rk3588-rock-5b.dtb\n",
            "/boot/dtb/rockchip/rk3588-rock-5b.dtb": dtb("disabled"),
            "/boot/dtb/rockchip/rk3588-other.dtb": dtb(),
        },
    )

    manifest = scan_rootfs(str(tmp_path)).manifest

    assert (manifest.board.soc, manifest.board.name) == ("rk3588", "Radxa ROCK 5B")
    assert manifest.device_tree.npu is not None
    assert (manifest.device_tree.npu.node, manifest.device_tree.npu.status) == ("npu@fdab0000", "disabled")
    assert manifest.device_tree.sram is not None
    assert manifest.device_tree.sram.size == 0


@pytest.mark.skipif(shutil.which("dtc") is None, reason="there is no dtc")
def test_of_several_device_trees_none_is_guessed(tmp_path: Path) -> None:
    """An image for many boards: the boot loader chooses."""
    put(tmp_path, {"/boot/dtb/a.dtb": dtb(), "/boot/dtb/b.dtb": dtb()})

    collected = scan_rootfs(str(tmp_path))

    assert collected.manifest.board.soc is None
    assert "of 2 device trees" in collected.notes[0]


@pytest.mark.skipif(shutil.which("dtc") is None, reason="there is no dtc")
def test_overlays_are_told(tmp_path: Path) -> None:
    """They may change what the tree says: whether the NPU is on, and whether it has SRAM."""
    put(tmp_path, {"/boot/armbianEnv.txt": b"fdtfile=x.dtb\noverlays=npu-off\n", "/boot/x.dtb": dtb()})
    collected = scan_rootfs(str(tmp_path))
    tree = collected.manifest.device_tree

    assert collected.notes == ("/boot/x.dtb: overlays may change it at boot: npu-off",)
    assert tree.npu is not None
    assert (tree.npu.compatible, tree.npu.status, tree.sram) == ("rockchip,rk3588-rknpu", None, None)


@needs_gcc
@pytest.mark.parametrize(
    ("place", "release"),
    [("/root/rknpu.ko", RELEASE), (f"{MODULES}/extra/rknpu.ko", "5.10.160")],
    ids=["copied", "other kernel"],
)
def test_a_module_that_nothing_loads_is_a_file_and_not_the_driver(place: str, release: str, tmp_path: Path) -> None:
    """Somebody put it there; what runs may be built in, or nothing."""
    put(tmp_path, {"/lib": "usr/lib", f"{MODULES}/modules.dep": b"", place: module("0.9.8", release)})
    collected = scan_rootfs(str(tmp_path))
    driver = collected.manifest.driver

    assert (driver.family, driver.version, driver.linkage) == (None, None, None)
    assert driver.module_file is not None
    assert driver.module_file.version == "0.9.8"
    assert any(note.startswith(place) and "nothing says" in note for note in collected.notes)


@needs_gcc
def test_a_module_where_a_vendors_image_keeps_it_is_the_driver(tmp_path: Path) -> None:
    """An image for RV1106 has no /lib/modules; its script loads what lies in /oem."""
    driver = scan_rootfs(str(put(tmp_path, {"/oem/usr/ko/rknpu.ko": module("0.9.2", "5.10.160")}))).manifest.driver

    assert (driver.version, driver.linkage) == ("0.9.2", "module")

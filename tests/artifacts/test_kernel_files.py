"""Kernels, modules and configurations: plain, and packed in every way that is met."""

import gzip
import lzma
import struct
from pathlib import Path

import pytest

from rkcompat.artifacts import parse_config, read_artifact, read_source
from rkcompat.artifacts._source import Memory
from rkcompat.model.artifact_kernel import BuiltinModules, KernelConfig, KernelImage, KernelModule

from .making import CONFIG, make_image, make_module, needs_gcc, pack_with

MODULE = {
    "version": "0.9.8",
    "description": "RKNPU driver",
    "license": "GPL v2",
    "srcversion": "3F8407365EF7935915D4CC3",
    "depends": "drm,iommu",
    "name": "rknpu",
    "vermagic": "6.1.75 SMP mod_unload modversions aarch64 ",
}


def read_kernel(content: bytes, name: str = "Image") -> KernelImage:
    """The kernel that some bytes must turn out to be."""
    found = read_source(name, Memory(content))
    assert isinstance(found, KernelImage), found
    return found


@needs_gcc
@pytest.mark.parametrize("is_signed", [False, True])
@pytest.mark.parametrize("has_crcs", [False, True])
def test_a_module_says_what_the_kernel_will_compare(tmp_path: Path, *, has_crcs: bool, is_signed: bool) -> None:
    """The vermagic, whether there are checksums beside it, and a signature."""
    found = read_artifact(make_module(tmp_path / "rknpu.ko", MODULE, has_crcs=has_crcs, is_signed=is_signed))

    assert isinstance(found, KernelModule)
    assert (found.name, found.version, found.vermagic) == ("rknpu", "0.9.8", "6.1.75 SMP mod_unload modversions aarch64")
    assert (found.srcversion, found.depends, found.arch) == ("3F8407365EF7935915D4CC3", ("drm", "iommu"), "aarch64")
    assert (found.has_crcs, found.is_signed) == (has_crcs, is_signed)
    assert (found.compression, found.problem, found.oddities) == (None, None, ())


@needs_gcc
@pytest.mark.parametrize(("method", "ending"), [("xz", "xz"), ("zstd", "zst"), ("gzip", "gz")])
def test_a_packed_module_is_the_same(tmp_path: Path, method: str, ending: str) -> None:
    """Distributions pack them, each in its own way."""
    plain = make_module(tmp_path / "rknpu.ko", MODULE, is_signed=True)
    packed = tmp_path / f"rknpu.ko.{ending}"
    packed.write_bytes(pack_with(method, plain.read_bytes()))
    found = read_artifact(packed)

    assert isinstance(found, KernelModule)
    assert (found.version, found.is_signed, found.compression, found.size) == ("0.9.8", True, method, packed.stat().st_size)


@needs_gcc
def test_a_module_without_a_version_is_told(tmp_path: Path) -> None:
    """The first drivers stated none."""
    found = read_artifact(make_module(tmp_path / "rknpu.ko", {"name": "rknpu"}))

    assert isinstance(found, KernelModule)
    assert (found.version, found.vermagic, found.oddities) == (None, None, ("it states no version",))


@needs_gcc
def test_an_object_that_is_no_module_is_refused(tmp_path: Path) -> None:
    """Both are objects that are not linked yet."""
    assert read_artifact(make_module(tmp_path / "rknpu.ko", {})).problem == (
        "found an ELF object without .modinfo, needed a kernel module"
    )


def test_the_list_of_built_in_modules_tells_the_driver() -> None:
    """Without a running kernel: this is on the disk."""
    content = b"drm.license=GPL\0rknpu.version=0.9.8\0rknpu.license=GPL v2\0nvme.version=1.0\0"
    found = read_source("/lib/modules/6.1.75/modules.builtin.modinfo", Memory(content))

    assert isinstance(found, BuiltinModules)
    assert (found.drivers, found.problem, found.oddities) == ({"rknpu": "0.9.8"}, None, ())


def test_a_list_without_a_driver_is_told() -> None:
    """The driver can be a module, or not be there."""
    found = read_source("modules.builtin.modinfo", Memory(b"nvme.version=1.0\0"))

    assert isinstance(found, BuiltinModules)
    assert (found.drivers, found.oddities) == ({}, ("it names no driver of an NPU",))


@pytest.mark.parametrize("method", [None, "gzip", "xz", "zstd", "lz4", "lz4-frame", "lzma"])
def test_a_kernel_says_its_release_its_options_and_its_driver(method: str | None) -> None:
    """However it is packed."""
    found = read_kernel(pack_with(method, make_image()) if method else make_image())

    assert (found.release, found.arch) == ("6.1.75-vendor-rk35xx", "aarch64")
    assert found.banner == "Linux version 6.1.75-vendor-rk35xx (me@here) (gcc 12.3, GNU ld 2.40) #2 SMP Fri Mar 8"
    assert (found.has_rknpu, found.driver_version, found.driver_date) == (True, "0.9.8", "20240828")
    assert found.compression == (method and method.removesuffix("-frame"))
    assert found.config
    assert (found.config["CONFIG_ROCKCHIP_RKNPU"], found.config["CONFIG_ROCKCHIP_RKNPU_SRAM"]) == ("y", "n")


def test_a_configuration_across_two_pieces_is_read_whole() -> None:
    """A kernel is looked through a megabyte at a time, and this one is larger than what two pieces share."""
    noise = "".join(f"CONFIG_{number:x}={pow(7, number, 2**61 - 1)}\n" for number in range(40_000))
    found = read_kernel(make_image(config=CONFIG + noise))

    assert found.config
    assert found.config["CONFIG_NO_GKI"] == "y"
    assert len(gzip.compress(noise.encode())) > 1 << 18


def test_a_kernel_without_a_configuration_or_driver_says_so() -> None:
    """Debian's have neither."""
    found = read_kernel(make_image(config=None, driver=b""))

    assert (found.config, found.has_rknpu, found.driver_version) == (None, False, None)


def test_a_driver_version_that_is_not_the_only_one_is_not_guessed() -> None:
    """Another driver's number can stand beside it."""
    found = read_kernel(make_image(driver=b"\0RKNPU driver\0" + b"0.9.8\0" + b"1.2.3\0" + b"20240828\0"))

    assert (found.has_rknpu, found.driver_version, found.driver_date) == (True, None, "20240828")


def test_a_broken_configuration_is_odd() -> None:
    """The rest of the kernel is fine."""
    found = read_kernel(make_image(config=None, driver=b"IKCFG_ST\x1f\x8b\x08\0nonsenseIKCFG_ED"))

    assert (found.config, found.oddities) == (None, ("the configuration that it holds is broken",))


@pytest.mark.parametrize("method", ["gzip", "xz", "lz4"])
def test_a_kernel_that_unpacks_itself_is_read(method: str) -> None:
    """As those of RV1106 are; a gzip header that stands in its first part by chance is passed over."""
    head = bytes(0x24) + b"\x18\x28\x6f\x01" + bytes(100) + b"\x1f\x8b\x08\0chance" + bytes(5000)
    found = read_kernel(head + pack_with(method, make_image()), "zImage")

    assert (found.release, found.arch, found.compression) == ("6.1.75-vendor-rk35xx", "armhf", method)


def test_a_kernel_for_efi_that_unpacks_itself_is_read() -> None:
    """Its header says where the packed part begins."""
    packed = pack_with("zstd", make_image())
    head = b"MZ\0\0zimg" + struct.pack("<II", 4096, len(packed)) + b"\0" * 8 + b"zstd22"
    found = read_kernel(head.ljust(4096, b"\0") + packed, "vmlinuz")

    assert (found.release, found.compression) == ("6.1.75-vendor-rk35xx", "zstd")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (make_image()[:4096], "found the header of a kernel, but no banner: needed 'Linux version …'"),
        (pack_with("gzip", make_image())[:-20], "truncated at byte "),
        (pack_with("xz", b"no kernel"), "found something packed with xz that is none of the stack's, needed a kernel"),
        (b"\x1f\x8b\x08" + b"x" * 90, "the gzip data are broken: "),
        (b"MZ\0\0zimg" + struct.pack("<I", 16) + bytes(90), "found no kernel that is packed in a known way at byte 16"),
        (b"MZ\0\0zimg" + b"\xff" * 4 + bytes(90), "truncated at byte 102: 0 bytes are needed at byte 4294967295"),
        (bytes(0x24) + b"\x18\x28\x6f\x01" + bytes(90), "found no kernel that is packed in a known way in the first"),
    ],
    ids=["no banner", "cut off", "something else", "broken", "no payload", "payload nowhere", "nothing packed"],
)
def test_a_damaged_kernel_is_refused(content: bytes, problem: str) -> None:
    """With what is missing."""
    found = read_source("Image", Memory(content)).problem

    assert found
    assert found.startswith(problem)


@pytest.mark.parametrize("method", [None, "gzip"])
def test_a_configuration_says_what_bears_on_the_npu(method: str | None) -> None:
    """A whole one has unset what it does not name."""
    content = CONFIG.encode()
    found = read_source("config.gz", Memory(pack_with(method, content) if method else content))

    assert isinstance(found, KernelConfig)
    assert (found.release, found.compression, found.problem) == ("6.1.75", method, None)
    assert found.config["CONFIG_ROCKCHIP_RKNPU_DRM_GEM"] == "y"
    assert found.config["CONFIG_ROCKCHIP_RKNPU_SRAM"] == "n"


def test_a_fragment_says_only_what_it_names() -> None:
    """It changes another configuration."""
    found = read_source("sram.config", Memory(b"CONFIG_ROCKCHIP_RKNPU_SRAM=y\r\n# CONFIG_NO_GKI is not set\r\n"))

    assert isinstance(found, KernelConfig)
    assert found.config == {"CONFIG_ROCKCHIP_RKNPU_SRAM": "y", "CONFIG_NO_GKI": "n"}
    assert found.oddities == ("it has no title, as a fragment: what it does not name is not known",)


def test_every_option_can_be_had() -> None:
    """Rules of one's own may ask for others."""
    assert parse_config(CONFIG)["CONFIG_LOCALVERSION"] == "-vendor"


@pytest.mark.parametrize("method", ["gzip", "xz", "zstd", "lz4", "lz4-frame"])
@pytest.mark.parametrize(
    ("beginning", "megabytes"),
    [(b"\x7fELF", 65), (b"CONFIG_A=y\n" * 400, 5), (make_image(config=None, driver=b"")[:4096], 257)],
    ids=["module", "configuration", "kernel"],
)
def test_a_bomb_is_refused(method: str, beginning: bytes, megabytes: int) -> None:
    """Some thousand bytes that unpack to more than any file of the kind has."""
    found = read_source("x", Memory(pack_with(method, beginning + bytes(megabytes << 20)))).problem

    assert found
    assert found.startswith("unpacks to more than ")


def test_a_dictionary_that_would_fill_the_memory_is_refused() -> None:
    """Its size stands in the header of the packed data."""
    packed = bytearray(lzma.compress(bytes(1 << 16), format=lzma.FORMAT_ALONE))
    packed[1:5] = struct.pack("<I", 0xFFFFFFFF)
    found = read_source("x", Memory(b"\x5d\0\0" + bytes(packed[3:]))).problem

    assert found

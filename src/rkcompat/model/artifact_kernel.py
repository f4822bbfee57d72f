"""What kernels, their modules and their configurations say of themselves."""

from typing import Literal

import msgspec

from .artifact_file import ReadFile

Compression = Literal["gzip", "xz", "lzma", "zstd", "lz4"]


class KernelModule(ReadFile, frozen=True, kw_only=True):
    """A kernel module, ``rknpu.ko``."""

    kind: Literal["kernel-module"] = "kernel-module"
    name: str | None = None
    version: str | None = None
    vermagic: str | None = None
    """What the kernel compares with its own; its first word is the release it was built for."""
    srcversion: str | None = None
    arch: str
    has_crcs: bool
    """Whether it brings the checksums of the symbols it uses; then the kernel skips the release when it compares."""
    is_signed: bool
    depends: tuple[str, ...] = ()
    compression: Compression | None = None


class BuiltinModules(ReadFile, frozen=True, kw_only=True):
    """``modules.builtin.modinfo``: what is built into a kernel."""

    kind: Literal["builtin-modules"] = "builtin-modules"
    drivers: dict[str, str | None] = msgspec.field(default_factory=dict)
    """The drivers of an NPU among them, with their versions where they state one."""


class KernelConfig(ReadFile, frozen=True, kw_only=True):
    """The configuration of a kernel."""

    kind: Literal["kernel-config"] = "kernel-config"
    release: str | None = None
    """The kernel's version as the first lines name it, without what a build adds."""
    config: dict[str, str] = msgspec.field(default_factory=dict)
    """The options that bear on the NPU, each with its value; ``n`` where it is not set."""
    compression: Compression | None = None


class KernelImage(ReadFile, frozen=True, kw_only=True):
    """A kernel as a boot loader loads it."""

    kind: Literal["kernel-image"] = "kernel-image"
    arch: Literal["aarch64", "armhf"]
    compression: Compression | None = None
    release: str | None = None
    """``uname -r``."""
    banner: str | None = None
    """The first line of its log."""
    config: dict[str, str] | None = None
    """As in `KernelConfig`; ``None`` where the kernel does not hold its configuration."""
    has_rknpu: bool = False
    """Whether the RKNPU driver is built in."""
    driver_version: str | None = None
    driver_date: str | None = None

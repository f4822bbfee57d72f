"""A kernel's configuration: ``.config``, ``/proc/config.gz``, or what a kernel holds of it."""

import re

from ..model.artifact_kernel import Compression, KernelConfig
from ._file import DamageError
from ._source import Source

LONGEST = 4 << 20
"""Bytes; a real one has some 300,000."""

OPTIONS = (
    "CONFIG_DMABUF_HEAPS_ROCKCHIP_CMA_HEAP",
    "CONFIG_DRM_ACCEL_ROCKET",
    "CONFIG_IKCONFIG_PROC",
    "CONFIG_MODULES",
    "CONFIG_MODULE_FORCE_LOAD",
    "CONFIG_MODULE_SIG_FORCE",
    "CONFIG_MODVERSIONS",
    "CONFIG_NO_GKI",
    "CONFIG_ROCKCHIP_IOMMU",
    "CONFIG_ROCKCHIP_RKNPU",
    "CONFIG_ROCKCHIP_RKNPU_DEBUG_FS",
    "CONFIG_ROCKCHIP_RKNPU_DMA_HEAP",
    "CONFIG_ROCKCHIP_RKNPU_DRM_GEM",
    "CONFIG_ROCKCHIP_RKNPU_FENCE",
    "CONFIG_ROCKCHIP_RKNPU_PROC_FS",
    "CONFIG_ROCKCHIP_RKNPU_SRAM",
)
"""What bears on the NPU, and on whether the kernel loads a module of its driver.

The probe of `rkcompat.collect` brings each of them, and a test holds the list against the options that the rules ask for.
"""

VERMAGIC = ("CONFIG_MODULE_UNLOAD", "CONFIG_PREEMPT", "CONFIG_PREEMPT_BUILD", "CONFIG_SMP")
"""What else sets a flag of a module's vermagic."""

_SET = re.compile(r"^(CONFIG_\w{1,128})=(.{0,4096})$", re.MULTILINE | re.ASCII)
_UNSET = re.compile(r"^# (CONFIG_\w{1,128}) is not set$", re.MULTILINE | re.ASCII)
_TITLE = re.compile(r"^# Linux/(\S{1,32}) (\d\S{0,63}) Kernel Configuration$", re.MULTILINE)
_IS_CONFIG = re.compile(rb"(?m)^(?:CONFIG_\w+=|# CONFIG_\w+ is not set$|# Linux/\S+ \S+ Kernel Configuration$)")


def is_config(beginning: bytes) -> bool:
    """Whether a text begins as a configuration does."""
    return b"\0" not in beginning and _IS_CONFIG.search(beginning) is not None


def parse_config(text: str) -> dict[str, str]:
    """Every option that the text states: ``y``, ``m``, ``n``, or a value without its quotes."""
    options = dict.fromkeys(_UNSET.findall(text), "n")
    options.update((name, value.removeprefix('"').removesuffix('"')) for name, value in _SET.findall(text))
    return options


def npu_options(text: str) -> dict[str, str]:
    """The options that bear on the NPU; a whole configuration that does not name one has it unset."""
    options = parse_config(text)
    return {name: options.get(name, "n") for name in sorted((*OPTIONS, *VERMAGIC))}


def read_config(path: str, source: Source, compression: Compression | None, size: int) -> KernelConfig:
    """Read a configuration; `size` is that of the file, packed as it may be.

    Raises:
        DamageError: it is too long.
    """
    if source.size > LONGEST:
        raise DamageError(f"found a kernel configuration of {source.size} bytes, needed at most {LONGEST}")
    text = source.read(0, source.size).decode("utf-8", "replace").replace("\r\n", "\n")
    title = _TITLE.search(text)
    is_whole = title is not None
    options = npu_options(text) if is_whole else {k: v for k, v in parse_config(text).items() if k in (*OPTIONS, *VERMAGIC)}
    oddities = () if is_whole else ("it has no title, as a fragment: what it does not name is not known",)
    release = title[2] if title else None
    return KernelConfig(path=path, size=size, release=release, config=options, compression=compression, oddities=oddities)

"""The kernel's release, and the options of its configuration that the stack depends on."""

import re

from ._bundle import Bundle
from ._draft import Draft

OPTIONS = (
    "CONFIG_ROCKCHIP_RKNPU",
    "CONFIG_ROCKCHIP_RKNPU_DEBUG_FS",
    "CONFIG_ROCKCHIP_RKNPU_DMA_HEAP",
    "CONFIG_ROCKCHIP_RKNPU_DRM_GEM",
    "CONFIG_ROCKCHIP_RKNPU_FENCE",
    "CONFIG_ROCKCHIP_RKNPU_PROC_FS",
    "CONFIG_ROCKCHIP_RKNPU_SRAM",
    "CONFIG_NO_GKI",
    "CONFIG_ROCKCHIP_IOMMU",
    "CONFIG_DMABUF_HEAPS_ROCKCHIP_CMA_HEAP",
    "CONFIG_DRM_ACCEL_ROCKET",
    "CONFIG_IKCONFIG_PROC",
    "CONFIG_MODULE_FORCE_LOAD",
    "CONFIG_MODULE_SIG_FORCE",
    "CONFIG_MODVERSIONS",
)
"""What a manifest states of a configuration that was read whole: each of these by name, ``n`` where it is not set.

``config_complete`` is never claimed: it would say ``n`` of every other option, and the probe does not bring thousands.
A test holds this list against the options that the rules of the matrix ask for.
"""

VERMAGIC = ("CONFIG_SMP", "CONFIG_PREEMPT", "CONFIG_PREEMPT_BUILD", "CONFIG_MODULE_UNLOAD")
"""What else sets a flag of a vermagic.

Bundles of an older probe hold none of these. Each kernel states ``CONFIG_PREEMPT`` in one way or the other, so where that
stands, an option that does not is not set.
"""

_SET = re.compile(r"(CONFIG_[A-Za-z0-9_]+)=(y|m|n|[0-9]{1,18})")
_NOT_SET = re.compile(r"# (CONFIG_[A-Za-z0-9_]+) is not set")


def read_kernel(bundle: Bundle, draft: Draft, _app: int | None) -> None:
    """``kernel``."""
    for item in bundle.of("kernel.release"):
        if item.lines and (release := draft.version(item.lines[0], "kernel release")):
            draft.put("kernel.release", release, item, item.lines[0])
    for item in bundle.of("kernel.config"):
        stated = {found[1]: (found[2], line) for line in item.lines if (found := _SET.fullmatch(line))}
        stated |= {found[1]: ("n", line) for line in item.lines if (found := _NOT_SET.fullmatch(line))}
        for option in OPTIONS + VERMAGIC if "CONFIG_PREEMPT" in stated else OPTIONS:
            value, line = stated.get(option, ("", ""))
            if value or (item.status == "ok" and stated):  # read to its end: what it does not hold is not set
                draft.put(f"kernel.config.{option}", value or "n", item, line)

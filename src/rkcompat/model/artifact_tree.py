"""What a device tree says of the NPU and of the SRAM."""

from typing import Literal

from .artifact_file import ReadFile
from .manifest import DeviceTree, OwnedRegion, Region


class DeviceTreeFile(ReadFile, frozen=True, kw_only=True):
    """A device tree, or an overlay of one, compiled or as source."""

    kind: Literal["device-tree", "device-tree-source"] = "device-tree"
    compatible: tuple[str, ...] = ()
    """The board's, most specific first."""
    model: str | None = None
    soc: str | None = None
    is_overlay: bool = False
    """Whether it changes another tree, so that what it does not say is not unset."""
    tree: DeviceTree = DeviceTree()
    """What a manifest says of a device tree."""
    sram: tuple[Region, ...] = ()
    """The SRAM of the chip as a whole (``mmio-sram``)."""
    sram_children: tuple[OwnedRegion, ...] = ()
    """Every piece of it that was given away, by the name of its own node."""

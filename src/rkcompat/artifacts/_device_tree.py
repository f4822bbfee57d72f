"""What a device tree says of the NPU and of the SRAM, whatever form it was read from."""

import re
from collections.abc import Iterator
from typing import Literal

from ..model.artifact_tree import DeviceTreeFile
from ..model.manifest import DeviceTree, NpuNode, OwnedRegion, Region
from ._fdt import Node

PAGE = 4096
"""Bytes; what the NPU is given must begin and end on such a boundary."""

#: ``rockchip,rk3588-rknpu`` of the vendor's trees, ``rockchip,rk3588-rknn-core`` of mainline, ``rockchip,npu`` of generation 1.
_NPU = re.compile(r"rockchip,(?:[\w-]+-)?(?:rknpu|rknn-core|npu)")
SOC = "r[kv][0-9]{4}[a-z0-9]{0,4}"
"""The pattern of a chip's name: ``rk3588s``, ``rv1106g3``."""

_SOC = re.compile(f"rockchip,({SOC})")
_LARGEST = 2**63 - 1
_SRAM_PROPERTIES = ("rockchip,sram", "sram")


def read_device_tree(
    path: str, size: int, root: Node, kind: Literal["device-tree", "device-tree-source"] = "device-tree"
) -> DeviceTreeFile:
    """What the tree says; `size` is that of the file."""
    nodes = root.walk()
    labels = _overlay_labels(root)
    by_phandle = {cells[0]: node for node in nodes for name in ("phandle", "linux,phandle") if (cells := node.cells(name))}
    npu = _find_npu(nodes, labels)
    compatible = root.texts("compatible")
    whole = [(node, region) for node in nodes if "mmio-sram" in node.texts("compatible") for region in _regions(node)[:1]]
    children = [
        (child, region)
        for node, _ in whole
        for child in node.children
        for region in [_child_region(child, node)]
        if region is not None
    ]
    given = _given_to(npu, children, by_phandle) if npu is not None else None
    tree = DeviceTree(
        npu=_npu_facts(npu, by_phandle) if npu is not None else None,
        sram=given,
        reserved_sram=tuple(
            OwnedRegion(owner=_owner(child, nodes), start=region.start, size=region.size)
            for child, region in children
            if region != given
        )
        if whole
        else None,
    )
    is_overlay = bool(labels) or any(child.name == "__overlay__" for node in root.children for child in node.children)
    return DeviceTreeFile(
        path=path,
        size=size,
        kind=kind,
        compatible=compatible,
        model=root.text("model"),
        soc=next((found[1] for text in reversed(compatible) if (found := _SOC.fullmatch(text))), None),
        is_overlay=is_overlay,
        tree=tree,
        sram=tuple(region for _, region in whole),
        sram_children=tuple(OwnedRegion(owner=child.name, start=region.start, size=region.size) for child, region in children),
        oddities=(*_oddities(root, npu, is_overlay=is_overlay), *_sram_oddities(whole, children)),
    )


def _overlay_labels(root: Node) -> dict[str, str]:
    """Of an overlay: the path of each fragment to the label of the node that it changes."""
    fixups = next((node for node in root.children if node.name == "__fixups__"), None)
    found = {}
    for label in fixups.properties if fixups else ():
        for place in fixups.texts(label) if fixups else ():
            path, _, rest = place.partition(":")
            if rest.startswith("target:"):
                found[path] = label
    return found


def _find_npu(nodes: list[Node], labels: dict[str, str]) -> Node | None:
    """The node of the NPU; in an overlay, the changes to it."""
    for node in nodes:
        if any(_NPU.fullmatch(text) for text in node.texts("compatible")):
            return node
    for node in nodes:
        if node.name.startswith("npu@"):
            return node
        if node.name == "__overlay__" and node.parent is not None:
            target = labels.get(node.parent.path) or node.parent.text("target-path") or ""
            if target == "rknpu" or "/npu@" in target:
                return node
    return None


def _npu_facts(npu: Node, by_phandle: dict[int, Node]) -> NpuNode:
    is_change = npu.name == "__overlay__" or npu.name.startswith("&")
    iommus = npu.cells("iommus")
    unit = by_phandle.get(iommus[0]) if iommus else None
    iommu: bool | None = bool(iommus) and (unit is None or _is_enabled(unit))
    return NpuNode(
        node=None if is_change else npu.name,
        compatible=npu.text("compatible"),
        status=npu.text("status") or (None if is_change else "okay"),
        iommu=None if is_change and not iommus else iommu,
    )


def _is_enabled(node: Node) -> bool:
    return (node.text("status") or "okay") in {"okay", "ok"}


def _given_to(npu: Node, children: list[tuple[Node, Region]], by_phandle: dict[int, Node]) -> Region | None:
    for name in _SRAM_PROPERTIES:
        for phandle in npu.cells(name)[:1]:
            wanted = by_phandle.get(phandle)
            return next((region for child, region in children if child is wanted), None)
    return None


def _number(cells: tuple[int, ...]) -> int:
    value = 0
    for cell in cells:
        value = value << 32 | cell
    return value


def _count(node: Node | None, name: str, default: int) -> int:
    """The number of cells that an address or a size takes below a node; more than four is nonsense."""
    cells = node.cells(name) if node is not None else ()
    return min(cells[0], 4) if cells else default


def _regions(node: Node) -> list[Region]:
    """``reg``, read as the parent says."""
    addresses, sizes = _count(node.parent, "#address-cells", 2), _count(node.parent, "#size-cells", 1)
    cells, width = node.cells("reg"), addresses + sizes
    found = []
    for place in range(0, len(cells) - width + 1, width) if width else ():
        start, size = _number(cells[place : place + addresses]), _number(cells[place + addresses : place + width])
        if start <= _LARGEST and size <= _LARGEST:
            found.append(Region(start=start, size=size))
    return found


def _child_region(child: Node, sram: Node) -> Region | None:
    """Where a piece lies for the processor: its own address is counted from where ``ranges`` says."""
    region = next(iter(_regions(child)), None)
    whole = next(iter(_regions(sram)), None)
    if region is None or whole is None:
        return None
    inner, outer = _count(sram, "#address-cells", 2), _count(sram.parent, "#address-cells", 2)
    cells = sram.cells("ranges")
    start = whole.start - _number(cells[:inner]) if len(cells) < inner + outer else _shift(cells, inner, outer)
    place = region.start + start
    return Region(start=place, size=region.size) if 0 <= place <= _LARGEST else None


def _shift(ranges: tuple[int, ...], inner: int, outer: int) -> int:
    return _number(ranges[inner : inner + outer]) - _number(ranges[:inner])


def _owner(child: Node, nodes: list[Node]) -> str:
    """Who uses a piece: the node that refers to it, or where none does, its own name."""
    handles = set(child.cells("phandle"))
    users = (node for node in nodes for name in _SRAM_PROPERTIES if handles & set(node.cells(name)))
    return (next(users, child)).name.partition("@")[0]


def _oddities(root: Node, npu: Node | None, *, is_overlay: bool) -> Iterator[str]:
    if {child.name for child in root.children} >= {"images", "configurations"}:
        yield "a FIT image, which holds kernels and device trees, and is none itself"
    elif npu is None and not is_overlay:
        yield "it has no node of an NPU"
    elif npu is not None and any("rknn-core" in text for text in npu.texts("compatible")):
        yield "its NPU is described for mainline's driver rocket, which the RKNN runtime does not work with"


def _sram_oddities(whole: list[tuple[Node, Region]], children: list[tuple[Node, Region]]) -> Iterator[str]:
    for child, region in children:
        for what, value in (("begins at", region.start), ("has a size of", region.size)):
            if value % PAGE:
                yield f"the SRAM of {child.name} {what} {value:#x}, needed a multiple of {PAGE:#x}"
        room = next((outer for node, outer in whole if node is child.parent), region)
        if region.start < room.start or region.start + region.size > room.start + room.size:
            yield f"the SRAM of {child.name}, {_range(region)}, reaches out of {_range(room)}"
    for index, (child, region) in enumerate(children):
        for other, taken in children[index + 1 :]:
            if region.start < taken.start + taken.size and taken.start < region.start + region.size:
                yield f"the SRAM of {child.name}, {_range(region)}, and that of {other.name}, {_range(taken)}, overlap"


def _range(region: Region) -> str:
    return f"[{region.start:#x}, {region.start + region.size:#x})"

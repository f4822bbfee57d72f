"""The running device tree: the NPU's node, its IOMMU, and who was given which SRAM."""

import re

from ._bundle import Bundle, Item
from ._draft import MOST, Draft

_TREE = "/proc/device-tree/"

#: What an integer of TOML can hold.
_HIGHEST = 2**63 - 1

_REGION = re.compile(r"RKNPU: sram region: \[(0x[0-9a-f]{1,16}), (0x[0-9a-f]{1,16})\)")
_IOMMU = (
    (re.compile(r"rknpu iommu is enabled, using iommu mode"), True),
    (re.compile(r"iommu device-tree entry not found!, using non-iommu mode|iommu is disabled, using non-iommu mode"), False),
)

Properties = dict[str, Item]
"""Property to what was read of it, for one node."""


def read_tree(bundle: Bundle, draft: Draft, _app: int | None) -> None:
    """``device_tree``: what the driver found when it started, before what the tree says."""
    nodes = _nodes(bundle, "tree.npu")
    npu = sorted(nodes, key=lambda path: not _text(nodes[path], "compatible").endswith("-rknpu"))[:1]
    for item in bundle.of("driver.log"):
        for line in reversed(item.lines):
            for pattern, has in _IOMMU:
                if pattern.search(line):
                    draft.put("device_tree.npu.iommu", has, item, line)
    for path in npu:
        node = nodes[path]
        _read_npu(path, node, draft)
        _read_iommu(node, _nodes(bundle, "tree.iommu"), draft)
        _read_sram(node, bundle, draft)
    for item in bundle.of("driver.log"):
        for line in reversed(item.lines):
            if found := _REGION.search(line):
                start, end = int(found[1], 16), int(found[2], 16)
                if 0 <= start < end <= _HIGHEST:
                    draft.put("device_tree.sram", {"start": start, "size": end - start}, item, line)
    for item in bundle.of("tree.nodes"):
        if item.status == "ok" and not any(line.startswith("npu@") for line in item.lines):
            draft.note("the device tree has no npu@ node: no driver can find an NPU")


def _nodes(bundle: Bundle, name: str) -> dict[str, Properties]:
    """Node path to its properties; a path below the device tree only."""
    nodes: dict[str, Properties] = {}
    for item in bundle.of(name)[:1000]:
        path, _, prop = item.read_from.rpartition("/")
        if path.startswith(_TREE):
            nodes.setdefault(path, {})[prop] = item
    return nodes


def _text(node: Properties, name: str) -> str:
    return node[name].lines[0] if name in node and node[name].lines else ""


def _cells(node: Properties, name: str) -> bytes:
    try:
        return bytes.fromhex(_text(node, name))
    except ValueError:
        return b""


def _read_npu(path: str, node: Properties, draft: Draft) -> None:
    name = path.rpartition("/")[2]
    first = next(iter(node.values()))
    draft.put("device_tree.npu.node", name, first)
    if compatible := _text(node, "compatible"):
        draft.put("device_tree.npu.compatible", compatible, node["compatible"], compatible)
    status = node.get("status")
    if status is not None and status.lines:
        draft.put("device_tree.npu.status", status.lines[0], status, status.lines[0])
    elif status is not None and status.status == "absent":  # Devicetree Specification 2.3.4: as if it were okay
        draft.put("device_tree.npu.status", "okay", status, "no such property")


def _read_iommu(npu: Properties, iommus: dict[str, Properties], draft: Draft) -> None:
    used = npu.get("iommus")
    if used is None:
        return
    if used.status == "absent":
        draft.put("device_tree.npu.iommu", False, used, "no such property")
    for iommu in iommus.values():
        handle = _text(iommu, "phandle")
        if handle and handle in _text(npu, "iommus"):
            status = _text(iommu, "status") or "okay"
            draft.put("device_tree.npu.iommu", status in {"okay", "ok"}, iommu.get("status", used), status)


def _read_sram(npu: Properties, bundle: Bundle, draft: Draft) -> None:
    given = npu.get("rockchip,sram")
    if given is None:
        return
    if given.status == "absent":
        draft.put("device_tree.sram", {"start": 0, "size": 0}, given, "no such property")
        return
    owners = {_text(node, "rockchip,sram"): path for path, node in _nodes(bundle, "tree.user").items()}
    memories = _nodes(bundle, "tree.sram")
    reserved: list[tuple[int, int, str]] = []
    for path, region in _nodes(bundle, "tree.region").items():
        handle, place = _text(region, "phandle"), _place(region, memories.get(path.rpartition("/")[0], {}))
        if place is None or not handle:
            continue
        start, size = place
        if handle == _text(npu, "rockchip,sram"):
            draft.put("device_tree.sram", {"start": start, "size": size}, region["reg"], _text(region, "reg"))
        elif handle in owners:
            reserved.append((start, size, owners[handle].rpartition("/")[2][:100]))
    for item in bundle.of("tree.users"):
        if item.status == "ok" and draft.has("device_tree.sram"):
            others = [{"start": start, "size": size, "owner": owner} for start, size, owner in sorted(reserved)[:MOST]]
            draft.put("device_tree.reserved_sram", others, item)


def _place(region: Properties, memory: Properties) -> tuple[int, int] | None:
    """Start and size of a region of an ``mmio-sram``, whose own ``reg`` is an offset; ``None`` where they cannot be read."""
    base, cells = _cells(memory, "reg"), _cells(region, "reg")
    high = int.from_bytes(_cells(memory, "#address-cells") or b"\1", "big") * 4
    wide = int.from_bytes(_cells(memory, "#size-cells") or b"\1", "big") * 4
    if len(base) not in {8, 16} or high not in {4, 8} or wide not in {4, 8} or len(cells) != high + wide:
        return None
    start = int.from_bytes(base[: len(base) // 2], "big") + int.from_bytes(cells[:high], "big")
    size = int.from_bytes(cells[high:], "big")
    return (start, size) if start <= _HIGHEST and 0 < size <= _HIGHEST else None

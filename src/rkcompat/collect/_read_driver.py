"""The kernel driver as it runs, and the module on the disk, which need not be the same."""

import re

from ._bundle import Bundle, Item
from ._device_node import DeviceNode, device_node
from ._draft import MOST, Draft

_FAMILIES = (("rknpu3", "rknpu3"), ("rknpu", "rknpu"), ("rocket", "rocket"), ("galcore", "galcore"))
"""What the names of drivers and modules begin with, and the family."""

#: ``RKNPU driver: v0.9.8`` of debugfs and procfs, ``0.9.8`` of /sys/module.
_VERSION = re.compile(r"(?:RKNPU driver: )?v?([0-9]+\.[0-9]+\.[0-9]+)")
_DRM_INIT = re.compile(r"\[drm\] Initialized (rknpu|rocket) ([0-9.]+)(?: ([0-9]{8}))? for \S+ on minor ([0-9]{1,3})")
#: The end of a module that was signed: Documentation/admin-guide/module-signing.rst of Linux.
_SIGNATURE = "~Module signature appended~"
_HEAP_INIT = re.compile(r"RKNPU: Initialized RKNPU driver: v([0-9.]+) for ([0-9]{8})")


def read_driver(bundle: Bundle, draft: Draft, _app: int | None) -> None:
    """``driver``: what the running kernel shows, before what its log kept."""
    log = [(line, item) for item in bundle.of("driver.log") for line in item.lines]
    _read_versions(bundle, draft, log)
    _read_family(bundle, draft, log)
    _read_linkage(bundle, draft)
    _read_nodes(bundle, draft, log)


def _read_versions(bundle: Bundle, draft: Draft, log: list[tuple[str, Item]]) -> None:
    told: dict[str, str] = {}
    for item in bundle.of("driver.version"):
        for line in item.lines:
            if found := _VERSION.fullmatch(line):
                told[item.read_from] = found[1]
                draft.put("driver.version", found[1], item, line)
    for line, item in reversed(log):  # the last start counts
        drm, heap = _DRM_INIT.search(line), _HEAP_INIT.search(line)
        version, date = (drm[2], drm[3]) if drm and drm[1] == "rknpu" else (heap[1], heap[2]) if heap else (None, None)
        if version and (version := draft.version(version, "driver in the kernel's log")):
            told[item.read_from] = version
            draft.put("driver.version", version, item, line)
            if date and version == draft.data["driver"]["version"]:
                draft.put("driver.date", date, item, line)
    if len(set(told.values())) > 1:
        draft.note("driver versions differ: " + ", ".join(f"{version} ({place})" for place, version in told.items()))


def _read_family(bundle: Bundle, draft: Draft, log: list[tuple[str, Item]]) -> None:
    listings = [*bundle.of("driver.families"), *bundle.of("driver.modules")]
    bound = [item.read_from.rpartition("/")[2] for item in bundle.of("driver.bound") if item.lines]
    names = [(name, item) for item in listings for name in item.lines]
    names.sort(key=lambda pair: pair[0] not in bound)  # of two drivers, the one that has the NPU
    for name, item in names:
        for start, family in _FAMILIES:
            if name.lower().startswith(start):
                draft.put("driver.family", family, item, name)
    for line, item in log:
        if found := _DRM_INIT.search(line):
            draft.put("driver.family", found[1], item, line)
    for item in bundle.of("driver.version"):
        if item.lines and draft.has("driver.version"):
            draft.put("driver.family", "rknpu", item, item.lines[0])
    if draft.has("driver.version"):  # by the log of a heap build, which names no family
        draft.put("driver.family", "rknpu", Item("", "ok", draft.evidence["driver.version"].read_from or ""))
    elif len(listings) > 1 and not names and all(item.status == "ok" for item in listings):
        draft.put("driver.family", "none", listings[0], "neither RKNPU, rocket nor galcore")
    for item in bundle.of("driver.bound"):
        if item.status == "ok" and not item.lines and item.read_from.endswith("/RKNPU"):
            draft.note("the RKNPU driver is there, but no NPU is bound to it: look at the kernel's log and the device tree")


def _read_linkage(bundle: Bundle, draft: Draft) -> None:
    modules = [item for item in bundle.of("driver.modules") if "rknpu" in item.lines]
    for item in bundle.of("driver.loaded"):
        lines = [line for line in item.lines if line.startswith("rknpu ")]
        if lines:
            draft.put("driver.linkage", "module", item, lines[0])
        elif modules and item.status in {"ok", "absent"}:
            draft.put("driver.linkage", "builtin", modules[0], "rknpu, and not among the loaded modules")
    for item in bundle.of("driver.builtin"):
        for line in item.lines:
            if "rknpu" in line:
                draft.put("driver.linkage", "builtin", item, line)


def _read_nodes(bundle: Bundle, draft: Draft, log: list[tuple[str, Item]]) -> None:
    """The device nodes of the NPU; those of a GPU or a display stand beside them in /dev/dri."""
    uevents = bundle.of("driver.uevent")
    ours = {item.read_from.split("/")[4] for item in uevents if "DRIVER=RKNPU" in item.lines and item.read_from.count("/") > 4}
    if not uevents:
        minors = [int(found[4]) for line, _ in log if (found := _DRM_INIT.search(line)) and found[1] == "rknpu"]
        ours = {name for minor in minors for name in (f"card{minor}", f"renderD{minor + 128}")}
    nodes: dict[str, tuple[Item, DeviceNode]] = {}
    listings = bundle.of("driver.nodes")
    for item in listings:
        place = item.read_from.removeprefix("ls -l ")
        for node in filter(None, (device_node(line, place) for line in item.lines)):
            if node.link_to is not None:
                if node.path == "/dev/rknpu":
                    nodes[node.path] = (item, node)
                    draft.note(f"/dev/rknpu is a link to {node.link_to[:60]}: a runtime that opens it does not know the chip")
            elif place != "/dev/dri" or node.path.rpartition("/")[2] in ours:
                nodes[node.path] = (item, node)
    if nodes:
        paths = sorted(nodes)[:MOST]
        item, raw = nodes[paths[0]][0], "; ".join(nodes[path][1].shown for path in paths)
        draft.put("driver.nodes", tuple(paths), item, raw)
        access = [nodes[path][1].access for path in paths if nodes[path][1].link_to is None]
        if access and None not in access:
            draft.put("driver.node_access", access, item, raw)
    elif len(listings) >= 3 and all(item.status == "absent" for item in listings):
        draft.put("driver.nodes", (), listings[0], "neither /dev/dri, /dev/rknpu nor /dev/accel")


def read_module_file(bundle: Bundle, draft: Draft, _app: int | None) -> None:
    """``driver.module_file``: the one of the running kernel, where there are several."""
    release = draft.data.get("kernel", {}).get("release", "")
    items = sorted(bundle.of("module"), key=lambda item: f"/{release}/" not in item.read_from)
    for item in items[:1]:
        draft.put("driver.module_file.path", item.read_from, item)
        for line in item.lines:
            key, _, value = line.partition("=")
            if key == "version" and not draft.version(value, item.read_from):
                continue
            if key in {"version", "vermagic"} and value:
                draft.put(f"driver.module_file.{key}", value.strip(), item, line)
        if item.status == "ok" and draft.has("driver.module_file.vermagic"):  # read to its end
            signed = any(line.endswith(_SIGNATURE) for line in item.lines)
            draft.put("driver.module_file.signed", signed, item, _SIGNATURE if signed else "")
    for item in items[1:]:
        draft.note(f"{item.read_from}: another rknpu module, not looked at")

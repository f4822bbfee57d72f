"""The container that the probe ran in, or the one that the program runs in."""

import re

from ._bundle import Bundle, Item
from ._device_node import device_node
from ._draft import MOST, Draft

SIGNS = {"/.dockerenv": "docker", "/run/.containerenv": "podman"}
"""Files that container engines leave at the top of a container, and the engine."""

_CGROUPS = {"docker": "docker", "libpod": "podman", "kubepods": "kubernetes", "containerd": "containerd", "lxc": "lxc"}
_LISTED = re.compile(r"^(?:ls -l )?(?:/proc/[0-9]+/root)?")
PID = re.compile(r"/proc/([0-9]{1,10})/")
"""The process that a file of /proc is of."""


def contained(bundle: Bundle) -> frozenset[str]:
    """The processes with a library mapped that see other files than the probe did."""
    items = bundle.of("process.namespace")
    return frozenset(found[1] for item in items if item.lines == ("other",) and (found := PID.search(item.read_from)))


def container_of(bundle: Bundle, app: int | None) -> str | None:
    """The id of the container that the program runs in; ``None`` where it shares the probe's files.

    A manifest is one deployment: what runs in other containers is none of it.
    """
    return f"process-{app}" if str(app) in contained(bundle) else None


def read_container(bundle: Bundle, draft: Draft, app: int | None) -> None:
    """``container``: with a tree that it sees or not, and the nodes that were handed in."""
    inside = [item for item in bundle.of("container.sign") if item.status != "absent" and item.read_from in SIGNS]
    inside += [item for item in bundle.of("container.systemd") if item.lines]
    inside += [item for item in bundle.of("container.kind") if item.lines and item.read_from == "/proc/1/cgroup"]
    if inside:
        sign = inside[0]
        kind = SIGNS.get(sign.read_from) or _CGROUPS.get(sign.lines[0], sign.lines[0])
        draft.add("container", {"id": "container", "kind": kind})
        draft.tell("container[0].kind", sign, sign.lines[0] if sign.lines else "")
        _see(draft, bundle.of("board.compatible"), bundle.of("driver.nodes"))
        return
    name = container_of(bundle, app)
    if name is None:
        return
    draft.add("container", {"id": name})
    root = f"/proc/{app}/"
    for item in bundle.of("container.kind"):
        if item.read_from == f"{root}cgroup" and item.lines:
            draft.data["container"][0]["kind"] = _CGROUPS.get(item.lines[0], item.lines[0])[:100]
            draft.tell("container[0].kind", item, item.lines[0])
    trees = tuple(item for item in bundle.of("container.tree") if item.read_from.startswith(root))
    nodes = tuple(item for item in bundle.of("container.nodes") if f" {root}" in item.read_from)
    _see(draft, trees, nodes, listed=bool(trees))


def _see(draft: Draft, trees: tuple[Item, ...], nodes: tuple[Item, ...], *, listed: bool = True) -> None:
    """What is visible of the device tree and of /dev."""
    for item in trees[:1]:
        if item.status in {"ok", "absent"}:
            draft.data["container"][0]["device_tree_visible"] = item.status == "ok"
            draft.tell("container[0].device_tree_visible", item, " ".join(item.lines))
    if listed and all(item.status in {"ok", "absent"} for item in nodes):
        shown = {}
        for item in nodes:
            place = _LISTED.sub("", item.read_from)
            for node in filter(None, (device_node(line, place) for line in item.lines)):
                if node.link_to is None:
                    shown[_LISTED.sub("", node.path)] = node.shown
        paths = sorted(shown)[:MOST]
        draft.data["container"][0]["devices"] = tuple(paths)
        for item in nodes[:1]:
            draft.tell("container[0].devices", item, "; ".join(shown[path] for path in paths))

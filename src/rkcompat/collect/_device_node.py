"""A line of ``ls -l`` that shows a device node, or a link that stands in its place."""

import re
from typing import NamedTuple

from ..model.manifest import NodeAccess

#: coreutils ``crw-rw----+ 1 root render 226, 129 Jun 24 12:44 renderD129``; busybox has more blanks, toybox other dates.
_NODE = re.compile(r"(c\S{9,11}) +[0-9]+ +(\S+) +(\S+) +([0-9]+), *([0-9]+) +\S.* (\S+)")
_LINK = re.compile(r"l\S{9,11} +\S.* (\S+) -> (\S+)")


class DeviceNode(NamedTuple):
    """One entry below /dev."""

    path: str
    shown: str
    """Permissions, owner, group, numbers and name: the line without its date."""
    link_to: str | None = None
    """What it points to, where it is no device."""
    access: NodeAccess | None = None
    """Who may open it; ``None`` where a list of its own says more than the permissions."""


def device_node(line: str, place: str) -> DeviceNode | None:
    """Read a line of ``ls -l PLACE``; ``None`` for any other file."""
    if found := _NODE.fullmatch(line):
        permissions, owner, group, major, minor, name = found.groups()
        path = _path(name, place)
        access = None if permissions.endswith("+") else NodeAccess(node=path, mode=_mode(permissions), owner=owner, group=group)
        return DeviceNode(path, f"{permissions} {owner} {group} {major}, {minor} {name}", access=access)
    if link := _LINK.fullmatch(line):
        return DeviceNode(_path(link[1], place), f"{link[1]} -> {link[2]}", link[2])
    return None


def _mode(permissions: str) -> str:
    """``crw-rw----`` as ``0660``."""
    bits = "".join("01"[letter in "rwxst"] for letter in permissions[1:10])
    return f"{int(bits, 2):04o}"


def _path(name: str, place: str) -> str:
    """A folder lists names, a file its own path."""
    return (name if name.startswith("/") else f"{place}/{name}")[:100]

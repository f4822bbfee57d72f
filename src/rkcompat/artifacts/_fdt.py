"""A flattened device tree, version 17, as the Devicetree Specification lays it down."""

from struct import Struct
from typing import Final

import msgspec

from ._file import DamageError
from ._source import Source

MAGIC: Final = b"\xd0\x0d\xfe\xed"

#: Bytes; a board's has some 200,000.
_LONGEST = 8 << 20
_NODES = 65_536
_DEPTH = 64
_HEADER = Struct(">10I")
_U32 = Struct(">I")
_PROPERTY = Struct(">2I")
_BEGIN, _END, _PROP, _NOP, _STOP = 1, 2, 3, 4, 9


class Node(msgspec.Struct):
    """A node; it is filled while the tree is read, and then never changed."""

    name: str
    """With its unit address: ``npu@fdab0000``; empty for the root."""
    parent: "Node | None" = None
    properties: dict[str, bytes] = {}
    children: list["Node"] = []

    @property
    def path(self) -> str:
        """``/soc/npu@fdab0000``."""
        return "/" if self.parent is None else f"{self.parent.path.rstrip('/')}/{self.name}"

    def text(self, name: str) -> str | None:
        """A property that is a text, or the first of several."""
        return next(iter(self.texts(name)), None)

    def texts(self, name: str) -> tuple[str, ...]:
        """A property that is a list of texts."""
        content = self.properties.get(name, b"")
        return tuple(part.decode("utf-8", "backslashreplace") for part in content.split(b"\0") if part)

    def cells(self, name: str) -> tuple[int, ...]:
        """A property that is a list of 32-bit cells; what is left over at its end is dropped."""
        content = self.properties.get(name, b"")
        return tuple(_U32.unpack_from(content, place)[0] for place in range(0, len(content) - 3, 4))

    def walk(self) -> "list[Node]":
        """This node and all below it, in the order of the file."""
        found, waiting = [], [self]
        while waiting:
            node = waiting.pop()
            found.append(node)
            waiting += reversed(node.children)
        return found


def read_fdt(source: Source) -> Node:
    """The root of the tree.

    Raises:
        DamageError: an offset leads out of the file, or the nodes do not nest.
    """
    if source.size < _HEADER.size:
        raise DamageError(f"truncated at byte {source.size}: the header of a device tree takes {_HEADER.size} bytes")
    _, total, struct, strings, _, version, compatible, _, strings_size, struct_size = _HEADER.unpack(
        source.read(0, _HEADER.size)
    )
    if total > source.size:
        raise DamageError(f"truncated at byte {source.size}: by its header, the device tree has {total} bytes")
    if total > _LONGEST:
        raise DamageError(f"found a device tree of {total} bytes, needed at most {_LONGEST}")
    if version < 17 or compatible > 17:
        raise DamageError(f"found a device tree of version {version}, needed 17")
    if struct + struct_size > total or strings + strings_size > total:
        raise DamageError(f"the device tree ends at byte {total}, but its parts lead to bytes behind it")
    return _read(source.read(struct, struct_size), source.read(strings, strings_size))


def _read(content: bytes, strings: bytes) -> Node:
    root: Node | None = None
    node: Node | None = None
    count = depth = place = 0
    while place + 4 <= len(content):
        token = _U32.unpack_from(content, place)[0]
        place += 4
        if token == _BEGIN:
            name = _name(content, place)
            place = _aligned(place + len(name) + 1)
            child = Node(name.decode("utf-8", "backslashreplace"), node, {}, [])
            if node is not None:
                node.children.append(child)
            elif root is not None:
                raise DamageError("the device tree has two roots")
            root, node = root or child, child
            count, depth = count + 1, depth + 1
            if count > _NODES or depth > _DEPTH:
                raise DamageError(f"the device tree has more than {_NODES} nodes, or more than {_DEPTH} levels")
        elif token == _PROP and node is not None:
            place = _read_property(node, content, place, strings)
        elif token == _END and node is not None:
            node, depth = node.parent, depth - 1
        elif token == _STOP and node is None and root is not None:
            return root
        elif token != _NOP:
            raise DamageError(f"found {token} where a part of the device tree begins, at byte {place - 4} of its structure")
    raise DamageError("the device tree does not end")


def _read_property(node: Node, content: bytes, place: int, strings: bytes) -> int:
    if place + _PROPERTY.size > len(content):
        raise DamageError("a property of the device tree is cut off")
    length, name = _PROPERTY.unpack_from(content, place)
    start = place + _PROPERTY.size
    if start + length > len(content):
        raise DamageError(f"a property of the device tree has {length} bytes, more than there are")
    node.properties[_name(strings, name).decode("utf-8", "backslashreplace")] = content[start : start + length]
    return _aligned(start + length)


def _name(content: bytes, start: int) -> bytes:
    end = content.find(b"\0", start, start + 256)
    if start >= len(content) or end < 0:
        raise DamageError("a name in the device tree does not end")
    return content[start:end]


def _aligned(place: int) -> int:
    return (place + 3) & ~3

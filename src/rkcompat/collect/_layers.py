"""The layers of a container image, laid over one another in memory: names, sizes and places of files, never their bytes."""

from collections.abc import Iterator
from typing import final

from ..artifacts._file import DamageError
from ..artifacts._source import Memory
from ._stream import Inside, Plain, Stream
from ._tar import Member, read_members
from ._tree import Entry, Step, Tree, TreeFile

_HIDES = ".wh."
_HIDES_ALL = ".wh..wh..opq"
#: All layers together; the largest images of this field hold below 100,000.
_MOST_MEMBERS = 250_000
#: Bytes of a file that is held as a whole while it is open: readers of libraries go back and forth, and each step back in a
#: packed layer unpacks much of it again.
_HELD = 16 * 1024 * 1024
_DEEPEST = 100


class _Node:
    """What stands at one place, and the layer that put it there; this one is a device, a FIFO or a sparse file."""

    __slots__ = ("layer",)

    def __init__(self, layer: int) -> None:
        self.layer = layer

    @property
    def entry(self) -> Entry:
        return Entry("special")


class _File(_Node):
    __slots__ = ("offset", "size")

    def __init__(self, layer: int, offset: int, size: int) -> None:
        super().__init__(layer)
        self.offset = offset
        self.size = size

    @property
    def entry(self) -> Entry:
        return Entry("file", self.size)


class _Link(_Node):
    __slots__ = ("target",)

    def __init__(self, layer: int, target: str) -> None:
        super().__init__(layer)
        self.target = target

    @property
    def entry(self) -> Entry:
        return Entry("link", target=self.target)


class _Folder(_Node):
    __slots__ = ("children",)

    def __init__(self, layer: int) -> None:
        super().__init__(layer)
        self.children: dict[str, _Node] = {}

    @property
    def entry(self) -> Entry:
        return Entry("folder")


@final
class Layers(Tree):
    """The files that a container would see."""

    def __init__(self, name: str) -> None:
        """Begin with nothing."""
        self.name = name
        self.notes = []
        self._top = _Folder(-1)
        self._streams: list[Stream] = []
        self._members = 0
        #: the folder of the member before: a tar holds a folder's files one after the other
        self._last: tuple[str, _Folder] | None = None

    def add(self, stream: Stream) -> None:
        """Lay a layer over those that are there.

        Raises:
            DamageError: it is damaged, climbs out of the tree, or holds more than is read.
        """
        layer = len(self._streams)
        self._streams.append(stream)
        for member in read_members(stream):
            self._members += 1
            if self._members > _MOST_MEMBERS:
                raise DamageError(f"holds more than {_MOST_MEMBERS} files, which is refused")
            parts = [part for part in member.name.split("/") if part not in ("", ".")]
            if ".." in parts:
                raise DamageError(f"found {member.name[:200]!r}, which climbs out of the image")
            if len(parts) > _DEEPEST:
                raise DamageError(f"found {member.name[:200]!r}, which is more than {_DEEPEST} folders deep")
            if parts:
                self._put(layer, parts, member)

    def _put(self, layer: int, parts: list[str], member: Member) -> None:
        name = parts.pop()
        folder = self._folder("/".join(parts), layer)
        known = folder.children.get(name)
        if name == _HIDES_ALL:
            _hide_below(folder, layer)
        elif name.startswith(_HIDES):
            _hide(folder, name.removeprefix(_HIDES), layer)
        elif member.kind == "directory" and isinstance(known, _Folder):
            known.layer = layer
            return
        elif (node := self._node(layer, member)) is not None:
            folder.children[name] = node
            if isinstance(node, _File) and not isinstance(known, (_Folder, _Link)):
                return
        self._last = None  # where folders come and go, and where links do, a path may lead elsewhere

    def _node(self, layer: int, member: Member) -> _Node | None:
        match member.kind:
            case "file":
                return _File(layer, member.offset, member.size)
            case "directory":
                return _Folder(layer)
            case "link":
                return _Link(layer, member.target)
            case "hard-link":  # another name of a file that came before
                place = self.resolve(member.target)
                first = None if place is None else self._at(place)
                return first if isinstance(first, _File) else None
        return _Node(layer)

    def _folder(self, path: str, layer: int) -> _Folder:
        """The folder at a path, made where it is missing; links are followed inside the tree, as when a layer is unpacked."""
        if self._last is not None and self._last[0] == path:
            return self._last[1]
        place = self.resolve(path)
        folder = None if place is None else self._at(place)
        if not isinstance(folder, _Folder):
            parent, _, name = path.rpartition("/")
            above = self._folder(parent, layer)
            folder = above.children[name] = _Folder(layer)
        self._last = (path, folder)
        return folder

    def _at(self, path: str) -> _Node | None:
        node: _Node | None = self._top
        for part in path.split("/"):
            if part:
                node = node.children.get(part) if isinstance(node, _Folder) else None
        return node

    def look(self, path: str) -> Entry | None:
        """What stands at a path whose folders are no links; a link is not followed."""
        node = self._at(path)
        return None if node is None else node.entry

    def names(self, path: str) -> tuple[str, ...]:
        """What a folder holds, sorted; nothing for what is no folder or is not there."""
        place = self.resolve(path)
        node = None if place is None else self._at(place)
        return tuple(sorted(node.children)) if isinstance(node, _Folder) else ()

    def walk(self) -> Iterator[Step]:
        """Every folder, in any order; links are not followed."""
        waiting: list[tuple[str, _Folder]] = [("", self._top)]
        while waiting:
            path, folder = waiting.pop()
            below = {name: node for name, node in folder.children.items() if isinstance(node, _Folder)}
            yield Step(path, list(below), [name for name in folder.children if name not in below])
            waiting += [(f"{path}/{name}", node) for name, node in below.items()]

    def _open(self, path: str) -> TreeFile:
        node = self._at(path)
        if not isinstance(node, _File):
            raise FileNotFoundError(2, "no such file in the tree", path)
        stream = self._streams[node.layer]
        if node.size > _HELD:
            return Inside(stream, node.offset, node.size)
        return Inside(Plain(Memory(stream.read_at(node.offset, node.size))), 0, node.size)


def _hide(folder: _Folder, name: str, layer: int) -> None:
    """Take away what lower layers put there; what this one put beside the mark stays, whichever came first."""
    node = folder.children.get(name)
    if isinstance(node, _Folder) and node.layer == layer:
        _hide_below(node, layer)
    elif node is not None and node.layer < layer:
        del folder.children[name]


def _hide_below(folder: _Folder, layer: int) -> None:
    for name in list(folder.children):
        _hide(folder, name, layer)

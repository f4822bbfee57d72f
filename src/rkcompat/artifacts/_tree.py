"""A tree of files that is not the machine's own: a root file system, the layers of a container."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Literal, Protocol

from ._source import Source

#: As many as Linux follows.
_LINKS = 40


class FileTree(Protocol):
    """What can be asked of a tree; every path begins with ``/``, and none of these follows a link."""

    def kind(self, path: str) -> Literal["file", "folder", "link"] | None:
        """What is there, if anything."""

    def link(self, path: str) -> str:
        """What a link names."""

    def names(self, path: str) -> Sequence[str]:
        """What a folder holds."""

    def open(self, path: str) -> AbstractContextManager[Source]:
        """The bytes of a file.

        Raises:
            OSError: it must not be read.
        """


def resolve(tree: FileTree, path: str) -> str | None:
    """Where a path leads when every link on it is followed, which cannot lead out of the tree; ``None`` where to nothing."""
    waiting = _parts(path)
    place: list[str] = []
    links = 0
    while waiting:
        part = waiting.pop(0)
        if part == "..":
            del place[-1:]
            continue
        here = "/" + "/".join((*place, part))
        kind = tree.kind(here)
        if kind is None:
            return None
        if kind == "link":
            links += 1
            if links > _LINKS:
                return None
            target = tree.link(here)
            if target.startswith("/"):
                place = []
            waiting = [*_parts(target), *waiting]
        elif kind == "file" and waiting:
            return None
        else:
            place.append(part)
    return "/" + "/".join(place)


def _parts(path: str) -> list[str]:
    return [part for part in path.split("/") if part not in {"", "."}]


def find_files(tree: FileTree, folder: str, pattern: str) -> Iterator[str]:
    """The paths in a folder whose names match a pattern of a shell, sorted."""
    from fnmatch import fnmatchcase

    there = resolve(tree, folder)
    if there is not None and tree.kind(there) == "folder":
        yield from (f"{folder.rstrip('/')}/{name}" for name in sorted(tree.names(there)) if fnmatchcase(name, pattern))

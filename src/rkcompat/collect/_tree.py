"""A tree of files that is read and never entered: a directory, or the layers of a container image."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Literal, NamedTuple, Protocol

from ..artifacts._file import DamageError
from ..artifacts._source import Source
from ..artifacts._tree import resolve


class TreeFile(AbstractContextManager["TreeFile"], Source, Protocol):
    """A file of a tree, open for reading in pieces; `rkcompat.artifacts._file.RegularFile` is one."""


class Entry(NamedTuple):
    """What stands at one place of a tree."""

    kind: Literal["file", "folder", "link", "special"]
    """``special`` is a device, a FIFO, a socket: nothing that is ever opened."""
    size: int = 0
    """Bytes of a file."""
    target: str = ""
    """Where a link points, as it stands there."""


class Step(NamedTuple):
    """One folder of a walk."""

    path: str
    """Without a slash at the end; empty for the top."""
    folders: list[str]
    files: list[str]
    """Names of all that is no folder, links among them."""


class Tree(ABC):
    """Files by their absolute path inside the tree, ``/usr/lib/librknnrt.so``; no link leads out of it."""

    name: str
    """The tree as the user named it."""
    notes: list[str]
    """What was there and could not be looked at, in words."""

    @abstractmethod
    def look(self, path: str) -> Entry | None:
        """What stands at a path whose folders are no links; a link is not followed."""

    @abstractmethod
    def names(self, path: str) -> tuple[str, ...]:
        """What a folder holds, sorted; nothing for what is no folder or is not there."""

    @abstractmethod
    def walk(self) -> Iterator[Step]:
        """Every folder, in any order; links are not followed."""

    @abstractmethod
    def _open(self, path: str) -> TreeFile:
        """The file at a path that `resolve` gave."""

    def kind(self, path: str) -> Literal["file", "folder", "link"] | None:
        """What stands there, for the loader's rules; nothing that is never opened counts."""
        entry = self.look(path)
        return None if entry is None or entry.kind == "special" else entry.kind

    def link(self, path: str) -> str:
        """Where a link points."""
        entry = self.look(path)
        return "" if entry is None else entry.target

    def resolve(self, path: str) -> str | None:
        """The same place without links, which may be a folder; ``None`` where there is none, or links go round."""
        return resolve(self, path)

    def find(self, path: str) -> Entry | None:
        """What stands there when links are followed."""
        place = self.resolve(path)
        return None if place is None else self.look(place)

    def open(self, path: str) -> TreeFile:
        """The file at a path, links followed.

        Raises:
            FileNotFoundError: there is none, or it is no regular file; such a one is never opened.
            OSError: it must not be read.
        """
        place = self.resolve(path)
        entry = None if place is None else self.look(place)
        if place is None or entry is None or entry.kind != "file":
            raise FileNotFoundError(2, "no such file in the tree", path)
        return self._open(place)

    def text(self, path: str, most: int = 64 * 1024) -> str | None:
        """The beginning of a text file, at most `most` bytes; ``None`` where it cannot be read."""
        try:
            with self.open(path) as file:
                return file.read(0, min(file.size, most)).decode("utf-8", "replace")
        except (OSError, DamageError):
            return None

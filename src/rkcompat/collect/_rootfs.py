"""A directory as a tree: a root file system that was unpacked, mounted, or built and not yet flashed."""

import os
import stat
from collections.abc import Iterator
from typing import final

from ..artifacts._file import RegularFile
from ..errors import Problem, UsageError
from ._tree import Entry, Step, Tree, TreeFile

#: File systems that the kernel makes up: nothing of an image lies there.
_NOT_OF_IMAGE = frozenset({"/dev", "/proc", "/run", "/sys"})


@final
class Directory(Tree):
    """The files below one directory of this machine."""

    def __init__(self, path: str) -> None:
        """Take the directory.

        Raises:
            UsageError: it is none, or must not be read.
        """
        self.name = path
        self.notes = []
        try:
            self._root = os.path.realpath(path).rstrip("/")
            os.scandir(self._root or "/").close()
        except (OSError, ValueError) as fault:
            reason = getattr(fault, "strerror", None) or str(fault)
            raise UsageError(Problem(path, None, f"cannot be read: {reason}", "name the top of a root file system")) from None

    def look(self, path: str) -> Entry | None:
        """What stands at a path whose folders are no links; a link is not followed."""
        try:
            status = os.lstat(self._root + path)
            if stat.S_ISLNK(status.st_mode):
                return Entry("link", target=os.readlink(self._root + path))
        except (OSError, ValueError):
            return None
        if stat.S_ISDIR(status.st_mode):
            return Entry("folder")
        return Entry("file", status.st_size) if stat.S_ISREG(status.st_mode) else Entry("special")

    def names(self, path: str) -> tuple[str, ...]:
        """What a folder holds, sorted; nothing for what is no folder or is not there."""
        place = self.resolve(path)
        try:
            return () if place is None else tuple(sorted(os.listdir(self._root + place)))
        except OSError:
            return ()

    def walk(self) -> Iterator[Step]:
        """Every folder, in any order; links are not followed."""
        waiting = [""]
        while waiting:
            path = waiting.pop()
            folders: list[str] = []
            files: list[str] = []
            try:
                with os.scandir(self._root + path or "/") as entries:
                    for entry in entries:
                        (folders if entry.is_dir(follow_symlinks=False) else files).append(entry.name)
            except OSError as fault:
                self.notes.append(f"{path or '/'} was not looked at: {fault.strerror}")
                continue
            yield Step(path, folders, files)
            below = [f"{path}/{name}" for name in folders]
            waiting += below if path else [place for place in below if place not in _NOT_OF_IMAGE]

    def _open(self, path: str) -> TreeFile:
        return RegularFile(self._root + path)

"""A file of unknown origin, opened only where it is a regular one and read in small pieces."""

import errno
import os
import stat
from types import TracebackType
from typing import final

#: Without O_NONBLOCK the opening of a FIFO that took the file's place in the meantime would wait for ever. Windows has neither.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)

_KINDS = {
    stat.S_IFDIR: "a directory",
    stat.S_IFIFO: "a FIFO",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a character device",
    stat.S_IFBLK: "a block device",
}


class DamageError(Exception):
    """What was read is not what it should be; the text says what was found, what was needed, and at which byte."""


@final
class RegularFile:
    """A regular file, or a link to one, open for reading: nothing is taken in but what `read` is asked for."""

    size: int
    """Bytes, when it was opened."""

    def __init__(self, path: str) -> None:
        """Open the file.

        Raises:
            DamageError: it is a directory, a FIFO, a socket or a device; none of these is opened.
            OSError: it is missing, or must not be read.
        """
        try:
            _refuse_irregular(os.stat(path).st_mode)
        except ValueError as error:  # a NUL or a lone surrogate: no file can have such a name
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path) from error
        self._file = os.fdopen(os.open(path, _FLAGS), "rb")
        try:
            status = os.fstat(self._file.fileno())
            _refuse_irregular(status.st_mode)
        except BaseException:
            self._file.close()
            raise
        self.size = status.st_size

    def __enter__(self) -> "RegularFile":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._file.close()

    def read(self, offset: int, length: int) -> bytes:
        """Exactly `length` bytes from `offset` on.

        Seeking, not mapping: a file that shrinks while it is mapped kills the process.

        Raises:
            DamageError: the file ends before.
        """
        if offset + length > self.size:
            raise DamageError(f"truncated at byte {self.size}: {length} bytes are needed at byte {offset}")
        self._file.seek(offset)
        found = self._file.read(length)
        if len(found) < length:
            raise DamageError(f"truncated at byte {offset + len(found)}: the file shrank while it was read")
        return found


def _refuse_irregular(mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise DamageError(f"found {_KINDS.get(stat.S_IFMT(mode), 'a special file')}, needed a regular file")

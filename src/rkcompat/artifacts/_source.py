"""Where bytes come from: a file on the disk, a member of an archive, something unpacked."""

import io
from collections.abc import Iterator
from typing import Protocol, final

from ._file import DamageError

#: Bytes that are held at a time where something is read from beginning to end.
CHUNK = 1 << 20


class Source(Protocol):
    """Bytes of a known number, read in pieces; `RegularFile` is one."""

    @property
    def size(self) -> int:
        """Bytes."""

    def read(self, offset: int, length: int) -> bytes:
        """Exactly `length` bytes from `offset` on.

        Raises:
            DamageError: there are not so many.
        """


@final
class Memory:
    """Bytes that are at hand."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self.size = len(content)

    def read(self, offset: int, length: int) -> bytes:
        """Exactly `length` bytes from `offset` on.

        Raises:
            DamageError: there are not so many.
        """
        if offset + length > self.size:
            raise DamageError(f"truncated at byte {self.size}: {length} bytes are needed at byte {offset}")
        return self._content[offset : offset + length]


@final
class Stream(io.RawIOBase):
    """A source as a file object, for readers that ask for one; what they may take from it is bounded."""

    def __init__(self, source: Source, reads: int = 200_000, longest: int = 16 << 20) -> None:
        """Bound it.

        Args:
            source: what to read.
            reads: how often it may be asked.
            longest: bytes that it gives at a time.
        """
        self._source = source
        self._place = 0
        self._reads = reads
        self._longest = longest

    def seekable(self) -> bool:
        """It is."""
        return True

    def readable(self) -> bool:
        """It is."""
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to a place, which may be behind the end."""
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._place, io.SEEK_END: self._source.size}[whence]
        self._place = max(0, base + offset)
        return self._place

    def tell(self) -> int:
        """The place."""
        return self._place

    def read(self, size: int = -1) -> bytes:
        """At most `size` bytes, and none at the end.

        Raises:
            DamageError: it was asked too often, or for too much.
        """
        left = max(0, self._source.size - self._place)
        length = left if size < 0 else min(size, left)
        self._reads -= 1
        if self._reads < 0:
            raise DamageError("its tables are so tangled that reading them was given up")
        if length > self._longest:
            raise DamageError(f"found a part of {length} bytes at byte {self._place}, needed at most {self._longest}")
        content = self._source.read(self._place, length)
        self._place += length
        return content


def chunks(source: Source, start: int = 0, end: int | None = None) -> Iterator[bytes]:
    """The bytes from one place to another, a piece at a time."""
    end = source.size if end is None else min(end, source.size)
    while start < end:
        length = min(CHUNK, end - start)
        yield source.read(start, length)
        start += length


def sha256_of(source: Source) -> str:
    """The SHA-256 in hexadecimal."""
    from hashlib import sha256

    digest = sha256()
    for chunk in chunks(source):
        digest.update(chunk)
    return digest.hexdigest()

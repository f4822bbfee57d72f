"""Bytes at any offset of a plain, gzip or zstd stream, without unpacking it to anywhere."""

import zlib
from abc import ABC, abstractmethod
from typing import Any, Protocol, final

from ..artifacts._file import DamageError
from ..artifacts._source import Source

#: Bytes that are decompressed at once.
_PIECE = 256 * 1024
#: Bytes between two places that a gzip stream can be taken up at again; each costs about 40 KiB of memory.
_SPACING = 8 * 1024 * 1024
_MOST_PLACES = 256
#: Zstandard takes 2 to the power of this in bytes of memory; only its levels 22 and --long ask for more.
_ZSTD_WINDOW = 26
#: A stream that unpacks to more than this is refused where it is also far larger than what was packed: a bomb.
_UNSUSPICIOUS = 256 * 1024 * 1024
_LARGEST_RATIO = 200
#: Bytes that one run decompresses, going back included.
_MOST_WORK = 64 * 1024**3


class Stream(ABC):
    """Bytes that can be read at any offset."""

    @abstractmethod
    def read_at(self, offset: int, length: int) -> bytes:
        """`length` bytes from `offset` on; fewer where the stream ends.

        Raises:
            DamageError: what is packed is damaged, or a bomb.
        """


@final
class Plain(Stream):
    """A file that is not packed."""

    def __init__(self, file: Source) -> None:
        """Take a file."""
        self._file = file

    def read_at(self, offset: int, length: int) -> bytes:
        """`length` bytes from `offset` on; fewer where the file ends."""
        length = min(length, self._file.size - offset)
        return self._file.read(offset, length) if length > 0 else b""


@final
class Inside:
    """One file of a stream, open for reading."""

    def __init__(self, stream: Stream, offset: int, size: int) -> None:
        """Take `size` bytes of `stream` from `offset` on."""
        self.size = size
        self._stream = stream
        self._offset = offset

    def __enter__(self) -> "Inside":
        return self

    def __exit__(self, *reason: object) -> None:
        """There is nothing to close: the stream stays open for the next file."""

    def read(self, offset: int, length: int) -> bytes:
        """Exactly `length` bytes from `offset` on.

        Raises:
            DamageError: the file ends before.
        """
        if offset + length > self.size:
            raise DamageError(f"truncated at byte {self.size}: {length} bytes are needed at byte {offset}")
        found = self._stream.read_at(self._offset + offset, length)
        if len(found) < length:
            raise DamageError(f"truncated at byte {offset + len(found)}: {length} bytes are needed at byte {offset}")
        return found


class _Decoder(Protocol):
    """What gives plain bytes for packed ones, at most so many at once."""

    @property
    def faults(self) -> tuple[type[Exception], ...]: ...
    def feed(self, packed: bytes, most: int) -> bytes: ...
    @property
    def hungry(self) -> bool: ...
    @property
    def whole(self) -> bool: ...
    def copy(self) -> "_Decoder | None": ...


class _Gzip:
    """Gzip members, one after the other."""

    faults = (zlib.error,)

    def __init__(self, inner: Any = None) -> None:
        self._inner = inner or zlib.decompressobj(wbits=31)
        self._begun = inner is not None

    def feed(self, packed: bytes, most: int) -> bytes:
        packed = self._inner.unconsumed_tail + packed
        if self._inner.eof:  # the next member, or the zeros that some tools pad with
            packed = (self._inner.unused_data + packed).lstrip(b"\0")
            self._inner = zlib.decompressobj(wbits=31)
            self._begun = False
        self._begun |= bool(packed)
        return self._inner.decompress(packed, most)

    @property
    def hungry(self) -> bool:
        """Whether it needs more packed bytes to go on."""
        return not (self._inner.unused_data.strip(b"\0") if self._inner.eof else self._inner.unconsumed_tail)

    @property
    def whole(self) -> bool:
        """Whether the stream may end here."""
        return self._begun is False or bool(self._inner.eof)

    def copy(self) -> "_Gzip":
        return _Gzip(self._inner.copy())


class _Zstd:
    """Zstandard frames, one after the other; its state cannot be copied."""

    def __init__(self) -> None:
        self._module = _zstd_module()
        self.faults = (self._module.ZstdError, EOFError)
        self._inner = self._begin()

    def _begin(self) -> Any:
        return self._module.ZstdDecompressor(options={self._module.DecompressionParameter.window_log_max: _ZSTD_WINDOW})

    def feed(self, packed: bytes, most: int) -> bytes:
        if self._inner.eof:
            packed = self._inner.unused_data + packed
            self._inner = self._begin()
        return self._inner.decompress(packed, most)  # type: ignore[no-any-return]

    @property
    def hungry(self) -> bool:
        """Whether it needs more packed bytes to go on."""
        return not self._inner.unused_data if self._inner.eof else bool(self._inner.needs_input)

    @property
    def whole(self) -> bool:
        """Whether the stream may end here."""
        return bool(self._inner.eof)

    def copy(self) -> None:
        return None


def _zstd_module() -> Any:
    """The standard library's from Python 3.14 on, its backport before."""
    from importlib import import_module

    for name in ("compression.zstd", "backports.zstd"):
        try:
            return import_module(name)
        except ImportError:
            continue
    raise DamageError("found Zstandard data, which needs Python 3.14 or the package backports.zstd")


@final
class Packed(Stream):
    """A gzip or zstd stream: it is decompressed from the nearest place before what is asked for, a piece at a time."""

    def __init__(self, stream: Stream, kind: type[_Gzip] | type[_Zstd]) -> None:
        """Take the stream that holds the packed bytes."""
        self._stream = stream
        self._places: list[tuple[int, int, _Decoder]] = []
        self._spacing = _SPACING
        self._farthest = 0
        self._work = 0
        self._kind = kind
        self._restart(0, 0, None)

    def _restart(self, plain: int, packed: int, decoder: "_Decoder | None") -> None:
        self._plain, self._packed = plain, packed
        self._decoder: _Decoder = decoder or self._kind()
        self._piece = b""  # the bytes before self._plain
        self._ended = False

    def read_at(self, offset: int, length: int) -> bytes:
        """`length` bytes from `offset` on; fewer where the stream ends.

        Raises:
            DamageError: what is packed is damaged, or a bomb.
        """
        if offset < self._plain - len(self._piece):
            place = next((place for place in reversed(self._places) if place[0] <= offset), None)
            if place is None:
                self._restart(0, 0, None)
            else:
                self._restart(place[0], place[1], place[2].copy())
        found: list[bytes] = []
        missing = length
        while missing > 0:
            start = self._plain - len(self._piece)
            if offset < self._plain:
                taken = self._piece[offset - start : offset - start + missing]
                found.append(taken)
                offset += len(taken)
                missing -= len(taken)
            elif not self._go_on():
                break
        return b"".join(found)

    def _go_on(self) -> bool:
        """Decompress the next piece."""
        if self._ended:
            return False
        try:
            piece = b""
            while not piece:
                packed = b""
                if self._decoder.hungry:
                    packed = self._stream.read_at(self._packed, _PIECE // 4)
                    if not packed:
                        if not self._decoder.whole:
                            raise DamageError(f"what is packed is truncated at byte {self._packed}")
                        self._ended = True
                        return False
                    self._packed += len(packed)
                piece = self._decoder.feed(packed, _PIECE)
        except self._decoder.faults as fault:
            raise DamageError(f"what is packed is damaged: {fault}") from None
        self._piece = piece
        self._plain += len(piece)
        self._work += len(piece)
        self._farthest = max(self._farthest, self._plain)
        if self._plain > _UNSUSPICIOUS and self._plain > _LARGEST_RATIO * self._packed:
            raise DamageError(f"unpacks to more than {_LARGEST_RATIO} times its size, which is refused")
        if self._work > _MOST_WORK:
            raise DamageError(f"takes more than {_MOST_WORK} bytes of unpacking, which is refused")
        self._remember()
        return True

    def _remember(self) -> None:
        last = self._places[-1][0] if self._places else 0
        if self._plain < last + self._spacing:
            return
        copy = self._decoder.copy()
        if copy is None:
            return
        self._places.append((self._plain, self._packed, copy))
        if len(self._places) > _MOST_PLACES:
            self._places = self._places[1::2]
            self._spacing *= 2


def unpack(stream: Stream) -> Stream:
    """The stream itself, or what is packed in it, told from how it begins."""
    beginning = stream.read_at(0, 4)
    if beginning.startswith(b"\x1f\x8b"):
        return Packed(stream, _Gzip)
    if beginning == b"\x28\xb5\x2f\xfd":
        return Packed(stream, _Zstd)
    return stream

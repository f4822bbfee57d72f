"""What is compressed, unpacked piece by piece: a bomb costs its first megabytes and is then refused."""

import zlib
from collections.abc import Callable, Iterator
from typing import Any

from ..model.artifact_kernel import Compression
from ._file import DamageError
from ._source import CHUNK, Memory, Source, chunks

MAGICS: dict[bytes, Compression] = {
    b"\x1f\x8b\x08": "gzip",
    b"\xfd7zXZ\0": "xz",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"\x02\x21\x4c\x18": "lz4",  # the form that a kernel is packed in
    b"\x04\x22\x4d\x18": "lz4",
    b"\x5d\0\0": "lzma",
}
"""What each method begins with."""

#: A kernel is packed with dictionaries of up to 128 megabytes by zstd, of 32 by xz.
_ZSTD_WINDOW = 27
_XZ_MEMORY = 80 << 20
#: Blocks of the old lz4 form hold so much each.
_LZ4_BLOCK = 8 << 20


def compression_of(beginning: bytes) -> Compression | None:
    """How something is packed, told from how it begins."""
    return next((name for magic, name in MAGICS.items() if beginning.startswith(magic)), None)


def unpack(source: Source, method: Compression, start: int = 0, limit: int = 256 << 20) -> Iterator[bytes]:
    """What is packed from a place on, in pieces of at most some megabytes; what follows it is not looked at.

    Raises:
        DamageError: it is broken or cut off, or has more than `limit` bytes.
    """
    total = 0
    for piece in _pieces(source, method, start):
        total += len(piece)
        if total > limit:
            raise DamageError(f"unpacks to more than {limit} bytes, which no file of this kind does")
        yield piece


def unpack_whole(source: Source, method: Compression, limit: int) -> Memory:
    """All that is packed.

    Raises:
        DamageError: it is broken or cut off, or has more than `limit` bytes.
    """
    return Memory(b"".join(unpack(source, method, limit=limit)))


def _pieces(source: Source, method: Compression, start: int) -> Iterator[bytes]:
    if source.size >= start + 4 and source.read(start, 4) == b"\x02\x21\x4c\x18":
        yield from _old_lz4(source, start + 4)
        return
    decompress, is_done = _decompressor(method)
    try:
        for packed in chunks(source, start):
            piece = decompress(packed)
            while piece:
                yield piece
                piece = b"" if is_done() else decompress(b"")
            if is_done():
                return
    except DamageError:
        raise
    except Exception as error:
        raise DamageError(f"the {method} data are broken: {_plain(error)}") from error
    raise DamageError(f"truncated at byte {source.size}: the {method} data go on")


def _plain(error: Exception) -> str:
    return "".join(character for character in str(error) if character.isascii() and character.isprintable())[:100]


def _decompressor(method: Compression) -> tuple[Callable[[bytes], bytes], Callable[[], bool]]:
    """What takes the next packed bytes and gives at most `CHUNK` bytes, and what says that it is at the end."""
    if method == "gzip":
        return _gzip()
    unpacker = _unpacker(method)
    return lambda packed: unpacker.decompress(packed, CHUNK), lambda: bool(unpacker.eof)


def _gzip() -> tuple[Callable[[bytes], bytes], Callable[[], bool]]:
    unpacker = zlib.decompressobj(31)
    return lambda packed: unpacker.decompress(unpacker.unconsumed_tail + packed, CHUNK), lambda: unpacker.eof


def _unpacker(method: Compression) -> Any:
    if method == "lz4":
        import lz4.frame

        return lz4.frame.LZ4FrameDecompressor()
    if method == "zstd":
        import sys

        if sys.version_info >= (3, 14):
            from compression.zstd import DecompressionParameter, ZstdDecompressor
        else:
            from backports.zstd import DecompressionParameter, ZstdDecompressor

        return ZstdDecompressor(options={DecompressionParameter.window_log_max: _ZSTD_WINDOW})
    import lzma

    form = lzma.FORMAT_XZ if method == "xz" else lzma.FORMAT_ALONE
    return lzma.LZMADecompressor(format=form, memlimit=_XZ_MEMORY)


def _old_lz4(source: Source, place: int) -> Iterator[bytes]:
    """Blocks, each with its packed size before it; the size of the whole, or nothing, ends them."""
    import lz4.block

    while place + 4 <= source.size:
        length = int.from_bytes(source.read(place, 4), "little")
        if length == 0 or length > source.size - place - 4:  # the kernel's build appends the unpacked size
            return
        if length > 2 * _LZ4_BLOCK:
            raise DamageError(f"found an lz4 block of {length} bytes at byte {place}, needed at most {2 * _LZ4_BLOCK}")
        try:
            piece: bytes = lz4.block.decompress(source.read(place + 4, length), uncompressed_size=_LZ4_BLOCK)
        except lz4.block.LZ4BlockError as error:
            raise DamageError(f"the lz4 data are broken at byte {place}") from error
        yield piece
        if len(piece) < _LZ4_BLOCK:  # only the last one is not full
            return
        place += 4 + length

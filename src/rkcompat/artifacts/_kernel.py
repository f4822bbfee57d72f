"""A kernel: its banner, the configuration that it may hold, and the traces of a driver that is built in."""

import re
import zlib
from collections.abc import Iterator
from itertools import islice
from typing import Literal

from ..model.artifact_kernel import Compression, KernelImage
from ._file import DamageError
from ._kconfig import LONGEST, npu_options
from ._source import Source, chunks
from ._unpack import MAGICS, compression_of, unpack

#: Pieces overlap by so much, and what stands around a driver's name is looked for in half of it.
_OVERLAP = 1 << 16
_AROUND = 1 << 13
#: Places of the driver's name that are looked at, and of a packed part in a zImage that are tried.
_PLACES = 64
_LONGEST_PACKED_CONFIG = 2 << 20
#: Bytes that are looked through; a kernel has some 40 million.
_LONGEST = 256 << 20

_BANNER = re.compile(rb"Linux version (\d+\.\d+[^\s\0]{0,100}) \([^\n\0]{1,500}")
_CONFIG_START, _CONFIG_END = b"IKCFG_ST", b"IKCFG_ED"
_DRIVER = b"RKNPU driver"
_DRIVER_VERSION = re.compile(rb"(?<=\0)\d{1,2}\.\d{1,2}\.\d{1,2}(?=\0)")
_DRIVER_DATE = re.compile(rb"(?<=\0)20\d{6}(?=\0)")
_PACKED = re.compile(b"|".join(map(re.escape, MAGICS)))


def arch_of(beginning: bytes) -> Literal["aarch64", "armhf"] | None:
    """The machine of a kernel that begins so; ``None`` where it is none."""
    if beginning[0x38:0x3C] == b"ARMd":
        return "aarch64"
    if beginning[0x24:0x28] == b"\x18\x28\x6f\x01":
        return "armhf"
    return "aarch64" if beginning[:2] == b"MZ" and beginning[4:8] == b"zimg" else None


def read_kernel(path: str, source: Source, arch: Literal["aarch64", "armhf"]) -> KernelImage:
    """Read a kernel: plain, packed as a whole, or with a part that unpacks itself.

    Raises:
        DamageError: it is broken or cut off, or has no banner.
    """
    compression, pieces = _pieces(source, arch)
    found = _Traces()
    for window in _windows(pieces):
        found.look(window)
    if found.banner is None:
        raise DamageError("found the header of a kernel, but no banner: needed 'Linux version …'")
    banner = found.banner[0].decode("ascii", "backslashreplace").strip()
    return KernelImage(
        path=path,
        size=source.size,
        arch=arch,
        compression=compression,
        release=found.banner[1].decode("ascii", "backslashreplace"),
        banner=banner,
        config=None if found.config is None else npu_options(found.config),
        has_rknpu=found.has_driver,
        driver_version=_only(found.versions),
        driver_date=_only(found.dates),
        oddities=tuple(found.oddities),
    )


def _only(found: set[bytes]) -> str | None:
    """What there is one of; several would be a guess."""
    return next(iter(found)).decode() if len(found) == 1 else None


class _Traces:
    """What was found so far."""

    def __init__(self) -> None:
        self.banner: re.Match[bytes] | None = None
        self.config: str | None = None
        self.has_driver = False
        self.versions: set[bytes] = set()
        self.dates: set[bytes] = set()
        self.oddities: list[str] = []
        self._places = 0

    def look(self, window: bytes) -> None:
        """Look through a piece."""
        self.banner = self.banner or _BANNER.search(window)
        start = window.find(_CONFIG_START)
        if self.config is None and start >= 0 and window.find(_CONFIG_END, start) >= 0:
            self._unpack_config(window[start + len(_CONFIG_START) : start + _LONGEST_PACKED_CONFIG])
        place = window.find(_DRIVER)
        while place >= 0 and self._places < _PLACES:
            self.has_driver = True
            self._places += 1
            around = window[max(0, place - _AROUND) : place + _AROUND]
            self.versions.update(_DRIVER_VERSION.findall(around))
            self.dates.update(_DRIVER_DATE.findall(around))
            place = window.find(_DRIVER, place + 1)

    def _unpack_config(self, packed: bytes) -> None:
        try:
            text = zlib.decompressobj(31).decompress(packed, LONGEST)
        except zlib.error:
            self.oddities.append("the configuration that it holds is broken")
        else:
            self.config = text.decode("utf-8", "replace")


def _windows(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The pieces, each with the end of what was before it: more where a configuration has begun and not ended."""
    tail = b""
    for piece in pieces:
        window = tail + piece
        yield window
        keep = _OVERLAP
        start = window.rfind(_CONFIG_START)
        if start >= 0 and window.find(_CONFIG_END, start) < 0:
            keep = max(keep, min(len(window) - start, _LONGEST_PACKED_CONFIG))
        tail = window[-keep:]


def _pieces(source: Source, arch: Literal["aarch64", "armhf"]) -> tuple[Compression | None, Iterator[bytes]]:
    """How the kernel is packed, and what is in it."""
    beginning = source.read(0, min(64, source.size))
    if method := compression_of(beginning):
        return method, unpack(source, method)
    if beginning[4:8] == b"zimg":
        start = int.from_bytes(beginning[8:12], "little")
        method = compression_of(source.read(start, min(8, max(0, source.size - start))))
        if method is None:
            raise DamageError(f"found no kernel that is packed in a known way at byte {start}")
        return method, unpack(source, method, start)
    if arch == "armhf":
        return _self_unpacking(source)
    return None, chunks(source, 0, _LONGEST)


def _self_unpacking(source: Source) -> tuple[Compression | None, Iterator[bytes]]:
    """The packed part of a zImage: the first that can be unpacked and is no small one."""
    head = source.read(0, min(source.size, 1 << 20))
    for match in islice(_PACKED.finditer(head), _PLACES):
        method = MAGICS[match[0]]
        try:
            first = next(unpack(source, method, match.start()))
        except (DamageError, StopIteration):
            continue
        if len(first) > _OVERLAP:
            return method, unpack(source, method, match.start())
    raise DamageError("found no kernel that is packed in a known way in the first megabyte of a zImage")

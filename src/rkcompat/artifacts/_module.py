"""Kernel modules, and the list of those that are built in."""

import re

from ..model.artifact_kernel import BuiltinModules, Compression, KernelModule
from ._elf import Elf
from ._file import DamageError
from ._source import Source

LONGEST = 64 << 20
"""Bytes of a module that was unpacked; rknpu.ko has some 100,000."""

_LONGEST_MODINFO = 4 << 20
_SIGNATURE = b"~Module signature appended~\n"
_CRC_SECTIONS = ("__versions", "__version_ext_crcs")
_DRIVERS = ("rknpu", "rocket", "galcore")
_IS_BUILTIN = re.compile(rb"(?:[\w-]+\.[\w-]+=[^\0]*\0)+")


def read_module(path: str, source: Source, elf: Elf, compression: Compression | None, size: int) -> KernelModule:
    """Read a module; `size` is that of the file, packed as it may be.

    Raises:
        DamageError: its list of facts is not there, or is too long.
    """
    span = elf.sections.get(".modinfo")
    if span is None:
        raise DamageError("found an ELF object without .modinfo, needed a kernel module")
    stated = _parse(source.read(span.start, min(span.end - span.start, _LONGEST_MODINFO)))
    end = source.read(max(0, source.size - len(_SIGNATURE)), min(len(_SIGNATURE), source.size))
    return KernelModule(
        path=path,
        size=size,
        name=stated.get("name"),
        version=stated.get("version"),
        vermagic=stated.get("vermagic", "").strip() or None,
        srcversion=stated.get("srcversion"),
        arch=elf.arch,
        has_crcs=any(name in elf.sections and elf.sections[name].end > elf.sections[name].start for name in _CRC_SECTIONS),
        is_signed=end == _SIGNATURE,
        depends=tuple(filter(None, stated.get("depends", "").split(","))),
        compression=compression,
        oddities=() if stated.get("version") else ("it states no version",),
    )


def _parse(content: bytes) -> dict[str, str]:
    """``KEY=VALUE``, each ended by a NUL; the first of a key counts."""
    found: dict[str, str] = {}
    for entry in content.split(b"\0"):
        key, is_fact, value = entry.decode("utf-8", "backslashreplace").partition("=")
        if is_fact:
            found.setdefault(key, value)
    return found


def is_builtin_list(beginning: bytes) -> bool:
    """Whether something begins as ``modules.builtin.modinfo`` does."""
    return _IS_BUILTIN.match(beginning) is not None


def read_builtin(path: str, source: Source) -> BuiltinModules:
    """Read the list of what is built in.

    Raises:
        DamageError: it is too long.
    """
    if source.size > _LONGEST_MODINFO:
        raise DamageError(f"found a list of {source.size} bytes, needed at most {_LONGEST_MODINFO}")
    stated = _parse(source.read(0, source.size))
    names = {key.partition(".")[0] for key in stated}
    drivers = {name: stated.get(f"{name}.version") for name in _DRIVERS if name in names}
    oddities = () if drivers else ("it names no driver of an NPU",)
    return BuiltinModules(path=path, size=source.size, drivers=drivers, oddities=oddities)

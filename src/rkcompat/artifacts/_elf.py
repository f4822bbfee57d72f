"""An ELF file: what a loader asks of it, by pyelftools, under bounds that no header can lift."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import IO, TYPE_CHECKING, Any, cast

import msgspec

from ..model.words import CLibrary
from ._file import DamageError
from ._source import Source, Stream, chunks

if TYPE_CHECKING:
    from elftools.elf.elffile import ELFFile

MAGIC = b"\x7fELF"

#: A library has some 40 sections and 10 segments; a module some 200 sections.
_SECTIONS = 4096
_SEGMENTS = 512
_TAGS = 4096
_SYMBOLS = 1 << 16
_VERSIONS = 1024
_LONGEST_NAME = 512
#: Bytes of text that are searched; the largest runtime library has eight megabytes in all.
_SEARCHED = 128 << 20
#: The longest text that is looked for, so that none is lost between two pieces.
_OVERLAP = 512

_ARCHES = {"EM_AARCH64": "aarch64", "EM_ARM": "armhf", "EM_X86_64": "x86_64", "EM_386": "i386", "EM_RISCV": "riscv"}
_VERSION_NEED = re.compile(r"([A-Z][A-Z_]*)_(\d+(?:\.\d+)*)")


class Span(msgspec.Struct, frozen=True):
    """A part of the file."""

    start: int
    end: int


class Elf(msgspec.Struct, frozen=True, kw_only=True):
    """What the tables of the file say."""

    kind: str
    """``ET_DYN``, ``ET_EXEC``, ``ET_REL``."""
    arch: str
    bits: int
    interpreter: str | None
    soname: str | None
    needed: tuple[str, ...]
    rpath: tuple[str, ...]
    """Sought before LD_LIBRARY_PATH; of no effect beside a RUNPATH."""
    runpath: tuple[str, ...]
    """Sought after it."""
    no_default: bool
    """Whether it forbids the default folders and the cache."""
    imports: frozenset[str]
    exports: frozenset[str]
    symbol_versions: dict[str, str]
    sections: dict[str, Span]
    """The named parts that lie in the file."""
    loaded: tuple[Span, ...]
    """What of the file a loader maps."""

    @property
    def libc(self) -> CLibrary | None:
        """The C library that it was linked against."""
        loader = (self.interpreter or "").rpartition("/")[2]
        if "libc.so.6" in self.needed or "GLIBC" in self.symbol_versions or loader.startswith("ld-linux"):
            return "glibc"
        if {"libc.so.0", "libc.so.1"} & set(self.needed) or loader.startswith("ld-uClibc"):
            return "uclibc"
        if loader.startswith("ld-musl") or any(name.startswith("libc.musl-") for name in self.needed):
            return "musl"
        android = loader.startswith("linker") or ".note.android.ident" in self.sections or "liblog.so" in self.needed
        return "bionic" if android else None


def read_elf(source: Source, *, symbols: bool = True) -> Elf:
    """Read the tables; those of symbols, which are the largest, only where they are wanted.

    Raises:
        DamageError: they are cut off, or lead nowhere.
    """
    from elftools.elf.elffile import ELFFile

    try:
        return _read(ELFFile(cast("IO[bytes]", Stream(source))), source.size, symbols=symbols)
    except DamageError:
        raise
    except Exception as error:
        words = "".join(character for character in str(error) if character.isascii() and character.isprintable())
        raise DamageError(f"the ELF tables cannot be read: {words[:100] or type(error).__name__}") from error


def _read(elf: "ELFFile", size: int, *, symbols: bool) -> Elf:
    from elftools.elf.segments import InterpSegment

    segments = list(islice(elf.iter_segments(), _SEGMENTS))
    sections = list(islice(elf.iter_sections(), _SECTIONS))
    dynamic = next((segment for segment in segments if segment["p_type"] == "PT_DYNAMIC"), None)
    tags = _tags(dynamic)
    names = _symbols(sections, dynamic) if symbols else []
    machine = str(elf["e_machine"])
    versions = [section for section in sections if section["sh_type"] == "SHT_GNU_verneed"]
    return Elf(
        kind=str(elf["e_type"]),
        arch=_ARCHES.get(machine, machine),
        bits=elf.elfclass,
        interpreter=next((_text(part.get_interp_name()) for part in segments if isinstance(part, InterpSegment)), None),
        soname=next(iter(tags.get("DT_SONAME", ())), None),
        needed=tags.get("DT_NEEDED", ()),
        rpath=_folders(tags.get("DT_RPATH", ())),
        runpath=_folders(tags.get("DT_RUNPATH", ())),
        no_default="DF_1_NODEFLIB" in tags,
        imports=frozenset(name for name, is_defined in names if not is_defined),
        exports=frozenset(name for name, is_defined in names if is_defined),
        symbol_versions=_highest(versions),
        sections={
            _text(part.name): Span(part["sh_offset"], min(part["sh_offset"] + part["sh_size"], size))
            for part in sections
            if part["sh_type"] not in {"SHT_NULL", "SHT_NOBITS"}
        },
        loaded=tuple(
            Span(part["p_offset"], min(part["p_offset"] + part["p_filesz"], size))
            for part in segments
            if part["p_type"] == "PT_LOAD"
        ),
    )


def _text(value: object) -> str:
    """A name as text; pyelftools gives bytes where one is no UTF-8."""
    text = value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value)
    return text[:_LONGEST_NAME]


def _tags(dynamic: Any) -> dict[str, tuple[str, ...]]:
    """The names in the dynamic table by tag; a flag stands under its own name."""
    found: dict[str, list[str]] = {}
    names = {"DT_SONAME": "soname", "DT_NEEDED": "needed", "DT_RPATH": "rpath", "DT_RUNPATH": "runpath"}
    for tag in islice(dynamic.iter_tags(), _TAGS) if dynamic else ():
        kind = str(tag.entry.d_tag)
        if kind in names:
            found.setdefault(kind, []).append(_text(getattr(tag, names[kind])))
        elif kind == "DT_FLAGS_1" and tag.entry.d_val & 0x800:
            found["DF_1_NODEFLIB"] = []
    return {kind: tuple(values) for kind, values in found.items()}


def _folders(stated: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(folder for text in stated for folder in text.split(":") if folder)


def _symbols(sections: list[Any], dynamic: Any) -> list[tuple[str, bool]]:
    """The global names of the dynamic symbol table, each with whether it is defined here; a weak one may be missing."""
    table = next((section for section in sections if section["sh_type"] == "SHT_DYNSYM"), dynamic)
    symbols = islice(table.iter_symbols(), _SYMBOLS) if table is not None else ()
    return [
        (_text(symbol.name), symbol["st_shndx"] != "SHN_UNDEF")
        for symbol in symbols
        if symbol.name and (symbol["st_info"]["bind"], symbol["st_shndx"]) != ("STB_WEAK", "SHN_UNDEF")
        if symbol["st_info"]["bind"] != "STB_LOCAL"
    ]


def _highest(sections: list[Any]) -> dict[str, str]:
    """The highest version of each family of symbols that is asked for."""
    found: dict[str, tuple[int, ...]] = {}
    for section in sections:
        for _, parts in islice(section.iter_versions(), _VERSIONS):
            for part in islice(parts, _VERSIONS):
                if need := _VERSION_NEED.fullmatch(_text(part.name)):
                    version = tuple(int(number[:9]) for number in need[2].split("."))
                    found[need[1]] = max(found.get(need[1], ()), version)
    return {family: ".".join(map(str, version)) for family, version in sorted(found.items())}


def search(source: Source, elf: Elf, *patterns: re.Pattern[bytes]) -> Iterator[re.Match[bytes]]:
    """Every place where a pattern stands in the read-only data, or where it is in none of it, in all that is loaded.

    Copies for Android on 32-bit ARM have their version outside ``.rodata``.
    """
    rodata = elf.sections.get(".rodata")
    found = False
    for spans in ((rodata,) if rodata else ()), elf.loaded:
        left = _SEARCHED
        for span in spans:
            end = min(span.end, span.start + left)
            left -= max(0, end - span.start)
            for window in _windows(source, span.start, end):
                for pattern in patterns:
                    for match in pattern.finditer(window):
                        found = True
                        yield match
        if found:
            return


def _windows(source: Source, start: int, end: int) -> Iterator[bytes]:
    tail = b""
    for chunk in chunks(source, start, end):
        yield tail + chunk
        tail = chunk[-_OVERLAP:]

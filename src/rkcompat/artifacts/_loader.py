"""Which copy of a library a program loads, by the rules of the loader that starts it.

ld.so(8) for glibc; the rules of musl, uClibc and Android's linker where the program was linked for one of these.
"""

from collections.abc import Iterator

import msgspec

from ..model.artifact_elf import CLibrary, Link
from ._elf import Elf, read_elf
from ._file import DamageError
from ._ld_config import cached_paths, configured_folders
from ._tree import FileTree, resolve

#: Libraries of one program that are looked at; a large one has some hundred.
_OBJECTS = 512
_TRIPLETS = {"aarch64": "aarch64-linux-gnu", "armhf": "arm-linux-gnueabihf", "x86_64": "x86_64-linux-gnu"}


class _Object(msgspec.Struct, frozen=True):
    """A program or a library that was loaded."""

    path: str
    """With all links followed."""
    elf: Elf
    loader: "_Object | None"
    """What needed it; ``None`` for the program."""

    def chain(self) -> "Iterator[_Object]":
        """This one, what needed it, and so on up to the program."""
        item: _Object | None = self
        while item is not None:
            yield item
            item = item.loader


class _Place(msgspec.Struct, frozen=True):
    """A folder that is searched, or a file that is taken from the cache."""

    path: str
    reason: str


def find_library(tree: FileTree, program: str, library: str, *, library_path: str = "") -> tuple[Link, ...]:
    """The places where a program looks for a library that it, or one of its libraries, needs: the first that fits is loaded.

    Args:
        tree: the files.
        program: its path in the tree.
        library: ``librknnrt.so``.
        library_path: its ``LD_LIBRARY_PATH``.

    Returns:
        Nothing where neither the program nor a library of it names the library.

    Raises:
        DamageError: the program is not there, or no ELF file.
        OSError: it must not be read.
    """
    for item in _loaded(tree, program, library_path):
        if library in item.elf.needed:
            return tuple(_candidates(tree, item, library, library_path))
    return ()


def find_opened(tree: FileTree, library: str, program: str, *, library_path: str = "") -> tuple[Link, ...]:
    """The places where a program looks for a library that it opens by itself (``dlopen``); a path is taken as it is.

    RKNN-Toolkit-Lite2 opens ``/usr/lib/librknnrt.so``; the program is then its Python.

    Raises:
        DamageError: the program is not there, or no ELF file.
        OSError: it must not be read.
    """
    item = _open(tree, program, None)
    if item is None:
        raise DamageError(f"found no ELF program at {program}")
    if "/" in library:
        return (_judge(tree, library, f"{program} opens this path", item.elf),)
    return tuple(_candidates(tree, item, library, library_path))


def _open(tree: FileTree, path: str, loader: _Object | None) -> _Object | None:
    there = resolve(tree, path)
    if there is None or tree.kind(there) != "file":
        return None
    with tree.open(there) as source:
        return _Object(there, read_elf(source), loader) if source.size > 4 and source.read(0, 4) == b"\x7fELF" else None


def _loaded(tree: FileTree, program: str, library_path: str) -> Iterator[_Object]:
    """The program and its libraries, in the order in which a loader maps them: breadth first."""
    first = _open(tree, program, None)
    if first is None:
        raise DamageError(f"found no ELF program at {program}")
    waiting = [first]
    known: set[str] = set()
    while waiting and len(known) < _OBJECTS:
        item = waiting.pop(0)
        yield item
        for name in item.elf.needed:
            if name in known or len(known) >= _OBJECTS:
                continue
            known.add(name)
            taken = next(
                (link for link in _candidates(tree, item, name, library_path) if link.target and not link.rejected), None
            )
            try:
                opened = _open(tree, taken.path, item) if taken else None
            except (DamageError, OSError):
                continue
            if opened is not None:
                waiting.append(opened)


def _candidates(tree: FileTree, item: _Object, library: str, library_path: str) -> Iterator[Link]:
    """Every place in order, up to one that stops the search."""
    if "/" in library:
        yield _judge(tree, library, f"{item.path} needs this path", item.elf)
        return
    seen = set()
    for place in _places(tree, item, library, library_path):
        if place.path not in seen:
            seen.add(place.path)
            link = _judge(tree, place.path, place.reason, item.elf)
            yield link
            if link.rejected and link.rejected.startswith("no ELF"):
                return


def _judge(tree: FileTree, path: str, reason: str, wanted: Elf) -> Link:
    there = resolve(tree, path)
    if there is None or tree.kind(there) != "file":
        return Link(path, None, reason)
    try:
        found = _open(tree, there, None)
    except (DamageError, OSError):
        found = None
    if found is None:
        return Link(path, there, reason, "no ELF file: the program does not start")
    if (found.elf.arch, found.elf.bits) != (wanted.arch, wanted.bits):
        return Link(path, there, reason, f"it is for {found.elf.arch}, the program for {wanted.arch}")
    return Link(path, there, reason)


def _places(tree: FileTree, item: _Object, library: str, library_path: str) -> Iterator[_Place]:
    program = list(item.chain())[-1]
    family: CLibrary = program.elf.libc or "glibc"
    stated = (_Place(f"{folder}/{library}", "LD_LIBRARY_PATH") for folder in _split(library_path))
    rpath = _asked(tree, item, library, "RPATH", [part for part in item.chain() if family == "musl" or not part.elf.runpath])
    runpath = _asked(tree, item, library, "RUNPATH", list(item.chain()) if family == "musl" else [item])
    if family == "musl":
        yield from (*stated, *runpath, *rpath)
    elif family == "bionic":
        yield from (*stated, *runpath)
    else:
        yield from (*(() if item.elf.runpath else rpath), *stated, *runpath)
    if item.elf.no_default:
        return
    yield from _defaults(tree, item, program, library, family)


def _split(folders: str) -> list[str]:
    return [folder.rstrip("/") or "/" for folder in folders.replace(";", ":").split(":") if folder.startswith("/")]


def _asked(tree: FileTree, item: _Object, library: str, tag: str, parts: list[_Object]) -> Iterator[_Place]:
    for part in parts:
        for folder in part.elf.rpath if tag == "RPATH" else part.elf.runpath:
            yield _Place(f"{_expand(tree, folder, part)}/{library}", f"{tag} of {part.path}: {folder}")


def _expand(tree: FileTree, folder: str, part: _Object) -> str:
    origin = part.path.rpartition("/")[0]
    triplet = _TRIPLETS.get(part.elf.arch, "")
    lib = next((name for name in (f"lib/{triplet}", "lib64", "lib") if triplet and tree.kind(f"/usr/{name}")), "lib")
    for name, value in (("ORIGIN", origin), ("LIB", lib), ("PLATFORM", part.elf.arch)):
        folder = folder.replace(f"${{{name}}}", value).replace(f"${name}", value)
    return folder.rstrip("/")


def _defaults(tree: FileTree, item: _Object, program: _Object, library: str, family: CLibrary) -> Iterator[_Place]:
    for folder, reason in _default_folders(tree, item, program, library, family):
        yield _Place(folder if folder.endswith(f"/{library}") else f"{folder}/{library}", reason)


def _default_folders(
    tree: FileTree, item: _Object, program: _Object, library: str, family: CLibrary
) -> Iterator[tuple[str, str]]:
    wide = item.elf.bits == 64
    if family == "bionic":
        yield from (
            (f"{part}/{'lib64' if wide else 'lib'}", "default of Android's linker") for part in ("/system", "/odm", "/vendor")
        )
    elif family == "musl":
        yield from _musl(tree, item.elf.arch)
    elif family == "uclibc":
        beside = (program.elf.interpreter or "").rpartition("/")[0]
        yield from ((beside, "folder of uClibc's loader"),) if beside else ()
        yield from ((folder, "default of uClibc's loader") for folder in ("/lib", "/usr/lib", "/usr/X11R6/lib"))
    else:
        yield from _glibc(tree, item, library, wide=wide)


def _musl(tree: FileTree, arch: str) -> Iterator[tuple[str, str]]:
    name = f"/etc/ld-musl-{'arm' if arch == 'armhf' else arch}.path"
    there = resolve(tree, name)
    if there is not None and tree.kind(there) == "file":
        with tree.open(there) as source:
            text = source.read(0, min(source.size, 1 << 16)).decode("utf-8", "surrogateescape")
        yield from ((folder, name) for folder in _split(text.replace("\n", ":")))
    else:
        yield from ((folder, "default of musl's loader") for folder in ("/lib", "/usr/local/lib", "/usr/lib"))


def _glibc(tree: FileTree, item: _Object, library: str, *, wide: bool) -> Iterator[tuple[str, str]]:
    cached = cached_paths(tree, library, item.elf.arch)
    if cached is None:  # an image that has never been started: ldconfig will make the cache from these
        yield from ((folder, "/etc/ld.so.conf, once ldconfig has run") for folder in configured_folders(tree))
    else:
        yield from ((path, "/etc/ld.so.cache") for path in cached)
    triplet = _TRIPLETS.get(item.elf.arch)
    names = (
        *((f"lib/{triplet}",) if triplet and tree.kind(f"/usr/lib/{triplet}") else ()),
        *(("lib64",) if wide else ()),
        "lib",
    )
    yield from ((f"{root}/{name}", "default of glibc's loader") for name in names for root in ("", "/usr"))

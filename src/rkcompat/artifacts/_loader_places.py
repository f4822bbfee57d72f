"""Where a loader looks for a library, in its order, and why there.

ld.so(8) for glibc; the rules of musl, uClibc and Android's linker where the program was linked for one of these.
"""

from collections.abc import Iterator

import msgspec

from ..model.words import CLibrary
from ._elf import Elf
from ._ld_config import cached_paths, configured_folders
from ._tree import FileTree, resolve

_TRIPLETS = {"aarch64": "aarch64-linux-gnu", "armhf": "arm-linux-gnueabihf", "x86_64": "x86_64-linux-gnu"}


class Loaded(msgspec.Struct, frozen=True):
    """A program or a library that was loaded."""

    path: str
    """With all links followed."""
    elf: Elf
    loader: "Loaded | None"
    """What needed it; ``None`` for the program."""

    def chain(self) -> "Iterator[Loaded]":
        """This one, what needed it, and so on up to the program."""
        item: Loaded | None = self
        while item is not None:
            yield item
            item = item.loader


class Place(msgspec.Struct, frozen=True):
    """A file that a loader tries."""

    path: str
    reason: str
    """``RUNPATH of /usr/bin/app: $ORIGIN``."""


def places_of(tree: FileTree, item: Loaded, library: str, library_path: str) -> Iterator[Place]:
    """Every file that a loader would try for a library that `item` needs; some of them are there."""
    program = list(item.chain())[-1]
    family: CLibrary = program.elf.libc or "glibc"
    stated = (Place(f"{folder}/{library}", "LD_LIBRARY_PATH") for folder in _split(library_path))
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


def _asked(tree: FileTree, item: Loaded, library: str, tag: str, parts: list[Loaded]) -> Iterator[Place]:
    for part in parts:
        for folder in part.elf.rpath if tag == "RPATH" else part.elf.runpath:
            yield Place(f"{_expand(tree, folder, part)}/{library}", f"{tag} of {part.path}: {folder}")


def _expand(tree: FileTree, folder: str, part: Loaded) -> str:
    origin = part.path.rpartition("/")[0]
    triplet = _TRIPLETS.get(part.elf.arch, "")
    lib = next((name for name in (f"lib/{triplet}", "lib64", "lib") if triplet and tree.kind(f"/usr/{name}")), "lib")
    for name, value in (("ORIGIN", origin), ("LIB", lib), ("PLATFORM", part.elf.arch)):
        folder = folder.replace(f"${{{name}}}", value).replace(f"${name}", value)
    return folder.rstrip("/")


def _defaults(tree: FileTree, item: Loaded, program: Loaded, library: str, family: CLibrary) -> Iterator[Place]:
    for folder, reason in _default_folders(tree, item, program, library, family):
        yield Place(folder if folder.endswith(f"/{library}") else f"{folder}/{library}", reason)


def _default_folders(
    tree: FileTree, item: Loaded, program: Loaded, library: str, family: CLibrary
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


def _glibc(tree: FileTree, item: Loaded, library: str, *, wide: bool) -> Iterator[tuple[str, str]]:
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

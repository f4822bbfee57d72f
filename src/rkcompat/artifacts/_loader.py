"""Which copy of a library a program loads, by the rules of the loader that starts it."""

from collections.abc import Iterator

from ..model.artifact_elf import Link
from ._elf import MAGIC, Elf, read_elf
from ._file import DamageError
from ._loader_places import Loaded, places_of
from ._source import Source
from ._tree import FileTree, resolve

#: Libraries of one program that are looked at; a large one has some hundred.
_OBJECTS = 512


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


def _open(tree: FileTree, path: str, loader: Loaded | None) -> Loaded | None:
    there = resolve(tree, path)
    if there is None or tree.kind(there) != "file":
        return None
    with tree.open(there) as source:
        return Loaded(there, read_elf(source, symbols=False), loader) if _is_elf(source) else None


def _is_elf(source: Source) -> bool:
    return source.size > len(MAGIC) and source.read(0, len(MAGIC)) == MAGIC


def _loaded(tree: FileTree, program: str, library_path: str) -> Iterator[Loaded]:
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


def _candidates(tree: FileTree, item: Loaded, library: str, library_path: str) -> Iterator[Link]:
    """Every place in order, up to one that stops the search."""
    if "/" in library:
        yield _judge(tree, library, f"{item.path} needs this path", item.elf)
        return
    seen = set()
    for place in places_of(tree, item, library, library_path):
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

"""What libraries and programs in ELF say of themselves."""

from typing import Literal

import msgspec

from .artifact_file import ReadFile
from .words import CLibrary, Library


class Linked(ReadFile, frozen=True, kw_only=True):
    """An ELF file, and what the loader must find for it."""

    arch: str
    """``aarch64``, ``armhf``, ``x86_64``; another machine by its ELF name."""
    sha256: str
    needed: tuple[str, ...] = ()
    """The libraries it names (``DT_NEEDED``)."""
    search_path: tuple[str, ...] = ()
    """Where it asks for them to be sought: its RUNPATH, or its RPATH where it has none."""
    libc: CLibrary | None = None
    symbol_versions: dict[str, str] = msgspec.field(default_factory=dict)
    """The highest version that it needs of each family of versioned symbols: ``GLIBC`` to ``2.17``."""


class RuntimeLibrary(Linked, frozen=True, kw_only=True):
    """A library that runs models."""

    kind: Literal["runtime-library"] = "runtime-library"
    library: Library
    """By its SONAME, never by the file's name."""
    generation: Literal[1, 2] = 2
    version: str | None = None
    build: str | None = None
    """``COMMIT@DATE``."""
    serves: tuple[str, ...] | None = None
    """The SoCs it is for, where a release has one build for each family."""
    exports: tuple[str, ...] = ()
    """The functions of the API that it offers."""
    at_least: str | None = None
    """The release that first offered all of these functions."""
    before: str | None = None
    """The release that first offered one that is not among them."""


class ServerProgram(Linked, frozen=True, kw_only=True):
    """``rknn_server``."""

    kind: Literal["rknn-server"] = "rknn-server"
    generation: Literal[1, 2]
    version: str
    build: str
    """``COMMIT@DATE``."""


class Application(Linked, frozen=True, kw_only=True):
    """A program or a shared object that is no part of the stack, and may use it."""

    kind: Literal["application"] = "application"
    imports: tuple[str, ...] = ()
    """The functions of the API that it calls and expects of a library."""
    opens: tuple[str, ...] = ()
    """The runtime libraries whose file names stand in its text, as in that of a program that loads one by itself."""
    embeds: tuple[str, ...] = ()
    """The runtime libraries that were linked into it, each with its version: ``librknnmrt 2.3.2``."""
    first: dict[str, str] = msgspec.field(default_factory=dict)
    """Of each library that has all its functions: the release that first offered them."""
    last: dict[str, str] = msgspec.field(default_factory=dict)
    """The release that last did, where later ones do not."""
    missing: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Of each library that was read with it: the functions that it lacks, by the library's path."""


class Link(msgspec.Struct, frozen=True):
    """One place where a loader looks for a library, in the order in which it looks."""

    path: str
    """The file it would take there."""
    target: str | None
    """What that is when all links are followed; ``None`` where there is nothing."""
    reason: str
    """Why it looks there: ``RUNPATH of /usr/bin/app``."""
    rejected: str | None = None
    """Why it goes on although the file is there: it is for another machine."""

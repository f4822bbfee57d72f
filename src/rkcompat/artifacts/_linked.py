"""ELF libraries and programs: a runtime library, ``rknn_server``, or what uses them."""

import re
from collections.abc import Iterable
from itertools import islice
from typing import Any

import msgspec

from ..model.artifact_elf import Application, RuntimeLibrary, ServerProgram
from ..model.words import LIBRARIES, Library
from ._elf import Elf, search
from ._exports import api_of, bounds_of, is_before, needs_of
from ._source import Source, sha256_of
from ._stated import LIBRARY, SERVER, build_of

#: A server of generation 2 looks for these in the runtime libraries of its own generation.
_GENERATION_2 = re.compile(rb"librknnm?rt version")
_IS_SERVER = re.compile(rb"rknn_server|rknn server|RKNN SERVER|Transfer version")
_LIBRARY_FILE = re.compile(rb"\b(" + "|".join(LIBRARIES).encode() + rb")\.so")

#: Places in a program's text that are looked at; a real one names a library a few times.
_TEXTS = 1024

_GENERATION_1 = ("librknn_api", "librknn_runtime")

_SERVES = {
    ("1.2.0", "9db21b35d"): ("rk3566", "rk3568"),
    ("1.2.0", "1867aec5b"): ("rk3588",),
    ("1.3.0", "9b36d4d74"): ("rk3566", "rk3568"),
    ("1.3.0", "c193be371"): ("rk3588",),
}
"""Releases of librknnrt with one build for each family of SoCs, by version and commit."""

_TWINS = {("1.4.0", "3b4520e4f"): "a10f100eb", ("1.4.0", "a10f100eb"): "3b4520e4f"}
"""Two builds of one release, by version and commit."""


def read_linked(path: str, source: Source, elf: Elf) -> RuntimeLibrary | ServerProgram | Application:
    """Read a library or a program.

    Raises:
        DamageError: the file shrinks while it is read.
    """
    common: dict[str, Any] = {
        "path": path,
        "size": source.size,
        "arch": elf.arch,
        "sha256": sha256_of(source),
        "needed": elf.needed,
        "search_path": elf.runpath or elf.rpath,
        "libc": elf.libc,
        "symbol_versions": elf.symbol_versions,
    }
    library = _library_of(elf)
    if library is not None:
        return _read_library(library, source, elf, common)
    if elf.soname is None and not api_of(elf.exports) and (server := _read_server(source, elf, common)):
        return server
    return _read_application(source, elf, common)


def _library_of(elf: Elf) -> Library | None:
    """By the SONAME, in which no release has a number."""
    name = (elf.soname or "").partition(".so")[0].removesuffix("_android")
    return name if name in LIBRARIES else None


def _read_library(library: Library, source: Source, elf: Elf, common: dict[str, Any]) -> RuntimeLibrary:
    stated = next(search(source, elf, LIBRARY), None)
    if stated is None and library == "librknn_api":  # on a PC it has its whole version only in the form of a server's
        stated = next(search(source, elf, SERVER), None)
    exports = api_of(elf.exports)
    first, before = bounds_of(library, exports)
    version, commit = (stated["version"].decode(), stated["commit"].decode()) if stated else (None, "")
    oddities = []
    if twin := _TWINS.get((version or "", commit)):
        oddities.append(f"there are two builds of {version}: this one is {commit}, the other {twin}")
    if not exports:
        oddities.append("it offers no function of the API")
    return RuntimeLibrary(
        **common,
        library=library,
        generation=1 if library in _GENERATION_1 else 2,
        version=version,
        build=build_of(stated) if stated else None,
        serves=_SERVES.get((version or "", commit)) if library == "librknnrt" else None,
        exports=exports,
        at_least=first,
        before=before if first and before and is_before(first, before) else None,
        oddities=tuple(oddities),
    )


def _read_server(source: Source, elf: Elf, common: dict[str, Any]) -> ServerProgram | None:
    stated = None
    is_server = is_new = False
    for match in search(source, elf, SERVER, _IS_SERVER, _GENERATION_2):
        if match.re is SERVER:
            stated = stated or match
        is_server = is_server or match.re is _IS_SERVER
        is_new = is_new or match.re is _GENERATION_2
    if stated is None or not is_server:
        return None
    return ServerProgram(**common, generation=2 if is_new else 1, version=stated["version"].decode(), build=build_of(stated))


_NOT_OF_THE_STACK = (
    "it is no part of the NPU's stack: it has no version line of librknnrt, librknnmrt, librkllmrt or rknn_server,"
    " and it neither calls a function of their API nor names one of these libraries"
)


def _read_application(source: Source, elf: Elf, common: dict[str, Any]) -> Application:
    imports = api_of(elf.imports)
    texts = list(islice(search(source, elf, _LIBRARY_FILE, LIBRARY), _TEXTS))
    opens = {match[1].decode() for match in texts if match.re is _LIBRARY_FILE}
    embeds = {f"{match['library'].decode()} {match['version'].decode()}" for match in texts if match.re is LIBRARY}
    needs = list(needs_of(imports))
    oddities = [
        f"no release of {library} has all its functions: one came with {first}, another went after {last}"
        for library, first, last in needs
        if last and is_before(last, first)
    ]
    if not imports and not opens and not embeds:
        oddities.append(_NOT_OF_THE_STACK)
    return Application(
        **common,
        imports=imports,
        opens=tuple(sorted(opens)),
        embeds=tuple(sorted(embeds)),
        first={library: first for library, first, _ in needs},
        last={library: last for library, _, last in needs if last},
        oddities=tuple(oddities),
    )


def with_missing(application: Application, libraries: Iterable[RuntimeLibrary]) -> Application:
    """The application with what each library lacks of the functions that it calls; a library of another API lacks none."""
    missing = {}
    for library in libraries:
        prefix = "rkllm_" if library.library == "librkllmrt" else "rknn_"
        lacking = tuple(name for name in application.imports if name.startswith(prefix) and name not in library.exports)
        if lacking:
            missing[library.path] = lacking
    return msgspec.structs.replace(application, missing=missing)

"""What a tree holds above the kernel: runtime libraries, the server, Python packages, the C library, models."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple, get_args

import msgspec

from ..artifacts._file import DamageError
from ..artifacts._read import read_model_source
from ..model.artifact import ModelFile
from ..model.artifact_elf import RuntimeLibrary, ServerProgram
from ..model.artifact_package import PythonPackage
from ..model.manifest import MOST_ENTRIES, Architecture, Libc, LibcNeed, Lite, Model, Runtime, Server, Toolkit
from ._find import Found
from ._libc_loader import family_of
from ._read_server import place_of
from ._record import Record, shown

#: The names by which a program can ask for a library; one that lies there as a backup is never loaded.
_ASKED_FOR = re.compile(r"lib\w+\.so(?:\.\d+)*")

_LOADER_FOLDERS = ("/lib", "/lib64", "/lib/aarch64-linux-gnu", "/lib/arm-linux-gnueabihf", "/usr/lib", "/system/bin")
_SHELLS = ("/bin/sh", "/system/bin/sh", "/usr/bin/env", "/bin/busybox", "/usr/bin/python3")
_LOADER_VERSION = re.compile(r"ld-(?:uClibc-)?(\d+\.\d+(?:\.\d+)?)\.so")
_GLIBC = re.compile(rb"stable release version (\d+\.\d+)")
_PIECE = 1024 * 1024
_LARGEST_LIBC = 16 * 1024 * 1024


class Userland(NamedTuple):
    """The tables of a manifest that a container has of its own."""

    runtime: tuple[Runtime, ...]
    model: tuple[Model, ...]
    toolkit: Toolkit | None
    rkllm_toolkit: Toolkit | None
    lite: Lite | None
    server: Server | None
    libc: Libc | None


def read_userland(record: Record, found: Found, where: str) -> Userland:
    """Read all of it; `where` is the `Runtime.where` of the copies."""
    packages = _packages(record, found)
    lite = packages.get("lite")
    return Userland(
        runtime=_libraries(record, found, where),
        model=_models(record, found),
        toolkit=Toolkit(**packages["toolkit"]) if "toolkit" in packages else None,
        rkllm_toolkit=Toolkit(**packages["rkllm-toolkit"]) if "rkllm-toolkit" in packages else None,
        lite=Lite(**lite) if lite is not None else None,
        server=_server(record, found),
        libc=_libc(record),
    )


def _libraries(record: Record, found: Found, where: str) -> tuple[Runtime, ...]:
    copies: list[Runtime] = []
    for path in found.libraries:
        library = record.read(path)
        if not isinstance(library, RuntimeLibrary):
            if library is not None:
                record.note(path, f"found a file of kind {library.kind}, needed a runtime library")
            continue
        if len(copies) == MOST_ENTRIES:
            record.note(path, f"is one copy more than the {MOST_ENTRIES} that a manifest holds")
            break
        key = f"runtime[{len(copies)}]"
        version = record.version(path, library.version)
        if version is not None:
            for name in ("version", "build"):
                record.state(f"{key}.{name}", path, f"{library.library} version: {version} ({library.build})")
        record.state(f"{key}.library", path)
        record.state(f"{key}.arch", path, library.arch)
        record.state(f"{key}.sha256", path)
        need = None
        if library.libc is not None:
            glibc = library.symbol_versions.get("GLIBC") if library.libc == "glibc" else None
            need = LibcNeed(family=library.libc, version=record.version(path, glibc))
            record.state(f"{key}.needs_libc", path)
        asked_for = _ASKED_FOR.fullmatch(path.rpartition("/")[2]) is not None
        if not asked_for:
            record.state(f"{key}.loaded", path, "no program asks for a library by this name")
        copies.append(
            Runtime(
                id=record.place(path),
                library=library.library,
                version=version,
                build=library.build if version is not None else None,
                path=shown(path),
                arch=_architecture(library.arch),
                needs_libc=need,
                where=where,
                loaded=None if asked_for else False,
                sha256=library.sha256,
            )
        )
    return tuple(copies)


def _models(record: Record, found: Found) -> tuple[Model, ...]:
    models: list[Model] = []
    for path in found.models:
        if len(models) == MOST_ENTRIES:
            record.note(path, f"is one model more than the {MOST_ENTRIES} that a manifest holds, and not the last")
            break
        file = record.read(path, read_model_source)  # not hashed: a .rkllm has gigabytes, and a manifest no place for that
        if not isinstance(file, ModelFile):
            continue
        model = Model(
            found_at=shown(path),
            kind="rkllm" if file.kind == "rkllm" else "rknn",
            format=file.format,
            toolkit=record.version(path, file.toolkit),
            compiler=record.version(path, file.compiler),
            target_platform=file.target_platform or None,
            npu=file.npu,
            layout=file.layout,
            encrypted=file.encrypted if file.kind == "rknn" else None,
            dynamic_shape=file.dynamic_shape,
        )
        for name in model.__struct_fields__:
            if getattr(model, name) is not None:
                record.state(f"model[{len(models)}].{name}", path)
        models.append(model)
    return tuple(models)


def _packages(record: Record, found: Found) -> dict[str, dict[str, Any]]:
    """Version and Python of each component that is installed; what several installations differ in is left out."""
    installed: dict[str, list[tuple[str, PythonPackage]]] = {}
    for folder in found.packages:
        package = _package(record, folder)
        if package is not None and package.component is not None:
            installed.setdefault(package.component, []).append((folder, package))
    stated: dict[str, dict[str, Any]] = {}
    for component, several in installed.items():
        folder, first = several[0]
        versions = {package.version for _, package in several}
        pythons = {python for _, package in several for python in package.python}
        table = component.replace("-", "_")
        facts: dict[str, Any] = {}
        if len(versions) > 1:
            places = ", ".join(f"{package.version} in {record.place(place)}" for place, package in several)
            record.note(folder, f"{component} is installed several times ({places}); write down the one that is used")
        elif (version := record.version(folder, first.version)) is not None:
            facts["version"] = version
            record.state(f"{table}.version", _metadata(record, folder), f"Version: {version}")
        if len(versions) == 1 and len(pythons) == 1:
            facts["python"] = pythons.pop()
            record.state(f"{table}.python", folder)
        stated[component] = facts
    return stated


def _package(record: Record, folder: str) -> PythonPackage | None:
    from ..artifacts._package import read_metadata

    try:
        place = _metadata(record, folder)
        with record.tree.open(place) as file:
            return read_metadata(place, file, record.tree.text(f"{folder}/WHEEL") or "")
    except (OSError, DamageError) as fault:
        record.note(folder, f"it cannot be read: {getattr(fault, 'strerror', None) or fault}")
        return None


def _metadata(record: Record, package: str) -> str:
    """Where an installed package says what it is: in its ``.dist-info``, its ``.egg-info``, or a file of that name."""
    if package.endswith(".dist-info"):
        return f"{package}/METADATA"
    entry = record.tree.look(package)
    return package if entry is not None and entry.kind == "file" else f"{package}/PKG-INFO"


def _server(record: Record, found: Found) -> Server | None:
    """The server that a shell would start."""
    for path in sorted(found.servers, key=place_of):
        server = record.read(path)
        if isinstance(server, ServerProgram) and (version := record.version(path, server.version)) is not None:
            for name in ("version", "build"):
                record.state(f"server.{name}", path, f"{version} ({server.build})")
            return Server(version=version, build=server.build)
    return None


def _libc(record: Record) -> Libc | None:
    """The C library, by the loader that a program of the tree asks for, else by the loaders that are there."""
    asked = [(loader, program) for program in _SHELLS if (loader := _interpreter(record, program)) is not None]
    there = [f"{folder}/{name}" for folder in _LOADER_FOLDERS for name in record.tree.names(folder)]
    for loader, program in (*asked, *((path, path) for path in there)):
        if (libc := _libc_of(record, loader, program)) is not None:
            return msgspec.structs.replace(libc, arch=_loader_architectures(record, (*(loader for loader, _ in asked), *there)))
    return None


def _loader_architectures(record: Record, paths: Iterable[str]) -> tuple[Architecture, ...] | None:
    """The processors of the loaders among the files; ``None`` where one cannot be read."""
    from ..artifacts._elf import read_elf

    found: dict[Architecture, str] = {}
    for path in dict.fromkeys(paths):
        if family_of(path) is None or record.tree.resolve(path) is None:
            continue
        try:
            with record.tree.open(path) as file:
                arch = _architecture(read_elf(file, symbols=False).arch)
        except (OSError, DamageError):
            return None
        if arch is not None:
            found.setdefault(arch, path)
    if found:
        record.state("libc.arch", ", ".join(sorted(found.values())))
    return tuple(sorted(found)) or None


def _architecture(name: str) -> Architecture | None:
    return name if name in get_args(Architecture) else None  # type: ignore[return-value]


def _interpreter(record: Record, program: str) -> str | None:
    from ..artifacts._elf import read_elf

    try:
        with record.tree.open(program) as file:
            return read_elf(file).interpreter if file.read(0, min(4, file.size)) == b"\x7fELF" else None
    except (OSError, DamageError):
        return None


def _libc_of(record: Record, loader: str, told_by: str) -> Libc | None:
    family = family_of(loader)
    if family is None:
        return None
    record.state("libc.family", told_by, loader)
    version, path = None, record.tree.resolve(loader)
    if path is not None and (named := _LOADER_VERSION.fullmatch(path.rpartition("/")[2])):
        version = named[1]
    elif family == "glibc" and path is not None:
        path = f"{path.rpartition('/')[0]}/libc.so.6"
        version = _glibc_version(record, path)
    if version is not None and path is not None:
        record.state("libc.version", path, version)
    return Libc(family=family, version=version)


def _glibc_version(record: Record, path: str) -> str | None:
    try:
        with record.tree.open(path) as file:
            for start in range(0, min(file.size, _LARGEST_LIBC), _PIECE):
                match = _GLIBC.search(file.read(start, min(_PIECE + 64, file.size - start)))
                if match:
                    return match[1].decode()
    except (OSError, DamageError):
        pass
    return None

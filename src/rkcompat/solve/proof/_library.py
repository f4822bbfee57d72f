"""What a manifest would say of another release of a library and of the programs that load it, for the verifier alone."""

from collections.abc import Iterator

import msgspec

from ...model.manifest import Architecture, LibcNeed, Manifest, Runtime
from ...model.matrix import Matrix, Release
from ...model.version import parse_version

MISSING = "application.missing"


def put_in_place(manifest: Manifest, matrix: Matrix, old: Runtime, new: Runtime) -> Runtime:
    """A library of another release in the place of `old`, with what the file of it for this system is built for."""
    needs = old.needs_libc.family if old.needs_libc else None
    family = manifest.libc.family if manifest.libc else None
    starts: tuple[str, ...] | None = manifest.libc.arch if manifest.libc else None
    if manifest.lite is not None and manifest.lite.version is not None:
        starts = ("aarch64",)
    files = built_for(matrix, new)
    if files is None:
        is_kept = old.arch in (starts or ("aarch64", "armhf"))
        kept = LibcNeed(family=needs) if needs is not None and family in (None, needs) else None
        return msgspec.structs.replace(new, arch=old.arch if is_kept else None, needs_libc=kept)
    here = [(arch, libc) for arch, libc in files if starts is None or arch in starts if family is None or libc == family]
    choice = here or files
    arch, libc = max(choice, key=lambda one: 2 * (one[0] == old.arch) + (one[1] == needs))
    several = {one[0] for one in choice}, {one[1] for one in choice}
    told_arch = arch if starts is not None or arch == old.arch or len(several[0]) == 1 else None
    told_libc = libc if family is not None or libc == needs or len(several[1]) == 1 else None
    version = _only(_told(matrix, new, "glibc")) if told_libc == "glibc" else None
    need = None if told_libc is None else LibcNeed(family=told_libc, version=None if version is None else str(version))  # type: ignore[arg-type]
    return msgspec.structs.replace(new, arch=told_arch, needs_libc=need)


def built_for(matrix: Matrix, library: Runtime) -> list[tuple[Architecture, str]] | None:
    """Processor and C library of each file of a release; ``None`` where the matrix does not say."""
    files = _only(_told(matrix, library, "files"))
    return [tuple(one.split("-")) for one in files] if isinstance(files, tuple) else None


def untold_of(matrix: Matrix, library: Runtime) -> Iterator[str]:
    """The facts of a file in the place of another that nobody knows, though one is needed for the system."""
    if built_for(matrix, library) is None:
        if library.arch is None:
            yield "runtime.arch"
        if library.needs_libc is None:
            yield "runtime.libc-family"
    if library.needs_libc is not None and library.needs_libc.family == "glibc" and library.needs_libc.version is None:
        yield "runtime.libc-version"


def is_misplaced(manifest: Manifest, old: Runtime, new: Runtime) -> bool:
    """Whether the very release that is there would still be a change: of another library, or of a file for another system."""
    if new.library != old.library or (old.arch is not None and new.arch != old.arch):
        return True
    family = old.needs_libc.family if old.needs_libc else None
    if family is None:
        return False
    system = manifest.libc
    if (new.needs_libc.family if new.needs_libc else None) != family:
        return True
    asks = old.needs_libc.version if old.needs_libc else None
    alike = system is not None and system.family == family
    has = system.version if alike and system is not None else None
    return asks is not None and has is not None and parse_version(has).high <= parse_version(asks).low


def component_of(missing: tuple[str, ...] | None) -> str:
    """The component of the library that a program misses functions of; nothing where it misses none, or of both."""
    kinds = {name.startswith("rkllm_") for name in missing or ()}
    return {frozenset({True}): "rkllm-runtime", frozenset({False}): "runtime"}.get(frozenset(kinds), "")


def missing_then(
    matrix: Matrix, missing: tuple[str, ...], old: Runtime | None, new: Runtime, soc: str
) -> tuple[str, ...] | None:
    """What a program that misses some functions misses of another library; ``None`` is not known."""
    offered = _offered(matrix, new, soc)
    if offered is None:
        return None
    ever = {name for row in _rows(matrix, new) for name in _words(row, "adds")}
    still = tuple(name for name in missing if name in ever - offered)
    if still:
        return still
    had = _offered(matrix, old, soc) if old is not None else None
    is_sure = had is not None and not had & set(missing) and (had | set(missing)) <= offered
    return () if is_sure else None


def _offered(matrix: Matrix, library: Runtime, soc: str) -> set[str] | None:
    version = parse_version(library.version) if library.version else None
    if version is None or version.is_range:
        return None
    there: set[str] = set()
    before = [row for row in _rows(matrix, library) if row.version.low < version.low]
    this = [row for row in _rows(matrix, library) if row.version.low == version.low and (soc in row.socs or not row.socs)]
    if not this or not all("adds" in row.attributes for row in this):
        return None
    for row in before + this:
        there = there.difference(_words(row, "drops")).union(_words(row, "adds"))
    return there


def _rows(matrix: Matrix, library: Runtime) -> tuple[Release, ...]:
    key = "rkllm-runtime" if library.library == "librkllmrt" else library.library or ""
    return matrix.releases.get(key, ())


def _told(matrix: Matrix, library: Runtime, attribute: str) -> Iterator[object]:
    """What the release says, or where no list has it those around it."""
    if library.version is None:
        return
    low, rows = parse_version(library.version).low, _rows(matrix, library)
    around = [[row for row in rows if row.version.low < low][-1:], [row for row in rows if row.version.low > low][:1]]
    found = [row for row in rows if row.version.low == low] or ([*around[0], *around[1]] if all(around) else [])
    yield from (row.attributes.get(attribute, {}).get("*") for row in found)


def _only(values: Iterator[object]) -> object:
    found = list(values)
    return found[0] if found and all(value == found[0] for value in found) else None


def _words(row: Release, attribute: str) -> tuple[str, ...]:
    words = row.attributes.get(attribute, {}).get("*", ())
    return words if isinstance(words, tuple) else ()

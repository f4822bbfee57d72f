"""The gate as a library: schemas of what people write, the lock of an accepted set, what differs between two manifests."""

import os
from typing import Any, Literal

from .errors import Problem, UsageError
from .matrix import load_matrix
from .model.finding import Finding
from .model.lock import LOCK_FORMAT, Lock, LockedManifest, LockedMatrix, ReadLock
from .model.matrix import Matrix
from .model.reading import ReadManifest
from .model.resolution import Resolution

_MOST = 1 << 20
"""Bytes of a lock."""

SchemaName = Literal["manifest", "config", "matrix"]
"""What people write, and editors can check."""


def schema(name: SchemaName) -> dict[str, Any]:
    """The JSON Schema of a manifest, of rkcompat.toml, or of the files of a matrix."""
    from .toml._schema import to_schema

    if name == "manifest":
        from .model.manifest import Manifest

        return to_schema([Manifest], "rkcompat manifest, format 1")
    if name == "config":
        from .policy._config import Config

        return to_schema([Config], "rkcompat.toml")
    from .matrix._shape import SHAPES

    return to_schema(list(SHAPES.values()), "a file of rkcompat's matrices, format 1")


def accept(read: ReadManifest, resolution: Resolution, matrix: Matrix | None = None) -> str:
    """The text of rkcompat.lock for what a manifest has: versions, builds, and the SHA-256 of the very files.

    Args:
        read: the manifest.
        resolution: what `check` said of it; whether that is good enough is the caller's to say.
        matrix: by which it was judged.

    Raises:
        UsageError: a model file that is there cannot be read.
        MatrixError: the built-in matrix is needed and cannot be used.
    """
    from .policy._lock import lock_to_toml
    from .policy._parts import parts_of

    matrix = matrix or load_matrix()
    lock = Lock(
        lock=LOCK_FORMAT,
        verdict=resolution.verdict,
        manifest=LockedManifest(path=read.path, sha256=read.sha256),
        matrix=LockedMatrix(edition=matrix.edition, sha256=matrix.sha256),
        part=tuple(one.part for one in parts_of(read.manifest, _hashes(read))),
    )
    return lock_to_toml(lock)


def read_lock(path: "str | os.PathLike[str]") -> ReadLock:
    """Read a lock.

    Raises:
        UsageError: with everything that is wrong with it.
    """
    from .policy._lock import parse_lock

    name = os.fspath(path)
    try:
        with open(name, "rb") as file:
            content = file.read(_MOST + 1)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise UsageError(Problem(name, None, f"cannot be read: {reason}", "rkcompat lock MANIFEST writes one")) from None
    return parse_lock(content, name)


def deviations(read: ReadManifest, lock: ReadLock, matrix: Matrix | None = None) -> tuple[Finding, ...]:
    """What is not as it was accepted, as findings of the rules ``locked-…``; `check` takes them as `more`.

    Raises:
        UsageError: a model file that is there cannot be read.
        MatrixError: the built-in matrix is needed and cannot be used.
    """
    from .policy._lock import deviations as compare
    from .policy._parts import parts_of

    return compare(lock, parts_of(read.manifest, _hashes(read)), matrix or load_matrix())


def _hashes(read: ReadManifest) -> dict[int, str]:
    """The SHA-256 of each model file that is on this machine, by the index of its entry."""
    from .artifacts import hash_file

    folder = os.path.dirname(read.path) if read.path != "-" else ""
    hashes = {}
    problems = []
    for index, model in enumerate(read.manifest.model):
        place = model.path and os.path.join(folder, model.path)
        if not place or not os.path.exists(place):
            continue
        try:
            hashes[index] = hash_file(place)
        except (OSError, ValueError) as fault:
            problems.append(Problem(place, None, f"cannot be read: {getattr(fault, 'strerror', None) or fault}"))
    if problems:
        raise UsageError(*problems)
    return hashes

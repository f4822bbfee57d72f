"""An accepted set: what was there, in which versions and builds, and which files it was."""

import msgspec

from .manifest import Table

LOCK_FORMAT = 1
"""The lock format that this rkcompat reads and writes."""


class LockedPart(Table, frozen=True):
    """One part of the deployment, as it was accepted."""

    component: str
    """The report's word: ``runtime``, ``model``, ``soc``."""
    name: str
    """By which it is known again: its id, else its path, else its kind."""
    file: str | None = None
    """Where it lay; it may lie elsewhere and still be the same."""
    version: str | None = None
    build: str | None = None
    """What tells two builds of one version apart: commit and date, a compiler, a driver's date."""
    sha256: str | None = None
    """Of the file itself, where it was read or its collector hashed it."""


class LockedManifest(Table, frozen=True):
    """What was accepted."""

    path: str
    sha256: str


class LockedMatrix(Table, frozen=True):
    """By what it was judged."""

    edition: str
    sha256: str


class Lock(Table, frozen=True):
    """``rkcompat.lock``."""

    lock: int
    """The format of the file."""
    verdict: str
    """What rkcompat said of it; another one than ``compatible`` was accepted by force."""
    manifest: LockedManifest
    matrix: LockedMatrix
    part: tuple[LockedPart, ...]


class PresentPart(msgspec.Struct, frozen=True, kw_only=True):
    """One part as a manifest has it now."""

    part: LockedPart
    about: str
    """The entry of the manifest: ``runtime[0]``, ``board``."""
    facts: dict[str, str]
    """``version``, ``build`` and ``sha256`` to the fact that states it."""


class ReadLock(msgspec.Struct, frozen=True, kw_only=True):
    """A lock that was read, and where its parts stand."""

    path: str
    """As the user named it."""
    lock: Lock
    lines: tuple[int, ...] = ()
    """The line of each part."""
    matrix_line: int = 1

"""What every file that was read has, and the file of which nothing else can be said."""

from typing import Literal

import msgspec


class ReadFile(msgspec.Struct, frozen=True, kw_only=True):
    """One file, as its bytes describe it; ``None`` where they do not say.

    The fields of its classes are the facts that ``inspect`` shows, under these names.
    """

    path: str
    """The file as the user named it."""
    size: int
    """Bytes."""
    problem: str | None = None
    """Why the file cannot be used, or in what it is not what its name says."""
    oddities: tuple[str, ...] = ()
    """What is unusual but does not make the file unusable."""


class UnreadableFile(ReadFile, frozen=True, kw_only=True):
    """A file that is damaged, or nothing that the NPU's stack consists of: `problem` says which."""

    kind: Literal["unreadable"] = "unreadable"

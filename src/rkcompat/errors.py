"""What rkcompat raises: each error says the cause, the place, and where it can, what to do.

A board that does not fit is never an error but a `Resolution`; an exception that is none of these is a bug of rkcompat.

    RkcompatError
    ├── ManifestError     a manifest, or a file that it names, that cannot be used   exit 2
    ├── MatrixError       a matrix that cannot be used                               exit 2
    ├── CollectError      a bundle of facts from a board that cannot be used         exit 2
    │   └── UnreachableError  a board that could not be reached                      exit 5
    └── UsageError        a request that cannot be met as it was put                 exit 2
"""

from typing import NamedTuple


class Problem(NamedTuple):
    """One thing that is wrong with an input, and where."""

    file: str
    """The file as the user named it; ``-`` is standard input."""

    line: int | None
    """The line, counted from 1, or ``None`` where the file as a whole is meant."""

    text: str
    """What was found and what was needed, lower case, no full stop."""

    hint: str | None = None
    """What to do about it."""

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.text}" + (f"\nhint: {self.hint}" if self.hint else "")


class RkcompatError(Exception):
    """The base of all that rkcompat raises on purpose; carries every problem, never only the first."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


class ManifestError(RkcompatError):
    """A manifest, or a file that it names, cannot be used."""


class MatrixError(RkcompatError):
    """A matrix says something that rkcompat cannot use."""


class CollectError(RkcompatError):
    """What was read from a board cannot be used."""


class UnreachableError(CollectError):
    """A board could not be reached; says what was tried."""


class UsageError(RkcompatError):
    """A request cannot be met as it was put."""

"""The exit codes, the same in every format and for every verb."""

from collections.abc import Iterable
from enum import IntEnum


class Exit(IntEnum):
    """What an exit code says; a number is never used again for something else."""

    COMPATIBLE = 0
    INCOMPATIBLE = 1
    UNUSABLE = 2
    UNDETERMINED = 3
    NO_WAY_OUT = 4
    UNREACHABLE = 5
    FAULT = 70
    INTERRUPTED = 130


MEANINGS: dict[Exit, str] = {
    Exit.COMPATIBLE: "compatible; or done, and what was asked about holds",
    Exit.INCOMPATIBLE: "incompatible by --fail-on; or a damaged file, a finding of the lint",
    Exit.UNUSABLE: "usage, or a manifest, matrix or file that cannot be used",
    Exit.UNDETERMINED: "undetermined: nothing is violated, a needed fact is missing",
    Exit.NO_WAY_OUT: "resolve: incompatible, and no change that the locks allow helps",
    Exit.UNREACHABLE: "collect: a board could not be reached",
    Exit.FAULT: "a fault of rkcompat itself",
    Exit.INTERRUPTED: "interrupted",
}
"""Every code with its meaning, as ``--help`` shows it."""

_WORST_FIRST = (
    Exit.INTERRUPTED,
    Exit.FAULT,
    Exit.UNUSABLE,
    Exit.UNREACHABLE,
    Exit.NO_WAY_OUT,
    Exit.INCOMPATIBLE,
    Exit.UNDETERMINED,
    Exit.COMPATIBLE,
)


def worst(codes: Iterable[int]) -> Exit:
    """The code of several manifests or files: the worst counts."""
    return min(map(Exit, codes), key=_WORST_FIRST.index, default=Exit.COMPATIBLE)

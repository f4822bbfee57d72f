"""What a row of a corpus asks of a verdict, and whether it got it."""

from typing import Literal

import msgspec

from rkcompat.model.finding import Finding
from rkcompat.model.resolution import Resolution

Must = Literal["flag", "pass"]


class Score(msgspec.Struct, frozen=True):
    """One row, judged."""

    row: str
    """The row's id."""
    must: Must
    """Whether it failed in a way that versions predict, or ran."""
    good: bool
    """Whether the verdict agrees with what happened."""
    warned: tuple[str, ...]
    """The rules of severity warning or error that are violated."""


def score(row: str, must: Must, resolution: Resolution, *, good: bool) -> Score:
    """The score of one row."""
    return Score(row, must, good, tuple(sorted({finding.rule.id for finding in resolution.findings if is_warning(finding)})))


def is_warning(finding: Finding) -> bool:
    """Whether a finding is a violated warning or error."""
    return finding.verdict == "violated" and finding.rule.severity != "info"

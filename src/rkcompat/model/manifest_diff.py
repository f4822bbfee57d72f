"""What differs between two deployments: facts, verdicts, and which change made which verdict what it is."""

from typing import Literal

import msgspec

from .words import Compatibility, Severity, Verdict

Effect = Literal["broken", "mended", "waived", "open", "told", "other"]
"""What a changed verdict means.

======= ===============================================
broken  it is violated now
mended  it was violated, and is satisfied or out of place
waived  it is waived now
open    it can no longer be told
told    it could not be told, and holds
other   it holds and was out of place, or the reverse
======= ===============================================
"""


class FactChange(msgspec.Struct, frozen=True, kw_only=True):
    """One fact that is another one."""

    fact: str
    """The key of the manifest."""
    before: str | None
    """``None`` where it was not stated."""
    after: str | None


class RuleChange(msgspec.Struct, frozen=True, kw_only=True):
    """One rule that says something else."""

    rule: str
    severity: Severity
    about: tuple[str, ...]
    before: Verdict
    after: Verdict
    effect: Effect
    by: tuple[str, ...] = ()
    """The changed entries of the manifest that did it; empty where nobody can tell, as of two reports."""
    together: bool = False
    """Whether it takes all of `by`; otherwise each of them does it alone."""


class ManifestChange(msgspec.Struct, frozen=True, kw_only=True):
    """Two states of one deployment."""

    old: str
    """Path of the manifest."""
    new: str
    before: Compatibility
    after: Compatibility
    facts: tuple[FactChange, ...]
    rules: tuple[RuleChange, ...]


class ManifestDiff(msgspec.Struct, frozen=True, kw_only=True):
    """Two sets of deployments, pair by pair."""

    changes: tuple[ManifestChange, ...]
    removed: tuple[str, ...] = ()
    """Manifests that only the old side has."""
    added: tuple[str, ...] = ()

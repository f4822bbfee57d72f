"""What differs between two matrices, and whom it touches."""

from typing import Literal

import msgspec

from .words import Compatibility

RowKind = Literal["source", "platform", "attribute", "release", "rule", "set", "signature"]


class FieldChange(msgspec.Struct, frozen=True, kw_only=True):
    """One field of a row; of a list or a table what went and what came."""

    name: str
    before: str
    after: str


class RowChange(msgspec.Struct, frozen=True, kw_only=True):
    """One row that only one of the two has, or that they have otherwise."""

    kind: RowKind
    id: str
    change: Literal["added", "removed", "changed"]
    title: str = ""
    fields: tuple[FieldChange, ...] = ()


class VerdictChange(msgspec.Struct, frozen=True, kw_only=True):
    """One manifest that the two judge otherwise."""

    path: str
    before: Compatibility
    after: Compatibility
    rules: tuple[str, ...]
    """The rules of severity ``error`` that say something else of it."""


class MatrixDiff(msgspec.Struct, frozen=True, kw_only=True):
    """All that differs."""

    rows: tuple[RowChange, ...]
    """By kind and id."""
    judged: int = 0
    """How many manifests both have judged."""
    verdicts: tuple[VerdictChange, ...] = ()

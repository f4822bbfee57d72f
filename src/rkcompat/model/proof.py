"""A certificate: an answer, and why nothing cheaper exists, for a checker that trusts neither."""

from __future__ import annotations

from typing import Literal

import msgspec

from .words import Severity

FORMAT = 1
"""The number that a proof states."""


AS_REQUIRED = "as required"
"""The option of a kernel configuration or device tree that is made to fit whatever is demanded of it."""


class ProofClause(msgspec.Struct, frozen=True, kw_only=True):
    """What a rule forbids: options of which at least one slot must have one that meets it."""

    rule: str
    about: tuple[str, ...]
    meets: dict[str, tuple[int, ...]]
    """Slot to the numbers of the options that meet it; a slot that is not named cannot."""


class ProofSet(msgspec.Struct, frozen=True, kw_only=True):
    """Why a validated set is not the answer."""

    set: str
    why: Literal["answer", "dearer", "doubtful", "breaks", "locked", "elsewhere"]
    """``elsewhere`` is a set that says nothing of this deployment, or a version that none of its things can be."""
    cost: int | None = None
    clause: int | None = None
    """Of ``breaks``: the clause that its adoption does not meet."""
    locked: str | None = None


class ProofNode(msgspec.Struct, frozen=True):
    """A case distinction: each way to meet a clause is closed, by what it leaves or costs, or by further cases."""

    clause: int
    ways: tuple[ProofNode | None, ...]
    """In the order of the clause's slots; ``None`` is closed at once."""


class Proof(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An answer to one manifest under one matrix, with all that shows it to be the cheapest."""

    format: int
    manifest: str
    """SHA-256 of the manifest."""
    matrix: str
    """SHA-256 of the matrix."""
    fail_on: Severity
    options: dict[str, tuple[str, ...]]
    """Slot to its options; the first is the present state."""
    set: str | None
    """The validated set, or the two that are joined, ``ONE + OTHER``; ``None`` where neither is reachable."""
    answer: dict[str, int] | None
    """Slot to the number of its option, where it changes; ``None`` where nothing helps."""
    cost: int | None
    clauses: tuple[ProofClause, ...]
    sets: tuple[ProofSet, ...]
    """Every set that was run on this SoC; where none of them is the answer, also every two that can be joined."""
    tree: ProofNode | None = None
    """Of an answer without a set, and of none: the cases; ``None`` where the first look closes it."""

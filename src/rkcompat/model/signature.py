"""A line that a program of the stack prints: how it is known, what it says, and what it does not."""

from typing import Literal

import msgspec

from .fact import Scalar
from .words import Basis, Layer, Severity

Kind = Literal["statement", "failure", "echo", "harmless"]
"""What a line is: it states facts; it states that something does not work; it only repeats that something before it did
not work, and means nothing without that; or it looks like a fault and is none."""

Trust = Literal["printed", "kernel", "mapped", "file", "written"]
"""Where a fact comes from, the most trusted first: printed by the running program, shown by the running kernel, mapped by the
process, a file on the disk, written by hand."""

TRUSTS: tuple[Trust, ...] = Trust.__args__  # type: ignore[attr-defined]


class Signature(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of a log, as a regular expression that takes linear time whatever it is held against."""

    id: str
    """Kebab-case; the rule's id in a finding, so never one that a rule has."""
    title: str
    """What the line says, in a sentence."""
    kind: Kind
    regex: str
    """Held against a line without time stamp, prefix and quotation marks; its named groups are facts."""
    words: tuple[str, ...]
    """All words of one of these stand in every line that matches, so that few lines need the regular expression."""
    proves: str
    proves_not: str
    """What people read into it, and it does not say."""
    facts: dict[str, Scalar] = {}
    """Key of the manifest to value; ``$name`` is what the group of that name matched."""
    trust: Trust = "printed"
    severity: Severity = "info"
    """Of a failure: ``error`` where the program gave up, ``warning`` where it goes on."""
    layer: Layer | None = None
    subjects: tuple[str, ...] = ()
    cause: str = ""
    printed_by: dict[str, str] = {}
    """Library to the range of its releases that have this text: the wording itself dates the copy that is loaded."""
    remedy: str = ""
    explained_by: tuple[str, ...] = ()
    """Rules on versions that, where they are violated, say why it was printed."""
    basis: Basis = "field-report"
    sources: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    """Verbatim lines."""

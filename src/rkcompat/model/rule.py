"""A rule: what must hold, when, and who says so."""

from typing import Literal

import msgspec

from .fact import Scope
from .version import Range
from .words import Basis, Layer, Severity

Test = Literal[
    "in-range",
    "one-of",
    "none-of",
    "empty",
    "shares",
    "at-least",
    "at-most",
    "same-as",
    "minor-at-most",
    "same-text",
]
"""How a demand looks at a fact: ``matrices/README.md`` has a table of what each says and how it is written.

``in-range`` holds where the version lies in the range; ``one-of`` and ``none-of`` where the value is one, or none, of the
words; ``empty`` where there are no words; ``shares`` where two lists have a word in common; ``at-least`` and ``at-most``
where a version or number is not below, or not above, the other fact; ``same-as`` where the two are equal; ``minor-at-most``
where major and minor number are not above the other's; ``same-text`` where both are written alike.
"""


class Demand(msgspec.Struct, frozen=True, omit_defaults=True):
    """One look at one fact."""

    fact: str
    scope: Scope
    subject: str
    test: Test
    words: tuple[str | int | bool, ...] = ()
    """The operand of ``one-of``, ``none-of`` and of ``shares`` with given words."""
    range: Range | None = None
    """The operand of ``in-range``."""
    other: str = ""
    """The fact that it is compared with."""
    other_scope: Scope = "board"
    other_subject: str = ""


class Rule(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A requirement with its conditions and its sources, ready to be held against facts."""

    id: str
    """Kebab-case: the two ends or the feature; no version, no fix; never used again for another rule."""
    title: str
    """One sentence that is true where the rule is satisfied."""
    why: str
    """What happens otherwise, and how that is known."""
    layer: Layer
    severity: Severity
    basis: Basis
    when: tuple[Demand, ...] = ()
    """All must hold for the rule to apply."""
    require: tuple[Demand, ...] = ()
    """All must hold where it applies; empty in a prohibition, which is violated where its conditions all hold."""
    remedy: str = ""
    """What a person does about it."""
    fragment: str = ""
    """The kernel configuration or device-tree text that belongs to the remedy."""
    sources: tuple[str, ...] = ()
    """``ID#SECTION`` of each source."""
    beside: tuple[str, ...] = ()
    """Rules of other sources on the same question, which say something else."""
    disproved_by: tuple[str, ...] = ()
    """Sources that show the claim to be wrong: a disproved rule judges nothing."""
    contradicts: tuple[str, ...] = ()
    """Validated sets that somebody ran against this rule; named here, or the lint asks why."""
    was: tuple[str, ...] = ()
    """Ids that this rule had before."""
    scopes: tuple[Scope, ...] = ()
    """What it is asked of, beside the board."""
    subjects: tuple[str, ...] = ()
    """Everything whose fact it reads, in the order of the stack."""
    needed: tuple[str, ...] = ()
    """The facts without which it is undetermined; any other unknown makes it not applicable."""
    is_log_line: bool = False
    """Whether it is a signature: no such line stands in the log."""
    features: tuple[str, ...] = ()
    """The features of which one must be in use; a short cut for what ``when`` says."""

    @property
    def is_prohibition(self) -> bool:
        """Whether it says what must not come together."""
        return not self.require

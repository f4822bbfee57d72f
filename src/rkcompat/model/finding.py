"""What one rule says of one manifest, as data; the reports make sentences of it."""

import msgspec

from .fact import Value
from .rule import Demand, Rule
from .waiver import Waiver
from .words import Verdict


class Reading(msgspec.Struct, frozen=True):
    """One fact that decided a finding."""

    about: str
    """Whose fact: ``board``, ``runtime[1]``, ``model[0]``."""
    fact: str
    value: Value
    demand: Demand | None = None
    """The demand that it meets or fails; ``None`` for the other side of a comparison."""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One rule held against the facts of one board, library, model, application or container."""

    rule: Rule
    verdict: Verdict
    about: tuple[str, ...] = ()
    """The entries of the manifest it is about: ``runtime[1]``, ``model[0]``."""
    read: tuple[Reading, ...] = ()
    """What was found: of a violated rule the demands that failed, of an undetermined one what could not be told."""
    missing: tuple[str, ...] = ()
    """The facts that were not known."""
    note: str = ""
    """Why a rule does not apply where that is worth saying, such as a release that the matrix does not know."""
    waiver: Waiver | None = None
    """The waiver that covers it; where that has expired, the verdict stands as it was."""


class MissingFact(msgspec.Struct, frozen=True, kw_only=True):
    """A fact that would have told more."""

    fact: str
    about: str
    needed: bool
    """Whether no verdict is possible without it."""
    decides: tuple[str, ...]
    """The rules that wait for it."""
    how: str
    """How to find it out."""

"""How strict a gate is: what is waived, whose word counts, what a change costs here, what may pass all the same."""

import msgspec

from .resolution import Action
from .waiver import Waiver
from .words import Basis


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """What those who run a gate have decided; it bears on verdicts and exit codes, never on facts."""

    today: str
    """The day on which waivers are held against their last one, ``2026-11-29``."""
    waivers: tuple[Waiver, ...] = ()
    folder: str = ""
    """The folder from which the waivers name manifests; empty is the working folder."""
    min_basis: Basis = "inferred"
    """Rules of a weaker basis judge nothing."""
    strict: bool = False
    """Whether a waiver that matches nothing is an error."""
    exit_zero: bool = False
    """Whether the exit code is 0 whatever the verdict."""
    weights: dict[Action, int] = {}
    """What an act costs, where that differs from the usual."""
    owners: dict[str, str] = {}
    """Component to who must change it."""
    notes: tuple[str, ...] = ()
    """Where this comes from, for the report."""

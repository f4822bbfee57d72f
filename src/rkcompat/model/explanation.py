"""Why something is so: lines that follow from one another, as data; the reports make sentences of them."""

from typing import Literal

import msgspec

from .finding import MissingFact, Reading
from .resolution import Answer, Change
from .rule import Rule


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a derivation."""

    number: int
    """From 1, in the order in which the lines follow."""
    kind: Literal["wish", "lock", "fact", "step", "clash", "cases"]
    """``wish`` is what was asked about, ``lock`` what must not change, ``fact`` what stays as the manifest has it, ``step``
    what follows, ``clash`` that nothing is left, ``cases`` that each way of meeting a rule ends in a clash."""
    about: str = ""
    """The thing whose options are narrowed: ``runtime[0]``, ``driver``."""
    leaves: str = ""
    """What it can be after this line, as ranges: ``1.5.2 or newer``, ``nothing``."""
    rule: Rule | None = None
    """The rule that a step rests on."""
    facts: tuple[Reading, ...] = ()
    """The facts of the manifest that the rule rests on, beside earlier lines."""
    follows_from: tuple[int, ...] = ()
    """The lines that a step rests on."""
    reason: str = ""
    """Of a lock: who says so; of cases: the rules."""


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to one question about one deployment."""

    question: Literal["why", "why-not"]
    about: str
    """The component or the set."""
    version: str
    holds: bool
    """Whether what was asked about is so: of ``why`` that the answer has it, of ``why-not`` that it cannot be."""
    now: tuple[Line, ...] = ()
    """Why it cannot be with all else as it stands."""
    ever: tuple[Line, ...] = ()
    """Why it cannot be whatever else changes; empty where something helps."""
    way: Answer | None = None
    """The nearest validated set that has it all the same; where there is none, the cheapest state that the rules allow."""
    cheaper: Answer | None = None
    """Beside a validated set: what the rules alone allow that costs less, and nobody is known to have run."""
    instead: Answer | None = None
    """The answer that was given, where the question is why it is not another."""
    opens: tuple[str, ...] = ()
    """The locks of which each alone, lifted, would open a way; the one of the cheapest way first."""
    near: tuple[str, ...] = ()
    """Where no list has the version that was asked about: the known releases before and after it."""
    changes: tuple[Change, ...] = ()
    """Of ``why``: what the answer changes of the component."""
    broken: tuple[Rule, ...] = ()
    """The rules that must hold and do not, as things stand: what a change of a kernel configuration has to meet."""
    missing: tuple[MissingFact, ...] = ()
    """The needed facts that are not known; while there are any, there is no answer of which one could say why."""

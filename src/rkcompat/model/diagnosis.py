"""What a log means: which layer failed first, the lines that show it, and what to look at next."""

from typing import Literal

import msgspec

from .log import Hit
from .performance import Phase, SramUse, Timing
from .resolution import Resolution
from .words import Layer

Part = Literal["cause", "consequence", "warning", "statement", "harmless"]
"""What a line is in the chain: what failed first, what failed after it or only repeats it, what was advised, what was stated,
what looks bad and is not."""

Answer = Literal["yes", "no"]


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the chain of evidence."""

    hit: Hit
    part: Part
    explained: tuple[str, ...] = ()
    """What the rules on versions say of it."""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to try, whose outcome separates two causes."""

    id: str
    """What ``--answer ID=yes`` names."""
    text: str
    yes: str
    """What it means if so."""
    no: str
    """What it means if not."""
    answer: Answer | None = None

    @property
    def conclusion(self) -> str | None:
        """What the answer means; ``None`` where there is none yet."""
        return {"yes": self.yes, "no": self.no}.get(self.answer or "")


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """A situation that the facts around a line show."""

    id: str
    text: str
    """What is so, and what to do."""


class Diagnosis(msgspec.Struct, frozen=True, kw_only=True):
    """What rkcompat makes of a log."""

    resolution: Resolution
    """Of the manifest that the log supports."""
    chain: tuple[Link, ...]
    """In the order in which the lines were printed."""
    layer: Layer | None
    """Which of the five layers failed first; ``None`` where no line says that anything failed."""
    cause: str
    """The kind of cause that the first failure points at; empty where none failed."""
    explained: bool
    """Whether a rule on versions says why it failed."""
    checks: tuple[str, ...] = ()
    """What to look at where versions do not explain it."""
    questions: tuple[Question, ...] = ()
    """What to try, where two causes are open."""
    reasons: tuple[Reason, ...] = ()
    """Of a driver that is too low: which of the situations that lead to it the facts show, the one that decides first."""
    sram: SramUse | None = None
    timings: tuple[Timing, ...] = ()
    untimed: tuple[Phase, ...] = ()
    """Parts of a run without a time, where inference has one."""

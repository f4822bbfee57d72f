"""What a log means, for programs, format 1."""

from typing import Literal

import msgspec

from .._version import VERSION
from ..model.diagnosis import Answer, Diagnosis, Part
from ..model.matrix import Matrix
from ..model.performance import Phase, SramUse, Timing
from ..model.words import Compatibility, Layer, Severity
from ._json_text import encode, plain
from ._published import publish
from ._shape import ReportShape, ToolShape


class LinkShape(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the chain."""

    part: Part
    signature: str
    file: str
    line: int
    count: int
    text: str
    layer: Layer | None
    severity: Severity | None
    """Of a line that says that something failed."""
    title: str
    proves: str
    proves_not: str
    remedy: str
    versions: tuple[str, ...]
    """What the rules on versions say of it."""


class QuestionShape(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to try."""

    id: str
    text: str
    yes: str
    no: str
    answer: Answer | None
    conclusion: str | None


class ReasonShape(msgspec.Struct, frozen=True, kw_only=True):
    """A situation that the facts show."""

    id: str
    text: str


class DiagnosisShape(msgspec.Struct, frozen=True, kw_only=True):
    """What a log means."""

    format: Literal[1] = 1
    tool: ToolShape
    verdict: Compatibility
    layer: Layer | None
    """Which of the five layers failed first."""
    cause: str | None
    explained: bool
    """Whether a rule on versions says why."""
    reasons: tuple[ReasonShape, ...]
    """Of a driver that is too low: which situations lead to it."""
    chain: tuple[LinkShape, ...]
    checks: tuple[str, ...]
    questions: tuple[QuestionShape, ...]
    sram: SramUse | None
    timings: tuple[Timing, ...]
    """Milliseconds."""
    untimed: tuple[Phase, ...]
    next: str | None
    """The one fact to collect next: the command that shows it."""
    report: ReportShape
    """On the manifest that the log supports."""


def diagnosis_to_json(diagnosis: Diagnosis, matrix: Matrix) -> str:
    """What the log means, with the report on the manifest that it supports."""
    resolution = diagnosis.resolution
    needed = [missing for missing in resolution.missing if missing.needed]
    following = max(needed, key=lambda missing: len(missing.decides)).how if needed else None
    return encode(
        DiagnosisShape(
            tool=ToolShape(version=VERSION),
            verdict=resolution.verdict,
            layer=diagnosis.layer,
            cause=diagnosis.cause or None,
            explained=diagnosis.explained,
            reasons=tuple(ReasonShape(id=reason.id, text=reason.text) for reason in diagnosis.reasons),
            chain=tuple(
                LinkShape(
                    part=link.part,
                    signature=link.hit.signature.id,
                    file=plain(link.hit.file),
                    line=link.hit.line,
                    count=link.hit.count,
                    text=link.hit.text,
                    layer=link.hit.signature.layer,
                    severity=link.hit.signature.severity if link.hit.signature.kind == "failure" else None,
                    title=link.hit.signature.title,
                    proves=link.hit.signature.proves,
                    proves_not=link.hit.signature.proves_not,
                    remedy=link.hit.signature.remedy,
                    versions=link.explained,
                )
                for link in diagnosis.chain
            ),
            checks=diagnosis.checks,
            questions=tuple(
                QuestionShape(
                    id=question.id,
                    text=question.text,
                    yes=question.yes,
                    no=question.no,
                    answer=question.answer,
                    conclusion=question.conclusion,
                )
                for question in diagnosis.questions
            ),
            sram=diagnosis.sram,
            timings=diagnosis.timings,
            untimed=diagnosis.untimed,
            next=following,
            report=publish(resolution, matrix),
        )
    )

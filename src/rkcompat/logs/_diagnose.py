"""A log and the answer to the manifest that it supports → which layer failed first, and why."""

from collections.abc import Iterator, Mapping

from ..model.diagnosis import Answer, Diagnosis, Link, Part
from ..model.log import Hit, ReadLog
from ..model.matrix import Matrix
from ..model.resolution import Resolution
from ._driver import why_too_low
from ._findings import explain_line
from ._questions import ask, checks_for
from ._timing import missing_phases, timings

_TOO_LOW = frozenset({"driver-refused", "driver-upgrade-advised", "rkllm-driver-too-low"})
"""The signatures that say so; that memory was refused may have that cause, and says nothing of it."""


def diagnose_log(log: ReadLog, resolution: Resolution, matrix: Matrix, answers: Mapping[str, Answer]) -> Diagnosis:
    """Say what the log means.

    Args:
        log: what was read.
        resolution: of the manifest with the log's facts in it.
        matrix: what is known of the stack.
        answers: of questions, by their ids.
    """
    first = _first_failure(log)
    chain = tuple(_links(log, first, resolution))
    timed = timings(log.hits)
    if first is None:
        return Diagnosis(
            resolution=resolution,
            chain=chain,
            layer=None,
            cause="",
            explained=False,
            sram=log.sram,
            timings=timed,
            untimed=missing_phases(timed),
        )
    signature = first.signature
    layer = signature.layer or "execution"
    violated = {finding.rule.id for finding in resolution.findings if finding.verdict == "violated"}
    explained = not violated.isdisjoint(signature.explained_by)
    return Diagnosis(
        resolution=resolution,
        chain=chain,
        layer=layer,
        cause=signature.cause,
        explained=explained,
        sram=log.sram,
        timings=timed,
        untimed=missing_phases(timed),
        reasons=why_too_low(resolution.manifest, log, matrix) if _is_too_low(log) else (),
        checks=() if explained else checks_for(layer, signature.cause),
        questions=() if explained else ask(layer, signature.cause, signature.subjects, resolution.manifest, answers),
    )


def _is_too_low(log: ReadLog) -> bool:
    """Whether a program said that the driver is, be it as a refusal, an advice or a warning."""
    return any(hit.signature.id in _TOO_LOW for hit in log.hits)


def _first_failure(log: ReadLog) -> Hit | None:
    """The first line on which a program gave up; else the first that warns; a line that only repeats comes last."""
    failures = [hit for hit in log.hits if hit.signature.kind == "failure"]
    for severity in ("error", "warning"):
        for hit in failures:
            if hit.signature.severity == severity:
                return hit
    return None


def _links(log: ReadLog, first: Hit | None, resolution: Resolution) -> Iterator[Link]:
    for hit in log.hits:
        yield Link(hit=hit, part=_part(hit, first), explained=tuple(_explained(hit, resolution)))


def _part(hit: Hit, first: Hit | None) -> Part:
    signature = hit.signature
    if hit is first:
        return "cause"
    if signature.kind == "failure":
        return "warning" if signature.severity != "error" else "consequence"
    return {"statement": "statement", "harmless": "harmless", "echo": "consequence"}[signature.kind]  # type: ignore[return-value]


def _explained(hit: Hit, resolution: Resolution) -> list[str]:
    return explain_line(hit.signature, resolution.findings) if hit.signature.kind == "failure" else []

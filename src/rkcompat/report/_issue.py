"""What a pipeline is told: each finding that somebody must act on, or once decided not to, with its place and its name."""

import os
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Literal

import msgspec

from ..model.words import SEVERITIES, Severity, Verdict
from ._shape import BatchShape, Document, FindingShape, ReportShape, UnusableShape
from ._text_safe import printable
from ._view import demands_of, say_key, weight

State = Literal["violated", "undetermined", "waived"]
_STATES: dict[Verdict, State] = {"violated": "violated", "undetermined": "undetermined", "waived": "waived"}
"""The verdicts that a pipeline is told of; where rules cannot hold together, of all those rules too."""

STDIN = "stdin"
"""What stands for the file where the manifest came through standard input."""


class Issue(msgspec.Struct, frozen=True, kw_only=True):
    """One finding, ready for a pipeline; every text in it is safe to show."""

    finding: FindingShape
    state: State
    severity: Severity
    fails: bool
    """Whether the exit code is what it is because of this one."""
    text: str
    """What is the matter and what to do, in one line."""
    file: str
    """The manifest, or the model file where the manifest has no file of its own."""
    line: int
    """Counted from 1; 1 where the file as a whole is meant."""
    model: str
    """The model file that was read for it, beside the manifest; empty for none."""
    identity: str
    """The same for the same rule and the same library or model, whatever the versions."""


def reports_of(document: Document) -> tuple[ReportShape | UnusableShape, ...]:
    """The reports of a document, be they one or several."""
    return document.reports if isinstance(document, BatchShape) else (document,)


def file_of(report: ReportShape | UnusableShape) -> str:
    """The manifest's path with forward slashes and without detours."""
    path = report.manifest.path
    return STDIN if path == "-" else printable(os.path.normpath(path).replace(os.sep, "/"))


def issues_of(report: ReportShape) -> list[Issue]:
    """What is violated, what could not be told, what was waived, the gravest first."""
    together = [item.name for item in report.core or () if item.kind == "rule"] if not report.search else []
    paths = {known.fact: str(known.value) for known in report.facts}
    seen: dict[str, int] = {}
    issues = []
    waits = {rule for missing in report.missing for rule in missing.decides}
    open_ones = waits.intersection(together)
    shown = [f for f in report.findings if f.verdict in _STATES or (f.verdict == "not-applicable" and f.rule in open_ones)]
    for finding in sorted(shown, key=lambda one: (list(_STATES.values()).index(_state(one)), weight(one))):
        identity = _identity(finding, report, paths)
        seen[identity] = seen.get(identity, 0) + 1
        if seen[identity] > 1:
            identity = _hash(identity, str(seen[identity]))
        joint = together if finding.rule in together else []
        issues.append(_issue(finding, report, paths, identity, joint))
    return issues


def _state(finding: FindingShape) -> State:
    return _STATES.get(finding.verdict, "undetermined")


def _issue(finding: FindingShape, report: ReportShape, paths: Mapping[str, str], identity: str, joint: list[str]) -> Issue:
    state, strict = _state(finding), SEVERITIES.index(finding.severity) >= SEVERITIES.index(report.exit.fail_on)
    let_through = state == "waived" or (state == "undetermined" and report.exit.code == 0)
    file, model = file_of(report), _model(finding, report, paths)
    line = max(1, finding.location.line or 1)
    if file == STDIN and model:
        file, line, model = model, 1, ""
    return Issue(
        finding=finding,
        state="violated" if joint and state == "undetermined" else state,
        severity=finding.severity,
        fails=strict and not let_through,
        text=printable(" ".join(_sentences(finding, report, joint))),
        file=file,
        line=line,
        model=model,
        identity=identity,
    )


def _sentences(finding: FindingShape, report: ReportShape, joint: list[str]) -> Iterator[str]:
    found = f"found {finding.found}; " if finding.found else ""
    yield f"{finding.title}: {found}needed {'; '.join(demands_of(finding))}."
    if finding.verdict == "waived":
        yield f"Waived: {finding.note or 'no reason given'}."
        return
    if joint:
        yield f"No value of the unknown facts satisfies all of these together: {', '.join(joint)}."
    if finding.verdict == "undetermined" or joint:
        for missing in report.missing:
            if (missing.needed or joint) and finding.rule in missing.decides:
                yield f"Find out {missing.title or missing.fact} ({say_key(missing)}): {missing.how}."
    elif finding.remedy:
        yield finding.remedy
    if finding.note:
        yield f"Note: {finding.note}."


def _model(finding: FindingShape, report: ReportShape, paths: Mapping[str, str]) -> str:
    """The file of the first model that the finding is about, seen from where rkcompat was started."""
    written = next((paths[key] for about in finding.about if (key := f"{about}.path") in paths and about[:5] == "model"), None)
    if written is None:
        return ""
    folder = "" if report.manifest.path == "-" else os.path.dirname(report.manifest.path)
    return printable(os.path.normpath(os.path.join(folder, written)).replace(os.sep, "/"))


def _identity(finding: FindingShape, report: ReportShape, paths: Mapping[str, str]) -> str:
    names = [
        next((paths[key] for name in ("id", "path", "found_at") if (key := f"{about}.{name}") in paths), about)
        for about in finding.about
    ]
    return _hash(finding.rule, file_of(report), *names)


def _hash(*parts: str) -> str:
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]

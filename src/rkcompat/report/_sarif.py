"""SARIF 2.1.0, for code scanning: a result for each finding that somebody must act on, at its line."""

from collections.abc import Iterable, Iterator
from typing import Any

from ._format import Format, Look
from ._issue import STDIN, Issue, file_of, issues_of, reports_of
from ._json_text import encode
from ._project import HOME, quote, rule_address
from ._shape import Document, FindingShape, ReportShape, UnusableShape
from ._text_safe import printable
from ._view import say_source

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"

#: What code scanning takes of one run; more than these would make it refuse the file.
MOST_RESULTS = 25_000

_LEVELS = {"error": "error", "warning": "warning", "info": "note"}
_ADVICE = {"error": "error", "warning": "warning", "info": "recommendation"}


def _write(document: Document, look: Look) -> str:
    reports = reports_of(document)
    issues = [issue for report in reports if isinstance(report, ReportShape) for issue in issues_of(report)]
    issues.sort(key=lambda issue: issue.state != "violated")  # stable: what must go is what is least grave
    shown = issues[:MOST_RESULTS]
    rules = {issue.finding.rule: issue.finding for issue in shown}
    names = sorted(rules)
    places = {name: place for place, name in enumerate(names)}
    log = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": document.tool.name,
                        "semanticVersion": document.tool.version,
                        "informationUri": HOME,
                        "rules": [_rule(rules[name]) for name in names],
                    }
                },
                "invocations": [_invocation(document, reports, len(issues) - len(shown))],
                "artifacts": [_artifact(report) for report in reports],
                "columnKind": "unicodeCodePoints",
                "results": [_result(issue, places[issue.finding.rule]) for issue in shown],
                "properties": {
                    "verdict": document.verdict,
                    "matrixEdition": document.matrix.edition,
                    "matrixSha256": document.matrix.sha256,
                },
            }
        ],
    }
    return encode(log)


def _invocation(document: Document, reports: Iterable[ReportShape | UnusableShape], left_out: int) -> dict[str, Any]:
    said = list(_notifications(reports))
    if left_out:
        said.append(_notification("warning", f"{left_out} results are left out: no more than {MOST_RESULTS} are taken"))
    invocation: dict[str, Any] = {
        "executionSuccessful": not any(isinstance(report, UnusableShape) for report in reports),
        "exitCode": document.exit.code,
        "exitCodeDescription": printable(document.exit.reason),
    }
    return invocation | ({"toolExecutionNotifications": said} if said else {})


def _notifications(reports: Iterable[ReportShape | UnusableShape]) -> Iterator[dict[str, Any]]:
    """What is to be said of a manifest as a whole: why it cannot be used, what was noted while reading it."""
    for report in reports:
        if isinstance(report, UnusableShape):
            yield _notification("error", report.error, _place(file_of(report), 1))
        else:
            for note in report.notes or ():
                yield _notification("note", note, _place(file_of(report), 1))


def _notification(level: str, text: str, place: dict[str, Any] | None = None) -> dict[str, Any]:
    said: dict[str, Any] = {"level": level, "message": {"text": printable(text)}}
    return said | ({"locations": [place]} if place else {})


def _artifact(report: ReportShape | UnusableShape) -> dict[str, Any]:
    artifact: dict[str, Any] = {"location": _file(file_of(report)), "roles": ["analysisTarget"]}
    return artifact | ({"hashes": {"sha-256": report.manifest.sha256}} if isinstance(report, ReportShape) else {})


def _rule(finding: FindingShape) -> dict[str, Any]:
    stated = [printable(say_source(source)) for source in finding.sources]
    remedy = printable(finding.remedy) or "see the sources"
    return {
        "id": finding.rule,
        "shortDescription": {"text": printable(finding.title)},
        "fullDescription": {"text": printable(finding.title)},
        "help": {"text": f"{remedy}\nStated in: {'; '.join(stated) or 'no source'}"},
        "helpUri": rule_address(finding.rule),
        "defaultConfiguration": {"level": _LEVELS[finding.severity]},
        "properties": {
            "tags": [finding.layer, *finding.subjects],
            "basis": finding.basis,
            "problem.severity": _ADVICE[finding.severity],
        },
    }


def _result(issue: Issue, index: int) -> dict[str, Any]:
    finding = issue.finding
    is_open = issue.state == "undetermined"
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": index,
        # of a result that is open, the standard takes no other level
        "kind": "open" if is_open else "fail",
        "level": "none" if is_open else _LEVELS[issue.severity],
        "message": {"text": issue.text},
        "locations": [_place(issue.file, issue.line)],
        # not primaryLocationLineHash: code scanning works that out itself and warns of every other value
        "partialFingerprints": {"rkcompat/v1": issue.identity},
        "properties": {"verdict": finding.verdict, "layer": finding.layer, "about": [printable(one) for one in finding.about]},
    }
    if issue.model:
        result["relatedLocations"] = [{"id": 1, "message": {"text": "the model file"}, **_place(issue.model, None)}]
    if issue.state == "waived":
        accepted = {"kind": "external", "status": "accepted"}
        result["suppressions"] = [accepted | ({"justification": printable(finding.note)} if finding.note else {})]
    return result


def _place(file: str, line: int | None) -> dict[str, Any]:
    region = {"region": {"startLine": line}} if line else {}
    return {"physicalLocation": {"artifactLocation": _file(file), **region}}


def _file(file: str) -> dict[str, Any]:
    if file == STDIN:
        return {"uri": STDIN, "description": {"text": "the manifest came through standard input"}}
    if file.startswith("/"):
        return {"uri": f"file://{quote(file)}"}
    drive, colon, rest = file.partition(":/")
    if colon and len(drive) == 1:
        return {"uri": f"file:///{drive}:/{quote(rest)}"}
    return {"uri": quote(file)}


FORMAT = Format(_write)

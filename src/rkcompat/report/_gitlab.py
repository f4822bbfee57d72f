"""GitLab's code quality report: an issue for each finding, each with a fingerprint of its own."""

from typing import Any

from ._format import Format, Look
from ._issue import Issue, file_of, issues_of, reports_of
from ._json_text import encode
from ._shape import Document, ReportShape, UnusableShape
from ._text_safe import printable

_SEVERITIES = {"error": "critical", "warning": "minor", "info": "info"}


def _write(document: Document, look: Look) -> str:
    issues: list[dict[str, Any]] = []
    for report in reports_of(document):
        if isinstance(report, ReportShape):
            issues += map(_issue, issues_of(report))
        else:
            issues.append(_unusable(report))
    return encode(issues)


def _issue(issue: Issue) -> dict[str, Any]:
    waived = issue.state == "waived"
    return {
        "description": issue.text,
        "check_name": issue.finding.rule,
        "fingerprint": issue.identity,
        "severity": "info" if waived else "major" if issue.state == "undetermined" else _SEVERITIES[issue.severity],
        "location": {"path": issue.file, "lines": {"begin": issue.line}},
    }


def _unusable(report: UnusableShape) -> dict[str, Any]:
    from hashlib import sha256

    file = file_of(report)
    return {
        "description": printable(report.error),
        "check_name": "manifest",
        "fingerprint": sha256(f"manifest\0{file}".encode()).hexdigest()[:32],
        "severity": "blocker",
        "location": {"path": file, "lines": {"begin": 1}},
    }


FORMAT = Format(_write)

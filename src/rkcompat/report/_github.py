"""Annotations of GitHub Actions: one line a finding, at its line of the manifest, no more than a step may have."""

from collections.abc import Iterator

from ._format import Format, Look
from ._issue import Issue, file_of, issues_of, reports_of
from ._shape import Document, ReportShape, UnusableShape
from ._text_safe import printable

#: GitHub shows ten annotations of a kind for a step and drops the rest in silence; the last one counts them here.
MOST = 10

_KINDS = {"error": "error", "warning": "warning", "info": "notice"}


def _write(document: Document, look: Look) -> str:
    lines: dict[str, list[str]] = {"error": [], "warning": [], "notice": []}
    for report in reports_of(document):
        for kind, line in _annotations(report):
            lines[kind].append(line)
    shown = [f"rkcompat: {document.verdict}: {printable(document.exit.reason)}"]
    for kind, all_of_kind in lines.items():
        if len(all_of_kind) > MOST:
            rest = len(all_of_kind) - (MOST - 1)
            all_of_kind[MOST - 1 :] = [_command(kind, f"and {rest} more of this kind", title="rkcompat")]
        shown += all_of_kind
    return "\n".join(shown) + "\n"


def _annotations(report: ReportShape | UnusableShape) -> Iterator[tuple[str, str]]:
    if isinstance(report, UnusableShape):
        yield "error", _command("error", printable(report.error), file=file_of(report), title="manifest")
        return
    for issue in issues_of(report):
        kind = _kind(issue)
        yield kind, _command(kind, issue.text, file=issue.file, line=str(issue.line), title=issue.finding.rule)


def _kind(issue: Issue) -> str:
    return "notice" if issue.state == "waived" else _KINDS[issue.severity]


def _command(kind: str, text: str, **properties: str) -> str:
    stated = ",".join(f"{name}={_escape_property(value)}" for name, value in properties.items())
    return f"::{kind} {stated}::{_escape(text)}"


def _escape(text: str) -> str:
    """As the runner reads it back; the line begins with our own ``::``, so a later one is plain text."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape(printable(text)).replace(":", "%3A").replace(",", "%2C")


FORMAT = Format(_write)

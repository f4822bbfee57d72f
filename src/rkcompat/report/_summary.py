"""The summary of a step of GitHub Actions, in Markdown: what it came to, what does not fit, what to do."""

from collections.abc import Iterator

from ._format import Format, Look
from ._issue import Issue, issues_of, reports_of
from ._markdown_parts import code_in_cell, put_answers, put_core, put_missing, put_plan, rule, table, text
from ._shape import BatchShape, Document, ReportShape, UnusableShape
from ._view import say_board, say_counts, say_manifest

#: A step may say one MiB in all, and nobody reads more rows than these.
MOST_ROWS = 50
_MOST_BYTES = 1_000_000

_MARKS = {"compatible": "✅", "incompatible": "❌", "undetermined": "❔"}


def _write(document: Document, look: Look) -> str:
    lines: list[str] = []
    size = 0
    reports = reports_of(document)
    if isinstance(document, BatchShape):
        lines += [f"# rkcompat: {text(document.exit.reason)}", ""]
    for place, report in enumerate(reports):
        part = list(_unusable(report) if isinstance(report, UnusableShape) else _report(report))
        size += sum(len(line.encode()) + 1 for line in part)
        if size > _MOST_BYTES:
            lines += [f"The reports on {len(reports) - place} more manifests are left out.", ""]
            break
        lines += part
    return "\n".join(lines).rstrip("\n") + "\n"


def _unusable(report: UnusableShape) -> Iterator[str]:
    yield f"## ❌ unusable: {text(report.manifest.path)}"
    yield ""
    yield from (f"- {text(line)}" for line in report.error.split("\n")[:MOST_ROWS])
    yield ""


def _report(report: ReportShape) -> Iterator[str]:
    yield f"## {_MARKS[report.verdict]} {report.verdict}: {text(report.exit.reason)}"
    yield ""
    yield f"{text(say_manifest(report))}: {text(say_board(report))}"
    yield ""
    issues = issues_of(report)
    if issues:
        yield from table(("", "rule", "where", "found and needed"), map(_row, issues[:MOST_ROWS]))
    if len(issues) > MOST_ROWS:
        yield f"And {len(issues) - MOST_ROWS} more."
        yield ""
    yield from put_plan(report, "###")
    yield from put_missing(report, "###")
    yield from put_core(report, "###")
    if report.nearest:
        yield "<details><summary>Nearest sets</summary>"
        yield ""
        yield from put_answers(report, "###")
        yield "</details>"
        yield ""
    yield f"Rules: {say_counts(report)}. Matrix of {text(report.matrix.edition)}, {text(report.matrix.sha256[:12])}."
    yield ""


def _row(issue: Issue) -> tuple[str, ...]:
    level = issue.state if issue.state != "violated" else issue.severity
    return level, rule(issue.finding.rule), code_in_cell(f"{issue.file}:{issue.line}"), text(issue.text)


FORMAT = Format(_write)

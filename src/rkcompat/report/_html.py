"""The report as one HTML page that needs nothing else: no script, no network."""

from collections.abc import Iterator

from ._format import Format, Look
from ._html_page import html_page
from ._html_parts import put_answers, put_core, put_findings, put_rest, put_what_to_do
from ._html_picture import picture
from ._html_text import escape
from ._issue import reports_of
from ._shape import BatchShape, Document, ReportShape, UnusableShape
from ._view import say_board, say_counts, say_manifest

_VERDICTS = {
    "compatible": "This deployment fits together",
    "incompatible": "This deployment does not fit together",
    "undetermined": "Whether this deployment fits together is not known",
}


def _write(document: Document, look: Look) -> str:
    reports = reports_of(document)
    title = f"rkcompat: {document.verdict}"
    body: list[str] = []
    if isinstance(document, BatchShape):
        body += _index(document)
    for place, report in enumerate(reports, start=1):
        prefix = f"r{place}-" if len(reports) > 1 else ""
        head = "h2" if isinstance(document, BatchShape) else "h1"
        body += _unusable(report, prefix, head) if isinstance(report, UnusableShape) else _report(report, prefix, head)
    made_by = f"rkcompat {document.tool.version}, matrix of {document.matrix.edition}, {document.matrix.sha256[:12]}"
    return html_page(title, body, made_by)


def _index(batch: BatchShape) -> Iterator[str]:
    number = len(batch.reports)
    yield f"<h1>{number} manifest{'s' if number != 1 else ''}: {escape(batch.exit.reason)}</h1><ul>"
    for place, report in enumerate(batch.reports, start=1):
        verdict = "unusable" if isinstance(report, UnusableShape) else report.verdict
        name = escape(report.manifest.path)
        yield f'<li><a href="#r{place}-report">{name}</a>: {verdict}</li>'
    yield "</ul>"


def _unusable(report: UnusableShape, prefix: str, head: str) -> Iterator[str]:
    yield f'<article id="{prefix}report"><header class="verdict incompatible">'
    yield f"<{head}>Unusable: {escape(report.manifest.path)}</{head}>"
    yield from (f"<p>{escape(line)}</p>" for line in report.error.split("\n"))
    yield "</header></article>"


def _report(report: ReportShape, prefix: str, head: str) -> Iterator[str]:
    yield f'<article id="{prefix}report"><header class="verdict {report.verdict}">'
    yield f"<{head}>{_VERDICTS[report.verdict]}</{head}>"
    yield f"<p><strong>{report.verdict}</strong>: {escape(report.exit.reason)}</p>"
    yield f"<p>{escape(say_manifest(report))}: {escape(say_board(report))}</p></header>"
    yield from put_what_to_do(report)
    drawn = list(picture(report, prefix))
    if drawn:
        yield "<h2>The stack</h2>"
        yield from drawn
    yield from put_findings(report)
    yield from put_core(report)
    yield from put_answers(report)
    yield from put_rest(report)
    yield f'<p class="soft">Rules: {say_counts(report)}.</p></article>'


FORMAT = Format(_write)

"""The report for people: the verdict first, then what does not fit, what is not known, and the way out."""

from ..model.matrix import Matrix
from ..model.resolution import Resolution
from ..model.words import LAYERS
from ._format import PLAIN, Format, Look
from ._page import Page
from ._shape import BatchShape, Document, ReportShape, UnusableShape
from ._text_answer import put_answers, put_core, put_distances, put_plan
from ._text_findings import put_missing, put_violated, put_waived
from ._view import say_board, say_counts, say_manifest, verdicts_of

_PAINT = {"compatible": "good", "incompatible": "bad", "undetermined": "warn"}


def to_text(resolution: Resolution, matrix: Matrix, look: Look = PLAIN) -> str:
    """The report on one manifest; the words are the same with and without colour."""
    return FORMAT.one(resolution, matrix, look)


def _write(document: Document, look: Look) -> str:
    return _several(document, look) if isinstance(document, BatchShape) else _one(document, look)


def _several(batch: BatchShape, look: Look) -> str:
    """One report after the other, and at the end what came of them all."""
    parts = [_unusable(entry, look) if isinstance(entry, UnusableShape) else _one(entry, look) for entry in batch.reports]
    page = Page(look)
    page.line(batch.exit.reason, head=f"{len(batch.reports)} manifest{'s' if len(batch.reports) != 1 else ''}: ")
    return "\n".join([*parts, str(page)])


def _unusable(entry: UnusableShape, look: Look) -> str:
    page = Page(look)
    page.line(entry.manifest.path, head="unusable: ", paint="bad")
    for line in entry.error.split("\n"):
        page.line(line, indent=2)
    return str(page)


def _one(report: ReportShape, look: Look) -> str:
    page = Page(look)
    page.line(report.exit.reason, head=f"{report.verdict}: ", paint=_PAINT[report.verdict])
    page.line(f"{say_manifest(report)}: {say_board(report)}")
    put_violated(page, report)
    put_waived(page, report)
    put_missing(page, report, verbose=look.verbose)
    put_core(page, report)
    put_answers(page, report)
    put_plan(page, report, verbose=look.verbose)
    if look.verbose:
        put_distances(page, report)
    if report.notes:
        page.heading("notes")
        for note in report.notes:
            page.line(f"- {note}", indent=2)
    _put_rest(page, report, verbose=look.verbose)
    return str(page)


def _put_rest(page: Page, report: ReportShape, *, verbose: bool) -> None:
    """How many rules came to what, and on request those that hold, layer by layer, and those that do not apply."""
    more = sum(not missing.needed for missing in report.missing)
    facts = f"; facts that would tell more: {more}" if more else ""
    page.blank()
    page.line(f"rules: {say_counts(report)}{facts}{'' if verbose else ' (more with -v)'}")
    page.line(f"matrix of {report.matrix.edition}, {report.matrix.sha256[:12]}")
    if not verbose:
        return
    rules = verdicts_of(report)
    for layer in LAYERS:
        holds = sorted(name for name, worst in rules.items() if worst.verdict == "satisfied" and worst.layer == layer)
        if holds:
            page.heading(f"satisfied: {layer.replace('-', ' ')}")
        for name in holds:
            page.line(f"{name}: {rules[name].title}", indent=2)
    other = sorted(name for name, worst in rules.items() if worst.verdict == "not-applicable")
    if other:
        page.heading("not applicable: ", ", ".join(other))


FORMAT = Format(_write)

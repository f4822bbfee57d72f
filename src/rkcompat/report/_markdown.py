"""The report in Markdown, for an issue, a merge request or a page."""

from collections.abc import Iterator

from ._format import Format, Look
from ._markdown_parts import put_answers, put_block, put_core, put_missing, put_plan, rule, text
from ._shape import BatchShape, Document, ReportShape, UnusableShape
from ._view import blocks_of, say_board, say_counts, say_manifest, verdicts_of


def _write(document: Document, look: Look) -> str:
    lines = list(_several(document, look) if isinstance(document, BatchShape) else _one(document, look, "#"))
    return "\n".join(lines).rstrip("\n") + "\n"


def _several(batch: BatchShape, look: Look) -> Iterator[str]:
    yield f"# {len(batch.reports)} manifest{'s' if len(batch.reports) != 1 else ''}: {text(batch.exit.reason)}"
    yield ""
    for entry in batch.reports:
        if isinstance(entry, UnusableShape):
            yield f"## Unusable: {text(entry.manifest.path)}"
            yield ""
            yield from (f"- {text(line)}" for line in entry.error.split("\n"))
            yield ""
        else:
            yield from _one(entry, look, "##")


def _one(report: ReportShape, look: Look, heading: str) -> Iterator[str]:
    inner = heading + "#"
    yield f"{heading} {report.verdict.capitalize()}: {text(report.exit.reason)}"
    yield ""
    yield f"{text(say_manifest(report))}: {text(say_board(report))}"
    yield ""
    for block in blocks_of(report):
        yield from put_block(block, inner)
    yield from put_missing(report, inner)
    yield from put_core(report, inner)
    yield from put_answers(report, inner)
    yield from put_plan(report, inner)
    waived = [block.rule for block in blocks_of(report, "waived")]
    if waived:
        yield f"{inner} Waived"
        yield ""
        yield from (f"- {rule(one.rule)}: {text(one.title)}{f' ({text(one.note)})' if one.note else ''}" for one in waived)
        yield ""
    if report.notes:
        yield f"{inner} Notes"
        yield ""
        yield from (f"- {text(note)}" for note in report.notes)
        yield ""
    if look.verbose:
        yield f"{inner} Satisfied"
        yield ""
        holds = sorted((name, one) for name, one in verdicts_of(report).items() if one.verdict == "satisfied")
        yield from (f"- {rule(name)}: {text(one.title)}" for name, one in holds)
        yield ""
    yield f"Rules: {say_counts(report)}. Matrix of {text(report.matrix.edition)}, {text(report.matrix.sha256[:12])}."
    yield ""


FORMAT = Format(_write)

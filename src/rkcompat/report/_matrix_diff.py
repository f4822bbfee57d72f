"""What differs between two matrices, and which manifests they judge otherwise: text for people, JSON for programs."""

import msgspec

from ..model.matrix_diff import MatrixDiff, RowChange, VerdictChange
from ._format import PLAIN, Look
from ._json_text import encode, plain
from ._page import Page

_PAINT = {"added": "good", "removed": "bad", "changed": "warn"}


class DiffShape(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of ``matrix diff``, format 1."""

    format: int = 1
    rows: tuple[RowChange, ...]
    judged: int
    """How many manifests both have judged."""
    verdicts: tuple[VerdictChange, ...]


def diff_to_json(diff: MatrixDiff, look: Look = PLAIN) -> str:
    """All that differs, for programs."""
    verdicts = tuple(msgspec.structs.replace(one, path=plain(one.path)) for one in diff.verdicts)
    return encode(DiffShape(rows=diff.rows, judged=diff.judged, verdicts=verdicts))


def diff_to_text(diff: MatrixDiff, look: Look = PLAIN) -> str:
    """All that differs, for people: the rows, then the manifests that it touches."""
    page = Page(look)
    for row in diff.rows:
        said = f"{row.kind} {row.id}" + (f": {row.title}" if row.title and not row.fields else "")
        page.line(said, head=f"{row.change} ", paint=_PAINT[row.change])
        for field in row.fields:
            change = f"{field.before or '(nothing)'} -> {field.after or '(nothing)'}"
            page.line(f"{field.name.replace('_', '-')}: {change}", indent=2)
    if not diff.rows:
        page.line("the rows are the same")
    if diff.judged:
        page.heading("verdicts: ", f"{len(diff.verdicts)} of {diff.judged} manifests changed")
    for verdict in diff.verdicts:
        by = f", by {', '.join(verdict.rules)}" if verdict.rules else ""
        page.line(f"{verdict.path}: {verdict.before} -> {verdict.after}{by}", indent=2)
    return str(page)

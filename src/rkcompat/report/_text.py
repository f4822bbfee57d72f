"""The report for people: the verdict first, then what does not fit, what is not known, and the way out."""

from collections import Counter

from ..model.matrix import Matrix
from ..model.resolution import Resolution
from ..model.words import LAYERS, Verdict
from ._format import PLAIN, Batch, Format, Look, Unusable
from ._page import Page
from ._text_answer import put_answers, put_core, put_plan
from ._text_findings import put_missing, put_violated

_PAINT = {"compatible": "good", "incompatible": "bad", "undetermined": "warn"}

_WORST_FIRST: tuple[Verdict, ...] = ("violated", "undetermined", "waived", "satisfied", "not-applicable")


def to_text(resolution: Resolution, matrix: Matrix, look: Look = PLAIN) -> str:
    """The report on one manifest; the words are the same with and without colour."""
    page = Page(look)
    _put_head(page, resolution)
    put_violated(page, resolution, matrix)
    put_missing(page, resolution, matrix, verbose=look.verbose)
    put_core(page, resolution)
    put_answers(page, resolution, matrix)
    put_plan(page, resolution, matrix)
    if resolution.notes:
        page.heading("notes")
        for note in resolution.notes:
            page.line(f"- {note}", indent=2)
    _put_rest(page, resolution, matrix, verbose=look.verbose)
    return str(page)


def many_to_text(batch: Batch, matrix: Matrix, look: Look = PLAIN) -> str:
    """One report after the other, and at the end what came of them all."""
    parts = [_unusable(entry, look) if isinstance(entry, Unusable) else to_text(entry, matrix, look) for entry in batch.entries]
    page = Page(look)
    page.line(batch.reason, head=f"{len(batch.entries)} manifest{'s' if len(batch.entries) != 1 else ''}: ")
    return "\n".join([*parts, str(page)])


def _unusable(entry: Unusable, look: Look) -> str:
    page = Page(look)
    page.line(entry.path, head="unusable: ", paint="bad")
    for problem in entry.problems:
        for line in str(problem).split("\n"):
            page.line(line, indent=2)
    return str(page)


def _put_head(page: Page, resolution: Resolution) -> None:
    """The verdict with its reason; which manifest, which board."""
    board = resolution.manifest.board
    name = " ".join(filter(None, (board.name, board.label and f"({board.label})")))
    about = ", ".join(filter(None, (board.soc, name))) or "a board that is not named"
    page.line(resolution.reason, head=f"{resolution.verdict}: ", paint=_PAINT[resolution.verdict])
    page.line(f"{'standard input' if resolution.path == '-' else resolution.path}: {about}")


def _put_rest(page: Page, resolution: Resolution, matrix: Matrix, *, verbose: bool) -> None:
    """How many rules came to what, and on request those that hold, layer by layer, and those that do not apply."""
    verdicts = _verdicts(resolution)
    counts = Counter(verdicts.values())
    more = sum(not missing.needed for missing in resolution.missing)
    page.blank()
    summary = (
        ", ".join(f"{counts[verdict]} {verdict.replace('-', ' ')}" for verdict in _WORST_FIRST if counts[verdict]) or "none"
    )
    facts = f"; facts that would tell more: {more}" if more else ""
    page.line(f"rules: {summary}{facts}{'' if verbose else ' (more with -v)'}")
    page.line(f"matrix of {matrix.edition}, {matrix.sha256[:12]}")
    if not verbose:
        return
    rules = {finding.rule.id: finding.rule for finding in resolution.findings}
    for layer in LAYERS:
        holds = sorted(name for name, verdict in verdicts.items() if verdict == "satisfied" and rules[name].layer == layer)
        if holds:
            page.heading(f"satisfied: {layer.replace('-', ' ')}")
        for name in holds:
            page.line(f"{name}: {rules[name].title}", indent=2)
    other = sorted(name for name, verdict in verdicts.items() if verdict == "not-applicable")
    if other:
        page.heading("not applicable: ", ", ".join(other))


def _verdicts(resolution: Resolution) -> dict[str, Verdict]:
    """Each rule with the worst that it says of anything."""
    worst: dict[str, Verdict] = {}
    for finding in sorted(resolution.findings, key=lambda finding: _WORST_FIRST.index(finding.verdict)):
        worst.setdefault(finding.rule.id, finding.verdict)
    return worst


FORMAT = Format(to_text, many_to_text)

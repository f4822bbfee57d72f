"""The part of the text report that says the way out: the core that blocks it, the nearest sets, the steps."""

from collections.abc import Iterable

from ..model.matrix import Matrix
from ..model.resolution import Answer, Change, Resolution
from ._page import Page
from ._steps import say_step, say_undo

_AFTER = {"compatible": "compatible", "down": "down until a later step is done"}


def put_core(page: Page, resolution: Resolution) -> None:
    """Why nothing that may change helps, or why the unknown facts cannot all be met."""
    if resolution.core:
        blocked = "nothing that may change helps; without any one of these, something would"
        page.heading(blocked if resolution.exit_code == 4 else "no value of the unknown facts satisfies all of these together")
        for item in resolution.core:
            page.line(f"{item.kind} {item.name}: {item.text}", indent=2)


def put_answers(page: Page, resolution: Resolution, matrix: Matrix) -> None:
    """The nearest set with all that is known of it, the others in a line each."""
    for place, answer in enumerate(resolution.nearest, start=1):
        if place == 1:
            page.heading(*_head(answer, resolution))
            _put_answer(page, answer, matrix)
        else:
            kind = "validated" if answer.validated else "by the rules alone"
            changes = ", ".join(_changes(answer.changes)) or "no change"
            page.line(f"{_name(answer)}, {kind}: {changes}", head=f"{place}. ", indent=2, hang=3)
    search = resolution.search
    if search is not None and not search.proved:
        page.line(f"the search ended at its limit of {search.limit} nodes; there may be a nearer set", head="note: ", indent=2)


def _head(answer: Answer, resolution: Resolution) -> tuple[str, str]:
    """What kind of set it is, and its name."""
    if not answer.validated:
        return "nearest set that the rules allow; nobody is known to have run it", ""
    if not answer.changes:
        return "somebody has run this set: ", _name(answer)
    if resolution.verdict == "compatible":
        return "nobody is known to have run this very set; nearest validated set: ", _name(answer)
    return "nearest validated set: ", _name(answer)


def _name(answer: Answer) -> str:
    return f"{answer.title} ({answer.set})" if answer.set else answer.title


def _put_answer(page: Page, answer: Answer, matrix: Matrix) -> None:
    page.field("run by", _who(answer, matrix))
    page.field("changes", *_changes(answer.changes))
    page.field("covers", ", ".join(answer.covers))
    page.field("not covered", ", ".join(answer.not_covered))
    page.field("assumed", ", ".join(f"{component} {version}" for component, version in sorted(answer.assumed.items())))
    page.field("doubt", *answer.doubts)


def _changes(changes: tuple[Change, ...]) -> Iterable[str]:
    for change in changes:
        what = change.component if change.about == change.component else f"{change.component} ({change.about})"
        yield f"{what} {change.before} -> {change.after}" if change.before else f"{what} -> {change.after}"


def _who(answer: Answer, matrix: Matrix) -> str:
    """Who ran a validated set, when, on what, and what; how that is known."""
    row = next((row for row in matrix.sets if row.id == answer.set), None)
    if row is None:
        return ""
    circumstances = ", ".join(filter(None, (row.who, row.when, row.board, row.image)))
    return f"{': '.join(filter(None, (circumstances, row.ran)))} ({answer.basis.replace('-', ' ')})"


def put_plan(page: Page, resolution: Resolution, matrix: Matrix) -> None:
    """The steps in their order, each with what it leads to and the way back."""
    if resolution.plan:
        page.heading("steps")
    for step in resolution.plan:
        page.line(say_step(step, resolution.manifest, matrix), head=f"{step.step}. ", indent=2, hang=3)
        page.field("after it", _AFTER[step.state_after], indent=5)
        page.field("way back", say_undo(step), indent=5)

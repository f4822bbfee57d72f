"""The part of the text report that says the way out: the core that blocks it, the nearest sets, the steps."""

from ._page import Page
from ._shape import AnswerShape, ReportShape
from ._view import STATES, say_assumed, say_changes, say_core, say_kind, say_name


def put_core(page: Page, report: ReportShape) -> None:
    """Why nothing that may change helps, or why the unknown facts cannot all be met."""
    if report.core:
        page.heading(say_core(report))
        for item in report.core:
            page.line(f"{item.kind} {item.name}: {item.text}", indent=2)


def put_answers(page: Page, report: ReportShape) -> None:
    """The nearest set with all that is known of it, the others in a line each."""
    for place, answer in enumerate(report.nearest, start=1):
        if place == 1:
            kind = say_kind(answer, report)
            page.heading(*((f"{kind}: ", say_name(answer)) if answer.validated else (kind,)))
            _put_answer(page, answer)
        else:
            kind = "validated" if answer.validated else "by the rules alone"
            changes = ", ".join(say_changes(answer.changes)) or "no change"
            page.line(f"{say_name(answer)}, {kind}: {changes}", head=f"{place}. ", indent=2, hang=3)
    search = report.search
    if search and not search.proved:
        page.line(f"the search ended at its limit of {search.limit} nodes; there may be a nearer set", head="note: ", indent=2)


def _put_answer(page: Page, answer: AnswerShape) -> None:
    page.field("run by", answer.run_by or "")
    page.field("changes", *say_changes(answer.changes))
    page.field("covers", ", ".join(answer.covers))
    page.field("not covered", ", ".join(answer.not_covered))
    page.field("assumed", say_assumed(answer))
    page.field("doubt", *answer.doubts)


def put_plan(page: Page, report: ReportShape) -> None:
    """The steps in their order, each with what it leads to and the way back."""
    if report.plan:
        page.heading("steps")
    for step in report.plan:
        page.line(step.do, head=f"{step.step}. ", indent=2, hang=3)
        page.field("after it", STATES[step.state_after], indent=5)
        page.field("way back", step.undo, indent=5)

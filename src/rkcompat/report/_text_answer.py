"""The part of the text report that says the way out: the core that blocks it, the nearest sets, the steps."""

from ._page import Page
from ._shape import AnswerShape, ReportShape
from ._view import say_assumed, say_changes, say_checks, say_core, say_kind, say_name, say_state, say_way_back


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
            cost = f", cost {answer.cost}" if answer.changes else ""
            page.line(f"{say_name(answer)}, {kind}{cost}: {changes}", head=f"{place}. ", indent=2, hang=3)
    search = report.search
    if search and not search.proved:
        page.line(f"the search ended at its limit of {search.limit} nodes; there may be a nearer set", head="note: ", indent=2)


def _put_answer(page: Page, answer: AnswerShape) -> None:
    page.field("run by", answer.run_by or "")
    page.field("changes", *say_changes(answer.changes, owners=True))
    page.field("cost", str(answer.cost) if answer.changes else "")
    page.field("covers", ", ".join(answer.covers))
    page.field("not covered", ", ".join(answer.not_covered))
    page.field("assumed", say_assumed(answer))
    page.field("doubt", *answer.doubts)


def put_plan(page: Page, report: ReportShape, *, verbose: bool = False) -> None:
    """The steps in their order: what to do, how to see that it is done, what it leads to; on request where from and back."""
    if report.plan:
        page.heading("steps")
    for step in report.plan:
        page.line(step.do, head=f"{step.step}. ", indent=2, hang=3)
        page.field("first", *step.first, indent=5)
        if verbose:
            page.field("from", *step.get, indent=5)
        page.commands("run", *step.run, indent=5)
        page.field("check", *say_checks(step), indent=5)
        page.field("after it", say_state(step, report), indent=5)
        if verbose:
            page.field("way back", say_way_back(step), indent=5)
            page.commands("", *step.undo_run, indent=5)

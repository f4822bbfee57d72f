"""The part of the text report that says the way out: the core that blocks it, the nearest sets, the steps."""

from ._page import Page
from ._shape import AnswerShape, ReportShape
from ._view import say_checks, say_core, say_from, say_state, say_way_back
from ._view_answer import (
    say_acts,
    say_assumed,
    say_beside,
    say_by,
    say_changes,
    say_distance,
    say_failed,
    say_joined,
    say_kind,
    say_name,
    say_obstacles,
    say_warnings,
)


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
            page.heading(*((f"{kind}: ", say_name(answer)) if answer.covers else (kind,)))
            _put_answer(page, answer)
        else:
            _put_beside(page, answer, report.nearest[0], place)
    search = report.search
    if search and not search.proved:
        page.line(f"the search ended at its limit of {search.limit} nodes; there may be a nearer set", head="note: ", indent=2)


def _put_answer(page: Page, answer: AnswerShape) -> None:
    page.field(say_by(answer.kind), answer.run_by or "")
    page.field("changes", *say_changes(answer.changes, owners=True))
    page.field("cost", str(answer.cost) if answer.changes else "")
    page.field("covers", ", ".join(answer.covers))
    page.field("not covered", ", ".join(answer.not_covered))
    page.field("joined", *say_joined(answer))
    page.field("assumed", say_assumed(answer))
    page.field("doubt", *answer.doubts)
    page.field("failed", *say_failed(answer))
    page.field("warned of", *say_warnings(answer))
    page.field("note", answer.note or "")


def _put_beside(page: Page, answer: AnswerShape, first: AnswerShape, place: int) -> None:
    """Another answer: what it asks and costs beside the first, and what it gains and risks."""
    head = f"{place}. {say_acts(answer)}, {say_beside(answer, first)}: "
    page.line(say_name(answer), head=head, indent=2, hang=3)
    page.field("changes", *say_changes(answer.changes), indent=5)
    page.field("gains", *(answer.gains or ()), indent=5)
    page.field("risks", *(answer.risks or ()), indent=5)
    page.field("note", answer.note or "", indent=5)


def put_distances(page: Page, report: ReportShape) -> None:
    """How far it is to every validated set of this SoC, one line each, and why the others cannot be had."""
    if not report.distances:
        return
    page.heading(f"what it costs to take over each of the {len(report.distances)} validated sets of this SoC")
    for one in report.distances:
        if one.cost is not None:
            page.line(f"{one.set}: {say_distance(one)}", head=f"{one.cost:4}  ", indent=2, hang=6)
    for why, sets in say_obstacles(report.distances):
        page.line(f"{why}: {sets}", head="   -  ", indent=2, hang=6)


def put_plan(page: Page, report: ReportShape, *, verbose: bool = False) -> None:
    """The steps in their order: what to do, from where, how to see that it is done, what follows; on request the way back."""
    if report.plan:
        page.heading("steps")
    for step in report.plan:
        page.line(step.do, head=f"{step.step}. ", indent=2, hang=3)
        page.field("first", *step.first, indent=5)
        page.field("from", *(step.get if verbose else say_from(step)), indent=5)
        page.commands("run", *step.run, indent=5)
        page.field("check", *say_checks(step), indent=5)
        page.field("after it", say_state(step, report), indent=5)
        if verbose:
            page.field("way back", say_way_back(step), indent=5)
            page.commands("", *step.undo_run, indent=5)

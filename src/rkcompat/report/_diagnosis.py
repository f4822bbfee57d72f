"""What a log means, for people: the layer that failed first, the lines that show it, the way out or what to look at."""

from ..model.diagnosis import Diagnosis, Link, Part
from ..model.matrix import Matrix
from ._diagnosis_performance import put_performance
from ._format import PLAIN, Look
from ._page import Page
from ._published import publish
from ._text_answer import put_answers, put_core, put_plan
from ._text_findings import put_missing

_HEADS: dict[Part, str] = {
    "cause": "failed: ",
    "consequence": "after it: ",
    "warning": "warned: ",
    "statement": "states: ",
    "harmless": "harmless: ",
}

_LINE = 140
"""Characters of a line of the log that are shown."""


def diagnosis_to_text(diagnosis: Diagnosis, matrix: Matrix, look: Look = PLAIN) -> str:
    """What the log means, what follows, and what would help."""
    page = Page(look)
    _put_head(page, diagnosis)
    _put_chain(page, diagnosis)
    if diagnosis.reasons:
        page.heading("why the driver is too low")
    for reason in diagnosis.reasons:
        page.line(reason.text, head=f"{reason.id}: ", indent=2)
    _put_rules(page, diagnosis)
    _put_open(page, diagnosis)
    put_performance(page, diagnosis)
    report = publish(diagnosis.resolution, matrix)
    put_missing(page, report, verbose=look.verbose)
    put_core(page, report)
    put_answers(page, report)
    put_plan(page, report)
    page.blank()
    page.line(f"matrix of {matrix.edition}, {matrix.sha256[:12]}")
    return str(page)


def _put_head(page: Page, diagnosis: Diagnosis) -> None:
    resolution = diagnosis.resolution
    if diagnosis.layer is None:
        page.line(say_nothing_failed(diagnosis), head="nothing failed: " if diagnosis.chain else "")
    else:
        first = next(link.hit.signature for link in diagnosis.chain if link.part == "cause")
        head = f"{diagnosis.layer.replace('-', ' ')} failed first: " if first.severity == "error" else "warned: "
        page.line(first.title, head=head, paint="bad" if first.severity == "error" else "warn")
    page.line(resolution.reason, head=f"{resolution.verdict}: ", paint="strong")


def say_nothing_failed(diagnosis: Diagnosis) -> str:
    """What a log without a failure shows: that a program is well, or nothing."""
    if diagnosis.chain:
        return "no line says that anything failed"
    return "no line of this log is known; is it what the program printed, from its start?"


def _put_chain(page: Page, diagnosis: Diagnosis) -> None:
    """The lines in their order; what each proves, and what not, where something failed."""
    if diagnosis.chain:
        page.heading("the lines")
    for link in diagnosis.chain:
        _put_link(page, link)


def _put_link(page: Page, link: Link) -> None:
    hit, signature = link.hit, link.hit.signature
    text = hit.text if len(hit.text) <= _LINE else f"{hit.text[:_LINE]}..."
    times = f" ({hit.count} times)" if hit.count > 1 else ""
    page.line(f"{hit.place}: {text}{times}", head=_HEADS[link.part], indent=2)
    if link.part in {"cause", "harmless"} or (link.part == "warning"):
        page.field("proves", signature.proves, indent=4)
    if link.part == "cause":
        page.field("proves not", signature.proves_not, indent=4)
        page.field("change", signature.remedy, indent=4)
    page.field("versions", *link.explained, indent=4)


def _put_rules(page: Page, diagnosis: Diagnosis) -> None:
    """The rules on versions that are violated, a line each."""
    signatures = {link.hit.signature.id for link in diagnosis.chain}
    violated = {
        finding.rule.id: finding.rule
        for finding in diagnosis.resolution.findings
        if finding.verdict == "violated" and finding.rule.id not in signatures
    }
    if violated:
        page.heading("what does not fit")
    for name, rule in sorted(violated.items(), key=lambda item: (item[1].severity != "error", item[0])):
        page.line(rule.title, head=f"{rule.severity}: {name}: ", indent=2)


def _put_open(page: Page, diagnosis: Diagnosis) -> None:
    """Where versions do not explain it: what to look at, and what to try."""
    if diagnosis.layer is None or diagnosis.explained:
        return
    page.heading("versions do not explain this, as far as they are known; look at")
    for check in diagnosis.checks:
        page.line(check, head="- ", indent=2)
    open_questions = [question for question in diagnosis.questions if question.answer is None]
    for question in diagnosis.questions:
        if question.conclusion:
            page.line(question.conclusion, head=f"answered {question.id}={question.answer}: ", indent=2)
    if open_questions:
        page.heading("questions that tell causes apart (--answer ID=yes or ID=no)")
    for question in open_questions:
        page.line(question.text, head=f"{question.id}: ", indent=2)

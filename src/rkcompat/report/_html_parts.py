"""The parts of the HTML report: what to do, what does not fit, what is not known, the sets side by side, the rest."""

from collections.abc import Callable, Iterable, Iterator

from ._build import say_after, say_before
from ._html_text import code, escape, link
from ._project import rule_address
from ._shape import AnswerShape, ReportShape, SourceShape
from ._view import (
    Block,
    blocks_of,
    place_of,
    say_checks,
    say_core,
    say_source,
    say_state,
    say_way_back,
    verdicts_of,
    waiting_for,
)
from ._view_answer import say_assumed, say_failed, say_joined, say_kind, say_name, say_warnings, say_who

_NOW = "as it is now"


def put_what_to_do(report: ReportShape) -> Iterator[str]:
    """The first thing that a reader wants to know; every verdict has an answer to it."""
    yield "<h2>What to do</h2>"
    if report.verdict == "compatible":
        advised = any(finding.verdict == "violated" and finding.severity != "info" for finding in report.findings)
        more = "; what is advised against stands below" if advised else ": no rule speaks against this deployment"
        yield f"<p>Nothing{more}.</p>"
    elif report.plan:
        yield f"<p>Make {'this change' if len(report.plan) == 1 else 'these changes, in this order'}:</p>"
        yield from _plan(report)
    elif report.core and report.search:
        yield "<p>Nothing that may change helps. Lift one of the locks that are named below, or take other parts.</p>"
    elif any(missing.needed for missing in report.missing):
        yield "<p>Find out what is not known, add it to the manifest, and check again:</p><ol class='steps'>"
        for waiting in waiting_for(report, needed=True):
            names = ", ".join(escape(title) for title, _ in waiting.facts)
            keys = ", ".join(code(key) for _, keys in waiting.facts for key in keys)
            yield f"<li>{names}: {code(waiting.how)}"
            yield f"<br><span class='soft'>goes to {keys}; decides {escape(waiting.decides)}</span></li>"
        yield "</ol>"
    else:
        yield "<p>Follow the remedy of each error below.</p>"
        yield "<p class='soft'><code>rkcompat resolve</code> finds the nearest validated set.</p>"


def _plan(report: ReportShape) -> Iterator[str]:
    yield "<ol class='steps'>"
    for step in report.plan:
        yield f"<li><strong>{escape(step.do)}</strong><dl>"
        yield _field("who", map(escape, step.owners))
        yield _field("first", map(escape, step.first))
        yield _field("from", map(escape, step.get))
        yield _field("run", map(code, step.run))
        yield _field("verify", map(escape, say_checks(step)))
        yield _field("after it", [escape(say_state(step, report))])
        yield _field("way back", [escape(say_way_back(step)), *map(code, step.undo_run)])
        yield "</dl></li>"
    yield "</ol>"


def put_findings(report: ReportShape) -> Iterator[str]:
    """What does not fit, a block a rule, and what was waived."""
    for verdict, title in (("violated", "What does not fit"), ("waived", "Waived")):
        blocks = list(blocks_of(report, "violated" if verdict == "violated" else "waived"))
        if blocks:
            yield f"<h2>{title}</h2>"
        for block in blocks:
            yield from _block(block, verdict)


def _block(block: Block, verdict: str) -> Iterator[str]:
    rule = block.rule
    kind = "waived" if verdict == "waived" else rule.severity
    yield f"<section class='block'><h3><span class='tag {kind}'>{kind}</span> does not hold: {escape(rule.title)}</h3>"
    yield f"<p class='soft'>{link(rule.rule, rule_address(rule.rule))}, {escape(rule.layer.replace('-', ' '))}</p><dl>"
    found = (
        escape(one.text) + (f" <span class='soft'>({escape(place)})</span>" if (place := place_of(one)) else "")
        for one in block.found
    )
    yield _field("found", found)
    yield _field("needed", map(escape, block.needed))
    yield _field("change", [escape(rule.remedy)] if rule.remedy else [])
    yield _field("stated in", _sources(block))
    yield _field("beside", map(escape, block.beside))
    yield _field("note", map(escape, block.notes))
    yield "</dl>"
    if rule.fragment:
        lines = map(escape, rule.fragment.expandtabs().strip("\n").split("\n"))
        yield f"<pre>{'<br>'.join(lines)}</pre>"
    yield "</section>"


def _field(label: str, texts: Iterable[str]) -> str:
    said = "<br>".join(texts)
    return f"<dt>{label}</dt><dd>{said}</dd>" if said else ""


def _sources(block: Block) -> Iterator[str]:
    yield from (_source(source) for source in block.sources)
    if block.more_sources:
        yield f"and {block.more_sources} more: {code(f'rkcompat explain {block.rule.rule}')}"


def _source(source: SourceShape) -> str:
    return link(say_source(source), source.url or "")


def put_core(report: ReportShape) -> Iterator[str]:
    """Why nothing helps."""
    if report.core:
        yield f"<h2>{escape(say_core(report).capitalize())}</h2><ul>"
        yield from (f"<li>{item.kind} {code(item.name)}: {escape(item.text)}</li>" for item in report.core)
        yield "</ul>"


def put_answers(report: ReportShape) -> Iterator[str]:
    """The nearest sets side by side: what each asks to change, and who stands behind it."""
    if not report.nearest:
        return
    title = escape(say_kind(report.nearest[0], report).capitalize())
    yield f"<h2>{title}</h2>{_wide('Nearest sets')}"
    heads = "".join(f"<th scope='col'>{escape(say_name(answer))}</th>" for answer in report.nearest)
    yield f"<thead><tr><th scope='col'>part</th><th scope='col'>now</th>{heads}</tr></thead><tbody>"
    for about, now in _changing(report).items():
        yield _row(about, now, (_after(answer, about) for answer in report.nearest))
    said: tuple[tuple[str, Callable[[AnswerShape], str]], ...] = (
        ("who", say_who),
        ("covers", lambda answer: ", ".join(answer.covers)),
        ("not covered", lambda answer: ", ".join(answer.not_covered)),
        ("joined", lambda answer: "; ".join(say_joined(answer))),
        ("assumed", say_assumed),
        ("doubt", lambda answer: "; ".join(answer.doubts)),
        ("failed", lambda answer: "; ".join(say_failed(answer))),
        ("warned of", lambda answer: "; ".join(say_warnings(answer))),
        ("gains", lambda answer: "; ".join(answer.gains or ())),
        ("risks", lambda answer: "; ".join(answer.risks or ())),
        ("note", lambda answer: answer.note or ""),
    )
    for label, say in said:
        cells = [say(answer) for answer in report.nearest]
        if any(cells):
            yield _row(label, "", ((text, False) for text in cells))
    yield "</tbody></table></div>"
    if report.plan and report.verdict == "compatible":
        yield "<p>The way to the first of these:</p>"
        yield from _plan(report)
    if report.search and not report.search.proved:
        yield f"<p>The search ended at its limit of {report.search.limit} nodes; there may be a nearer set.</p>"


def _changing(report: ReportShape) -> dict[str, str]:
    """What any of the sets changes, with what it is now."""
    return {
        change.about: (change.before or "not known") + say_before(change.builds)
        for answer in report.nearest
        for change in answer.changes
    }


def _after(answer: AnswerShape, about: str) -> tuple[str, bool]:
    after = next((change.after + say_after(change.builds) for change in answer.changes if change.about == about), None)
    return (_NOW, False) if after is None else (after, True)


def _row(label: str, now: str, cells: Iterable[tuple[str, bool]]) -> str:
    shown = "".join(f"<td{' class=new' if new else ''}>{escape(text)}</td>" for text, new in cells)
    return f"<tr><th scope='row'>{escape(label)}</th><td>{escape(now)}</td>{shown}</tr>"


def _wide(label: str) -> str:
    """The beginning of a table that scrolls within itself where the page is narrow, also by keyboard."""
    return f"<div class='wide' tabindex='0' role='region' aria-label='{label}'><table>"


def put_rest(report: ReportShape) -> Iterator[str]:
    """Notes, facts and the rules that hold, folded away."""
    if report.notes:
        yield "<h2>Notes</h2><ul>"
        yield from (f"<li>{escape(note)}</li>" for note in report.notes)
        yield "</ul>"
    yield "<h2>What this rests on</h2>"
    if report.facts:
        yield f"<details><summary>Facts ({len(report.facts)})</summary>{_wide('Facts')}"
        yield "<thead><tr><th scope='col'>fact</th><th scope='col'>value</th><th scope='col'>read from</th></tr></thead><tbody>"
        for fact in report.facts:
            value = ", ".join(fact.value) if isinstance(fact.value, tuple) else str(fact.value)
            yield _row(fact.fact, value, ((fact.read_from or "", False),))
        yield "</tbody></table></div></details>"
    holds = sorted((name, one) for name, one in verdicts_of(report).items() if one.verdict == "satisfied")
    if holds:
        yield f"<details><summary>Rules that hold ({len(holds)})</summary><ul>"
        yield from (f"<li>{link(name, rule_address(name))}: {escape(one.title)}</li>" for name, one in holds)
        yield "</ul></details>"
    more = list(waiting_for(report, needed=False))
    if more:
        yield f"<details><summary>Facts that would tell more ({sum(len(one.facts) for one in more)})</summary><ul>"
        yield from (f"<li>{', '.join(escape(title) for title, _ in one.facts)}: {code(one.how)}</li>" for one in more)
        yield "</ul></details>"

"""The parts of a report in Markdown, of which the full report and the step summary are made."""

import re
from collections.abc import Callable, Iterable, Iterator

from ._project import rule_address
from ._shape import AnswerShape, ReportShape, SourceShape
from ._text_safe import printable
from ._view import Block, place_of, say_checks, say_core, say_source, say_state, say_way_back, waiting_for
from ._view_answer import say_assumed, say_changes, say_failed, say_joined, say_kind, say_name, say_warnings, say_who

#: What makes mark-up wherever it stands, what does at the beginning, and what makes a link of an address.
_SPECIAL = re.compile(r"([\\`*_\[\]|~$]|^[-+#=]|(?<=^\d)[.)]|(?<=^\d\d)[.)]|:(?=//)|(?<=www)\.)")
_TICKS = re.compile("`+")


def text(stated: str) -> str:
    """Text of unknown origin as Markdown that shows it and does nothing else: no mark-up, no link, no mention."""
    shown = _SPECIAL.sub(r"\\\1", printable(stated).strip())
    return shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("@", "@<!-- -->")


def code_in_cell(stated: str) -> str:
    """The text in a code span within a table, where a bar would end the cell."""
    return code(stated).replace("|", "\\|")


def code(stated: str) -> str:
    """The text in a code span."""
    shown = printable(stated)
    ticks = "`" * (max(map(len, _TICKS.findall(shown)), default=0) + 1)
    pad = " " if shown[:1] in ("`", " ") or shown[-1:] in ("`", " ") or not shown else ""
    return f"{ticks}{pad}{shown}{pad}{ticks}"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """A table; its cells are Markdown."""
    names = list(head)
    yield f"| {' | '.join(names)} |"
    yield f"|{' --- |' * len(names)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def rule(name: str) -> str:
    """A rule's id, with the way to what it says."""
    return f"[{code(name)}]({rule_address(name)})"


def put_block(block: Block, heading: str) -> Iterator[str]:
    """One violated rule."""
    finding = block.rule
    yield f"{heading} {finding.severity}: {rule(finding.rule)}"
    yield ""
    yield f"{text(finding.title)} ({text(finding.layer.replace('-', ' '))})."
    yield ""
    for one in block.found:
        place = place_of(one)
        yield f"- **found** {text(one.text)}" + (f" ({code(place)})" if place else "")
    yield from (f"- **needed** {text(line)}" for line in block.needed)
    yield from (f"- **stated in** {_source(source)}" for source in block.sources)
    if block.more_sources:
        yield f"- and {block.more_sources} more: {code(f'rkcompat explain {finding.rule}')}"
    yield from (f"- **beside** {text(line)}" for line in block.beside)
    if finding.remedy:
        yield f"- **change** {text(finding.remedy)}"
    yield from (f"- **note** {text(line)}" for line in block.notes)
    yield ""
    if finding.fragment:
        fence = "`" * (max(map(len, _TICKS.findall(finding.fragment)), default=2) + 1)
        yield from (fence, *map(printable, finding.fragment.expandtabs().strip("\n").split("\n")), fence, "")


def _source(source: SourceShape) -> str:
    said = text(say_source(source))
    address = source.url or ""
    return f"[{said}](<{printable(address).replace('<', '%3C').replace('>', '%3E')}>)" if _is_web(address) else said


def _is_web(address: str) -> bool:
    return address.startswith(("https://", "http://")) and " " not in address


def put_missing(report: ReportShape, heading: str) -> Iterator[str]:
    """The facts without which there is no verdict."""
    waiting = list(waiting_for(report, needed=True))
    if waiting:
        yield f"{heading} Not known, and needed"
        yield ""
        yield from table(
            ("fact", "find out", "decides"),
            (
                (
                    "<br>".join(f"{text(title)} ({', '.join(map(code_in_cell, keys))})" for title, keys in one.facts),
                    code_in_cell(one.how),
                    text(one.decides),
                )
                for one in waiting
            ),
        )


def put_core(report: ReportShape, heading: str) -> Iterator[str]:
    """Why nothing helps."""
    if report.core:
        yield f"{heading} {say_core(report).capitalize()}"
        yield ""
        yield from (f"- {item.kind} {code(item.name)}: {text(item.text)}" for item in report.core)
        yield ""


def put_answers(report: ReportShape, heading: str) -> Iterator[str]:
    """The nearest sets side by side."""
    if not report.nearest:
        return
    yield f"{heading} {say_kind(report.nearest[0], report).capitalize()}"
    yield ""
    rows: tuple[tuple[str, Callable[[AnswerShape], str]], ...] = (
        ("changes", lambda answer: "<br>".join(map(text, say_changes(answer.changes, owners=True))) or "none"),
        ("who", lambda answer: text(say_who(answer))),
        ("covers", lambda answer: text(", ".join(answer.covers))),
        ("not covered", lambda answer: text(", ".join(answer.not_covered))),
        ("joined", lambda answer: "<br>".join(map(text, say_joined(answer)))),
        ("assumed", lambda answer: text(say_assumed(answer))),
        ("doubt", lambda answer: "<br>".join(map(text, answer.doubts))),
        ("failed", lambda answer: "<br>".join(map(text, say_failed(answer)))),
        ("warned of", lambda answer: "<br>".join(map(text, say_warnings(answer)))),
        ("gains", lambda answer: "<br>".join(map(text, answer.gains or ()))),
        ("risks", lambda answer: "<br>".join(map(text, answer.risks or ()))),
        ("note", lambda answer: text(answer.note or "")),
    )
    yield from table(
        ("", *(text(say_name(answer)) for answer in report.nearest)),
        ((name, *cells) for name, say in rows if any(cells := [say(answer) for answer in report.nearest])),
    )
    if report.search and not report.search.proved:
        yield f"The search ended at its limit of {report.search.limit} nodes; there may be a nearer set."
        yield ""


def put_plan(report: ReportShape, heading: str) -> Iterator[str]:
    """The steps in their order, as a request that somebody else can carry out and tick off."""
    if report.plan:
        yield f"{heading} Change request"
        yield ""
    for step in report.plan:
        yield f"{step.step}. [ ] {text(step.do)}"
        for label, said in (
            ("who", map(text, step.owners)),
            ("first", map(text, step.first)),
            ("from", map(text, step.get)),
            ("run", map(code, step.run)),
            ("verify", map(text, say_checks(step))),
            ("after it", [text(say_state(step, report))]),
            ("way back", [text(say_way_back(step)), *map(code, step.undo_run)]),
        ):
            yield from (f"   - {label}: {line}" for line in said)
    if report.plan:
        yield ""

"""An explanation as text or JSON: what was asked, the lines that show it, and what would have it otherwise."""

import msgspec

from ..model.explanation import Explanation, Line
from ..model.fact import manifest_key
from ..model.finding import MissingFact, Reading
from ..model.manifest import Manifest
from ..model.matrix import Matrix
from ..model.resolution import Answer, Change
from ._build import say_after, say_before
from ._format import Look
from ._json_text import encode
from ._page import Page
from ._required import fill_in
from ._sources import Citation, cite, versions_in
from ._words import say_list, say_value, say_whose, title_of


def why_to_text(explained: Explanation, manifest: Manifest, matrix: Matrix, look: Look) -> str:
    """The explanation for a person at a terminal."""
    page = Page(look)
    if explained.question == "why" and explained.missing:
        _put_missing(page, explained, matrix)
        return str(page)
    explained = _with_required(explained, matrix)
    asked = f"{explained.about} {explained.version}".strip()
    if explained.near:
        page.line(
            f"near it {'are' if len(explained.near) > 1 else 'is'} {' and '.join(explained.near)}",
            head=f"no list has {asked}: ",
        )
        asked = f"{explained.about} {explained.version} (if there is one)"
    if explained.question == "why":
        _put_why(page, explained, asked)
    elif explained.holds:
        page.line("", head=f"{asked} does not fit while everything else stays as it is:")
    elif explained.opens:
        page.line("", head=f"no rule forbids {asked}, but a lock does")
    else:
        page.line("", head=f"nothing forbids {asked}")
    _put_lines(page, explained.now, explained, manifest, matrix)
    cannot = "let it stay" if explained.question == "why" else "make it fit"
    if explained.ever and explained.ever == explained.now:
        page.heading(f"no other change that is allowed would {cannot}")
    elif explained.ever:
        page.heading(f"no change of anything else would {cannot} either:")
        _put_lines(page, explained.ever, explained, manifest, matrix)
    _put_ways(page, explained)
    for number, component in enumerate(explained.opens, 1):
        more = "" if number == 1 else ", at a higher price"
        page.line(f"without the lock on {component} alone there would be a way{more}", head="note: ")
    if explained.missing:
        keys = ", ".join(manifest_key(one.fact, one.about) for one in explained.missing)
        page.line(f"needed facts are not known, and this says nothing of them: {keys}", head="note: ")
    return str(page)


def _put_ways(page: Page, explained: Explanation) -> None:
    """What would have it, each called what it is: a set that somebody ran, or a state that only the rules speak for."""
    way, cheaper = explained.way, explained.cheaper
    keep = explained.question == "why"
    if way is None:
        return
    if way.validated:
        page.heading(f"the nearest validated set that {'keeps' if keep else 'has'} it: ", _say_way(way))
    else:
        page.heading(f"no validated set {'keeps' if keep else 'has'} it; by the rules alone it takes: ", _say_way(way))
    if cheaper is not None:
        page.line(_say_way(cheaper), head="the rules alone allow it for less: ")


def _put_missing(page: Page, explained: Explanation, matrix: Matrix) -> None:
    """That there is nothing yet to give reasons for, and what would change that."""
    number = len(explained.missing)
    facts = f"{number} needed fact{'s are' if number > 1 else ' is'} not known"
    page.line(f"there is no answer yet, of {explained.about} or of anything else", head=f"undetermined, {facts}: ")
    for one in explained.missing:
        page.blank()
        page.line(f"{title_of(one.fact, matrix)} ({manifest_key(one.fact, one.about)})", indent=2)
        page.field("find out", one.how, indent=4)


def _with_required(explained: Explanation, matrix: Matrix) -> Explanation:
    def fill(answer: Answer | None) -> Answer | None:
        return answer and msgspec.structs.replace(answer, changes=fill_in(answer.changes, explained.broken, matrix))

    changes = fill_in(explained.changes, explained.broken, matrix)
    return msgspec.structs.replace(explained, changes=changes, way=fill(explained.way), cheaper=fill(explained.cheaper))


def _put_why(page: Page, explained: Explanation, asked: str) -> None:
    answer = explained.instead
    if not explained.changes:
        page.line("no rule demands that it change", head=f"{asked} stays: ")
        return
    page.line(say_changes(explained.changes), head="the answer changes ")
    if answer is not None:
        page.line(f"{answer.title} ({answer.set})" if answer.set else answer.title, head="the answer is: ", indent=2)
    if explained.now:
        page.heading("why it cannot stay as it is while nothing else changes:")
    else:
        page.line("it could stay; the answer changes it because that set was run with the other version", indent=2)


def _put_lines(page: Page, lines: tuple[Line, ...], explained: Explanation, manifest: Manifest, matrix: Matrix) -> None:
    told = {line.number: versions_in(f"{line.leaves} {_say_facts(line)}") for line in lines}

    def rank(line: Line, citation: Citation) -> tuple[bool, int]:
        versions = told[line.number].union(*(told[number] for number in line.follows_from))
        return versions.isdisjoint(versions_in(citation.place)), citation.rank

    for line in lines:
        page.line(_say_line(line, explained), head=f"({line.number}) ", indent=2, hang=4)
        for reading in line.facts:
            page.line(_say_reading(reading, manifest, matrix), indent=6)
        if line.rule is not None and line.kind != "cases":
            cited = [(*rank(line, citation), place, citation) for place, citation in enumerate(cite(line.rule.sources, matrix))]
            page.line(min(cited)[-1].place, head="stated in ", indent=6, paint="strong")


def _say_facts(line: Line) -> str:
    return " ".join(say_value(reading.value) for reading in line.facts)


def _say_line(line: Line, explained: Explanation) -> str:
    """A line as a sentence: what is supposed, what stands, what follows from which lines, which rule that breaks."""
    rule = f"the rule {line.rule.id}: {line.rule.title}" if line.rule else ""
    before = say_list([f"({number})" for number in line.follows_from])
    state = f"of toolkit {line.leaves}" if line.about.startswith("model[") else line.leaves
    if line.kind == "wish":
        return f"suppose that {line.about} {'stays' if explained.question == 'why' else 'is'} {state}"
    if line.kind == "fact":
        return f"{line.about} is {state}, as the manifest says"
    if line.kind == "lock":
        return f"{line.about} is {state}, and locked" + (f": {line.reason}" if line.reason else "")
    if line.kind == "step":
        return f"{f'from {before}' if before else 'hence'}: {line.about} must be {state}, by {rule}"
    if line.kind == "clash":
        verb = "breaks" if len(line.follows_from) == 1 else "together break"
        return f"{before} {verb} {rule}" if before else f"that breaks {rule}"
    return f"whatever the rest is changed to, one of these rules is broken: {line.reason}"


def _say_reading(reading: Reading, manifest: Manifest, matrix: Matrix) -> str:
    whose = say_whose(reading.about, reading.fact, manifest)
    text = f"{title_of(reading.fact, matrix)}: {say_value(reading.value)}"
    return f"given {whose}: {text}" if whose else f"given {text}"


def _say_way(answer: Answer) -> str:
    """An answer in a line: what it changes, what it costs, who ran it."""
    known = f"{answer.title} ({answer.set})" if answer.set else "nobody is known to have run it"
    return f"{say_changes(answer.changes) or 'no change'}; cost {answer.cost}; {known}"


def say_changes(changes: tuple[Change, ...]) -> str:
    """Changes in a line: ``runtime[0] 1.4.0 -> 2.3.2``."""
    moves = [(one.about, one.before + say_before(one.builds), one.after + say_after(one.builds)) for one in changes]
    return ", ".join(f"{about} {before} -> {after}".replace("  ", " ") for about, before, after in moves)


class _LineShape(msgspec.Struct, frozen=True, omit_defaults=True):
    number: int
    kind: str
    about: str = ""
    leaves: str = ""
    rule: str = ""
    sources: tuple[str, ...] = ()
    facts: dict[str, str] = {}
    from_: tuple[int, ...] = msgspec.field(default=(), name="from")
    reason: str = ""


class _WayShape(msgspec.Struct, frozen=True):
    validated: bool
    set: str | None
    cost: int
    changes: tuple[dict[str, str], ...]


class _MissingShape(msgspec.Struct, frozen=True):
    fact: str
    decides: tuple[str, ...]
    how: str


class _WhyShape(msgspec.Struct, frozen=True):
    format: int
    question: str
    about: str
    version: str
    near: tuple[str, ...]
    holds: bool
    now: tuple[_LineShape, ...]
    ever: tuple[_LineShape, ...]
    way: _WayShape | None
    cheaper: _WayShape | None
    opens: tuple[str, ...]
    missing: tuple[_MissingShape, ...]


def why_to_json(explained: Explanation, manifest: Manifest, matrix: Matrix, look: Look) -> str:
    """The explanation for a program, in the shape of `_WhyShape`."""
    explained = _with_required(explained, matrix)
    shape = _WhyShape(
        1,
        explained.question,
        explained.about,
        explained.version,
        explained.near,
        explained.holds,
        tuple(map(_line_shape, explained.now)),
        tuple(map(_line_shape, explained.ever)),
        _way_shape(explained.way) if explained.way else None,
        _way_shape(explained.cheaper) if explained.cheaper else None,
        explained.opens,
        tuple(map(_missing_shape, explained.missing)),
    )
    return encode(shape)


def _line_shape(line: Line) -> _LineShape:
    return _LineShape(
        number=line.number,
        kind=line.kind,
        about=line.about,
        leaves=line.leaves,
        rule=line.rule.id if line.rule else "",
        sources=line.rule.sources if line.rule else (),
        facts={f"{reading.about}: {reading.fact}": say_value(reading.value) for reading in line.facts},
        from_=line.follows_from,
        reason=line.reason,
    )


def _missing_shape(missing: MissingFact) -> _MissingShape:
    return _MissingShape(manifest_key(missing.fact, missing.about), missing.decides, missing.how)


def _way_shape(answer: Answer) -> _WayShape:
    changes = tuple(
        {"component": c.component, "about": c.about, "from": c.before, "to": c.after, "action": c.action}
        for c in answer.changes
    )
    return _WayShape(answer.validated, answer.set, answer.cost, changes)

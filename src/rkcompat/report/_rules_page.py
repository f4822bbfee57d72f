"""All rules as one page of Markdown, for people who look them up: ``docs/rules.md``."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..model.fact import fact_of
from ..model.matrix import Matrix
from ..model.rule import Rule
from ._sources import Citation, cite
from ._words import say_demand

_HEAD = """\
# The rules

Written by `docs/make_rules.py` from `matrices/rules`; do not edit it here. `rkcompat explain RULE` shows one rule.

A rule that is *beside* another speaks of the same question by another source: each keeps its own severity, and the
strictest of what is not disproved judges. Where a fact is not known without which an error *cannot be judged*, the
verdict is open; a rule that waits for any other fact does not apply.
"""

_SPECIAL = re.compile(r"[\\`*\[\]|]|<(?=[A-Za-z/!?])|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")
"""What Markdown would take for more than text; an underscore inside a word is none of it, nor is a comparison."""


def rules_to_markdown(matrix: Matrix, chapters: Mapping[str, Sequence[str]]) -> str:
    """The page: one heading a rule, chapter by chapter.

    Args:
        chapters: the title of each chapter, and the ids of its rules.
    """
    rules = {rule.id: rule for rule in matrix.rules}
    lines = [_HEAD]
    lines += [f"- [{_plain(title)}](#{_anchor(title)}): {len(ids)}" for title, ids in chapters.items()]
    for title, ids in chapters.items():
        lines += ["", f"## {_plain(title)}"]
        for id in ids:
            lines += ["", *_section(rules[id], matrix)]
    return "\n".join(lines) + "\n"


def _section(rule: Rule, matrix: Matrix) -> Iterator[str]:
    yield from (f"### {rule.id}", "", f"{_plain(rule.title)}.", "")
    yield "| severity | layer | basis | about |"
    yield "|---|---|---|---|"
    judges = "disproved: judges nothing" if rule.disproved_by else rule.severity
    yield f"| {judges} | {_words(rule.layer)} | {_words(rule.basis)} | {', '.join(rule.subjects)} |"
    yield from ("", _plain(rule.why), "")
    said = [_plain(say_demand(demand, matrix)) for demand in rule.when]
    if rule.require:
        yield from _item("When", said)
        yield from _item("Needed", [_plain(say_demand(demand, matrix)) for demand in rule.require])
        yield from _item("Cannot be judged without", map(_say_need, rule.needed))
    else:
        yield from _item("Not together" if len(said) > 1 else "Not", said)
    yield f"- **Change**: {_plain(rule.remedy)}"
    if rule.fragment:
        yield from ("", "```text", rule.fragment.strip("\n"), "```", "")
    yield from _list("Stated in", map(_say_source, cite(rule.sources, matrix)))
    others = (other for other in matrix.rules if other.id in rule.beside or rule.id in other.beside)
    yield from _list("Beside", (f"[{other.id}](#{other.id}) ({other.severity}): {_plain(other.title)}" for other in others))
    yield from _list("Disproved by", map(_say_source, cite(rule.disproved_by, matrix)))
    against = (row for row in matrix.sets if row.id in rule.contradicts)
    yield from _list("Somebody ran against it", (f"{_plain(row.title)} (`{row.id}`)" for row in against))
    yield from _item("Was", rule.was)


def _item(label: str, texts: Iterable[str]) -> Iterator[str]:
    """One line, where there is something to say."""
    said = "; ".join(texts)
    if said:
        yield f"- **{label}**: {said}"


def _list(label: str, texts: Iterable[str]) -> Iterator[str]:
    """One line each below the label, where there are any."""
    said = [f"  - {text}" for text in texts]
    if said:
        yield from (f"- **{label}**", *said)


def _say_need(fact: str) -> str:
    known = fact_of(fact)
    mark = "``" if "`" in known.how else "`"
    return f"{_plain(known.title)} ({mark}{known.how}{mark})"


def _say_source(citation: Citation) -> str:
    address = citation.source.url
    place = _plain(citation.place)
    gist = f": {_plain(citation.gist)}" if citation.gist else ""
    where = "" if address or not citation.address else f"; {_plain(citation.address)}"
    return (f"[{place}]({address})" if address else place) + f"{gist} ({_words(citation.source.basis)}{where})"


def _words(id: str) -> str:
    return id.replace("-", " ")


def _plain(text: str) -> str:
    """Text of the matrices, of which Markdown makes nothing but text."""
    return _SPECIAL.sub(lambda found: f"\\{found[0]}", text)


def _anchor(title: str) -> str:
    """The name that a heading has as the target of a link."""
    return re.sub(r"[^a-z0-9_ -]", "", title.lower()).replace(" ", "-")

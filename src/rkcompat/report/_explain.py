"""One rule with all that is known of it: why it is so, who says it, who says something else, what to do."""

import msgspec
from msgspec import UNSET, UnsetType

from ..model.matrix import Matrix
from ..model.rule import Rule
from ..model.words import Basis, Layer, Severity
from ._format import PLAIN, Look
from ._json_text import encode
from ._page import Page
from ._sources import cite
from ._words import say_demand


class CitationShape(msgspec.Struct, frozen=True, kw_only=True):
    """Who states a rule, where, and what it says there."""

    id: str
    title: str
    publisher: str
    basis: Basis
    section: str | None
    gist: str | None
    url: str | UnsetType = UNSET
    citation: str | UnsetType = UNSET
    method: str | UnsetType = UNSET
    """How it was measured."""


class OtherShape(msgspec.Struct, frozen=True, kw_only=True):
    """A rule on the same question that says something else."""

    rule: str
    severity: Severity
    title: str


class RuleShape(msgspec.Struct, frozen=True, kw_only=True):
    """A rule in words."""

    id: str
    title: str
    layer: Layer
    severity: Severity
    basis: Basis
    subjects: tuple[str, ...]
    when: tuple[str, ...]
    """All must hold for it to apply."""
    require: tuple[str, ...]
    """All must hold then; empty where all of `when` must not come together."""
    why: str
    remedy: str
    fragment: str | UnsetType = UNSET
    sources: tuple[CitationShape, ...]
    beside: tuple[OtherShape, ...]
    disproved_by: tuple[str, ...]
    """Sources that show it to be wrong: it judges nothing then."""
    contradicts: tuple[str, ...]
    """Validated sets that somebody ran against it."""
    was: tuple[str, ...]


class ExplanationShape(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of ``explain``, format 1."""

    format: int = 1
    rule: RuleShape


def rule_to_text(rule: Rule, matrix: Matrix, look: Look = PLAIN) -> str:
    """A rule for people."""
    page = Page(look)
    page.line(rule.title, head=f"{rule.id}: ")
    page.field("is", f"{rule.severity}, {rule.layer.replace('-', ' ')}, {rule.basis.replace('-', ' ')}")
    page.field("when" if rule.require else "forbids", *(say_demand(demand, matrix) for demand in rule.when))
    page.field("needed", *(say_demand(demand, matrix) for demand in rule.require))
    page.field("why", rule.why)
    page.field("change", rule.remedy)
    if rule.fragment:
        page.verbatim(rule.fragment)
    cited = cite(rule.sources, matrix)
    for citation in cited:
        gist = f": {citation.gist}" if citation.gist else ""
        page.field("stated in", f"{citation.place}{gist} ({citation.source.basis.replace('-', ' ')})")
        page.field("", citation.address)
    page.field("measured by", *dict.fromkeys(citation.source.method or "" for citation in cited))
    page.field("beside", *(f"{other.id} ({other.severity}): {other.title}" for other in _others(rule, matrix)))
    page.field("disproved", *(citation.place for citation in cite(rule.disproved_by, matrix)))
    page.field("against it", *(f"{row.title} ({row.id})" for row in matrix.sets if row.id in rule.contradicts))
    page.field("was", ", ".join(rule.was))
    return str(page)


def rule_to_json(rule: Rule, matrix: Matrix, look: Look = PLAIN) -> str:
    """A rule for programs."""
    return encode(
        ExplanationShape(
            rule=RuleShape(
                id=rule.id,
                title=rule.title,
                layer=rule.layer,
                severity=rule.severity,
                basis=rule.basis,
                subjects=rule.subjects,
                when=tuple(say_demand(demand, matrix) for demand in rule.when),
                require=tuple(say_demand(demand, matrix) for demand in rule.require),
                why=rule.why,
                remedy=rule.remedy,
                fragment=rule.fragment or UNSET,
                sources=tuple(
                    CitationShape(
                        id=citation.source.id,
                        title=citation.source.title,
                        publisher=citation.source.publisher,
                        basis=citation.source.basis,
                        section=citation.section or None,
                        gist=citation.gist or None,
                        url=citation.source.url or UNSET,
                        citation=citation.source.citation or UNSET,
                        method=citation.source.method or UNSET,
                    )
                    for citation in cite(rule.sources, matrix)
                ),
                beside=tuple(
                    OtherShape(rule=other.id, severity=other.severity, title=other.title) for other in _others(rule, matrix)
                ),
                disproved_by=rule.disproved_by,
                contradicts=rule.contradicts,
                was=rule.was,
            )
        )
    )


def _others(rule: Rule, matrix: Matrix) -> tuple[Rule, ...]:
    """The rules beside it, whichever of the two names the other."""
    return tuple(other for other in matrix.rules if other.id in rule.beside or rule.id in other.beside)

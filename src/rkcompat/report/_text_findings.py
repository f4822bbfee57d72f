"""The part of the text report that says what does not fit, and what is not known."""

import re
from collections.abc import Iterator
from itertools import groupby

from ..model.fact import manifest_key
from ..model.finding import Finding, MissingFact
from ..model.matrix import Matrix
from ..model.resolution import Resolution
from ..model.rule import Rule
from ..model.words import LAYERS, SEVERITIES
from ._page import UNBROKEN, Page
from ._sources import cite
from ._words import Found, say_found, say_needed, title_of

_PAINT = {"error": "bad", "warning": "warn", "info": "strong"}

#: More sources than these tire the reader; `explain` shows them all.
_SOURCES = 2

_VERSION = re.compile(r"\d+\.\d+\.\d+")


def put_violated(page: Page, resolution: Resolution, matrix: Matrix) -> None:
    """One block for each violated rule, however many libraries or models violate it; a line where it is only worth knowing."""
    violated = sorted((finding for finding in resolution.findings if finding.verdict == "violated"), key=_weight)
    for _, group in groupby(violated, key=lambda finding: finding.rule.id):
        findings = list(group)
        rule = findings[0].rule
        page.blank()
        if rule.severity == "info":
            page.line(rule.title, head=f"info: {rule.id}: ")
        else:
            page.line(f"{rule.id} ({rule.layer.replace('-', ' ')})", head=f"{rule.severity}: ", paint=_PAINT[rule.severity])
            page.line(rule.title, indent=2, hang=0)
            _put_details(page, findings, resolution, matrix)


def _weight(finding: Finding) -> tuple[int, int, str, tuple[str, ...]]:
    """Errors first, then in the order in which a deployment meets the layers."""
    rule = finding.rule
    return -SEVERITIES.index(rule.severity), LAYERS.index(rule.layer), rule.id, finding.about


def _put_details(page: Page, findings: list[Finding], resolution: Resolution, matrix: Matrix) -> None:
    rule, manifest = findings[0].rule, resolution.manifest
    found = dict.fromkeys(entry for finding in findings for entry in say_found(finding, manifest, matrix))
    page.field("found", *(_with_place(entry, resolution) for entry in found))
    page.field("needed", *dict.fromkeys(line for finding in findings for line in say_needed(finding, manifest, matrix)))
    page.field("stated in", *_stated_in(rule, " ".join(entry.text for entry in found), matrix))
    page.field("beside", *_beside(rule.beside, matrix))
    page.field("change", rule.remedy)
    if rule.fragment:
        page.verbatim(rule.fragment)
    page.field("note", *dict.fromkeys(finding.note for finding in findings))


def _with_place(found: Found, resolution: Resolution) -> str:
    """What was found, with the command that showed it, or else the line of the manifest that states it."""
    read_from = next((fact.read_from for fact in resolution.facts if fact.fact == found.key), None)
    line = resolution.lines.get(found.key)
    place = read_from or (f"line{UNBROKEN}{line}" if line else "")
    return f"{found.text}  ({place})" if place else found.text


def _stated_in(rule: Rule, found: str, matrix: Matrix) -> Iterator[str]:
    """The sources that speak of the very versions that were found first, the strongest of each kind first."""
    versions = set(_VERSION.findall(found))
    cited = sorted(cite(rule.sources, matrix), key=lambda one: (versions.isdisjoint(_VERSION.findall(one.place)), one.rank))
    for citation in cited[:_SOURCES]:
        yield f"{citation.place} ({citation.source.basis.replace('-', ' ')})"
    if len(cited) > _SOURCES:
        yield f"and {len(cited) - _SOURCES} more: rkcompat explain {rule.id}"


def _beside(names: tuple[str, ...], matrix: Matrix) -> Iterator[str]:
    """What other sources say on the same question."""
    return (f"{rule.id} ({rule.severity}): {rule.title}" for rule in matrix.rules if rule.id in names)


def put_missing(page: Page, resolution: Resolution, matrix: Matrix, *, verbose: bool) -> None:
    """The facts that are not known, each with a command that shows it; one entry for the same fact of several libraries."""
    for needed, title in ((True, "not known, and needed"), (False, "not known; would tell more")):
        facts = [missing for missing in resolution.missing if missing.needed is needed]
        if facts and (needed or verbose):
            page.heading(title)
            for _, same in groupby(sorted(facts, key=lambda one: (one.fact, one.about)), key=lambda one: one.fact):
                _put_missing_fact(page, list(same), matrix)


def _put_missing_fact(page: Page, same: list[MissingFact], matrix: Matrix) -> None:
    keys = ", ".join(manifest_key(missing.fact, missing.about) for missing in same)
    page.line(f"{title_of(same[0].fact, matrix)} ({keys})", indent=2)
    page.field("find out", same[0].how, indent=4)
    page.field("decides", ", ".join(sorted({rule for missing in same for rule in missing.decides})), indent=4)

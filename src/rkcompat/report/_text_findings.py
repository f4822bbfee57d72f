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

#: Nor does a reader want all the rules that wait for one fact.
_RULES = 4

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
    page.field("beside", *_beside(rule, resolution))
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


def _beside(rule: Rule, resolution: Resolution) -> Iterator[str]:
    """What other sources say on the same question, where it has no block of its own."""
    others = {finding.rule.id: finding for finding in resolution.findings if finding.rule.id in rule.beside}
    for name, finding in sorted(others.items()):
        if finding.verdict != "violated" or finding.rule.severity == "info":
            yield f"{name} ({finding.rule.severity}, {finding.verdict.replace('-', ' ')}): {finding.rule.title}"


def put_missing(page: Page, resolution: Resolution, matrix: Matrix, *, verbose: bool) -> None:
    """The facts that are not known, those together that one command shows, the same fact of several libraries once."""
    for needed, title in ((True, "not known, and needed"), (False, "not known; would tell more")):
        facts = sorted((one for one in resolution.missing if one.needed is needed), key=lambda one: (one.fact, one.about))
        if not facts or not (needed or verbose):
            continue
        page.heading(title)
        by_command: dict[str, list[MissingFact]] = {}
        for one in facts:
            by_command.setdefault(one.how, []).append(one)
        for how, shown in by_command.items():
            _put_missing(page, how, shown, matrix)


def _put_missing(page: Page, how: str, facts: list[MissingFact], matrix: Matrix) -> None:
    """What one command shows, and which rules wait for it."""
    for fact, same in groupby(facts, key=lambda one: one.fact):
        page.line(f"{title_of(fact, matrix)} ({', '.join(manifest_key(fact, one.about) for one in same)})", indent=2)
    rules = sorted({rule for one in facts for rule in one.decides})
    more = f", and {len(rules) - _RULES} more" if len(rules) > _RULES else ""
    page.field("find out", how, indent=4)
    page.field("decides", ", ".join(rules[:_RULES]) + more, indent=4)

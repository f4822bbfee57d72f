"""What every report for people shows, put in order: blocks of violated rules, waiting facts, counts, changes in words."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby

import msgspec

from ..model.words import BASES, LAYERS, SEVERITIES, Verdict
from ._shape import (
    BoardShape,
    EvidenceShape,
    FindingShape,
    MissingShape,
    ReportShape,
    SourceShape,
    StepShape,
)
from ._sources import place_in, versions_in

#: More sources than these tire the reader; `explain` shows them all.
_SOURCES = 2

#: Nor does a reader want all the rules that wait for one fact.
_RULES = 4

#: Nor the same check of every model.
_ALIKE = 4

_INDEX = re.compile(r"\[\d+\]")

WORST_FIRST: tuple[Verdict, ...] = ("violated", "undetermined", "waived", "satisfied", "not-applicable")


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """One rule that does not hold, however many libraries or models it does not hold for."""

    rule: FindingShape
    """The first of its findings, for all that the rule itself says."""
    found: tuple[EvidenceShape, ...]
    needed: tuple[str, ...]
    sources: tuple[SourceShape, ...]
    """Those worth showing: first those that speak of the versions that were found, the strongest first."""
    more_sources: int
    """How many are left out."""
    beside: tuple[str, ...]
    """What other sources say on the same question, where that has no block of its own."""
    notes: tuple[str, ...]


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """Facts that are not known and that one command shows."""

    how: str
    facts: tuple[tuple[str, tuple[str, ...]], ...]
    """What each is, with the keys of the manifest that would state it."""
    decides: str
    """The rules that wait for them."""


def blocks_of(report: ReportShape, verdict: Verdict = "violated") -> Iterator[Block]:
    """The rules of that verdict, the gravest first, then in the order in which a deployment meets the layers."""
    findings = sorted((finding for finding in report.findings if finding.verdict == verdict), key=weight)
    for _, group in groupby(findings, key=lambda finding: finding.rule):
        same = list(group)
        found = tuple(dict.fromkeys(entry for finding in same for entry in evidence_of(finding)))
        cited = _cited(same[0], " ".join(entry.text for entry in found))
        yield Block(
            rule=same[0],
            found=found,
            needed=tuple(dict.fromkeys(line for finding in same for line in demands_of(finding))),
            sources=tuple(cited[:_SOURCES]),
            more_sources=len(cited[_SOURCES:]),
            beside=tuple(_beside(same[0], report)),
            notes=tuple(dict.fromkeys(finding.note for finding in same if finding.note)),
        )


def weight(finding: FindingShape) -> tuple[int, int, str, tuple[tuple[int, str], ...]]:
    """Errors first, then in the order in which a deployment meets the layers; ``model[2]`` before ``model[10]``."""
    about = tuple((len(name), name) for name in finding.about)
    return -SEVERITIES.index(finding.severity), LAYERS.index(finding.layer), finding.rule, about


def evidence_of(finding: FindingShape) -> tuple[EvidenceShape, ...]:
    """What was found; a report of an early version has only the sentence."""
    return finding.evidence or ((EvidenceShape(text=finding.found, fact=""),) if finding.found else ())


def demands_of(finding: FindingShape) -> tuple[str, ...]:
    """What was needed, one text a demand."""
    return finding.demands or ((finding.needed,) if finding.needed else ())


def place_of(found: EvidenceShape) -> str:
    """The command that showed it, or else the line of the manifest that states it."""
    return found.read_from or (f"line {found.line}" if found.line else "")


def say_source(source: SourceShape) -> str:
    """Title, section, and how it is known."""
    place = place_in(source.title, source.section)
    return f"{place} ({source.basis.replace('-', ' ')})" if source.basis else place


def _cited(rule: FindingShape, found: str) -> list[SourceShape]:
    versions = versions_in(found)

    def rank(source: SourceShape) -> tuple[bool, int]:
        silent = versions.isdisjoint(versions_in(place_in(source.title, source.section)))
        return silent, BASES.index(source.basis) if source.basis else len(BASES)

    return sorted(rule.sources, key=rank)


def _beside(rule: FindingShape, report: ReportShape) -> Iterator[str]:
    others = {finding.rule: finding for finding in report.findings if finding.rule in rule.beside}
    for name, finding in sorted(others.items()):
        if finding.verdict != "violated" or finding.severity == "info":
            yield f"{name} ({finding.severity}, {finding.verdict.replace('-', ' ')}): {finding.title}"


def waiting_for(report: ReportShape, *, needed: bool) -> Iterator[Waiting]:
    """The facts that are not known, those together that one command shows, the same fact of several libraries once."""
    by_command: dict[str, list[MissingShape]] = {}
    for one in report.missing:
        if one.needed is needed:
            by_command.setdefault(one.how, []).append(one)
    for how, shown in by_command.items():
        titles: dict[str, list[str]] = {}
        for one in shown:
            titles.setdefault(one.title or one.fact, []).append(say_key(one))
        rules = sorted({rule for one in shown for rule in one.decides})
        more = f", and {len(rules) - _RULES} more" if len(rules) > _RULES else ""
        yield Waiting(
            how=how,
            facts=tuple((title, tuple(keys)) for title, keys in titles.items()),
            decides=", ".join(rules[:_RULES]) + more,
        )


def say_key(missing: MissingShape) -> str:
    """The key of the manifest that would state a fact; where that is whether a library is there, what states either."""
    return '[[runtime]], or absent = ["runtime"]' if missing.fact == "absent" else missing.fact


def verdicts_of(report: ReportShape) -> dict[str, FindingShape]:
    """Each rule with the finding that is worst for it, the worst rules first."""
    worst: dict[str, FindingShape] = {}
    for finding in sorted(report.findings, key=lambda finding: WORST_FIRST.index(finding.verdict)):
        worst.setdefault(finding.rule, finding)
    return worst


def say_counts(report: ReportShape) -> str:
    """How many rules came to what: ``2 violated, 14 satisfied``; and what the log itself states, a count of its own."""
    said = verdicts_of(report).values()
    counts = Counter(finding.verdict for finding in said if not finding.log_line)
    lines = sum(finding.log_line is True for finding in said)
    told = [f"{counts[verdict]} {verdict.replace('-', ' ')}" for verdict in WORST_FIRST if counts[verdict]]
    return (", ".join(told) or "none") + (f"; failures that the log states: {lines}" if lines else "")


def say_board(report: ReportShape) -> str:
    """The board by its names."""
    board = report.manifest.board or BoardShape()
    name = " ".join(filter(None, (board.name, board.label and f"({board.label})")))
    return ", ".join(filter(None, (board.soc, name))) or "a board that is not named"


def say_manifest(report: ReportShape) -> str:
    """The manifest as the user named it."""
    return "standard input" if report.manifest.path == "-" else report.manifest.path


def say_core(report: ReportShape) -> str:
    """What the core of a report is the core of."""
    if report.search:
        return "nothing that may change helps; without any one of these, something would"
    return "no value of the unknown facts satisfies all of these together"


def say_state(step: StepShape, report: ReportShape) -> str:
    """What a step leads to, as far as the facts are known."""
    if step.state_after == "compatible":
        open_facts = [missing.title or missing.fact for missing in report.missing if missing.needed]
        return f"compatible, but for what is not known: {', '.join(open_facts[:3])}" if open_facts else "compatible"
    return f"down until {f'step {step.down_until}' if step.down_until else 'a later step'} is done"


def say_way_back(step: StepShape) -> str:
    """How to take a step back, and whether the board works then."""
    worked = {"compatible": "; the state before is compatible", "down": "; the state before does not fit either"}
    return step.undo + (worked[step.undo_state] if step.undo_state else "")


def say_from(step: StepShape) -> tuple[str, ...]:
    """Where the files are; nothing where the step itself names the images, of which there may be many."""
    return () if step.get and step.get[0] in step.do else step.get


def say_checks(step: StepShape) -> Iterator[str]:
    """The facts that must hold then, each with what shows it; what is asked of many entries alike, of the first."""
    alike: dict[tuple[str, str, str], list[str]] = {}
    for check in step.verify:
        alike.setdefault((_INDEX.sub("", check.fact), check.value, check.how), []).append(check.fact)
    for (fact, value, how), facts in alike.items():
        shown = facts if len(facts) <= _ALIKE else facts[:1]
        more = len(facts) - len(shown)
        for one in shown:
            others = f", and that of {more} more of [[{fact.partition('.')[0]}]]" if more else ""
            yield f"{one} = {value}{others}  ({how})"

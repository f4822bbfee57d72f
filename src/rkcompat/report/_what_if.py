"""Two judgements of one manifest, as things stand and as they would be: what a change breaks and mends."""

from collections.abc import Iterator, Sequence

import msgspec

from ..model.finding import Finding
from ..model.manifest import Manifest, Runtime
from ..model.matrix import Matrix
from ..model.resolution import Resolution
from ..model.words import SEVERITIES
from ._format import Look
from ._json_text import encode
from ._page import Page
from ._words import say_found, say_needed

Key = tuple[str, tuple[str, ...]]
"""A rule, and what it is asked of."""


class Difference(msgspec.Struct, frozen=True):
    """One rule that says something else."""

    before: Finding | None
    after: Finding | None

    @property
    def finding(self) -> Finding:
        """The later one, or the earlier where it is gone."""
        found = self.after or self.before
        assert found is not None  # a difference has a side
        return found


def differences(before: Resolution, after: Resolution) -> tuple[Difference, ...]:
    """The findings whose verdict changes between two judgements, in the order of the rules."""
    mine, theirs = _by_key(before), _by_key(after)
    changed = [Difference(mine.get(key), theirs.get(key)) for key in sorted(mine.keys() | theirs.keys())]
    return tuple(one for one in changed if _verdict(one.before) != _verdict(one.after))


def _by_key(resolution: Resolution) -> dict[Key, Finding]:
    return {(finding.rule.id, finding.about): finding for finding in resolution.findings if finding.verdict != "not-applicable"}


def _verdict(finding: Finding | None) -> str:
    return finding.verdict if finding else "not-applicable"


def _is_info(one: Difference) -> bool:
    """Whether it is of a rule that nothing breaks on."""
    return one.finding.rule.severity == "info"


def _is_open(finding: Finding | None) -> bool:
    """Whether it tells nothing better than that a rule may not hold."""
    return _verdict(finding) in ("undetermined", "violated")


def _changed_entries(before: Manifest, after: Manifest) -> Iterator[tuple[str, int]]:
    """Table and index of each library and model that is not as it was."""
    for table in ("runtime", "model"):
        old = getattr(before, table)
        for index, entry in enumerate(getattr(after, table)):
            if index >= len(old) or entry != old[index]:
                yield table, index


def _of_several(before: Manifest, after: Manifest) -> Iterator[str]:
    """Of tables with several entries, which one it is that changes."""
    for table, index in _changed_entries(before, after):
        entries = getattr(after, table)
        if len(entries) > 1:
            entry = entries[index]
            names = [entry.id, entry.path] if table == "runtime" else [entry.path or entry.found_at]
            told = ", ".join(filter(None, names))
            aside = ", which is not the loaded one" if table == "runtime" and _is_aside(entry, entries) else ""
            yield f"changed: {table}[{index}]{f' ({told})' if told else ''}{aside}, one of {len(entries)}"


def _is_aside(copy: Runtime, copies: Sequence[Runtime]) -> bool:
    """Whether it is another copy of its library that is known to be loaded."""
    return not copy.loaded and any(other.loaded for other in copies if other.library == copy.library)


def what_if_to_text(before: Resolution, after: Resolution, settings: tuple[str, ...], matrix: Matrix, look: Look) -> str:
    """The change for a person at a terminal: the verdicts, then what breaks, what is mended, what else changes."""
    page = Page(look)
    page.line(f"{before.verdict} -> {after.verdict}", head=f"with {', '.join(settings)}: ")
    for line in _of_several(before.manifest, after.manifest):
        page.line(line, indent=2)
    changed = sorted(differences(before, after), key=lambda one: -SEVERITIES.index(one.finding.rule.severity))
    broken = [one for one in changed if _verdict(one.after) == "violated"]
    mended = [one for one in changed if _verdict(one.before) == "violated" and _verdict(one.after) != "violated"]
    parts = (
        ("broken by it", [one for one in broken if not _is_info(one)]),
        ("mended by it", [one for one in mended if not _is_info(one)]),
        ("worth knowing then", list(filter(_is_info, broken))),
        ("no longer so", list(filter(_is_info, mended))),
        ("needs no waiver then", [one for one in changed if _verdict(one.before) == "waived" and not _is_open(one.after)]),
        ("let pass by a waiver then", [one for one in changed if _verdict(one.after) == "waived" and one not in mended]),
        ("no longer open", [one for one in changed if _verdict(one.before) == "undetermined" and not _is_open(one.after)]),
        ("no longer known whether it holds", [one for one in changed if _verdict(one.after) == "undetermined"]),
    )
    for title, ones in parts:
        for one in ones:
            page.heading(f"{title}: ", f"{one.finding.rule.severity} {one.finding.rule.id}")
            page.line(one.finding.rule.title, indent=2)
            if one.after is not None and one.after.verdict == "violated":
                page.field("found", *(found.text for found in say_found(one.after, after.manifest, matrix)))
                page.field("needed", *say_needed(one.after, after.manifest, matrix))
    if not any(ones for _, ones in parts):
        page.line("no rule judges it otherwise", indent=2)
    for note in after.notes:
        if note not in before.notes:
            page.line(note, head="note: ", indent=2)
    return str(page)


class _Changed(msgspec.Struct, frozen=True):
    rule: str
    severity: str
    about: tuple[str, ...]
    before: str
    after: str


class _WhatIf(msgspec.Struct, frozen=True):
    format: int
    settings: tuple[str, ...]
    entries: tuple[str, ...]
    """The libraries and models that are not as they were: ``runtime[0]``."""
    before: str
    after: str
    changed: tuple[_Changed, ...]


def what_if_to_json(before: Resolution, after: Resolution, settings: tuple[str, ...], matrix: Matrix, look: Look) -> str:
    """The change for a program, in the shape of `_WhatIf`."""
    changed = tuple(
        _Changed(one.finding.rule.id, one.finding.rule.severity, one.finding.about, _verdict(one.before), _verdict(one.after))
        for one in differences(before, after)
    )
    entries = tuple(f"{table}[{index}]" for table, index in _changed_entries(before.manifest, after.manifest))
    shape = _WhatIf(1, settings, entries, before.verdict, after.verdict, changed)
    return encode(shape)

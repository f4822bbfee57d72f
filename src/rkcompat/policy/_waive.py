"""Waivers held against findings: what is let pass, what has expired, what matches nothing."""

from collections.abc import Collection, Iterator, Sequence

import msgspec

from ..model.finding import Finding
from ..model.manifest import Manifest
from ..model.waiver import Waiver
from ..toml._nearest import nearest

_OPEN = ("violated", "undetermined")
"""The verdicts that a waiver is for; it says nothing of another rule that waits for the same fact."""


def waive(findings: Sequence[Finding], manifest: Manifest, waivers: Sequence[Waiver], today: str) -> tuple[Finding, ...]:
    """The findings with those that a waiver covers marked as waived; one that has expired is named and changes nothing.

    Args:
        findings: what the rules say.
        manifest: of what they say it.
        waivers: those that are meant for this manifest.
        today: ``2026-11-29``.
    """
    by_rule: dict[str, list[Waiver]] = {}
    for waiver in waivers:
        by_rule.setdefault(waiver.rule, []).append(waiver)
    return tuple(
        _judge(finding, by_rule, manifest, today) if finding.verdict in _OPEN and by_rule else finding for finding in findings
    )


def _judge(finding: Finding, by_rule: dict[str, list[Waiver]], manifest: Manifest, today: str) -> Finding:
    named = [waiver for id in (finding.rule.id, *finding.rule.was) for waiver in by_rule.get(id, ())]
    if not named:
        return finding
    concerned = {*finding.rule.subjects, *finding.about, *_names(finding.about, manifest)}
    fits = [waiver for waiver in named if concerned.issuperset(waiver.subjects)]
    if not fits:
        return finding
    waiver = next((one for one in fits if today <= one.expires), None)
    if waiver is not None:
        note = _join(finding.note, f"{waiver.reason}; {waiver.owner} answers for it until {waiver.expires}")
        return msgspec.structs.replace(finding, verdict="waived", note=note, waiver=waiver)
    waiver = max(fits, key=lambda one: one.expires)
    note = _join(finding.note, f"the waiver of {waiver.owner} expired on {waiver.expires} and does not apply")
    return msgspec.structs.replace(finding, note=note, waiver=waiver)


def _names(about: Sequence[str], manifest: Manifest) -> Iterator[str]:
    """What the entries are called: their ids and paths."""
    for name in about:
        table, _, index = name.removesuffix("]").partition("[")
        entries = getattr(manifest, table, None)
        if index and isinstance(entries, tuple) and int(index) < len(entries):
            entry = entries[int(index)]
            yield from (text for key in ("id", "path", "found_at") if (text := getattr(entry, key, None)))


def _join(note: str, more: str) -> str:
    return f"{note}; {more}" if note else more


def is_meant_for(waiver: Waiver, path: str) -> bool:
    """Whether a waiver speaks of the manifest at this path, seen from the configuration's folder, with forward slashes."""
    if waiver.manifest is None:
        return True
    from fnmatch import fnmatchcase

    return fnmatchcase(path if "/" in waiver.manifest else path.rpartition("/")[2], waiver.manifest)


def unmatched(waivers: Sequence[Waiver], paths: Sequence[str], findings: Collection[Finding]) -> tuple[Waiver, ...]:
    """The waivers that speak of one of these manifests and match nothing in any: nobody needs them."""
    used = {finding.waiver for finding in findings}
    return tuple(one for one in waivers if one not in used and any(is_meant_for(one, path) for path in paths))


def say_unmatched(waiver: Waiver, rules: Collection[str]) -> str:
    """A waiver that matches nothing, as a report notes it; `rules` are the ids that there are."""
    about = f" about {', '.join(waiver.subjects)}" if waiver.subjects else ""
    meant = None if waiver.rule in rules else nearest(waiver.rule, rules)
    advice = f"did you mean {meant}" if meant else "take it out"
    return f"{waiver.place or 'waiver'}: the waiver of {waiver.rule}{about} ({waiver.owner}) matches nothing; {advice}"

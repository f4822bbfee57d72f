"""What differs between two deployments: text for people, JSON for programs."""

import msgspec

from ..model.manifest_diff import Effect, ManifestChange, ManifestDiff, RuleChange
from ._format import PLAIN, Look
from ._json_text import encode, plain
from ._page import Page

_TITLES: dict[Effect, tuple[str, str]] = {
    "broken": ("broken", "bad"),
    "open": ("no longer known", "warn"),
    "waived": ("waived", "strong"),
    "mended": ("mended", "good"),
    "told": ("known now", "good"),
}
"""What a person is told of, the worst first; what else differs stands in the JSON."""


class DiffShape(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of ``diff``, format 1."""

    format: int = 1
    changes: tuple[ManifestChange, ...]
    removed: tuple[str, ...]
    added: tuple[str, ...]


def manifests_to_json(diff: ManifestDiff, look: Look = PLAIN) -> str:
    """All that differs, for programs."""
    changes = tuple(msgspec.structs.replace(one, old=plain(one.old), new=plain(one.new)) for one in diff.changes)
    return encode(DiffShape(changes=changes, removed=tuple(map(plain, diff.removed)), added=tuple(map(plain, diff.added))))


def manifests_to_text(diff: ManifestDiff, look: Look = PLAIN) -> str:
    """What a person wants to know: the verdicts, the facts, and which of them broke or mended what."""
    parts = [_pair(change, look) for change in diff.changes]
    page = Page(look)
    for title, paths in (("only in OLD: ", diff.removed), ("only in NEW: ", diff.added)):
        for path in paths:
            page.line(path, head=title)
    rest = [str(page)] if diff.removed or diff.added else []
    return "\n".join([*parts, *rest])


def _pair(change: ManifestChange, look: Look) -> str:
    page = Page(look)
    same = change.before == change.after
    page.line(change.before if same else f"{change.before} -> {change.after}", head="verdict: ")
    page.line(change.old if change.old == change.new else f"{change.old} -> {change.new}")
    if change.facts:
        page.heading("facts")
    for fact in change.facts:
        page.line(f"{fact.before or '(not stated)'} -> {fact.after or '(not stated)'}", head=f"{fact.fact}: ", indent=2)
    for effect, (title, paint) in _TITLES.items():
        ones = [one for one in change.rules if one.effect == effect]
        if ones:
            page.blank()
            page.line("", head=title, paint=paint)
        for one in ones:
            about = f" ({', '.join(one.about)})" if one.about else ""
            page.line(f"{one.severity} {one.rule}{about}{_by(one)}", indent=2)
    if not change.facts and not any(one.effect in _TITLES for one in change.rules):
        page.line("nothing differs", indent=2)
    return str(page)


def _by(one: RuleChange) -> str:
    if not one.by:
        return ""
    return f", by {', '.join(one.by)}" + (" together" if one.together and len(one.by) > 1 else "")

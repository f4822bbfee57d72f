"""A published report → what a comparison needs of it."""

from collections.abc import Iterator

import msgspec

from ..model.words import Compatibility, Severity, Verdict
from ._shape import BatchShape, Document, UnusableShape

Key = tuple[str, tuple[str, ...]]
"""A rule, and the entries of the manifest that it was asked of."""


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """What was said of one manifest, ready to be held beside another."""

    path: str
    verdict: Compatibility
    facts: dict[str, str]
    """Key of the manifest to what it states."""
    rules: dict[Key, tuple[Severity, Verdict]]


def judged_in(document: Document) -> Iterator[Judged]:
    """The manifests of a report that could be judged."""
    for report in document.reports if isinstance(document, BatchShape) else (document,):
        if isinstance(report, UnusableShape):
            continue
        yield Judged(
            path=report.manifest.path,
            verdict=report.verdict,
            facts={one.fact: say_fact(one.value) for one in report.facts},
            rules={(one.rule, tuple(one.about)): (one.severity, one.verdict) for one in report.findings},
        )


def say_fact(value: str | int | bool | tuple[str, ...]) -> str:
    """A fact as TOML writes it, without quotes."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(value) or "none" if isinstance(value, tuple) else str(value)

"""Every pair of the releases of two components: judged as a board that has just these two, and held against what ran."""

from collections.abc import Container, Iterable
from itertools import product
from typing import NamedTuple

import msgspec

from ...model.coverage import Cell, Coverage, State
from ...model.fact import FACTS
from ...model.finding import Finding
from ...model.manifest import FORMAT, Board, Driver, Lite, Manifest, Model, Runtime, Server, Toolkit, Use
from ...model.matrix import Matrix, Release, ValidatedSet
from ...model.platform import Platform
from ...model.rule import Rule
from ...model.version import Key, Version
from .._check import check, verdict_of
from .._world import build_world

COVERED = ("toolkit", "model", "lite", "runtime", "server", "driver", "rkllm-toolkit", "rkllm-model", "rkllm-runtime")
"""The components that have releases; a model goes by the toolkit that made it."""

_MADE_BY = {"model": "toolkit", "rkllm-model": "rkllm-toolkit"}


class _Part(NamedTuple):
    """One release as a part of a board."""

    name: str
    version: Version
    tables: dict[str, object]
    """The tables of a manifest that has it."""


def cover(matrix: Matrix, row: str, column: str, platform: Platform) -> Coverage:
    """What is known of each release of `row` with each of `column`, both of `COVERED`, on a chip."""
    left_out: list[str] = []
    rows = _fitting(row, matrix, platform, left_out)
    columns = _fitting(column, matrix, platform, left_out)
    rules = frozenset(rule.id for rule in matrix.rules if _reads_release(rule, row) and _reads_release(rule, column))
    ran: dict[tuple[Key, Key], list[ValidatedSet]] = {}
    for one in matrix.sets:
        if (
            platform.id in one.socs
            and {row, column} <= one.components.keys()
            and not _failed_otherwise(one, rules, matrix, platform)
        ):
            ran.setdefault((one.components[row].low, one.components[column].low), []).append(one)
    cells = []
    for left, right in product(rows, columns):
        findings = [found for found in _judge((left, right), matrix, platform) if found.rule.id in rules]
        cells.append(_cell(left, right, findings, ran.get((left.version.low, right.version.low), [])))
    return Coverage(
        row_component=row,
        column_component=column,
        soc=platform.id,
        rows=tuple(part.name for part in rows),
        columns=tuple(part.name for part in columns),
        cells=tuple(cells),
        left_out=tuple(dict.fromkeys(left_out)),
    )


def _fitting(component: str, matrix: Matrix, platform: Platform, left_out: list[str]) -> list[_Part]:
    """The releases that fit the chip by themselves; the names of the others go to `left_out`."""
    key = (platform.runtime_library or "") if component == "runtime" else _MADE_BY.get(component, component)
    releases = matrix.releases.get(key, ())
    fitting = []
    for release in releases:
        part = _part(component, release, platform)
        parts = [part]
        if component in _MADE_BY:  # what it cannot convert for, no model is of
            parts.append(_part(_MADE_BY[component], release, platform))
        if verdict_of(_judge(parts, matrix, platform)) == "incompatible":
            left_out.append(f"{component} {_name(release, releases)}")
        else:
            fitting.append((release, part))
    kept = tuple(release for release, _ in fitting)
    return [part._replace(name=_name(release, kept)) for release, part in fitting]


def _name(release: Release, releases: tuple[Release, ...]) -> str:
    """The version, with the build where another of the releases has the same version."""
    twins = [other for other in releases if other.version.low == release.version.low]
    text = release.version.text
    return f"{text} {release.builds[0].partition('@')[0]}" if len(twins) > 1 and release.builds else text


def _part(component: str, release: Release, platform: Platform) -> _Part:
    version, text = release.version, release.version.text
    build = release.builds[0] if release.builds else None
    tables: dict[str, object]
    match component:
        case "runtime" | "rkllm-runtime":
            library = "librkllmrt" if component == "rkllm-runtime" else release.library
            copy = msgspec.convert({"library": library, "version": text, "build": build, "loaded": True}, Runtime)
            tables = {"runtime": (copy,)}
        case "model" | "rkllm-model":
            kind = "rkllm" if component == "rkllm-model" else "rknn"
            model = Model(kind=kind, toolkit=text, target_platform=(platform.id,))  # type: ignore[arg-type]
            tables = {"model": (model,)}
        case "driver":
            tables = {"driver": Driver(family="rknpu", version=text)}
        case "lite":
            tables = {"lite": Lite(version=text)}
        case "server":
            tables = {"server": Server(version=text), "use": Use(board_debugging=True)}
        case _:
            tables = {component.replace("-", "_"): Toolkit(version=text)}
    return _Part(text, version, tables)


def _judge(parts: Iterable[_Part], matrix: Matrix, platform: Platform) -> tuple[Finding, ...]:
    """What all rules say of a board that has these parts and no others."""
    tables: dict[str, object] = {}
    for name, value in (table for part in parts for table in part.tables.items()):
        known = tables.get(name)
        tables[name] = known + value if isinstance(known, tuple) and isinstance(value, tuple) else value
    manifest = msgspec.structs.replace(Manifest(manifest=FORMAT, board=Board(soc=platform.id)), **tables)
    return check(build_world(manifest, matrix), matrix)


def _failed_otherwise(row: ValidatedSet, rules: Container[str], matrix: Matrix, platform: Platform) -> bool:
    """Whether a set failed for a reason that rules other than these know: it tells nothing of what these are about."""
    if row.works:
        return False
    parts = []
    for component, version in row.components.items():
        if component in COVERED:
            library = platform.runtime_library if component == "runtime" else None
            parts.append(_part(component, Release(component=component, version=version, library=library), platform))
    findings = _judge(parts, matrix, platform)
    return any(f.verdict == "violated" and f.rule.severity == "error" and f.rule.id not in rules for f in findings)


def _reads_release(rule: Rule, component: str) -> bool:
    """Whether the rule asks something of the component that differs from release to release."""
    return not rule.disproved_by and component in {
        subject
        for demand in rule.when + rule.require
        for fact, subject in ((demand.fact, demand.subject), (demand.other, demand.other_subject))
        if fact not in FACTS or fact.endswith((".version", ".toolkit")) or fact in ("model.schema", "model.compiler")
    }


def _cell(one: _Part, other: _Part, findings: list[Finding], ran: list[ValidatedSet]) -> Cell:
    state, rules = _decide(findings)
    if state not in ("known-bad", "violated") and ran:
        state = "works" if any(row.works for row in ran) else "failed"
    waiting = _ids(f.rule for f in findings if f.rule.severity == "error" and (f.verdict == "undetermined" or f.note))
    return Cell(row=one.name, column=other.name, state=state, rules=rules, open=waiting, sets=tuple(row.id for row in ran))


def _decide(findings: list[Finding]) -> tuple[State, tuple[str, ...]]:
    """What the rules say, and which of them."""

    def of(verdict: str, severity: str = "error") -> list[Rule]:
        return [f.rule for f in findings if f.verdict == verdict and f.rule.severity == severity]

    if broken := of("violated"):
        return "known-bad" if any(rule.is_prohibition for rule in broken) else "violated", _ids(broken)
    if advice := of("violated", "warning"):
        return "advised-against", _ids(advice)
    met = of("satisfied")
    return "satisfied" if met else "unknown", _ids(met)


def _ids(rules: Iterable[Rule]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rule.id for rule in rules))

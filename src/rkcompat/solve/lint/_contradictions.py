"""Rules that forbid what somebody ran: each validated set that works, held against every rule."""

from collections.abc import Iterator
from typing import Any

import msgspec

from ...model.manifest import Manifest
from ...model.matrix import Matrix, ValidatedSet
from ...model.platform import Platform
from .._check import check
from .._world import build_world


def contradicted_sets(matrix: Matrix) -> tuple[tuple[str, str], ...]:
    """Each error rule, and a set that works and violates it on one of its SoCs; sorted.

    A set that failed shows nothing, a disproved rule judges nothing, and a rule that names the set under ``contradicts`` has
    said so.
    """
    found: set[tuple[str, str]] = set()
    for row in matrix.sets:
        if row.works:
            platforms = [matrix.platforms[soc] for soc in row.socs if soc in matrix.platforms]
            found |= {(rule, row.id) for platform in platforms for rule in _violated(row, platform, matrix)}
    told = {(rule.id, row) for rule in matrix.rules for row in rule.contradicts}
    return tuple(sorted(found - told))


def _violated(row: ValidatedSet, platform: Platform, matrix: Matrix) -> Iterator[str]:
    for finding in check(build_world(_manifest_of(row, platform), matrix), matrix):
        if finding.verdict == "violated" and finding.rule.severity == "error":
            yield finding.rule.id


def _manifest_of(row: ValidatedSet, platform: Platform) -> Manifest:
    """The deployment that a set describes, on one SoC: what it names and no more."""
    named = {component: version.text for component, version in row.components.items()}
    stated: dict[str, Any] = {"manifest": 1, "board": {"soc": platform.id}, "runtime": [], "model": []}
    if "driver" in named:
        stated["driver"] = {"family": "rknpu", "version": named["driver"]}
    if "kernel" in named:
        stated["kernel"] = {"release": named["kernel"]}
    for component in ("toolkit", "lite", "server", "rkllm-toolkit"):
        if component in named:
            stated[component.replace("-", "_")] = {"version": named[component]}
    for component, library in (("runtime", platform.runtime_library), ("rkllm-runtime", "librkllmrt")):
        if component in named:
            stated["runtime"].append({"library": library, "version": named[component], "loaded": True})
    for component, kind in (("model", "rknn"), ("rkllm-model", "rkllm")):
        if component in named:
            stated["model"].append({"kind": kind, "toolkit": named[component], "target_platform": [platform.id]})
    stated["use"] = {"board_debugging": True} if {"toolkit", "server"} <= named.keys() else {}
    return msgspec.convert(stated, Manifest)

"""Platforms, releases and validated sets: their order, and that each names only what there is."""

from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from ..errors import Problem
from ..model.matrix import Matrix, Release
from ..model.version import Version, parse_version
from ..model.words import COMPONENTS
from ._compile import Files

MADE_BY: Mapping[str, str] = {"model": "toolkit", "rkllm-model": "rkllm-toolkit"}
"""A model's version is that of the toolkit that made it."""

_UNLISTED = ("kernel", "image")
"""Components whose releases nobody lists: anyone builds one."""


def releases_of(matrix: Matrix, component: str) -> tuple[Release, ...]:
    """All releases of a component, of a runtime those of each library; of a model its toolkit's."""
    wanted = MADE_BY.get(component, component)
    return tuple(release for rows in matrix.releases.values() for release in rows if release.component == wanted)


def check_platforms(files: Files, matrix: Matrix) -> Iterator[Problem]:
    """A name means one SoC; a chip of generation 2 runs its own models, any other says what it needs."""
    owners: dict[str, str] = {}
    libraries = {release.library for release in releases_of(matrix, "runtime")}
    for name in files.by_folder["platforms"]:
        platform = matrix.platforms[Path(name).stem]
        for alias in (platform.id, *platform.aliases):
            if owners.setdefault(alias, platform.id) != platform.id:
                yield Problem(name, None, f"the name {alias!r} is that of {owners[alias]} too")
        for target in platform.runs_models_for:
            if target not in matrix.aliases:
                yield Problem(name, None, f"runs-models-for: there is no platform {target!r}")
        if platform.generation != 2:
            if not platform.needs:
                yield Problem(
                    name, None, f"is of generation {platform.generation} and does not say what it needs", "add needs = …"
                )
        elif platform.id not in platform.runs_models_for:
            yield Problem(
                name, None, f"runs-models-for: found {list(platform.runs_models_for)}, needed {platform.id!r} among them"
            )
        elif platform.runtime_library not in libraries | {None}:
            yield Problem(name, None, f"runtime-library: there is no release of {platform.runtime_library!r}")


def check_releases(files: Files, matrix: Matrix) -> Iterator[Problem]:
    """Releases stand in order, once each, and PEP 440 agrees where it can read them."""
    keys: dict[str | None, Collection[str | None]] = {
        "npu": {platform.npu for platform in matrix.platforms.values()},
        "soc": matrix.platforms,
    }
    for name, file in files.by_folder["components"].items():
        if file.component not in COMPONENTS:
            yield Problem(name, None, f"there is no component {file.component!r}", "use " + ", ".join(COMPONENTS))
        for row in file.release:
            for soc in row.get("socs", ()):
                if soc not in matrix.platforms:
                    yield Problem(name, None, f"release {row['version']!r}: socs: there is no platform {soc!r}")
            for attribute, shape in file.attribute.items():
                for key in row.get(attribute, ()) if shape.by else ():
                    if key != "*" and key not in keys[shape.by]:
                        yield Problem(name, None, f"release {row['version']!r}: {attribute}: there is no {shape.by} {key!r}")
        for library in sorted({row.get("library") or "" for row in file.release}):
            rows = [row for row in file.release if (row.get("library") or "") == library]
            yield from _out_of_order(name, rows)


def _out_of_order(name: str, rows: list[dict[str, Any]]) -> Iterator[Problem]:
    for before, after in pairwise(rows):
        older, newer = parse_version(before["version"]), parse_version(after["version"])
        label = f"release {newer.text!r}: "
        if older.low > newer.low:
            yield Problem(
                name, None, f"{label}stands behind the newer {older.text}", "releases stand in order, the oldest first"
            )
        elif older.low == newer.low and not _differ(before.get("builds", ()), after.get("builds", ())):
            yield Problem(name, None, f"{label}stands here twice", "two builds that behave differently name their builds")
        elif _pep_440_disagrees(older, newer):
            yield Problem(name, None, f"{label}stands behind {older.text}, and PEP 440 orders them the other way")


def _differ(builds: Collection[str], others: Collection[str]) -> bool:
    return bool(builds) and bool(others) and not set(builds) & set(others)


def _pep_440_disagrees(older: Version, newer: Version) -> bool:
    from packaging.version import InvalidVersion, Version as Pep440

    try:
        return Pep440(Pep440(older.text).public) > Pep440(Pep440(newer.text).public)
    except InvalidVersion:
        return False


def check_sets(files: Files, matrix: Matrix) -> Iterator[Problem]:
    """A validated set names SoCs and releases that are listed."""
    for name, file in files.by_folder["validated"].items():
        for row in file.set:
            label = f"set {row.id!r}: "
            if not row.socs:
                yield Problem(name, None, f"{label}socs: found none, needed those on which it ran")
            for soc in row.socs:
                if soc not in matrix.platforms:
                    yield Problem(name, None, f"{label}socs: there is no platform {soc!r}")
            for component, text in row.components.items():
                version = parse_version(text)
                listed = component in _UNLISTED or any(
                    version.low <= release.version.low < version.high for release in releases_of(matrix, component)
                )
                if not listed:
                    yield Problem(name, None, f"{label}{component} {text} is no listed release", "add it to components/")

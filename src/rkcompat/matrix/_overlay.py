"""A folder of matrices laid over another: its rows add, and one with the id of another fills in or narrows it.

Nothing is replaced: a value that is known may be said again, never otherwise. `rkcompat.matrix._narrow` judges rules.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ..errors import MatrixError, Problem
from ..model.matrix import Matrix
from ..model.version import parse_version
from ._compile import Files, attributes_of, compile_files, compile_rule, read_files, sources_of
from ._narrow import ways_to_pass
from ._shape import ComponentFile, PlatformFile, RuleRow

_GROWS = frozenset({"sources", "examples", "aliases", "builds", "beside", "contradicts", "was"})
"""Lists to which an overlay may add; any other list is one value."""

_ROWS = {"validated": "set", "signatures": "signature"}
"""Folders of rows with an id, and the key of their tables."""

_NOT_KNOWN: tuple[object, ...] = (None, "", (), {}, [])
_ANOTHER_ID = "an overlay adds and fills in what is not known; for another claim take another id"


_ROW = re.compile(r"(?:rule|release|set|signature) '([^']+)'")
"""How a problem names the row that it is about."""


def compile_overlaid(texts: Mapping[str, bytes], overlays: Sequence[Mapping[str, bytes]], sha256: str) -> Matrix:
    """Build the matrix from the contents of its files and of those laid over them, each over all before it.

    Raises:
        MatrixError: with everything that is wrong, what would replace a row among it.
    """
    return join(texts, overlays, sha256)[1]


def join(texts: Mapping[str, bytes], overlays: Sequence[Mapping[str, bytes]], sha256: str) -> tuple[Files, Matrix]:
    """The files with those laid over them, and the matrix that they make.

    Raises:
        MatrixError: as `compile_overlaid` does.
    """
    files = read_files(texts)
    for overlay in overlays:
        files = _lay_over(files, overlay)
    try:
        matrix = compile_files(Files(files.by_folder, []), sha256)
    except MatrixError as fault:
        raise MatrixError(*files.problems, *(placed(problem, (texts, *overlays)) for problem in fault.problems)) from None
    if files.problems:
        raise MatrixError(*files.problems)
    return files, matrix


def _lay_over(files: Files, texts: Mapping[str, bytes]) -> Files:
    """Both together, with what is wrong with either."""
    over = read_files(texts)
    by_folder = {folder: dict(entries) for folder, entries in files.by_folder.items()}
    problems: list[Problem] = []
    _add_files(by_folder["sources"], over.by_folder["sources"], problems)
    _add_files(by_folder["platforms"], over.by_folder["platforms"], problems)
    _check_names(by_folder["platforms"], over.by_folder["platforms"], problems)
    _add_components(by_folder["components"], over.by_folder["components"], problems)
    joined = Files(by_folder, problems)
    _add_rules(joined, over.by_folder["rules"])
    for folder, key in _ROWS.items():
        _add_rows(key, by_folder.get(folder, {}), over.by_folder.get(folder, {}), problems)
    with_lines = [placed(problem, (texts,)) for problem in problems]
    return Files(by_folder, [*files.problems, *over.problems, *with_lines])


def placed(problem: Problem, parts: Sequence[Mapping[str, bytes]]) -> Problem:
    """The problem at the line that begins its row: of the folders that write this row, in the one that lies over the others.

    Args:
        problem: what is wrong with a row of the joined files, which bears the name of the file below.
        parts: the contents of the matrix, and of each folder over it.
    """
    row, place = _ROW.match(problem.text), Path(problem.file)
    key = re.compile(rf'^\s*(?:id|version)\s*=\s*"{re.escape(row[1])}"' if row else "", re.MULTILINE)
    component = next((_component(part[problem.file]) for part in parts if problem.file in part), "")
    for part in reversed(parts) if problem.line is None else ():
        for name in sorted(part, key=lambda name: name != problem.file):
            if Path(name).parent.name != place.parent.name or _component(part[name]) != component:
                continue
            text = part[name].decode(errors="replace")
            found = key.search(text)
            if row and found:
                return problem._replace(file=name, line=text.count("\n", 0, found.end()) + 1)
            if not row and Path(name).name == place.name:
                return problem._replace(file=name)
    return problem


def _component(content: bytes) -> str:
    """What a file of ``components/`` says that its releases are of."""
    found = re.search(rb'^component\s*=\s*"([^"]*)"', content, re.MULTILINE)
    return found[1].decode(errors="replace") if found else ""


def _add_files(entries: dict[str, Any], over: Mapping[str, Any], problems: list[Problem]) -> None:
    """Add entries of one file each, whose name is their id."""
    known = {Path(name).stem: name for name in entries}
    for name, file in over.items():
        below = known.get(Path(name).stem)
        if below is None:
            entries[name] = file
        else:
            entries[below] = _filled(entries[below], file, name, "", problems)


def _check_names(platforms: Mapping[str, PlatformFile], over: Mapping[str, PlatformFile], problems: list[Problem]) -> None:
    """No name of a chip that the overlay tells of may be that of another chip."""
    for name, file in over.items():
        mine = {Path(name).stem, *file.aliases}
        for other, platform in platforms.items():
            taken = mine & {Path(other).stem, *platform.aliases} if Path(other).stem != Path(name).stem else ()
            problems += [Problem(name, None, f"{alias!r} is a name of {Path(other).stem}", _ANOTHER_ID) for alias in taken]


def _add_components(components: dict[str, ComponentFile], over: Mapping[str, ComponentFile], problems: list[Problem]) -> None:
    """Add releases, and attributes that they may have; a release that is new stays in the file that tells of it."""
    for name, file in over.items():
        below = {known: entry for known, entry in components.items() if entry.component == file.component}
        attributes = dict(file.attribute)
        for entry in below.values():
            attributes = _joined(entry.attribute, attributes, name, "", problems)
        added = []
        for row in file.release:
            twin = next(
                (
                    (known, at)
                    for known, entry in below.items()
                    for at, one in enumerate(entry.release)
                    if _same_release(one, row)
                ),
                None,
            )
            if twin is None:
                added.append(row)
                continue
            known, at = twin
            releases = list(below[known].release)
            releases[at] = _joined(releases[at], row, name, f"release {row['version']!r}: ", problems)
            below[known] = msgspec.structs.replace(below[known], release=tuple(releases))
        below[name] = msgspec.structs.replace(file, release=tuple(added))
        components |= {known: msgspec.structs.replace(entry, attribute=attributes) for known, entry in below.items()}


def _same_release(row: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two rows are about one release; builds that differ make two of one version."""
    if row.get("library") != other.get("library") or not _same_version(row.get("version"), other.get("version")):
        return False
    builds, others = row.get("builds"), other.get("builds")
    return not builds or not others or not set(builds).isdisjoint(others)


def _same_version(text: object, other: object) -> bool:
    try:
        return parse_version(str(text)).low == parse_version(str(other)).low
    except ValueError:  # the compiler says what is wrong with it
        return False


def _add_rules(files: Files, over: Mapping[str, Any]) -> None:
    """Add rules; one with the id of another takes its place where it narrows it, with the sources of both."""
    rules, problems = files.by_folder["rules"], files.problems
    sources, attributes = sources_of(files), attributes_of(files)
    known = {row.id: name for name, file in rules.items() for row in file.rule}
    for name, file in over.items():
        rules[name] = msgspec.structs.replace(file, rule=tuple(row for row in file.rule if row.id not in known))
        for row in file.rule:
            below = known.get(row.id)
            if below is None:
                continue
            old: RuleRow = next(one for one in rules[below].rule if one.id == row.id)
            new = _with_sources(old, row)
            label = f"rule {row.id!r}: "
            try:
                known_rule, new_rule = (compile_rule(one, sources, attributes) for one in (old, new))
                ways = list(ways_to_pass(known_rule, new_rule, attributes))
            except ValueError as fault:
                problems.append(Problem(name, None, f"{label}{fault}"))
                continue
            if row.layer != old.layer:
                ways.append((f"found layer {row.layer}, needed {old.layer}", "leave the layer"))
            if not set(row.disproved_by) <= set(old.disproved_by):
                ways.append(("found disproved-by, after which it would judge nothing", "leave it out"))
            problems += [Problem(name, None, f"{label}replaces the rule of that id in {below}: {way}", do) for way, do in ways]
            replaced = tuple(new if one.id == row.id else one for one in rules[below].rule)
            rules[below] = msgspec.structs.replace(rules[below], rule=replaced)


def _with_sources(old: RuleRow, row: RuleRow) -> RuleRow:
    """The narrowed rule, with all that is cited for either."""
    lists = {name: _union(getattr(old, name), getattr(row, name)) for name in ("sources", "beside", "contradicts", "was")}
    return msgspec.structs.replace(row, **lists, disproved_by=old.disproved_by, fragment=row.fragment or old.fragment)


def _add_rows(key: str, files: dict[str, Any], over: Mapping[str, Any], problems: list[Problem]) -> None:
    """Add the rows under a key; one with the id of another may only say more of the same."""
    known = {row.id: name for name, file in files.items() for row in getattr(file, key)}
    for name, file in over.items():
        files[name] = msgspec.structs.replace(file, **{key: tuple(row for row in getattr(file, key) if row.id not in known)})
        for row in getattr(file, key):
            below = known.get(row.id)
            if below is not None:
                label = f"{key} {row.id!r}: "
                rows = (
                    _filled(one, row, name, label, problems) if one.id == row.id else one for one in getattr(files[below], key)
                )
                files[below] = msgspec.structs.replace(files[below], **{key: tuple(rows)})


def _filled(old: msgspec.Struct, new: msgspec.Struct, name: str, label: str, problems: list[Problem]) -> Any:
    """A row with what another says of it beside."""
    stated = {
        field.name: value
        for field in msgspec.structs.fields(new)
        if (value := getattr(new, field.name)) != field.default and value not in _NOT_KNOWN
    }
    known = {field: getattr(old, field) for field in old.__struct_fields__}
    return msgspec.structs.replace(old, **_joined(known, stated, name, label, problems))


def _joined(old: Mapping[str, Any], new: Mapping[str, Any], name: str, label: str, problems: list[Problem]) -> dict[str, Any]:
    """Both, key by key; a problem for each key of which they say something else."""
    joined = dict(old)
    for key, value in new.items():
        known = joined.get(key)
        if known == value:
            continue
        if known in _NOT_KNOWN:
            joined[key] = value
        elif key in _GROWS:
            joined[key] = _union(known or (), value)
        elif isinstance(known, dict) and isinstance(value, dict) and "*" not in known:
            joined[key] = _joined(known, value, name, f"{label}{key}: ", problems)
        else:
            text = f"{label}{key}: found {_short(value)}, and the row that is there says {_short(known)}"
            problems.append(Problem(name, None, text, _ANOTHER_ID))
    return joined


def _union(old: Sequence[str], new: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*old, *new)))


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."

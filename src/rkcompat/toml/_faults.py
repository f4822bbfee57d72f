"""What is wrong with parsed TOML: every problem at once, each with its line and a hint.

It is held against declared types. What fits is kept, so that the rest can still be held against itself.
"""

from collections.abc import Generator, Iterable, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, get_args, get_origin

import msgspec

from ..errors import Problem
from ._lines import locate
from ._path import Path, spell
from ._shape import declared, element, is_table, known_keys, plain
from ._wording import found, hint, needed

#: Nobody reads more, and each costs a search for what was meant.
MOST = 100

Fault = tuple[Path, str, str | None]
"""The key that is wrong, what was found and needed, a hint."""

_UNFIT = object()
"""Stands for a value that has been reported."""


def to_problems(faults: Iterable[Fault], file: str, source: str | None, under: Path = ()) -> list[Problem]:
    """The faults in the order of their lines, at most a hundred; lines only where there is a source text.

    Args:
        faults: what is wrong.
        file: the file as the user named it.
        source: its text.
        under: the table of the text that was judged, if not the whole.
    """
    listed = list(islice(faults, MOST + 1))
    lines = locate(source) if source is not None else {}
    problems = []
    for path, text, advice in listed[:MOST]:
        key = spell((*under, *path))
        shown = key if len(key) <= 120 else f"{key[:120]}…"
        problems.append(Problem(file, line_of((*under, *path), lines), f"{shown}: {text}" if shown else text, advice))
    problems.sort(key=lambda problem: problem.line or 0)
    if len(listed) > MOST:
        problems.append(Problem(file, None, f"there are more than these {MOST} problems"))
    return problems


def line_of(path: Path, lines: Mapping[str, int]) -> int | None:
    """The line of a key, or of the nearest table around one that is missing."""
    return next((lines[key] for key in (spell(path[:end]) for end in range(len(path), 0, -1)) if key in lines), None)


def faults_in(data: dict[str, Any], table: type[msgspec.Struct], path: Path = ()) -> Generator[Fault, None, dict[str, Any]]:
    """Report what is wrong in a table; what is right."""
    kinds = declared(table)
    fit = {}
    for key, value in data.items():
        if key not in kinds:
            yield (*path, key), "unknown key", known_keys(key, table, path)
            continue
        kept = yield from _value(value, kinds[key], (*path, key))
        if kept is not _UNFIT:
            fit[key] = kept
    missing = [key for key in _required(table) if key not in data]
    if missing:
        yield path, f"found no {', '.join(missing)}, needed {', '.join(_required(table))}", None
    return fit


def _value(value: Any, kind: Any, path: Path) -> Generator[Fault, None, Any]:
    """Report what is wrong with a value; the value as far as it is right, or `_UNFIT`."""
    outer, inner = plain(kind), element(kind)
    if is_table(kind) and isinstance(value, dict):
        fit = yield from faults_in(value, outer, path)
        return fit if all(key in fit for key in _required(outer)) else _UNFIT
    if inner is not None and isinstance(value, list):
        items = []
        for index, item in enumerate(value):
            kept = yield from _value(item, inner, (*path, index))
            if kept is not _UNFIT:
                items.append(kept)
            elif is_table(inner) and not _required(plain(inner)):
                items.append({})  # those behind it keep their numbers
        return items
    if get_origin(outer) is dict and isinstance(value, dict):
        entries = {}
        for key, entry in value.items():
            kept = yield from _value(entry, get_args(outer)[1], (*path, key))
            if kept is not _UNFIT:
                entries[key] = kept
        return entries
    if not is_table(kind):
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError:
            pass
    yield path, f"found {found(value, kind)}, needed {needed(value, kind)}", hint(value, kind, path)
    if is_table(kind) and isinstance(value, list) and len(value) == 1:
        return (yield from _value(value[0], kind, (*path, 0)))
    if is_table(inner) and isinstance(value, dict):
        kept = yield from _value(value, inner, path)
        return _UNFIT if kept is _UNFIT else [kept]
    return _UNFIT


@lru_cache(maxsize=64)
def _required(table: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(field.encode_name for field in msgspec.structs.fields(table) if field.required)

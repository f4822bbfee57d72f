"""What is wrong with a manifest: every problem at once, each with its line and a hint.

Parsed TOML is held against the declared types of the format. What fits is kept, so that the rest of it can still be held
against itself; loaded only for a manifest that cannot be used.
"""

from collections.abc import Generator, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, get_args, get_origin

import msgspec

from ..errors import Problem
from ..model.manifest import FORMAT, Manifest, Table
from ._consistency import Fault, contradictions
from ._lines import locate
from ._path import Path, spell
from ._shape import declared, element, is_table, known_keys, plain
from ._wording import digits, found, hint, needed

#: Nobody reads more, and each costs a search for what was meant.
MOST = 100

_UNFIT = object()
"""Stands for a value that has been reported."""


def problems(data: dict[str, Any], file: str, source: str | None) -> list[Problem]:
    """All problems of a manifest in the order of its lines, at most a hundred; lines only where there is a source text."""
    faults = list(islice(_faults(data), MOST + 1))
    lines = locate(source) if source is not None else {}
    listed = []
    for path, text, advice in faults[:MOST]:
        key = spell(path)
        shown = key if len(key) <= 120 else f"{key[:120]}…"
        listed.append(Problem(file, _line(path, lines), f"{shown}: {text}", advice))
    listed.sort(key=lambda problem: problem.line or 0)
    if len(faults) > MOST:
        listed.append(Problem(file, None, f"there are more than these {MOST} problems"))
    return listed


def _line(path: Path, lines: Mapping[str, int]) -> int | None:
    """The line of a key, or of the nearest table around one that is missing."""
    return next((lines[key] for key in (spell(path[:end]) for end in range(len(path), 0, -1)) if key in lines), None)


def _faults(data: dict[str, Any]) -> Iterator[Fault]:
    number = data.get("manifest")
    if type(number) is int and number != FORMAT:
        advice = f"this rkcompat reads format {FORMAT}" + ("; a newer one may read this" if number > FORMAT else "")
        yield ("manifest",), f"found format {digits(number)}, needed format {FORMAT}", advice
        if number > FORMAT:
            return  # its keys are not ours to judge
    fit = yield from _table(data, Manifest, ())
    yield from contradictions(msgspec.convert({**fit, "manifest": FORMAT}, Manifest))


def _table(data: dict[str, Any], table: type[Table], path: Path) -> Generator[Fault, None, dict[str, Any]]:
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
    if missing and table is Manifest:
        yield (
            ("manifest",),
            f"found no such key, needed manifest = {FORMAT}",
            f"write manifest = {FORMAT} above the first table",
        )
    elif missing:
        yield path, f"found no {', '.join(missing)}, needed {', '.join(_required(table))}", None
    return fit


def _value(value: Any, kind: Any, path: Path) -> Generator[Fault, None, Any]:
    """Report what is wrong with a value; the value as far as it is right, or `_UNFIT`."""
    outer, inner = plain(kind), element(kind)
    if is_table(kind) and isinstance(value, dict):
        fit = yield from _table(value, outer, path)
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
        return [(yield from _value(value, inner, path))]
    return _UNFIT


@lru_cache(maxsize=64)
def _required(table: type[Table]) -> tuple[str, ...]:
    return tuple(field.name for field in msgspec.structs.fields(table) if field.required)

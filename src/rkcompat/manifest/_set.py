"""``--set KEY=VALUE``: facts from the command line, over those of the manifest."""

import re
from collections.abc import Sequence
from typing import Any, get_origin

import msgspec

from ..errors import ManifestError, Problem
from ..model.manifest import Manifest
from ..toml._path import Path, read_path, spell
from ._read import to_manifest

_INTEGER = re.compile(r"[+-]?(0|[1-9][0-9]{0,19})|0x[0-9A-Fa-f]{1,16}")
_DECIMAL = re.compile(r"-?(0|[1-9][0-9]{0,17})")

_SET = "--set"
"""What the evidence of a fact that is set says it was read from."""


def apply_settings(manifest: Manifest, settings: Sequence[str], *, place: str = _SET) -> Manifest:
    """The manifest with each ``KEY=VALUE`` in it, the later over the earlier.

    ``runtime.version`` means ``runtime[0].version``; the element after the last is added. A list is written with commas. The
    evidence of a fact that is set is the setting, and a table that gets a key is no longer absent.

    Args:
        place: what stands for the file in messages, the option that the user gave.

    Raises:
        ManifestError: with every setting that cannot be used.
    """
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(manifest))
    problems = []
    for setting in settings:
        try:
            _apply(data, setting)
        except _BadSetting as bad:
            problems.append(Problem(place, None, f"{_short(setting)}: {bad.text}", bad.hint))
    if problems:
        raise ManifestError(*problems)
    return to_manifest(data, place, None)


class _BadSetting(Exception):  # noqa: N818  # never leaves this module
    """A setting that cannot be used."""

    def __init__(self, text: str, hint: str | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.hint = hint


def _apply(data: dict[str, Any], setting: str) -> None:
    from ..toml._shape import type_at

    key, equals, text = setting.partition("=")
    if not equals:
        raise _BadSetting("found no equals sign, needed KEY=VALUE", "such as board.soc=rk3588")
    if not setting.isprintable():
        raise _BadSetting("found a character that does not print, needed text")
    try:
        path = _numbered(read_path(key.strip()))
        kind = type_at(path, Manifest)
    except ValueError as error:
        raise _BadSetting(str(error)) from None
    except LookupError as error:
        raise _BadSetting("unknown key", error.args[0]) from None
    _put(data, path, _typed(text.strip(), kind, path))
    if "absent" in data:
        data["absent"] = [name for name in data["absent"] if name != path[0]]
    if path[0] not in {"manifest", "evidence"}:
        data.setdefault("evidence", {})[spell(path)] = {"read_from": _SET, "raw": setting}


def _numbered(path: Path) -> Path:
    """The path with ``[0]`` wherever it goes on below an array of tables without saying of which."""
    from ..toml._shape import element, is_table, type_at

    full: Path = ()
    for step in path:
        if full and isinstance(step, str) and is_table(element(type_at(full, Manifest))):
            full = (*full, 0)
        full = (*full, step)
    return full


def _typed(text: str, kind: Any, path: Path) -> Any:
    """The value that the text stands for where this type is declared; words and versions are judged later, with the rest."""
    from ..toml._shape import choices, element, is_table, plain

    inner, options = plain(kind), choices(kind)
    if is_table(kind) or is_table(element(kind)) or get_origin(inner) is dict:
        raise _BadSetting("found a table, needed one of its keys", f"such as {spell(path)}.KEY=VALUE")
    if isinstance(path[-1], int):
        raise _BadSetting("found an element, needed the whole list", f"such as {spell(path[:-1])}=A,B")
    if element(kind) is not None:
        return [item.strip() for item in text.split(",")] if text else []
    if inner is bool:
        if text not in {"true", "false"}:
            raise _BadSetting(f"found {text[:60]!r}, needed true or false")
        return text == "true"
    if inner is int:
        if not _INTEGER.fullmatch(text):
            raise _BadSetting(f"found {text[:60]!r}, needed an integer")
        return int(text, 0)
    if len(options) > 1 and _DECIMAL.fullmatch(text):  # the value of a kernel option
        return int(text)
    return text


def _put(data: dict[str, Any], path: Path, value: Any) -> None:
    """Store a value, with the tables and the element that lead to it."""
    node: Any = data
    for at, step in enumerate(path[:-1]):
        if isinstance(step, int):
            if step > len(node):
                raise _BadSetting(f"found {spell(path[: at + 1])}, needed at most {spell((*path[:at], len(node)))}")
            if step == len(node):
                node.append({})
        else:
            node.setdefault(step, [] if isinstance(path[at + 1], int) else {})
        node = node[step]
    node[path[-1]] = value


def _short(text: str) -> str:
    text = text if len(text) <= 60 else f"{text[:60]}…"
    return text if text.isprintable() else repr(text)

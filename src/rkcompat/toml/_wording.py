"""Values and declared types in the words of TOML."""

import datetime as dt
from typing import Any, Literal, get_args, get_origin

import msgspec

from ._nearest import nearest
from ._path import Path, quoted, spell
from ._shape import choices, element, is_table, plain


def found(value: Any, kind: Any) -> str:
    """A value, with its type unless that is the one that was needed."""
    match value:
        case str():
            text = repr(value if len(value) <= 60 else f"{value[:60]}…")
            return text if _words(kind) or _limit(kind, "pattern") or _limit(kind, "min_length") else f"a string {text}"
        case bool():
            return f"a boolean {str(value).lower()}"
        case int():
            return f"an integer {digits(value)}"
        case float():
            return f"a float {value}"
        case dt.date() | dt.time():
            return f"a date or time {value}"
        case list():
            return "an array"
    return "a table"


def needed(value: Any, kind: Any) -> str:
    """What a declared type takes, in place of this value."""
    options = choices(kind)
    if len(options) > 1:
        return " or ".join(needed(value, option) for option in options)
    words, inner = _words(kind), plain(kind)
    if words:
        return f"one of {', '.join(map(str, words))}" if len(words) <= 8 else f"one of {len(words)} words"
    if element(kind) is not None:
        return "an array of tables" if _holds_tables(kind) else "an array of strings"
    if inner is int and type(value) is int:
        return f"an integer from {_limit(kind, 'ge')} to {_limit(kind, 'le')}"
    pattern = _limit(kind, "pattern")
    if inner is str and pattern:
        return f"a string that matches {pattern}"
    if inner is str and _limit(kind, "min_length"):
        return "a string that is not empty"
    kinds = {str: "a string", int: "an integer", bool: "true or false", dt.date: "a date such as 2026-11-29"}
    return kinds.get(inner, "a table")


def hint(value: Any, kind: Any, path: Path) -> str | None:
    """How to write what was probably meant."""
    words, inner = _words(kind), plain(kind)
    if words and isinstance(words[0], int):
        return "write it without quotes" if value in map(str, words) else None
    if words and isinstance(value, str):
        close = nearest(value, words)
        if close:
            return f"did you mean {close!r}"
        return f"the words are {', '.join(words)}" if len(words) > 8 else None
    match value:
        case str() if inner is bool:
            return "write true or false, without quotes"
        case str() if inner is int and value.isdecimal():
            return "write it without quotes"
        case str() if element(kind) is not None and not _holds_tables(kind) and len(value) <= 60:
            return f"write [{quoted(value)}]"
        case dict() if is_table(element(kind)):
            return f"write [[{spell(path)}]]" if len(path) == 1 else "put it in brackets"
        case list() if is_table(kind):
            return f"write [{spell(path)}], and only one"
        case bool() | int() | float() | dt.date() | dt.time() if words or inner is str:
            return "put it in quotes"
    return None


def digits(number: int) -> str:
    """An integer, or how long it is where it is none that TOML can hold."""
    return str(number) if number.bit_length() <= 64 else f"of {number.bit_length()} bits"


def _words(kind: Any) -> tuple[Any, ...]:
    """The closed list that a declared type is, or nothing."""
    return get_args(plain(kind)) if get_origin(plain(kind)) is Literal else ()


def _holds_tables(kind: Any) -> bool:
    """Whether the elements of a declared array are tables, be their keys declared or free."""
    return is_table(element(kind)) or get_origin(element(kind)) is dict


def _limit(kind: Any, name: str) -> Any:
    """What the declared type's `msgspec.Meta` says of ``ge``, ``le`` or ``pattern``."""
    metas = getattr(choices(kind)[0], "__metadata__", ())
    return next((getattr(meta, name) for meta in metas if isinstance(meta, msgspec.Meta)), None)

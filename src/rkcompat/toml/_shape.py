"""The types of a format's keys, as its classes declare them."""

from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from ._nearest import nearest
from ._path import Path, spell


@lru_cache(maxsize=64)
def declared(table: type[msgspec.Struct]) -> dict[str, Any]:
    """The keys of a table as they are written, each with its declared type."""
    kinds = get_type_hints(table, include_extras=True)
    return {field.encode_name: kinds[field.name] for field in msgspec.structs.fields(table)}


def choices(kind: Any) -> list[Any]:
    """What a declared type leaves to choose from, beside ``None``."""
    if get_origin(kind) in {Union, UnionType}:
        return [choice for choice in get_args(kind) if choice is not NoneType]
    return [kind]


def plain(kind: Any) -> Any:
    """A declared type without ``None`` and without what `Annotated` adds; of several choices the first."""
    kind = choices(kind)[0]
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def is_table(kind: Any) -> bool:
    """Whether a declared type is a table with keys of its own."""
    kind = plain(kind)
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def element(kind: Any) -> Any:
    """The type of an array's elements; ``None`` for what is no array."""
    kind = plain(kind)
    return get_args(kind)[0] if get_origin(kind) is tuple else None


def type_at(path: Path, root: type[msgspec.Struct]) -> Any:
    """The declared type of what stands at a path below the root of a format.

    Raises:
        LookupError: the format has no such key; its argument is a hint, or ``None``.
    """
    kind: Any = root
    for at, step in enumerate(path):
        outer, array = plain(kind), element(kind)
        if isinstance(step, int):
            kind = array
        elif get_origin(outer) is dict:
            kind = get_args(outer)[1]
        else:
            kind = declared(outer).get(step) if is_table(outer) else None
        if kind is None:
            raise LookupError(_hint(outer, path, at))
    return kind


def _hint(table: Any, path: Path, at: int) -> str | None:
    """What may have been meant by the step of the path that leads nowhere."""
    step = path[at]
    if isinstance(step, int):
        return None
    if is_table(element(table)):
        return f"did you mean {spell((*path[:at], 0, *path[at:]))}"
    return known_keys(step, table, path[:at]) if is_table(table) else None


def known_keys(key: str, table: type[msgspec.Struct], where: Path) -> str:
    """The hint at an unknown key: the nearest that is known, else the same in a table below, else all."""
    close = nearest(key, declared(table))
    if close:
        return f"did you mean {spell((*where, close))}"
    for name, kind in declared(table).items():
        if is_table(kind) and key in declared(plain(kind)):
            return f"did you mean {spell((*where, name, key))}"
    known = ", ".join(declared(table))
    return f"known are {known}" + ("" if where else "; tables of your own begin with x-")

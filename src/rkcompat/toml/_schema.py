"""Declared types → a JSON Schema (draft 7) with which editors complete and check TOML."""

import ast
import inspect
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import msgspec

DRAFT = "http://json-schema.org/draft-07/schema#"

_OWN_TABLES = {"^x-": {"description": "a table of your own, which is passed over"}}


def to_schema(tables: Sequence[type[msgspec.Struct]], title: str) -> dict[str, Any]:
    """The schema of files that are one of these tables each; unknown keys are refused, ``[x-…]`` tables are not.

    The descriptions are the docstrings of the classes and of their fields.
    """
    roots, parts = msgspec.json.schema_components(tables, ref_template="#/definitions/{name}")
    for table in _reached(tables):
        part = parts.get(table.__name__)
        if part is not None:
            _describe(part, table)
    for root in tables:
        parts[root.__name__]["patternProperties"] = _OWN_TABLES
    return {"$schema": DRAFT, "title": title, "anyOf": list(roots), "definitions": _plain(parts)}


def _describe(part: dict[str, Any], table: type[msgspec.Struct]) -> None:
    docs = {name: text for owner in reversed(table.__mro__) for name, text in _docs_of(owner).items()}
    for field in msgspec.structs.fields(table):
        shape = part["properties"][field.encode_name]
        shape.pop("default", None)  # a key that is left out is unknown or said elsewhere, never a default
        if field.name in docs:
            shape["description"] = docs[field.name]


def _reached(tables: Sequence[type[msgspec.Struct]]) -> Iterator[type[msgspec.Struct]]:
    """The tables and all below them."""
    waiting: list[Any] = list(tables)
    seen: set[type] = set()
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            if kind not in seen:
                seen.add(kind)
                yield kind
                waiting += [field.type for field in msgspec.structs.fields(kind)]
        else:
            waiting += getattr(kind, "__args__", ())


@lru_cache(maxsize=64)
def _docs_of(table: type) -> dict[str, str]:
    """Field to the docstring below it, as the source has it."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[table.__module__]))
    except (OSError, TypeError, KeyError):  # an installation without sources
        return {}
    body = next((node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == table.__name__), [])
    docs = {}
    for field, said in pairwise(body):
        match field, said:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str() as text)):
                docs[name] = inspect.cleandoc(text).replace("``", "`")
    return docs


def _plain(value: Any) -> Any:
    """A shape as draft 7 reads it: what stands beside a reference is ignored there, so the reference goes one deeper."""
    if isinstance(value, dict):
        inner = {key: _plain(one) for key, one in value.items()}
        choices = [one for one in inner.get("anyOf", ()) if one != {"type": "null"}]  # TOML has no null
        if len(choices) == 1:
            inner = {**choices[0], **{key: one for key, one in inner.items() if key != "anyOf"}}
        elif choices:
            inner["anyOf"] = choices
        if "$ref" in inner and len(inner) > 1:
            inner["allOf"] = [{"$ref": inner.pop("$ref")}]
        return inner
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value

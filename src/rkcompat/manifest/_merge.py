"""A model of the manifest beside its file: the file judges, and what differs is said."""

from collections.abc import Callable
from typing import Any

import msgspec

from ..model.artifact import SCHEMA_OF_HEADER, ModelFile
from ..model.manifest import Model
from ..model.version import parse_version

#: A runtime compares the number inside the file; headers 1, 2 and 4 hold 1, headers 6 and 0x1004 hold 6.


def compare_model(written: Model, file: ModelFile) -> tuple[Model, tuple[str, ...]]:
    """The model with the facts that its file knows, and in words where the manifest says something else.

    A file that could not be read knows nothing. Formats agree where their schema does, platforms as sets and in any case,
    and a version that is written as a range agrees with every version in it.
    """
    if file.kind == "unreadable":
        return written, ()
    facts: dict[str, Any] = {}
    disagreements = []
    for name, agree in _AGREE.items():
        said, known = getattr(written, name), _known(file, name)
        if known is None:
            continue
        facts[name] = known
        if said is not None and not agree(said, known):
            disagreements.append(f"{name}: the manifest says {_word(said)}, the file {_word(known)}")
    return msgspec.structs.replace(written, **facts), tuple(disagreements)


def _known(file: ModelFile, name: str) -> Any:
    """What the file says of itself; ``None`` where it does not, or says what no rule could read."""
    if name == "encrypted" and file.kind != "rknn":
        return None
    if name == "format" and file.format is None:
        return file.schema
    known = getattr(file, name)
    if name in {"toolkit", "compiler"} and known is not None:
        try:
            parse_version(known)
        except ValueError:
            return None
    return known


def _same_word(said: Any, known: Any) -> bool:
    return bool(said.casefold() == known.casefold())


def _same_format(said: int, known: int) -> bool:
    return SCHEMA_OF_HEADER.get(said, said) == SCHEMA_OF_HEADER.get(known, known)


def _same_version(said: str, known: str) -> bool:
    """Whether the file's version is one of those that the manifest leaves possible."""
    return parse_version(known).lies_in(parse_version(said))


def _same_platforms(said: tuple[str, ...], known: tuple[str, ...]) -> bool:
    return {name.casefold() for name in said} == {name.casefold() for name in known}


def _same(said: object, known: object) -> bool:
    return said == known


_AGREE: dict[str, Callable[[Any, Any], bool]] = {
    "kind": _same,
    "format": _same_format,
    "toolkit": _same_version,
    "compiler": _same_version,
    "target_platform": _same_platforms,
    "npu": _same_word,
    "layout": _same,
    "encrypted": _same,
    "dynamic_shape": _same,
}
"""The facts that both can state, and when the two say the same."""


def _word(value: Any) -> str:
    """A value as a person writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value) if value < 0x1000 else f"{value:#x}"
    text = ", ".join(value) if isinstance(value, tuple) else str(value)
    return text if text.isprintable() else repr(text)

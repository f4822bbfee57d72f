"""The functions that a release of a runtime library offers, and which of them a program would still lack."""

from collections.abc import Iterable

from ...model.fact import Value
from ...model.matrix import Release
from ...model.version import Version
from .._facts import Facts
from ._library import words_of

MISSING = "application.missing"


def library_of(names: Value) -> str:
    """The scope of the library that has functions of these names; nothing where there are none, or of both."""
    scopes = {"rkllm-runtime" if name.startswith("rkllm_") else "runtime" for name in words_of(names) or ()}
    return scopes.pop() if len(scopes) == 1 else ""


def lacking(names: tuple[str, ...], new: Facts, old: Facts | None) -> Value:
    """Which functions that a program calls a release lacks, where the library that is there now lacks `names`.

    ``None`` is not known: nobody knows what the release offers, or whether it still offers all that the present one does;
    `old` is ``None`` where that is one of several.
    """
    offered, rows = functions_of(new), _rows(new)
    if offered is None:
        return None
    known = {name for row in rows for name in _words(row, "adds")}
    gone = tuple(name for name in names if name in known and name not in offered)
    if gone:
        return gone
    before = functions_of(old) if old is not None else None
    if before is None or not before.isdisjoint(names) or not before.union(names) <= offered:
        return None
    return ()


def functions_of(library: Facts) -> frozenset[str] | None:
    """The functions that a release offers; ``None`` where that is not known."""
    version, soc = library[f"{library.scope}.version"], library.board["soc"]
    if not isinstance(version, Version) or version.is_range:
        return None
    rows = _rows(library)
    mine = [row for row in rows if row.version.low == version.low and (not row.socs or soc in row.socs)]
    if not mine or any("adds" not in row.attributes for row in mine):
        return None
    found: set[str] = set()
    for row in [*(row for row in rows if row.version.low < version.low), *mine]:
        found.difference_update(_words(row, "drops"))
        found.update(_words(row, "adds"))
    return frozenset(found)


def _rows(library: Facts) -> tuple[Release, ...]:
    name = library["runtime.library"] if library.scope == "runtime" else library.scope
    return library.matrix.releases.get(str(name), ())


def _words(row: Release, attribute: str) -> Iterable[str]:
    words = row.attributes.get(attribute, {}).get("*", ())
    return words if isinstance(words, tuple) else ()

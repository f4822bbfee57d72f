"""What logs say → a manifest; where the two differ is said, and the more trusted one judges."""

from collections.abc import Iterator
from typing import Any

import msgspec

from ..model.log import Difference, ReadLog
from ..model.manifest import Manifest
from ..model.matrix import Matrix
from ._agree import Agreement, narrower, outranks, trust_of
from ._copies import Facts, Table, merge_copies
from ._models import merge_models
from ._observe import Observation, observe

_RAW = 200
"""Characters of a line that are kept as evidence."""

_JUDGES = ("the log that was named last", "the line that was printed last")
"""Of lines that are trusted alike: in two logs, in one."""

_SUBJECTS = {"board": "soc", "kernel": "kernel", "device_tree": "device-tree", "use": "server"}
"""The report's word for what a table is about, where it is not the table's own."""


class Merged(msgspec.Struct, frozen=True, kw_only=True):
    """A manifest with what logs say in it."""

    manifest: Manifest
    differences: tuple[Difference, ...]


def merge_log(manifest: Manifest, log: ReadLog, matrix: Matrix) -> Merged:
    """The manifest with every fact that the log states; evidence names file and line."""
    agreement = Agreement(matrix)
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(manifest))
    lines = [observe(hit, log.files.index(hit.file)) for hit in log.hits]
    evidence: dict[str, Observation] = {}
    differences = list(_merge_board(data, lines, agreement, evidence))
    soc = data.get("board", {}).get("soc")
    copies, models = data.setdefault("runtime", []), data.setdefault("model", [])
    ids = [copy.get("id") for copy in copies]
    before = [copy.get("loaded") for copy in copies]
    seen, found = merge_copies(copies, lines, agreement, matrix, soc)
    differences += found
    displaced = {ids[index] for index, was in enumerate(before) if was is not False and copies[index].get("loaded") is False}
    for model in models:
        if model.get("runtime") in displaced:  # of a copy without an id no model says that it is its own
            model.pop("runtime", None)
    evidence |= _spell("runtime", seen)
    seen, found = merge_models(models, lines, agreement)
    differences += found
    evidence |= _spell("model", seen)
    noted = data.setdefault("evidence", {})
    for key, one in evidence.items():
        noted[key] = {"read_from": one.hit.place, "raw": one.hit.text[:_RAW]}
    if data.get("absent"):
        data["absent"] = [name for name in data["absent"] if not data.get(name)]
    return Merged(manifest=msgspec.convert(data, Manifest), differences=tuple(differences))


def _merge_board(
    data: Table, lines: list[Facts], agreement: Agreement, evidence: dict[str, Observation]
) -> Iterator[Difference]:
    """Facts of which a board has one each."""
    by_key: dict[str, list[Observation]] = {}
    for facts in lines:
        for key, one in facts.items():
            if not key.startswith(("runtime.", "model.")):
                by_key.setdefault(key, []).append(one)
    for key, stated in by_key.items():
        best = min(stated, key=lambda one: one.rank)
        table, name = _table(data, key)
        written = table.get(name)
        source = data.get("evidence", {}).get(key, {}).get("read_from")
        wins = written is None or outranks(best.trust, trust_of(source))
        if written is not None and not agreement.same(key, written, best.value):
            yield _difference(key, written, best, "the log" if wins else "the manifest")
        for other in stated:
            if other.trust == best.trust and not agreement.same(key, other.value, best.value):
                yield _difference(key, f"{other.value} ({other.hit.place})", best, _JUDGES[other.file == best.file])
                break
        if written is None or (wins and _says_more(agreement, key, written, best.value)):
            table[name] = best.value
            evidence[key] = best


def _says_more(agreement: Agreement, key: str, written: Any, seen: Any) -> bool:
    """Whether a value is another one, or a version where the manifest has a range around it."""
    if not agreement.same(key, written, seen):
        return True
    return key.endswith((".version", ".release")) and narrower(written, seen) != written


def _table(data: Table, key: str) -> tuple[Table, str]:
    *path, name = key.split(".")
    table = data
    for step in path:
        table = table.setdefault(step, {})
    return table, name


def _difference(key: str, written: object, best: Observation, judges: str) -> Difference:
    table = key.partition(".")[0]
    return Difference(
        subject="kernel-config" if key.startswith("kernel.config.") else _SUBJECTS.get(table, table),
        about="board",
        key=key,
        written=_word(written),
        seen=_word(best.value),
        place=best.hit.place,
        judges=judges,
    )


def _spell(table: str, seen: dict[int, Facts]) -> dict[str, Observation]:
    return {f"{table}[{index}].{name}": one for index, facts in seen.items() for name, one in facts.items()}


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

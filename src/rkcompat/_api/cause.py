"""Which change did what: each changed entry of a manifest is judged alone, and where that tells nothing, left out alone."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from ..errors import ManifestError
from ..manifest._read import to_manifest
from ..model.manifest import Manifest
from ..model.reading import ReadManifest
from ..model.words import Verdict

Unit = tuple[str, int | None]
"""One table of a manifest, or one entry of an array of them."""

Verdicts = Mapping[Any, Verdict]
"""A rule and what it was asked of, to what it says; what is not there does not apply."""

Judge = Callable[[ReadManifest], Verdicts]


def say_unit(unit: Unit) -> str:
    """An entry as reports name it: ``driver``, ``runtime[0]``."""
    name, index = unit
    return name if index is None else f"{name}[{index}]"


def changed_units(old: Manifest, new: Manifest) -> tuple[Unit, ...]:
    """The entries in which two manifests differ; where a fact was read is no difference."""
    units: list[Unit] = []
    for name in Manifest.__struct_fields__:
        before, after = getattr(old, name), getattr(new, name)
        if before == after or name in ("manifest", "evidence"):
            continue
        if isinstance(before, tuple) and name != "absent":
            longest = max(len(before), len(after))
            units += [(name, index) for index in range(longest) if before[index : index + 1] != after[index : index + 1]]
        else:
            units.append((name, None))
    return tuple(units)


def causes(
    old: ReadManifest, new: ReadManifest, changed: Mapping[Any, Verdict], judge: Judge
) -> dict[Any, tuple[tuple[str, ...], bool]]:
    """Each changed verdict to the entries that made it what it is, and whether it takes them all.

    Args:
        old: the manifest as it was.
        new: as it is.
        changed: what was asked, to what is said of it now.
        judge: says what all rules say of a manifest.
    """
    units = changed_units(old.manifest, new.manifest)
    if len(units) < 2:
        return dict.fromkeys(changed, (tuple(map(say_unit, units)), False))
    alone = {unit: _judged(_with(old, new, [unit]), judge) for unit in units}
    found = {key: ([unit for unit in units if _says(alone[unit], key) == now], False) for key, now in changed.items()}
    if not all(by for by, _ in found.values()):
        without = {unit: _judged(_with(old, new, [one for one in units if one != unit]), judge) for unit in units}
        for key, now in changed.items():
            if not found[key][0]:
                found[key] = [unit for unit in units if _says(without[unit], key) != now], True
    return {key: (tuple(map(say_unit, by)), together) for key, (by, together) in found.items()}


def _says(verdicts: Verdicts | None, key: Any) -> Verdict | None:
    return None if verdicts is None else verdicts.get(key, "not-applicable")


def _judged(read: ReadManifest | None, judge: Judge) -> Verdicts | None:
    return None if read is None else judge(read)


def _with(old: ReadManifest, new: ReadManifest, units: list[Unit]) -> ReadManifest | None:
    """The old manifest with some entries of the new one; ``None`` where they do not go together."""
    data: dict[str, Any] = msgspec.to_builtins(old.manifest)
    after: dict[str, Any] = msgspec.to_builtins(new.manifest)
    files, differing = dict(old.files), dict(old.disagreements)
    data.pop("evidence", None)
    gone: list[Unit] = []
    for name, index in units:
        if index is None:
            _move(data, after, name)
            continue
        entries = data[name] = list(data.get(name, ()))
        theirs = after.get(name, ())
        if index >= len(theirs):
            gone.append((name, index))
        elif index < len(entries):
            entries[index] = theirs[index]
        else:
            entries.append(theirs[index])
        if name == "model":
            _move(files, new.files, index)
            _move(differing, new.disagreements, index)
    for name, index in reversed(gone):  # from the end, so that those before keep their numbers
        del data[name][index]
    try:
        manifest = to_manifest(data, new.path, None)
    except ManifestError:
        return None
    return msgspec.structs.replace(old, manifest=manifest, files=files, disagreements=differing)


def _move(target: dict[Any, Any], source: Mapping[Any, Any], key: Any) -> None:
    """Make the entry of one what it is in the other, also where it is not there."""
    if key in source:
        target[key] = source[key]
    else:
        target.pop(key, None)

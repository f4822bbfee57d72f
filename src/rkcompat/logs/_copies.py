"""The copies of the runtime that a log speaks of → the copies of a manifest."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from ..model.log import Difference
from ..model.matrix import Matrix
from ..model.version import parse_version
from ._agree import Agreement, narrower
from ._date import date_copy
from ._observe import Observation

Table = dict[str, Any]
"""One table of a manifest, as TOML would hold it."""

Facts = dict[str, Observation]
"""What one line says, by key."""


class _Loaded(msgspec.Struct, kw_only=True):
    """All that the lines say of the copy of one library that is loaded."""

    library: str | None
    facts: Facts
    """The best of each: version, build, path, and that it is loaded."""


def merge_copies(
    copies: list[Table], lines: Sequence[Facts], agreement: Agreement, matrix: Matrix, soc: str | None
) -> tuple[dict[int, Facts], list[Difference]]:
    """Change the copies of a manifest to what the lines say.

    Returns:
        which facts of which copy now come from the log, and where the log and the manifest differ.
    """
    evidence: dict[int, Facts] = {}
    differences: list[Difference] = []
    libraries = _libraries(copies, lines, matrix, soc)
    for library in libraries:
        of_it = [facts for facts in lines if _library(facts, libraries) == library]
        loaded = _loaded(library, [facts for facts in of_it if "runtime.loaded" in facts], matrix, soc)
        if loaded is not None:
            _place_loaded(copies, loaded, agreement, evidence=evidence, differences=differences)
        for facts in of_it:
            if "runtime.loaded" not in facts and "runtime.version" in facts:
                _place_file(copies, library, facts, agreement, evidence=evidence, differences=differences)
    return evidence, differences


def _libraries(copies: list[Table], lines: Sequence[Facts], matrix: Matrix, soc: str | None) -> tuple[str | None, ...]:
    """The libraries that the lines name; a line that names none means the one that everything else points at."""
    named = dict.fromkeys(str(facts["runtime.library"].value) for facts in lines if "runtime.library" in facts)
    if any(any(key.startswith("runtime.") for key in facts) and "runtime.library" not in facts for facts in lines):
        platform = matrix.platforms.get(matrix.aliases.get(soc or "", ""))
        known = [name for name in named if name != "librkllmrt"]
        known += [copy["library"] for copy in copies if copy.get("library") not in (None, "librkllmrt")]
        known += [platform.runtime_library] if platform and platform.runtime_library else []
        named.setdefault(known[0] if known else None)  # type: ignore[arg-type]
    return tuple(named)


def _library(facts: Facts, libraries: Sequence[str | None]) -> str | None:
    if "runtime.library" in facts:
        return str(facts["runtime.library"].value)
    return next((name for name in libraries if name != "librkllmrt"), None)


def _loaded(library: str | None, lines: Sequence[Facts], matrix: Matrix, soc: str | None) -> _Loaded | None:
    if not lines:
        return None
    best: Facts = {}
    for facts in lines:
        for key, observation in facts.items():
            if key.startswith("runtime.") and key != "runtime.library":
                best[key] = min(observation, best.get(key, observation), key=lambda one: one.rank)
    said = {key: best.pop(key) for key in [*best] if key not in _OF_COPY}
    build, version = best.get("runtime.build"), best.get("runtime.version")
    if build and version and build.hit is not version.hit:  # of another line, and so perhaps of another copy
        del best["runtime.build"]
    if version is None and library is not None:
        dated = _date(library, lines, said, matrix, soc)
        if dated is not None:
            best["runtime.version"] = dated
    return _Loaded(library=library, facts=best)


_OF_COPY = frozenset({"runtime.version", "runtime.build", "runtime.path", "runtime.loaded"})
"""What a manifest holds of a copy; all else that a line says of one is an attribute of its release."""


def _date(library: str, lines: Sequence[Facts], said: Facts, matrix: Matrix, soc: str | None) -> Observation | None:
    """The version, as far as numbers and wording tell it; the evidence is a line with a number where there is one."""
    loaded = [facts["runtime.loaded"] for facts in lines]
    telling = [one for one in loaded if library in one.hit.signature.printed_by]
    texts = [one.hit.signature.printed_by[library] for one in telling]
    answers = {key.removeprefix("runtime."): one.value for key, one in said.items()}
    version = date_copy(library, texts, answers, matrix, soc)
    best = min([*said.values()] or telling, key=lambda one: one.rank, default=None)
    return msgspec.structs.replace(best, key="runtime.version", value=version) if version and best else None


def _place_loaded(
    copies: list[Table],
    loaded: _Loaded,
    agreement: Agreement,
    *,
    evidence: dict[int, Facts],
    differences: list[Difference],
) -> None:
    same = [
        index for index, copy in enumerate(copies) if copy.get("library") in (loaded.library, None) or loaded.library is None
    ]
    fitting = [index for index in same if _fits(copies[index], loaded, agreement)]
    fitting.sort(key=lambda index: (copies[index].get("version") is None, copies[index].get("loaded") is not True))
    if len(fitting) > 1 and not _tells_apart(copies, fitting, loaded):
        return  # several may be the one, and the log does not say which
    if fitting:
        index = fitting[0]
        if copies[index].get("loaded") is False:
            differences.append(_difference(index, "loaded", "false", "true", loaded.facts["runtime.loaded"]))
    else:
        index = len(copies)
        copies.append({})
        _displace(copies, same, loaded, differences)
    copy = copies[index]
    if loaded.library is not None:
        copy["library"] = loaded.library
    for key, observation in loaded.facts.items():
        name = key.partition(".")[2]
        if name == "version" and copy.get("version"):
            copy["version"] = narrower(copy["version"], str(observation.value))
        elif name in {"build", "path"}:
            copy.setdefault(name, observation.value)
        else:
            copy[name] = observation.value
        evidence.setdefault(index, {})[name] = observation


def _tells_apart(copies: list[Table], fitting: list[int], loaded: _Loaded) -> bool:
    """Whether the log says enough to choose one of several copies that may be the loaded one."""
    if any(copies[index].get("loaded") for index in fitting) or "runtime.path" in loaded.facts:
        return True
    version = loaded.facts.get("runtime.version")
    return version is not None and not parse_version(str(version.value)).is_range


def _fits(copy: Table, loaded: _Loaded, agreement: Agreement) -> bool:
    """Whether a copy of the manifest may be the one that the log calls loaded."""
    for key in ("version", "build", "path"):
        seen, written = loaded.facts.get(f"runtime.{key}"), copy.get(key)
        if seen and written is not None and not agreement.same(key, written, seen.value):
            return False
    return True


def _displace(copies: list[Table], same: Iterable[int], loaded: _Loaded, differences: list[Difference]) -> None:
    """Another copy than all that are listed is loaded: those are not."""
    said = loaded.facts.get("runtime.version") or loaded.facts.get("runtime.path") or loaded.facts["runtime.loaded"]
    seen = "another copy" if said.value is True else str(said.value)
    for index in same:
        copy = copies[index]
        if copy.get("loaded") is not False:
            differences.append(_difference(index, "version", str(copy.get("version", "not known")), seen, said))
        copy["loaded"] = False


def _place_file(
    copies: list[Table],
    library: str | None,
    facts: Facts,
    agreement: Agreement,
    *,
    evidence: dict[int, Facts],
    differences: list[Difference],
) -> None:
    """A file that lies on the disk: the one of that path, or one that agrees, or another one."""
    said = facts["runtime.version"]
    path = facts["runtime.path"].value if "runtime.path" in facts else None
    same = [index for index, copy in enumerate(copies) if copy.get("library") == library]
    there = [index for index in same if path is not None and copies[index].get("path") == path]
    agreeing = [
        index
        for index in same
        if copies[index].get("version")
        and agreement.same("version", copies[index]["version"], said.value)
        and (not there or index in there)
    ]
    if agreeing:
        return
    if there:
        index = there[0]
        differences.append(_difference(index, "version", str(copies[index].get("version", "not known")), str(said.value), said))
        copies[index].pop("build", None)
    else:
        index = len(copies)
        copies.append({"library": library})
        if any(copies[one].get("loaded") for one in same):
            copies[index]["loaded"] = False
    for key in ("version", "build", "path"):
        if f"runtime.{key}" in facts:
            copies[index][key] = facts[f"runtime.{key}"].value
            evidence.setdefault(index, {})[key] = facts[f"runtime.{key}"]


def _difference(index: int, key: str, written: str, seen: str, said: Observation) -> Difference:
    return Difference(
        subject="runtime",
        about=f"runtime[{index}]",
        key=f"runtime[{index}].{key}",
        written=written,
        seen=seen,
        place=said.hit.place,
        judges="the log",
    )

"""A manifest that somebody ran → the validated row that says so, as TOML for an overlay's ``validated/``."""

import re
from collections.abc import Iterator
from hashlib import sha256

from ..errors import Problem, UsageError
from ..model.manifest import Lite, Manifest, Runtime, Server, Toolkit
from ..model.matrix import Matrix
from ..model.version import parse_version
from ..model.words import COMPONENTS, Component

Part = tuple[Component, str, str]
"""A component, the key of the manifest that states its version, and that version."""

#: What TOML cannot hold as it is, and what a terminal would act upon.
_ACTIVE = re.compile(r'["\\\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]')


def set_to_toml(
    manifest: Manifest,
    matrix: Matrix,
    path: str,
    *,
    who: str,
    ran: str,
    where: str,
    when: str,
    works: bool = True,
    note: str = "",
) -> str:
    """The text of a file that holds this run as a validated set of its own source.

    Args:
        path: the manifest as the user named it, for messages.
        when: the day, ``2026-11-29``.

    Raises:
        UsageError: with every fact of the manifest that a set needs and does not have.
    """
    run = {"who": who, "when": when, "where": where, "ran": ran}
    problems = [
        Problem(path, None, f"{key} is empty, and the run is its own source", f"say {key}")
        for key in run
        if not run[key].strip()
    ]
    parts = []
    for component, key, text in _parts(manifest):
        if not text:
            problems.append(Problem(path, None, f"{key} is not known", "write it: a set says what was run"))
        elif component != "kernel" and parse_version(text).is_range:
            problems.append(Problem(path, None, f"{key}: found {text}, needed the exact version"))
        else:
            parts.append((component, key, text))
    components: dict[Component, str] = {}
    for component, key, text in parts:
        other = components.setdefault(component, text)
        if parse_version(other).low != parse_version(text).low:
            hint = "leave in the manifest what was run together; of several copies, mark the one that was loaded"
            problems.append(Problem(path, None, f"{key}: found {text} beside {other}, needed one {component}", hint))
    soc = matrix.aliases.get((manifest.board.soc or "").lower())
    if soc is None:
        problems.append(Problem(path, None, f"board.soc: found {manifest.board.soc!r}, needed a SoC that the matrix knows"))
    if len(components) < 2 and not problems:
        problems.append(Problem(path, None, f"found {len(components)} component with a version, needed two that ran together"))
    if problems or soc is None:
        raise UsageError(*problems)
    ordered = {name: components[name] for name in COMPONENTS if name in components}
    return _to_text(manifest, soc, ordered, run, works=works, note=note)


def _parts(manifest: Manifest) -> Iterator[Part]:
    """Each component that the manifest has, with its version; empty where that is not known."""
    tables: tuple[tuple[Component, Toolkit | Lite | Server | None], ...] = (
        ("toolkit", manifest.toolkit),
        ("lite", manifest.lite),
        ("server", manifest.server),
        ("rkllm-toolkit", manifest.rkllm_toolkit),
    )
    for component, table in tables:
        if table is not None:
            yield component, f"{component.replace('-', '_')}.version", table.version or ""
    if manifest.driver.family in ("rknpu", None) and (manifest.driver.version or manifest.driver.family):
        yield "driver", "driver.version", manifest.driver.version or ""
    if manifest.kernel.release:
        yield "kernel", "kernel.release", manifest.kernel.release
    for index, copy in enumerate(manifest.runtime):
        if _judges(copy, manifest.runtime):
            yield (
                "rkllm-runtime" if copy.library == "librkllmrt" else "runtime",
                f"runtime[{index}].version",
                copy.version or "",
            )
    for index, model in enumerate(manifest.model):
        yield "rkllm-model" if model.kind == "rkllm" else "model", f"model[{index}].toolkit", model.toolkit or ""


def _judges(copy: Runtime, copies: tuple[Runtime, ...]) -> bool:
    """Whether it is loaded, or may be."""
    some_loaded = any(other.loaded for other in copies if other.library == copy.library)
    return copy.loaded is True or (copy.loaded is None and not some_loaded)


def _to_text(
    manifest: Manifest, soc: str, components: dict[Component, str], run: dict[str, str], *, works: bool, note: str
) -> str:
    pairs = {
        "title": _quoted(", ".join(f"{component} {version}" for component, version in components.items())),
        "kind": '"field-run"',
        "socs": f"[{_quoted(soc)}]",
        "components": "{ " + ", ".join(f"{name} = {_quoted(version)}" for name, version in components.items()) + " }",
        "board": _quoted(manifest.board.name or ""),
        "image": _quoted(" ".join(filter(None, (manifest.image.id, manifest.image.version))) if manifest.image else ""),
        **{key: _quoted(text) for key, text in run.items()},
        "works": "" if works else "false",
        "note": _quoted(note),
        "basis": '"field-report"',
        "sources": "[]",
    }
    lines = [f"{key:10} = {value}" for key, value in pairs.items() if value not in ("", '""')]
    digest = sha256("\n".join(lines).encode()).hexdigest()[:6]
    place = re.sub(r"[^a-z0-9]+", "-", run["where"].lower())[:40].strip("-")
    id = "-".join(filter(None, ("run", soc, run["when"], place, digest)))
    title = _quoted(f"A run on {soc} of {run['when']}: {run['where']}")
    return "\n".join(["matrix = 1", f"title  = {title}", "", "[[set]]", f'id         = "{id}"', *lines, ""])


def _quoted(text: str) -> str:
    """A string of TOML on one line that is safe to print; the halves of characters that a shell may pass are spelt out."""
    whole = text.encode("utf-8", "backslashreplace").decode()
    return '"' + _ACTIVE.sub(lambda found: f"\\u{ord(found[0]):04x}", whole) + '"'

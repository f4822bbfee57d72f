"""What lies on the board's root file system, which a flashed image replaces."""

from collections.abc import Iterator

import msgspec

from ..model.manifest import Manifest
from ..model.matrix import Matrix
from ..model.resolution import Change, Resolution, Step
from ._entry import entry_of
from ._steps import CALLED, is_new, library_of, path_of
from ._words import say_list

#: More of a kind tire the reader; the manifest has them all.
_MOST = 4


class Lying(msgspec.Struct, frozen=True):
    """One thing that is gone with the root file system and must be there again."""

    component: str
    about: str
    """Its entry of the manifest: ``runtime[0]``, ``server``."""
    version: str
    """The one to have; of a model its toolkit's; empty where it is not known."""
    change: Change | None = None
    """What an earlier step made of it; ``None`` where it stays as it is."""


def lying_at(step: Step, resolution: Resolution) -> Iterator[Lying]:
    """What lies there when a step begins, less what this step or a later one brings."""
    done = {change.about: change for one in resolution.plan if one.step < step.step for change in one.changes}
    brought = {change.about for one in resolution.plan if one.step >= step.step for change in one.changes}
    known = {one.about: one for one in _stated(resolution.manifest)}
    added = [about for about in ("runtime", "rkllm-runtime") if about in done]
    for about in (*added, *known):
        if about in brought:
            continue
        change = done.get(about)
        yield Lying(change.component, about, change.after, change) if change else known[about]


def _stated(manifest: Manifest) -> Iterator[Lying]:
    for place, runtime in enumerate(manifest.runtime):
        component = "rkllm-runtime" if runtime.library == "librkllmrt" else "runtime"
        yield Lying(component, f"runtime[{place}]", runtime.version or "")
    for place, model in enumerate(manifest.model):
        yield Lying("rkllm-model" if model.kind == "rkllm" else "model", f"model[{place}]", model.toolkit or "")
    if manifest.lite:
        yield Lying("lite", "lite", manifest.lite.version or "")
    if manifest.server:
        yield Lying("server", "server", manifest.server.version or "")


def say_replaced(step: Step, resolution: Resolution, matrix: Matrix) -> str:
    """What flashing an image costs, and what to do about it."""
    manifest = resolution.manifest
    named: dict[str, list[str]] = {}
    for one in lying_at(step, resolution):
        named.setdefault(one.about.partition("[")[0], []).append(_say(one, manifest, matrix))
    named["application"] = [f"application {one.id or f'[{at}]'}" for at, one in enumerate(manifest.application)]
    named["container"] = [f"container {one.id or f'[{at}]'}" for at, one in enumerate(manifest.container)]
    names = [text for kind, texts in named.items() for text in _some(kind, texts)]
    if not names:
        return "put back what was installed on the root file system: the image replaces it"
    them = "them" if len(names) > 1 else "it"
    return f"build {say_list(names)} into the image, or put {them} back after flashing: the image replaces the root file system"


def _some(kind: str, names: list[str]) -> Iterator[str]:
    yield from names[:_MOST]
    if len(names) > _MOST:
        yield f"{len(names) - _MOST} more of [[{kind}]]"


def _say(one: Lying, manifest: Manifest, matrix: Matrix) -> str:
    entry = entry_of(one.about, manifest)
    if one.component.endswith("model"):
        place = getattr(entry, "path", None) or getattr(entry, "found_at", None)
        return one.about + (f" ({place})" if place else "") + (f" of toolkit {one.version}" if one.version else "")
    if not one.component.endswith("runtime"):
        return f"{CALLED[one.component]} {one.version}".rstrip()
    where: str = getattr(entry, "where", None) or ""
    name: str = getattr(entry, "library", None) or CALLED[one.component]
    path: str = getattr(entry, "path", None) or ""
    if one.change:
        name = library_of(one.change, manifest, matrix)
        path = path_of(one.change, manifest, matrix) if path or is_new(one.change) else ""
    place = ", ".join(filter(None, (where if where.startswith("container") else "", path)))
    return f"{name} {one.version}".rstrip() + (f" ({place})" if place else "")

"""What must hold once a step is done, and what shows it."""

from collections.abc import Iterator
from shlex import quote

from ..model.fact import FACTS, manifest_key
from ..model.manifest import Manifest
from ..model.matrix import Matrix
from ..model.resolution import Change, Resolution, Step
from ._entry import entry_of
from ._required import AS_REQUIRED, demands_on
from ._root import lying_at
from ._shape import CheckShape
from ._steps import library_of

_COLLECT = "rkcompat collect"


def checks_of(step: Step, resolution: Resolution, matrix: Matrix) -> Iterator[CheckShape]:
    """What the step changes; of an image also the versions of all that had to be put back."""
    manifest = resolution.manifest
    for change in step.changes:
        if change.component in AS_REQUIRED:
            yield from _demanded(change.component, resolution)
        else:
            yield from _changed(change, manifest, matrix)
    if step.changes[0].action == "change-image":
        for one in lying_at(step, resolution):
            if one.change:
                yield from _changed(one.change, manifest, matrix)
            elif one.version:
                yield _version(one.component, one.about, one.version, manifest)


def _changed(change: Change, manifest: Manifest, matrix: Matrix) -> Iterator[CheckShape]:
    about = _about(change.component, change.about)
    library = getattr(entry_of(change.about, manifest), "library", None)
    if change.component == "runtime" and (new := library_of(change, manifest, matrix)) != library:
        yield CheckShape(fact=manifest_key("runtime.library", about), value=new, how=_COLLECT)
    if change.component == "driver" and manifest.driver.family not in (None, "rknpu"):
        yield CheckShape(fact="driver.family", value="rknpu", how=_COLLECT)
    yield _version(change.component, change.about, change.after, manifest)
    for build in change.builds:
        yield CheckShape(fact=manifest_key(build.fact, about), value=build.after.removeprefix("glibc "), how=_COLLECT)


def _version(component: str, about: str, version: str, manifest: Manifest) -> CheckShape:
    fact = _fact(component)
    how = FACTS[fact].how if component.endswith(("toolkit", "model")) else _COLLECT
    place = getattr(entry_of(about, manifest), "path", None)
    how = how.replace("FILE.rkllm", "FILE").replace("FILE", quote(place) if place else "FILE")
    return CheckShape(fact=manifest_key(fact, _about(component, about)), value=version, how=how)


def _about(component: str, about: str) -> str:
    """What a fact is asked of: the entry, or the board where there is only one."""
    return about if about != component else "board"


def _fact(component: str) -> str:
    if component == "kernel":
        return "kernel.release"
    return f"{component}.{'toolkit' if component.endswith('model') else 'version'}"


def _demanded(component: str, resolution: Resolution) -> Iterator[CheckShape]:
    """What the rules that do not hold ask of a kernel configuration or a device tree: a value, or else that they hold."""
    for rule in resolution.broken:
        read = demands_on(component, rule)
        values = [demand for demand in read if demand in rule.require and demand.test == "one-of"]
        for demand in values:
            value = " or ".join(str(word).lower() if isinstance(word, bool) else str(word) for word in demand.words)
            yield CheckShape(fact=manifest_key(demand.fact, "board"), value=value, how=_COLLECT)
        if read and not values:
            yield CheckShape(fact=rule.id, value="satisfied", how="rkcompat check")

"""The steps to the first answer, as the published report has them: a request that somebody else can carry out."""

from collections.abc import Iterator
from shlex import quote
from typing import Literal

from msgspec import UNSET

from ..model.fact import FACTS, manifest_key
from ..model.manifest import Manifest
from ..model.matrix import Matrix
from ..model.resolution import Change, Resolution, Step
from ._entry import entry_of
from ._origin import is_on_pypi, say_origin
from ._procedure import procedure_of
from ._required import AS_REQUIRED, demands_on
from ._shape import CheckShape, StepShape
from ._steps import CALLED, library_of, owner_of, say_step, say_undo

_COLLECT = "rkcompat collect"
State = Literal["compatible", "down"]


def publish_plan(resolution: Resolution, matrix: Matrix) -> Iterator[StepShape]:
    """Every step with who, what, where from, how, how to check, and how to go back to which state."""
    manifest, plan = resolution.manifest, resolution.plan
    works = [step.step for step in plan if step.state_after == "compatible"]
    before: State = "compatible" if resolution.verdict == "compatible" else "down"
    for step in plan:
        done = procedure_of(step, manifest, matrix)
        yield StepShape(
            step=step.step,
            do=say_step(step, manifest, matrix),
            owners=tuple(dict.fromkeys(owner_of(one, manifest, resolution.owners) for one in step.changes)),
            first=done.first,
            get=tuple(dict.fromkeys(_origin(step, manifest, matrix))),
            run=done.run,
            verify=tuple(dict.fromkeys(_checks(step, resolution, matrix))),
            state_after=step.state_after,
            down_until=min((number for number in works if number > step.step), default=UNSET)
            if step.state_after == "down"
            else UNSET,
            undo=say_undo(step),
            undo_run=done.undo,
            undo_state=before,
        )
        before = step.state_after


def _origin(step: Step, manifest: Manifest, matrix: Matrix) -> Iterator[str]:
    soc = matrix.aliases.get((manifest.board.soc or "").lower(), "")
    for change in step.changes:
        if change.action == "change-image":
            yield from change.images
            continue
        component = change.component.replace("model", "toolkit")
        key = library_of(change, manifest, matrix) if component == "runtime" else component
        if is_on_pypi(key, change.after, matrix):
            yield f"PyPI: {CALLED[component]} {change.after}"
        else:
            yield say_origin(component, key, change.after, soc, matrix) or f"no public place of {key} {change.after} is known"
    if step.changes[0].action == "change-image" and not any(change.images for change in step.changes):
        yield "no image is known to carry it: one that is built of the board's BSP"
    if step.changes[0].action == "replace-module":
        yield "KERNEL: the sources of the BSP that the running kernel was built from"


def _checks(step: Step, resolution: Resolution, matrix: Matrix) -> Iterator[CheckShape]:
    """The facts that must hold when the step is done, and what shows them."""
    manifest = resolution.manifest
    for change in step.changes:
        if change.component in AS_REQUIRED:
            yield from _demanded(change.component, resolution)
            continue
        fact = _fact(change)
        about = change.about if change.about != change.component else "board"
        how = FACTS[fact].how if change.component.endswith(("toolkit", "model")) else _COLLECT
        place = getattr(entry_of(change.about, manifest), "path", None)
        how = how.replace("FILE.rkllm", "FILE").replace("FILE", quote(place) if place else "FILE")
        if change.component == "runtime" and (new := library_of(change, manifest, matrix)) != _library_now(change, manifest):
            yield CheckShape(fact=manifest_key("runtime.library", about), value=new, how=how)
        if change.component == "driver" and manifest.driver.family not in (None, "rknpu"):
            yield CheckShape(fact="driver.family", value="rknpu", how=how)
        yield CheckShape(fact=manifest_key(fact, about), value=change.after, how=how)
        for build in change.builds:
            yield CheckShape(fact=manifest_key(build.fact, about), value=build.after.removeprefix("glibc "), how=how)


def _fact(change: Change) -> str:
    if change.component == "kernel":
        return "kernel.release"
    return f"{change.component}.{'toolkit' if change.component.endswith('model') else 'version'}"


def _library_now(change: Change, manifest: Manifest) -> str | None:
    return getattr(entry_of(change.about, manifest), "library", None)


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

"""The steps to the first answer, as the published report has them: a request that somebody else can carry out."""

from collections.abc import Iterator
from typing import Literal

from msgspec import UNSET

from ..model.manifest import Manifest
from ..model.matrix import Matrix
from ..model.resolution import Resolution, Step
from ._checks import checks_of
from ._origin import is_on_pypi, say_origin
from ._procedure import procedure_of
from ._shape import StepShape
from ._steps import CALLED, library_of, owner_of, say_step, say_undo, toolkits_of

State = Literal["compatible", "down"]


def publish_plan(resolution: Resolution, matrix: Matrix) -> Iterator[StepShape]:
    """Every step with who, what, where from, how, how to check, and how to go back to which state."""
    manifest, plan = resolution.manifest, resolution.plan
    works = [step.step for step in plan if step.state_after == "compatible"]
    before: State = "compatible" if resolution.verdict == "compatible" else "down"
    for step in plan:
        done = procedure_of(step, resolution, matrix)
        yield StepShape(
            step=step.step,
            do=say_step(step, manifest, matrix),
            owners=tuple(dict.fromkeys(owner_of(one, manifest, resolution.owners) for one in step.changes)),
            first=done.first,
            get=tuple(dict.fromkeys(_origin(step, resolution, matrix))),
            run=done.run,
            verify=tuple(dict.fromkeys(checks_of(step, resolution, matrix))),
            state_after=step.state_after,
            down_until=min((number for number in works if number > step.step), default=UNSET)
            if step.state_after == "down"
            else UNSET,
            undo=say_undo(step),
            undo_run=done.undo,
            undo_state=before,
        )
        before = step.state_after


def _origin(step: Step, resolution: Resolution, matrix: Matrix) -> Iterator[str]:
    manifest = resolution.manifest
    if step.changes[0].action == "convert-model":
        for toolkit, version in toolkits_of(step, resolution):
            yield _place(toolkit, toolkit, version, manifest, matrix)
        yield "CONVERT.py: your own script that converts the model"
        return
    for change in step.changes:
        if change.action == "change-image":
            yield from change.images
        else:
            key = library_of(change, manifest, matrix) if change.component == "runtime" else change.component
            yield _place(change.component, key, change.after, manifest, matrix)
    if step.changes[0].action == "change-image" and not any(change.images for change in step.changes):
        yield "no image is known to carry it: one that is built of the board's BSP"
    if step.changes[0].action == "replace-module":
        yield "KERNEL: the sources of the BSP that the running kernel was built from"


def _place(component: str, key: str, version: str, manifest: Manifest, matrix: Matrix) -> str:
    if is_on_pypi(key, version, matrix):
        return f"PyPI: {CALLED[component]} {version}"
    soc = matrix.aliases.get((manifest.board.soc or "").lower(), "")
    return say_origin(component, key, version, soc, matrix) or f"no public place of {key} {version} is known"

"""What a kernel configuration or a device tree changes into: what the rules that do not hold ask of it."""

import msgspec

from ..model.matrix import Matrix
from ..model.resolution import Change, Resolution
from ..model.rule import Demand, Rule
from ._words import say_demand

AS_REQUIRED = ("kernel-config", "device-tree")
"""What changes into whatever the rules ask for, and has no version."""


def with_required(resolution: Resolution, matrix: Matrix) -> Resolution:
    """The same resolution; its changes say what is required."""
    rules = resolution.broken
    return msgspec.structs.replace(
        resolution,
        nearest=tuple(
            msgspec.structs.replace(answer, changes=fill_in(answer.changes, rules, matrix)) for answer in resolution.nearest
        ),
        plan=tuple(msgspec.structs.replace(step, changes=fill_in(step.changes, rules, matrix)) for step in resolution.plan),
    )


def fill_in(changes: tuple[Change, ...], rules: tuple[Rule, ...], matrix: Matrix) -> tuple[Change, ...]:
    """The same changes; those of a kernel configuration or a device tree say what these rules require."""
    return tuple(
        msgspec.structs.replace(change, after=_say_required(change.component, rules, matrix))
        if change.component in AS_REQUIRED
        else change
        for change in changes
    )


def demands_on(component: str, rule: Rule) -> tuple[Demand, ...]:
    """What a rule reads of a component, in its conditions and in its demand."""
    return tuple(demand for demand in (*rule.when, *rule.require) if demand.fact.startswith(f"{component}."))


def _say_required(component: str, rules: tuple[Rule, ...], matrix: Matrix) -> str:
    """``CONFIG_NO_GKI=y, CONFIG_ROCKCHIP_RKNPU_SRAM=y``; of a rule that only forbids something, its name."""
    asked: list[str] = []
    for rule in rules:
        read = demands_on(component, rule)
        required = [say_demand(demand, matrix) for demand in read if demand in rule.require]
        asked += required or ([f"what the rule {rule.id} asks"] if read else [])
    return ", ".join(dict.fromkeys(asked)) or "what the rules ask"

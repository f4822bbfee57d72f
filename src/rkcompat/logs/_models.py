"""The models that a log speaks of → the models of a manifest."""

from collections.abc import Sequence
from typing import Any

from ..model.log import Difference
from ._agree import Agreement
from ._copies import Facts, Table

_PREFIX = "model."


def merge_models(
    models: list[Table], lines: Sequence[Facts], agreement: Agreement
) -> tuple[dict[int, Facts], list[Difference]]:
    """Change the models of a manifest to what the lines say; one that only the log names is a model too.

    Returns:
        which facts of which model now come from the log, and where the log and the manifest differ.
    """
    evidence: dict[int, Facts] = {}
    differences: list[Difference] = []
    seen = _gather(lines, agreement)
    for facts in seen:
        kind = facts["kind"].value if "kind" in facts else "rknn"
        same = [index for index, model in enumerate(models) if model.get("kind", "rknn") == kind]
        fitting = [index for index in same if not _conflicts(models[index], facts, agreement)]
        if fitting:
            index = max(fitting, key=lambda one: (_shared(models[one], facts), -one))
        elif len(same) == 1 and len(seen) == 1 and "path" not in models[same[0]]:
            index = same[0]
            for name in _conflicts(models[index], facts, agreement):
                differences.append(_difference(index, name, models[index], facts))
                models[index].pop(name)
        else:
            index = len(models)
            models.append({})
            for other in same:
                differences += [
                    _difference(other, name, models[other], facts) for name in _conflicts(models[other], facts, agreement)
                ]
        for name, observation in facts.items():
            if name not in models[index]:
                models[index][name] = observation.value
                evidence.setdefault(index, {})[name] = observation
    return evidence, differences


def _gather(lines: Sequence[Facts], agreement: Agreement) -> list[Facts]:
    """The models that the lines speak of: what does not contradict is one."""
    gathered: list[Facts] = []
    for line in lines:
        facts = {key.removeprefix(_PREFIX): one for key, one in line.items() if key.startswith(_PREFIX)}
        if not facts:
            continue
        for known in reversed(gathered):
            if all(agreement.same(name, known[name].value, one.value) for name, one in facts.items() if name in known):
                for name, one in facts.items():
                    known.setdefault(name, one)
                break
        else:
            gathered.append(facts)
    return gathered


def _conflicts(model: Table, facts: Facts, agreement: Agreement) -> list[str]:
    return [name for name, one in facts.items() if name in model and not agreement.same(name, _plain(model[name]), one.value)]


def _shared(model: Table, facts: Facts) -> int:
    return sum(name in model for name in facts)


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _difference(index: int, name: str, model: Table, facts: Facts) -> Difference:
    said = facts[name]
    return Difference(
        subject="rkllm-model" if model.get("kind") == "rkllm" else "model",
        about=f"model[{index}]",
        key=f"model[{index}].{name}",
        written=_word(model[name]),
        seen=_word(said.value),
        place=said.hit.place,
        judges="the log",
    )


def _word(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)

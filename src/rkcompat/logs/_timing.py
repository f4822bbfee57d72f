"""The times that a log prints → the parts of a run, and what is missing for a comparison."""

from collections.abc import Iterable

from ..model.log import Hit
from ..model.performance import PHASES, Phase, Timing

_PHASE_OF: dict[str, Phase] = {
    "time-of-loading": "loading",
    "time-of-preprocessing": "preprocessing",
    "time-of-inference": "inference",
    "time-of-postprocessing": "postprocessing",
    "time-of-all": "total",
}

_VALUES = ("first", "second", "third")


def timings(hits: Iterable[Hit]) -> tuple[Timing, ...]:
    """Each part that has a time, in the order of a run."""
    found: dict[Phase, list[tuple[float, int]]] = {}
    for hit in hits:
        phase = _PHASE_OF.get(hit.signature.id)
        value = next((hit.groups[name] for name in _VALUES if name in hit.groups), None)
        if phase and value:
            scale = 0.001 if hit.groups.get("last") == "us" else 1.0
            found.setdefault(phase, []).append((float(value) * scale, hit.count))
    return tuple(_timing(phase, found[phase]) for phase in PHASES if phase in found)


def _timing(phase: Phase, values: list[tuple[float, int]]) -> Timing:
    count = sum(number for _, number in values)
    return Timing(
        phase=phase,
        mean=sum(value * number for value, number in values) / count,
        least=min(value for value, _ in values),
        most=max(value for value, _ in values),
        count=count,
    )


def missing_phases(found: Iterable[Timing]) -> tuple[Phase, ...]:
    """The parts without a time, where inference has one: it alone says nothing of a frame."""
    have = {timing.phase for timing in found}
    return tuple(phase for phase in PHASES if phase not in have) if "inference" in have else ()

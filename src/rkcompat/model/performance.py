"""What a log shows of the NPU's memory and of times."""

from typing import Literal

import msgspec

Phase = Literal["loading", "preprocessing", "inference", "postprocessing", "total"]
"""The parts of a run, and their sum."""

PHASES: tuple[Phase, ...] = Phase.__args__  # type: ignore[attr-defined]


class Layer(msgspec.Struct, frozen=True, kw_only=True):
    """One layer of a model as ``RKNN_LOG_LEVEL=3`` lists it; all sizes in bytes."""

    number: int
    operator: str
    tensor: str
    data_type: str
    size: int
    """Of its internal tensor."""
    hit: int | None
    """How much of it lies in SRAM; ``None`` where it cannot."""


class SramUse(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of the NPU's SRAM, in bytes; ``None`` where no line says it."""

    total: int | None = None
    used: int | None = None
    free: int | None = None
    allocated: int | None = None
    """What the model took for its internal tensors."""
    saved_a_frame: int | None = None
    """Read and written in SRAM instead of DDR, as the runtime predicts."""
    layers: tuple[Layer, ...] = ()
    bitmap: str = ""
    """One character for 4 KiB, ``*`` used and ``.`` free."""


class Timing(msgspec.Struct, frozen=True, kw_only=True):
    """How long one part took, in milliseconds, over all lines that say it."""

    phase: Phase
    mean: float
    least: float
    most: float
    count: int

"""What a log shows of SRAM and of times, for people: figures, a table of layers, a bar."""

from collections.abc import Iterator

from ..model.diagnosis import Diagnosis
from ..model.performance import Layer, SramUse
from ._page import Page

_BAR = 40
"""Characters of a bar."""

LAYERS = 24
"""Layers that are shown: those that lie in SRAM least come first, for they are where it ends."""


def put_performance(page: Page, diagnosis: Diagnosis) -> None:
    """SRAM, then times; nothing where the log says nothing of them."""
    if diagnosis.sram is not None:
        page.heading("SRAM of the NPU")
        _put_sram(page, diagnosis.sram)
    if diagnosis.timings:
        page.heading("times")
    for phase, said in say_times(diagnosis):
        page.field(phase[:11], said)


def say_times(diagnosis: Diagnosis) -> Iterator[tuple[str, str]]:
    """Each part of a run with its time, then what has none."""
    for timing in diagnosis.timings:
        spread = f", {timing.least:.2f} to {timing.most:.2f} in {timing.count} lines" if timing.count > 1 else ""
        yield timing.phase, f"{timing.mean:.2f} ms{spread}"
    if diagnosis.untimed:
        yield "missing", f"{', '.join(diagnosis.untimed)}: inference alone does not say what a frame takes"


def bar(part: int, whole: int) -> str:
    """A bar of ``#`` for what is used and ``.`` for the rest."""
    full = round(_BAR * part / whole) if whole else 0
    return f"[{'#' * min(full, _BAR)}{'.' * (_BAR - min(full, _BAR))}]"


def _put_sram(page: Page, sram: SramUse) -> None:
    if sram.total is not None and sram.used is not None:
        page.field("in use", f"{bar(sram.used, sram.total)} {say_bytes(sram.used)} of {say_bytes(sram.total)}")
    if sram.allocated is not None:
        page.field("allocated", f"{say_bytes(sram.allocated)} for internal tensors")
    if sram.saved_a_frame is not None:
        page.field("saved", f"{say_bytes(sram.saved_a_frame)} of DDR traffic a frame, as the runtime predicts")
    whole, hit = sum(layer.size for layer in sram.layers), sum(layer.hit or 0 for layer in sram.layers)
    if sram.layers:
        page.field("tensors", f"{bar(hit, whole)} {say_bytes(hit)} of {say_bytes(whole)} in {len(sram.layers)} layers")
    for layer in sorted(sram.layers, key=least_in_sram)[:LAYERS]:
        page.field(f"{layer.number} {layer.operator}"[:11], _say_layer(layer), indent=4)
    if len(sram.layers) > LAYERS:
        page.field("", f"and {len(sram.layers) - LAYERS} more", indent=4)


def least_in_sram(layer: Layer) -> tuple[float, int]:
    """Sorts first the layers of which the least lies in SRAM."""
    return (layer.hit or 0) / layer.size if layer.size else 1.0, layer.number


def _say_layer(layer: Layer) -> str:
    if layer.hit is None:
        return f"{layer.tensor} {layer.data_type}: {say_bytes(layer.size)}, never in SRAM"
    return f"{layer.tensor} {layer.data_type}: {say_bytes(layer.hit)} of {say_bytes(layer.size)}"


def say_bytes(count: int) -> str:
    """A size as people say it."""
    return f"{count / 1024:,.0f} KiB" if count >= 1024 else f"{count} bytes"

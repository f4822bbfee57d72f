"""What a deployment need not have: an unknown fact of it may be no fact at all."""

from .._facts import Facts

_SURE_WITH: dict[str, tuple[str, tuple[str | bool, ...]]] = {
    "driver.version": ("driver.family", ("rknpu", "galcore", "rknpu3")),
    "driver.linkage": ("driver.family", ("rknpu", "rocket", "galcore", "rknpu3")),
    "libc.version": ("libc.family", ("glibc", "musl", "uclibc")),
    "runtime.libc-version": ("runtime.libc-family", ("glibc",)),
    "application.libc-version": ("application.libc-family", ("glibc",)),
    "device-tree.sram-aligned": ("device-tree.sram", (True,)),
    "device-tree.sram-bytes": ("device-tree.sram", (True,)),
    "device-tree.sram-overlaps": ("device-tree.sram", (True,)),
}
"""A fact that there need not be, and the other fact with the values that show that there is."""

_PARTS = ("toolkit", "rkllm-toolkit", "lite", "server")
"""What a deployment need not have; a version or a Python that is known shows that it has it."""

_NEED_NOT_BE = ("application.", "driver.module-", "model.opset")
"""What there need not be, and nothing else shows it: a static program needs no C library, a model may come from no ONNX."""


def need_not_be(fact: str, facts: Facts) -> bool:
    """Whether a deployment may be without what an unknown fact is about: no toolkit on the board, no file of a driver."""
    if facts[fact] is not None:
        return False
    if fact in _SURE_WITH:
        other, shows = _SURE_WITH[fact]
        return facts[other] not in shows
    part = fact.partition(".")[0]
    if part in _PARTS:
        return facts[f"{part}.version"] is None and facts.get(f"{part}.python") is None
    return fact.startswith(_NEED_NOT_BE)

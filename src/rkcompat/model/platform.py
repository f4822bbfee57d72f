"""A chip, and what its NPU is."""

import msgspec


class Platform(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One SoC."""

    id: str
    """``rk3588``."""
    title: str
    generation: int
    """1 (RKNN-Toolkit), 2 (RKNN-Toolkit2) or 3 (RKNN3); the generations share nothing."""
    aliases: tuple[str, ...] = ()
    """Other names of the same die in manifests and device trees, ``rk3588s``."""
    npu: str | None = None
    """The NPU type string of its models, ``RKNPU v2``."""
    cores: int | None = None
    runtime_library: str | None = None
    runs_models_for: tuple[str, ...] = ()
    """The target platforms whose models it runs, its own among them."""
    sram_bytes: int | None = None
    """How much SRAM the NPU can be given; 0 is none, ``None`` is not stated."""
    sram_start: int | None = None
    nbuf_bytes: int | None = None
    device_node: str | None = None
    """The NPU's node of the device tree, ``npu@fdab0000``."""
    compatible: str | None = None
    needs: str | None = None
    """For another generation: the sentence that says what the chip needs instead."""
    sources: tuple[str, ...] = ()

"""The functions that each runtime library offers, and the releases between which it does.

Read from the symbol tables of Rockchip's own files: librknnrt 0.6.0 to 1.6.0 and librknnmrt 1.3.0b0 to 2.3.2
(rockchip-linux/rknpu2 4044595 to f29bfee, airockchip/rknn-toolkit2 2c2d03d to 42aa1d4). For librknnrt from 2.0.0b0 on, and
for librkllmrt, from the headers beside them: rknn_api.h and rknn_matmul_api.h (airockchip/rknn-toolkit2 77b7109, deaba85),
rkllm.h (airockchip/rknn-llm b81deb2, d59d017, 71773f0, cb5b341, d546a0f). A function that a later header leaves out, such as
rknn_matmul_create_dyn_shape, is not listed: the library may offer it still.
"""

from collections.abc import Iterable, Iterator

import msgspec

from ..model.words import Library

PREFIXES = ("rknn_", "rkllm_")


class Offer(msgspec.Struct, frozen=True):
    """Between which releases a function is offered."""

    first: str
    last: str | None = None
    """``None``: by the newest one too."""


def _since(release: str, *names: str) -> dict[str, Offer]:
    return dict.fromkeys(names, Offer(release))


_BASICS = (
    "rknn_destroy",
    "rknn_init",
    "rknn_inputs_set",
    "rknn_outputs_get",
    "rknn_outputs_release",
    "rknn_query",
    "rknn_run",
)
_MEMORY = (
    "rknn_create_mem",
    "rknn_create_mem_from_fd",
    "rknn_create_mem_from_phys",
    "rknn_set_internal_mem",
    "rknn_set_io_mem",
    "rknn_set_weight_mem",
)

OFFERS: dict[Library, dict[str, Offer]] = {
    "librknnrt": {
        **_since("0.6.0", *_BASICS),
        **_since("1.0.0", *_MEMORY),
        "rknn_destory_mem": Offer("1.0.0", "1.2.0"),  # spelled so until 1.3.0 renamed it
        **_since("1.2.0", "rknn_dup_context", "rknn_set_core_mask", "rknn_wait"),
        **_since("1.2.0", "rknn_matmul_create", "rknn_matmul_run", "rknn_matmul_set_io_mem"),
        "rknn_matmul_compress_create": Offer("1.2.0", "1.2.0"),
        "rknn_matmul_destory": Offer("1.2.0", "1.2.0"),
        **_since("1.3.0", "rknn_destroy_mem", "rknn_matmul_destroy"),
        **_since("1.3.0", "rknn_matmul_set_core_mask", "rknn_set_batch_core_num"),  # for RK356x from 1.4.0 on
        **_since("1.5.0", "rknn_set_input_shape"),
        **_since("1.5.2", "rknn_set_input_shapes"),
        **_since("1.6.0", "rknn_custom_op_get_op_attr", "rknn_mem_sync", "rknn_register_custom_ops"),
        **_since("2.0.0b0", "rknn_B_normal_layout_to_native_layout", "rknn_create_mem2", "rknn_matmul_get_quant_params"),
        **_since("2.0.0b0", "rknn_matmul_set_dynamic_shape", "rknn_matmul_set_quant_params"),
        **_since("2.1.0", "rknn_matmul_create_dynamic_shape"),
    },
    "librknnmrt": {
        **_since("1.3.0b0", *_BASICS, *_MEMORY, "rknn_destroy_mem", "rknn_dup_context", "rknn_wait"),
        **_since("1.5.0", "rknn_set_input_shape"),
        **_since("1.5.2", "rknn_set_input_shapes"),
        **_since("1.6.0", "rknn_mem_sync"),
        **_since("2.0.0b0", "rknn_create_mem2"),
    },
    "librkllmrt": {
        **_since("1.0.0", "rkllm_createDefaultParam", "rkllm_destroy", "rkllm_init", "rkllm_run"),
        **_since("1.0.1", "rkllm_abort"),
        **_since("1.1.0", "rkllm_is_running", "rkllm_load_lora", "rkllm_load_prompt_cache"),
        **_since("1.1.0", "rkllm_release_prompt_cache", "rkllm_run_async"),
        **_since("1.2.0", "rkllm_clear_kv_cache", "rkllm_set_chat_template"),
        **_since("1.2.1", "rkllm_get_kv_cache_size", "rkllm_set_cross_attn_params", "rkllm_set_function_tools"),
    },
}
"""Library to function to offer."""

_ORDER = (
    "0.6.0",
    "1.0.0",
    "1.0.1",
    "1.1.0",
    "1.2.0",
    "1.2.1",
    "1.3.0b0",
    "1.3.0",
    "1.5.0",
    "1.5.2",
    "1.6.0",
    "2.0.0b0",
    "2.1.0",
)


def api_of(names: Iterable[str]) -> tuple[str, ...]:
    """Those of the names that belong to the API, sorted."""
    return tuple(sorted(name for name in names if name.startswith(PREFIXES)))


def bounds_of(library: Library, exports: Iterable[str]) -> tuple[str | None, str | None]:
    """The release that first offered all that a library exports, and the one that first offered something it lacks."""
    offers = OFFERS.get(library, {})
    there = {name for name in exports if name in offers}
    first = max((offers[name].first for name in there), key=_ORDER.index, default=None)
    later = (offer.first for name, offer in offers.items() if name not in there and offer.last is None)
    return first, min(later, key=_ORDER.index, default=None) if first else None


def needs_of(imports: Iterable[str]) -> Iterator[tuple[Library, str, str | None]]:
    """Each library that offers all the known functions of one API among the imports: its first and last release for them."""
    known = {name for offers in OFFERS.values() for name in offers}
    for prefix in PREFIXES:
        wanted = {name for name in imports if name.startswith(prefix) and name in known}
        for library, offers in OFFERS.items():
            if wanted and wanted <= offers.keys():
                first = max((offers[name].first for name in wanted), key=_ORDER.index)
                lasts = [last for name in wanted if (last := offers[name].last)]
                yield library, first, min(lasts, key=_ORDER.index, default=None)


def is_before(release: str, other: str) -> bool:
    """Whether one release of the tables is older than another."""
    return _ORDER.index(release) < _ORDER.index(other)

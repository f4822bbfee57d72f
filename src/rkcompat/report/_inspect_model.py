"""The facts of a model, as people write them."""

from collections.abc import Iterator, Sequence

from ..model.artifact import ModelFile

#: People look for the custom ones and for one or two others; a program reads the JSON.
_OPERATORS_SHOWN = 40
_CUSTOM_OPERATOR = "cst"


def say_model(file: ModelFile) -> Iterator[tuple[str, str]]:
    """Each known fact: its label, and its value."""
    yield "sha256", file.sha256 or ""
    if file.encrypted:
        yield "encrypted", f"level {file.encryption_level}; nothing else can be read"
    yield "layout", file.layout or ""
    if file.format is not None:
        schema = "" if file.schema is None else f" (schema {file.schema}, which a runtime checks)"
        yield "format", (hex(file.format) if file.format > 0xFF else str(file.format)) + schema
    yield "platform", ", ".join(file.target_platform or ())
    yield "NPU type", file.npu or ""
    yield "toolkit", file.toolkit or ""
    yield "compiler", f"{file.compiler} ({file.compiler_build})" if file.compiler_build else file.compiler or ""
    yield "framework", file.framework or ""
    if file.dynamic_shape is not None:
        yield "shapes", "dynamic" if file.dynamic_shape else "static"
    yield "batch size", str(file.batch_size or "")
    if file.weight_bytes is not None and file.internal_bytes is not None:
        yield "memory", f"{file.weight_bytes:,} bytes of weights, {file.internal_bytes:,} bytes of internal tensors"
    custom = [operator for operator in file.operators if operator.startswith(_CUSTOM_OPERATOR)]
    yield "operators", _list([operator for operator in file.operators if operator not in custom])
    yield "custom", _list(custom)
    yield "text", file.custom_string or ""


def _list(names: Sequence[str]) -> str:
    left_out = len(names) - _OPERATORS_SHOWN
    return ", ".join(names[:_OPERATORS_SHOWN]) + (f" and {left_out} more" if left_out > 0 else "")

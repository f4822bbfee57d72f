"""What a file says of itself, whoever reads it."""

from typing import Literal

import msgspec

MINI_HEADER = 0x1004
"""The header number of a model for librknnmrt."""

SCHEMA_OF_HEADER = {1: 1, 2: 1, 4: 1, 6: 6, MINI_HEADER: 6}
"""The header number of a model file to the schema number inside, which is what a runtime checks.

Measured on 179 files of four toolkits and 161 public ones.
"""


class ModelFile(msgspec.Struct, frozen=True, kw_only=True):
    """One ``.rknn`` file, as its bytes describe it; ``None`` where they do not say."""

    path: str
    """The file as the user named it."""
    size: int
    """Bytes."""
    sha256: str | None = None
    """Of a ``.rkllm`` file where it was asked for: nothing else in it tells two models apart."""
    kind: Literal["rknn", "rkllm", "unreadable"]
    """``unreadable`` is a file that is no model, or is damaged: `problem` says how."""
    layout: Literal["full", "mini", "generation-1"] | None = None
    format: int | None = None
    """The number in the file's header: 1, 2, 4, 6 or 0x1004."""
    schema: int | None = None
    """The number inside the FlatBuffer, which is the one that a runtime checks: 1 or 6."""
    encrypted: bool = False
    """Whether nothing but the size and the level of encryption can be read."""
    encryption_level: int | None = None
    """1 to 3, as the toolkit was asked for."""
    npu: str | None = None
    """The NPU type string, ``RKNPU v2``."""
    target_platform: tuple[str, ...] | None = None
    toolkit: str | None = None
    """The version of the toolkit, as written in the file."""
    compiler: str | None = None
    """The version of the compiler, which is the one that a runtime compares with its own."""
    compiler_build: str | None = None
    """``COMMIT@DATE``."""
    framework: str | None = None
    """What the model was before, ``ONNX``."""
    dynamic_shape: bool | None = None
    """Whether it was converted for several input shapes; files before header format 4 and mini files do not say."""
    custom_string: str | None = None
    batch_size: int | None = None
    """The ``rknn_batch_size`` of the conversion, where one was set."""
    weight_bytes: int | None = None
    internal_bytes: int | None = None
    operators: tuple[str, ...] = ()
    """The operator types in the graph, sorted."""
    problem: str | None = None
    """Why the file cannot be used, with the offset where that shows."""
    oddities: tuple[str, ...] = ()
    """What is unusual but does not make the file unusable."""

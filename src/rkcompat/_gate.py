"""The gate as a library: schemas of what people write, the lock of an accepted set, what differs between two manifests."""

from typing import Any, Literal

SchemaName = Literal["manifest", "config", "matrix"]
"""What people write, and editors can check."""


def schema(name: SchemaName) -> dict[str, Any]:
    """The JSON Schema of a manifest, of rkcompat.toml, or of the files of a matrix."""
    from .toml._schema import to_schema

    if name == "manifest":
        from .model.manifest import Manifest

        return to_schema([Manifest], "rkcompat manifest, format 1")
    if name == "config":
        from .policy._config import Config

        return to_schema([Config], "rkcompat.toml")
    from .matrix._shape import SHAPES

    return to_schema(list(SHAPES.values()), "a file of rkcompat's matrices, format 1")

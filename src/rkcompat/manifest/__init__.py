"""``manifest.toml`` ⇄ `Manifest`, and where each key stands."""

from typing import TYPE_CHECKING, Any

from ._lines import locate
from ._merge import compare_model
from ._read import parse_manifest
from ._set import apply_settings

if TYPE_CHECKING:
    from ._write import manifest_to_toml

__all__ = ["apply_settings", "compare_model", "locate", "manifest_to_toml", "parse_manifest"]


def __getattr__(name: str) -> Any:
    """Load the writer when it is first asked for: no check needs it."""
    if name == "manifest_to_toml":
        from ._write import manifest_to_toml

        return manifest_to_toml
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""``manifest.toml`` ⇄ `Manifest`, and where each key stands; what a check does not need loads on first use."""

from typing import TYPE_CHECKING, Any

from ._read import parse_manifest

if TYPE_CHECKING:
    from ..toml._lines import locate
    from ._merge import compare_model
    from ._set import apply_settings
    from ._write import manifest_to_toml

__all__ = ["apply_settings", "compare_model", "locate", "manifest_to_toml", "parse_manifest"]

_HOMES = {"apply_settings": "._set", "compare_model": "._merge", "locate": "..toml._lines", "manifest_to_toml": "._write"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name], __name__), name)

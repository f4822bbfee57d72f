"""Readers of files: what models, libraries, kernels, device trees and packages say of themselves."""

from typing import TYPE_CHECKING, Any

from ._file import DamageError as DamageError
from ._read import read_model

if TYPE_CHECKING:
    from ._artifact import read_artifact, read_source
    from ._hash import hash_file
    from ._kconfig import parse_config
    from ._linked import with_missing
    from ._loader import find_library, find_opened
    from ._source import Source
    from ._tree import FileTree

_HOMES = {
    "FileTree": "_tree",
    "Source": "_source",
    "find_library": "_loader",
    "find_opened": "_loader",
    "hash_file": "_hash",
    "parse_config": "_kconfig",
    "read_artifact": "_artifact",
    "read_source": "_artifact",
    "with_missing": "_linked",
}
"""Public name to the module that holds it; `read_model` is on the way of ``check`` and needs no more than itself."""

__all__ = [
    "DamageError",
    "FileTree",
    "Source",
    "find_library",
    "find_opened",
    "hash_file",
    "parse_config",
    "read_artifact",
    "read_model",
    "read_source",
    "with_missing",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'rkcompat.artifacts' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{home}", __name__), name)

"""Which manifests the words of the command line mean."""

import os
import re
from collections.abc import Iterable

from ..errors import Problem, UsageError

#: The key that makes a TOML file a manifest, before any table; a file that is broken further down is still one.
_MANIFEST = re.compile(rb"""^[ \t]*(?:manifest|"manifest"|'manifest')[ \t]*=""", re.MULTILINE)
_TABLE = re.compile(rb"^[ \t]*\[", re.MULTILINE)


def find_manifests(words: Iterable[str]) -> list[str]:
    """Files as they are named, ``-``, and of a folder its manifests by name.

    Raises:
        UsageError: a folder that holds none or cannot be read.
    """
    found: dict[str, None] = {}
    for word in words:
        found.update(dict.fromkeys(_of_folder(word) if os.path.isdir(word) else [word]))
    return list(found)


def lock_beside(manifest: str) -> str:
    """Where the lock of a manifest lies if nobody says; that of standard input in the working folder."""
    return os.path.join(os.path.dirname(manifest) if manifest != "-" else "", "rkcompat.lock")


def _of_folder(folder: str) -> list[str]:
    try:
        names = sorted(entry.name for entry in os.scandir(folder) if entry.name.endswith(".toml") and entry.is_file())
        files = [path for name in names if _is_manifest(path := os.path.join(folder, name))]
    except OSError as fault:
        raise UsageError(Problem(folder, None, f"cannot be read: {fault.strerror}")) from None
    if not files:
        hint = "a manifest is a *.toml file that begins with manifest = 1"
        raise UsageError(Problem(folder, None, "found no manifest in this folder", hint))
    return files


def _is_manifest(path: str) -> bool:
    with open(path, "rb") as file:
        text = file.read(1 << 16)
    table = _TABLE.search(text)
    return _MANIFEST.search(text, 0, table.start() if table else len(text)) is not None

"""The lines inside Rockchip's libraries and server that name their version."""

import re
from typing import NamedTuple

_LIBRARY = re.compile(
    r"(librknnrt|librknnmrt|librkllmrt|librknn_api|librknn_runtime) version:? ?v?([0-9][0-9a-z.]{0,30})"
    r" \(([0-9a-f]{6,40})(?: build)?[@: ]{1,2}([0-9T: -]{10,19})\)"
)

#: Up to 1.5.0 without its name. ``Transfer version 2.2.2 (@…)`` in the same file is of the protocol.
_SERVER = re.compile(r"(?:rknn_server version: ?)?v?([0-9][0-9a-z.]{0,30}) \(([0-9a-f]{6,40}) build[@:] ?([0-9T: -]{10,19})\)")


class Named(NamedTuple):
    """What a file says of itself."""

    name: str
    version: str
    build: str
    """``COMMIT@DATE``, the date in the form of ISO 8601."""


def library_version(line: str) -> Named | None:
    """``librknnrt version: 1.6.0 (9a7b5d24c@2023-12-13T17:32:13)``, if the line is one."""
    found = _LIBRARY.search(line)
    return Named(found[1], found[2], _build(found[3], found[4])) if found else None


def server_version(line: str) -> Named | None:
    """``rknn_server version: 2.3.2 (1842325 build@2025-03-30T09:54:34)``, if the line is one."""
    found = _SERVER.search(line)
    if found is None or library_version(line):
        return None
    return Named("rknn_server", found[1], _build(found[2], found[3]))


def _build(commit: str, date: str) -> str:
    return f"{commit}@{date.strip().replace(' ', 'T')}"

"""The lines inside Rockchip's libraries and server that name their version."""

import re
from typing import NamedTuple, cast

from ..model.words import LIBRARIES, Library

_VERSION = rb"v?(?P<version>\d{1,3}\.\d{1,3}(?:\.\d{1,3})?[0-9a-z]{0,8})"
_DATE = rb"(?P<date>\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)(?: base: \d{1,9})?\)"

LIBRARY = re.compile(
    rb"(?P<library>"
    + "|".join(LIBRARIES).encode()
    + rb") version:? ?"
    + _VERSION
    + rb" \((?P<commit>[0-9a-f]{6,40})(?: build)?[@: ] ?"
    + _DATE
)
"""``librknnrt version: 1.6.0 (9a7b5d24c@2023-12-13T17:32:13)``."""

SERVER = re.compile(_VERSION + rb" \((?P<commit>[0-9a-f]{6,40}) build(?:@|: ?)" + _DATE)
"""``1.4.0 (bb6dac9 build: 2022-08-29 16:16:45)``; the number of the transfer protocol has no ``build``."""


class LibraryVersion(NamedTuple):
    """What a runtime library says of itself."""

    library: Library
    version: str
    build: str
    """``COMMIT@DATE``, the date in the form of ISO 8601."""


class ServerVersion(NamedTuple):
    """What an rknn_server says of itself."""

    version: str
    build: str


def library_version(line: str) -> LibraryVersion | None:
    """What a line says of a library, if it is one of these."""
    found = LIBRARY.search(line.encode())
    return found and LibraryVersion(cast("Library", found["library"].decode()), found["version"].decode(), build_of(found))


def server_version(line: str) -> ServerVersion | None:
    """What a line says of the server, if it is one of these and none of a library."""
    text = line.encode()
    found = None if LIBRARY.search(text) else SERVER.search(text)
    return found and ServerVersion(found["version"].decode(), build_of(found))


def build_of(stated: re.Match[bytes]) -> str:
    """``COMMIT@DATE`` of a line that matches one of the two patterns."""
    return f"{stated['commit'].decode()}@{stated['date'].decode().replace(' ', 'T')}"

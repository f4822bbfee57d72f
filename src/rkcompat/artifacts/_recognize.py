"""What a file is that is not a model, told from how it begins."""

import re

#: What it begins with, and what it then is.
_BEGINNINGS: tuple[tuple[bytes, str], ...] = (
    (b"version https://git-lfs.github.com/spec/v1", "a Git LFS pointer ('git lfs pull' fetches what it stands for)"),
    (b"\x7fELF", "an ELF program or library"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"{", "a JSON text"),
    (bytes(64), "zeros from byte 0 on, as an interrupted copy leaves them"),
)
_WEB_PAGE = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml)", re.IGNORECASE)
#: Git checks a symbolic link out as a file that holds its target, where links are not to be had.
_LINK = re.compile(rb"[\w.+@-]*(?:/|\.[a-z]{2,5}\Z)[\w./+@-]*", re.ASCII)

_LONGEST_LINK = 255


def recognize(beginning: bytes, size: int) -> str | None:
    """A few words on what else than a model a file is, never its content; ``None`` where that is not known.

    `beginning` is its first 256 bytes, or all of it.
    """
    if size == 0:
        return "an empty file"
    for start, what in _BEGINNINGS:
        if beginning.startswith(start):
            return what
    if beginning[4:8] == b"TFL3":
        return "a TensorFlow Lite model"
    if _WEB_PAGE.match(beginning):
        return "a web page"
    if size <= _LONGEST_LINK and _LINK.fullmatch(beginning):
        return "a path, which is how Git checks out a symbolic link where there are none"
    return None

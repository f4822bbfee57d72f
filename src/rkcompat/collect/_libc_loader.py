"""The loaders of C libraries, by the beginnings of their files' names."""

from typing import Final

from ..model.words import CLibrary

LOADERS: Final[dict[str, CLibrary]] = {"ld-linux": "glibc", "ld-musl": "musl", "ld-uClibc": "uclibc", "linker": "bionic"}
"""``linker`` and ``linker64`` are Android's."""


def family_of(path: str) -> CLibrary | None:
    """Whose loader a file is, by its name; ``None`` for what is no loader."""
    name = path.rpartition("/")[2]
    return next((family for start, family in LOADERS.items() if name.startswith(start)), None)

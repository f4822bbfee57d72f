"""The hash of a file, by which it is known again."""

import os

from ._file import DamageError, RegularFile
from ._source import sha256_of


def hash_file(path: "str | os.PathLike[str]") -> str:
    """The SHA-256 of a regular file, in hexadecimal.

    Raises:
        OSError: it is missing, or must not be read.
        ValueError: it is no regular file, or changes while it is read.
    """
    try:
        with RegularFile(os.fspath(path)) as file:
            return sha256_of(file)
    except DamageError as damage:
        raise ValueError(str(damage)) from None

"""An encrypted model: a header that tells the level and the size, and nothing else that could be read."""

from struct import Struct

from ..model.artifact import ModelFile
from ._file import DamageError
from ._source import Source

#: Magic, 1, encryption level, size of what is encrypted.
_HEADER = Struct("<8sQQQ")
#: Behind the header stands a block of 256 bytes, probably the key.
_CIPHER_START = _HEADER.size + 256
_LEVELS = (1, 2, 3)


def read_encrypted(path: str, file: Source) -> ModelFile:
    """Read the header; platform, format and versions are as good as not there.

    Raises:
        DamageError: the file is cut off.
    """
    if file.size < _CIPHER_START:
        raise DamageError(f"truncated at byte {file.size}: the header of an encrypted model takes {_CIPHER_START} bytes")
    _, _, level, length = _HEADER.unpack(file.read(0, _HEADER.size))
    end = _CIPHER_START + length
    if end > file.size:
        raise DamageError(f"truncated at byte {file.size}: by the header, the encrypted model ends at byte {end}")
    oddities = []
    if level not in _LEVELS:
        oddities.append(f"the encryption level at byte 16 is {level}, needed 1, 2 or 3")
    if end < file.size:
        oddities.append(f"{file.size - end} bytes follow the encrypted model, which ends at byte {end}")
    return ModelFile(path=path, size=file.size, kind="rknn", encrypted=True, encryption_level=level, oddities=tuple(oddities))

"""What a model file is, told from how it begins, and the reader for each kind."""

import os

from ..model.artifact import ModelFile
from ._container import BARE_GRAPH, MAGIC
from ._file import DamageError, RegularFile
from ._source import Source

_ENCRYPTED_MAGIC = b"CYPTRKNN"
_BEGINNING = 256


def read_model(path: str | os.PathLike[str]) -> ModelFile:
    """Read what a model file says of itself: a bounded part of it, whatever its bytes are.

    A file that is no model, or a damaged one, is an answer too: one of kind ``unreadable``.

    Raises:
        OSError: the file is missing, or must not be read.
    """
    name = os.fspath(path)
    size = 0
    try:
        with RegularFile(name) as file:
            size = file.size
            return read_model_source(name, file)
    except DamageError as damage:
        return ModelFile(path=name, size=size, kind="unreadable", problem=str(damage))


def read_model_source(path: str, file: Source) -> ModelFile:
    """Read a model from wherever it comes.

    Raises:
        DamageError: it is no model, or a damaged one.
    """
    beginning = file.read(0, min(_BEGINNING, file.size))
    if beginning.startswith(MAGIC):
        from ._rknn import read_rknn

        return read_rknn(path, file)
    if beginning.startswith(_ENCRYPTED_MAGIC):
        from ._encrypted import read_encrypted

        return read_encrypted(path, file)
    if beginning.startswith(BARE_GRAPH):
        oddity = "a bare Vivante graph, without the container of a .rknn file"
        return ModelFile(path=path, size=file.size, kind="rknn", layout="generation-1", oddities=(oddity,))
    if beginning and MAGIC.startswith(beginning):
        raise DamageError(f"truncated at byte {file.size}: the magic takes {len(MAGIC)} bytes")
    from ._recognize import recognize
    from ._rkllm import read_rkllm

    if known := recognize(beginning, file.size):
        raise DamageError(f"found {known}, needed a .rknn or .rkllm model")
    if rkllm := read_rkllm(path, file):
        return rkllm
    raise DamageError("found a file that does not begin as a model does, needed a .rknn or .rkllm model")

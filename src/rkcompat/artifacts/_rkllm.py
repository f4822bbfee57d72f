"""A ``.rkllm`` file: opaque, but for its last bytes."""

import re

from ..model.artifact import ModelFile
from ._source import Source

_MADE_BY = re.compile(rb"rkllm-toolkit version: ([0-9A-Za-z.+_-]{1,32})")
_END_BYTES = 64


def read_rkllm(path: str, file: Source) -> ModelFile | None:
    """Read the toolkit's version; ``None`` where neither the last bytes nor the file's name say that it is such a model."""
    length = min(_END_BYTES, file.size)
    made_by = _MADE_BY.search(file.read(file.size - length, length))
    if made_by is None and not path.endswith(".rkllm"):
        return None
    return ModelFile(path=path, size=file.size, kind="rkllm", toolkit=made_by and made_by[1].decode("ascii"))

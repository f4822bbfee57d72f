"""The report for programs: the published report as it stands."""

from ..model.matrix import Matrix
from ..model.resolution import Resolution
from ._batch import Batch
from ._format import PLAIN, Format, Look
from ._json_text import encode
from ._shape import Document


def to_json(resolution: Resolution, matrix: Matrix, look: Look = PLAIN) -> str:
    """The report on one manifest."""
    return FORMAT.one(resolution, matrix, look)


def many_to_json(batch: Batch, matrix: Matrix, look: Look = PLAIN) -> str:
    """The reports on several manifests, and the worst of all."""
    return FORMAT.many(batch, matrix, look)


def _write(document: Document, look: Look) -> str:
    return encode(document)


FORMAT = Format(_write)

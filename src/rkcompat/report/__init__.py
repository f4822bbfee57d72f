"""A `Resolution`, a rule or a model file → text for people, JSON for programs."""

from ._batch import Batch, Unusable
from ._format import FORMATS, PLAIN, Format, Look, load_format
from ._published import publish, publish_many
from ._shape import Document

__all__ = ["FORMATS", "PLAIN", "Batch", "Document", "Format", "Look", "Unusable", "load_format", "publish", "publish_many"]

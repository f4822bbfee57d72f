"""A `Resolution`, a rule or a model file → text for people, JSON for programs."""

from ._format import FORMATS, PLAIN, Batch, Format, Look, Unusable, load_format

__all__ = ["FORMATS", "PLAIN", "Batch", "Format", "Look", "Unusable", "load_format"]

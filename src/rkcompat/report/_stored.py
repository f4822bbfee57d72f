"""A stored JSON report → the shapes it was written from."""

import msgspec

from ..errors import Problem, UsageError
from ..model.words import Compatibility
from ._shape import FORMAT, BatchShape, Document, ExitShape, MatrixShape, ReportShape, ToolShape, UnusableShape


class _Head(msgspec.Struct):
    """What tells a report on one manifest from one on several, in any format."""

    format: int
    reports: tuple[msgspec.Raw, ...] | None = None


class _Batch(msgspec.Struct):
    tool: ToolShape
    matrix: MatrixShape
    verdict: Compatibility
    exit: ExitShape


class _Entry(msgspec.Struct):
    error: str | None = None


def parse_report(content: bytes, name: str) -> Document:
    """Read a report of this format or an earlier one; `name` is the file's, for messages.

    Raises:
        UsageError: it is none, or one of a later format.
    """
    try:
        head = msgspec.json.decode(content, type=_Head)
        if not 1 <= head.format <= FORMAT:
            hint = "a newer rkcompat reads it" if head.format > FORMAT else None
            raise UsageError(Problem(name, None, f"found report format {head.format}, needed {FORMAT} or lower", hint))
        if head.reports is None:
            return msgspec.json.decode(content, type=ReportShape)
        batch = msgspec.json.decode(content, type=_Batch)
        return BatchShape(
            tool=batch.tool,
            matrix=batch.matrix,
            verdict=batch.verdict,
            exit=batch.exit,
            reports=tuple(map(_entry, head.reports)),
        )
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        reason = "it is nested too deeply" if isinstance(fault, RecursionError) else str(fault)
        hint = "rkcompat check -f json writes one"
        raise UsageError(Problem(name, None, f"found no report that can be read, needed one in JSON: {reason}", hint)) from None


def _entry(raw: msgspec.Raw) -> ReportShape | UnusableShape:
    if msgspec.json.decode(raw, type=_Entry).error is None:
        return msgspec.json.decode(raw, type=ReportShape)
    return msgspec.json.decode(raw, type=UnusableShape)

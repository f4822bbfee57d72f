"""What model files say of themselves: text for people, JSON for programs."""

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from ..model.artifact import ModelFile
from ._format import PLAIN, Look
from ._json_text import encode, plain
from ._page import Page

FORMAT = 1
"""Raised when a key of the JSON changes its meaning or goes."""

#: People look for the custom ones and for one or two others; a program reads the JSON.
_OPERATORS_SHOWN = 40
_CUSTOM_OPERATOR = "cst"
_KINDS = {"rknn": "an RKNN model", "rkllm": "an RKLLM model", "unreadable": "no model that can be read"}


class FactsShape(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is known of a file, by the names of `ModelFile`; a key that is not there is not known."""

    size: int
    layout: Literal["full", "mini", "generation-1"] | None = None
    format: int | None = None
    schema: int | None = None
    encrypted: bool | None = None
    encryption_level: int | None = None
    npu: str | None = None
    target_platform: tuple[str, ...] | None = None
    toolkit: str | None = None
    compiler: str | None = None
    compiler_build: str | None = None
    framework: str | None = None
    dynamic_shape: bool | None = None
    custom_string: str | None = None
    batch_size: int | None = None
    weight_bytes: int | None = None
    internal_bytes: int | None = None
    operators: tuple[str, ...] = ()


class ProblemShape(msgspec.Struct, frozen=True, kw_only=True):
    """Why a file cannot be used (``error``), or what is unusual about it (``info``)."""

    severity: Literal["error", "info"]
    text: str


class FileShape(msgspec.Struct, frozen=True, kw_only=True):
    """One file."""

    path: str
    kind: Literal["rknn", "rkllm", "unreadable"]
    facts: FactsShape
    problems: tuple[ProblemShape, ...]


class InspectionShape(msgspec.Struct, frozen=True, kw_only=True):
    """Several files, in the order in which they were named."""

    format: int = FORMAT
    files: tuple[FileShape, ...]


def inspect_to_json(files: Sequence[ModelFile]) -> str:
    """What is known of the files, for programs."""
    return encode(InspectionShape(files=tuple(map(_shape, files))))


def inspect_to_text(files: Sequence[ModelFile], look: Look = PLAIN) -> str:
    """What is known of the files, for people."""
    page = Page(look)
    for file in files:
        page.blank()
        page.line(_KINDS[file.kind], head=f"{file.path}: ", paint="bad" if file.problem else "strong")
        page.field("error", file.problem or "")
        for label, text in _say(file):
            page.field(label, text)
        page.field("note", *file.oddities)
    return str(page)


def _shape(file: ModelFile) -> FileShape:
    facts = msgspec.convert(file, FactsShape, from_attributes=True)
    if file.kind != "rknn":
        facts = msgspec.structs.replace(facts, encrypted=None)
    return FileShape(path=plain(file.path), kind=file.kind, facts=facts, problems=tuple(_problems(file)))


def _problems(file: ModelFile) -> Iterator[ProblemShape]:
    if file.problem:
        yield ProblemShape(severity="error", text=file.problem)
    for oddity in file.oddities:
        yield ProblemShape(severity="info", text=oddity)


def _say(file: ModelFile) -> Iterator[tuple[str, str]]:
    """Each known fact: its label, and its value as people write it."""
    yield "size", _bytes(file.size)
    if file.encrypted:
        yield "encrypted", f"level {file.encryption_level}; nothing else can be read"
    yield "layout", file.layout or ""
    if file.format is not None:
        schema = "" if file.schema is None else f" (schema {file.schema}, which a runtime checks)"
        yield "format", (hex(file.format) if file.format > 0xFF else str(file.format)) + schema
    yield "platform", ", ".join(file.target_platform or ())
    yield "NPU type", file.npu or ""
    yield "toolkit", file.toolkit or ""
    yield "compiler", f"{file.compiler} ({file.compiler_build})" if file.compiler_build else file.compiler or ""
    yield "framework", file.framework or ""
    if file.dynamic_shape is not None:
        yield "shapes", "dynamic" if file.dynamic_shape else "static"
    yield "batch size", str(file.batch_size or "")
    if file.weight_bytes is not None and file.internal_bytes is not None:
        yield "memory", f"{_bytes(file.weight_bytes)} of weights, {_bytes(file.internal_bytes)} of internal tensors"
    custom = [operator for operator in file.operators if operator.startswith(_CUSTOM_OPERATOR)]
    yield "operators", _list([operator for operator in file.operators if operator not in custom])
    yield "custom", _list(custom)
    yield "text", file.custom_string or ""


def _bytes(count: int) -> str:
    return f"{count:,} bytes"


def _list(names: Sequence[str]) -> str:
    left_out = len(names) - _OPERATORS_SHOWN
    return ", ".join(names[:_OPERATORS_SHOWN]) + (f" and {left_out} more" if left_out > 0 else "")

"""What files say of themselves: text for people, JSON for programs."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

import msgspec

from ..model.artifact import ModelFile
from ..model.artifact_any import Artifact
from ._format import PLAIN, Look
from ._inspect_elf import say_application, say_library, say_server
from ._inspect_kernel import say_builtin, say_config, say_kernel, say_module
from ._inspect_model import say_model
from ._inspect_tree import say_package, say_tree
from ._json_text import encode, plain
from ._page import Page

FORMAT = 1
"""Raised when a key of the JSON changes its meaning or goes."""

_Say = Callable[[Any], Iterator[tuple[str, str]]]

_KINDS: dict[str, tuple[str, _Say]] = {
    "rknn": ("an RKNN model", say_model),
    "rkllm": ("an RKLLM model", say_model),
    "runtime-library": ("a runtime library", say_library),
    "rknn-server": ("rknn_server", say_server),
    "application": ("a program or library", say_application),
    "kernel-module": ("a kernel module", say_module),
    "builtin-modules": ("a list of built-in modules", say_builtin),
    "kernel-image": ("a kernel", say_kernel),
    "kernel-config": ("a kernel configuration", say_config),
    "device-tree": ("a device tree", say_tree),
    "device-tree-source": ("device tree source", say_tree),
    "python-package": ("a Python package", say_package),
    "unreadable": ("nothing that can be read", lambda _: iter(())),
}
"""Each kind in words, and what says its facts."""

#: What stands in the report by itself, beside the facts.
_ASIDE = {"path", "kind", "problem", "oddities"}


class ProblemShape(msgspec.Struct, frozen=True, kw_only=True):
    """Why a file cannot be used (``error``), or what is unusual about it (``info``)."""

    severity: Literal["error", "info"]
    text: str


class FileShape(msgspec.Struct, frozen=True, kw_only=True):
    """One file."""

    path: str
    kind: str
    """A key of `_KINDS`."""
    facts: dict[str, Any]
    """What is known of it, by the names of the fields in ``model/artifact*.py``; a key that is not there is not known."""
    problems: tuple[ProblemShape, ...]


class InspectionShape(msgspec.Struct, frozen=True, kw_only=True):
    """Several files, in the order in which they were named."""

    format: int = FORMAT
    files: tuple[FileShape, ...]


def inspect_to_json(files: Sequence[Artifact]) -> str:
    """What is known of the files, for programs."""
    return encode(InspectionShape(files=tuple(map(_shape, files))))


def inspect_to_text(files: Sequence[Artifact], look: Look = PLAIN) -> str:
    """What is known of the files, for people."""
    page = Page(look)
    for file in files:
        words, say = _KINDS[file.kind]
        page.blank()
        page.line(words, head=f"{file.path}: ", paint="bad" if file.problem else "strong")
        page.field("error", file.problem or "")
        page.field("size", f"{file.size:,} bytes")
        for label, text in say(file):
            page.field(label, text)
        page.field("note", *file.oddities)
    return str(page)


def _shape(file: Artifact) -> FileShape:
    return FileShape(path=plain(file.path), kind=file.kind, facts=_facts(file), problems=tuple(_problems(file)))


def _facts(file: Artifact) -> dict[str, Any]:
    facts = {key: value for key, value in msgspec.to_builtins(file).items() if key not in _ASIDE}
    if isinstance(file, ModelFile) and file.kind != "rknn":
        del facts["encrypted"]
    return {key: value for key, value in facts.items() if value is not None and value not in ((), [], {})}


def _problems(file: Artifact) -> Iterator[ProblemShape]:
    if file.problem:
        yield ProblemShape(severity="error", text=file.problem)
    for oddity in file.oddities:
        yield ProblemShape(severity="info", text=oddity)

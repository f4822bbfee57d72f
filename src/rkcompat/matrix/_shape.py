"""The shape of the files under ``matrices/``: what a person writes, before it is compiled.

Keys are written with hyphens. One idea a folder: ``sources/`` and ``platforms/`` hold one entry a file, whose name is its
id; ``components/`` one component a file; ``rules/``, ``validated/`` and ``signatures/`` as many entries a file as belong
together.
"""

from typing import Any, Literal

import msgspec

from ..model.fact import Attribute
from ..model.signature import Kind, Trust
from ..model.words import Basis, Layer, Severity

FORMAT = 1
"""The format number that each file states as ``matrix = 1``."""

Conditions = dict[str, Any]
"""Fact to demand, as `rkcompat.matrix._demand` reads it."""


class _File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    matrix: int


class SourceFile(_File, frozen=True):
    """``sources/ID.toml``."""

    title: str
    publisher: str
    basis: Basis
    read_on: str
    url: str | None = None
    citation: str | None = None
    edition: str | None = None
    sha256: str | None = None
    method: str | None = None
    sections: dict[str, str] = {}


class PlatformFile(_File, frozen=True):
    """``platforms/ID.toml``."""

    title: str
    generation: Literal[1, 2, 3]
    sources: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    npu: str | None = None
    cores: int | None = None
    runtime_library: str | None = None
    runs_models_for: tuple[str, ...] = ()
    sram_bytes: int | None = None
    sram_start: int | None = None
    nbuf_bytes: int | None = None
    device_node: str | None = None
    compatible: str | None = None
    needs: str | None = None


class ComponentFile(_File, frozen=True):
    """``components/COMPONENT.toml``: its attributes, and its releases in order."""

    component: str
    release: tuple[dict[str, Any], ...]
    """The keys of `ReleaseRow`, and one key for each attribute that is known of it."""
    attribute: dict[str, Attribute] = {}


class ReleaseRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """One release: what every component has."""

    version: str
    sources: tuple[str, ...]
    library: str | None = None
    date: str | None = None
    generation: Literal[1, 2, 3] = 2
    builds: tuple[str, ...] = ()
    socs: tuple[str, ...] = ()
    unpublished: tuple[str, ...] = ()
    """The sources that list what the vendor gave to everybody, and do not have it."""
    note: str = ""


class RuleRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """One rule: ``require`` what must hold, or ``forbid`` what must not come together."""

    id: str
    title: str
    why: str
    layer: Layer
    severity: Severity
    remedy: str
    sources: tuple[str, ...]
    when: Conditions = {}
    require: Conditions = {}
    forbid: Conditions = {}
    basis: Basis | None = None
    """Where it is weaker than the strongest of the sources; never stronger."""
    fragment: str = ""
    beside: tuple[str, ...] = ()
    disproved_by: tuple[str, ...] = ()
    contradicts: tuple[str, ...] = ()
    was: tuple[str, ...] = ()


class RuleFile(_File, frozen=True):
    """``rules/SUBJECT.toml``."""

    title: str
    rule: tuple[RuleRow, ...]


class SetRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """One validated set."""

    id: str
    title: str
    kind: Literal["sdk-release", "runtime-driver-pair", "image", "field-run"]
    socs: tuple[str, ...]
    components: dict[str, str]
    sources: tuple[str, ...] = ()
    works: bool = True
    board: str | None = None
    image: str | None = None
    who: str = ""
    when: str = ""
    where: str = ""
    ran: str = ""
    basis: Basis | None = None
    note: str = ""


class ValidatedFile(_File, frozen=True):
    """``validated/SUBJECT.toml``."""

    title: str
    set: tuple[SetRow, ...]


class SignatureRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """One line of a log; `rkcompat.model.signature.Signature` says what each key means."""

    id: str
    title: str
    kind: Kind
    regex: str
    proves: str
    proves_not: str
    sources: tuple[str, ...]
    examples: tuple[str, ...]
    facts: dict[str, str | bool] = {}
    trust: Trust = "printed"
    severity: Severity = "info"
    layer: Layer | None = None
    subjects: tuple[str, ...] = ()
    cause: str = ""
    printed_by: dict[str, str] = {}
    remedy: str = ""
    explained_by: tuple[str, ...] = ()
    basis: Basis | None = None


class SignatureFile(_File, frozen=True):
    """``signatures/PROGRAM.toml``."""

    title: str
    signature: tuple[SignatureRow, ...]


SHAPES: dict[str, type[_File]] = {
    "sources": SourceFile,
    "platforms": PlatformFile,
    "components": ComponentFile,
    "rules": RuleFile,
    "validated": ValidatedFile,
    "signatures": SignatureFile,
}
"""Folder to the shape of its files."""

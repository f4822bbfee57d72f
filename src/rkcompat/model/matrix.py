"""What is known of the stack: releases, platforms, rules, validated sets, each with its source."""

from typing import Literal

import msgspec

from .fact import Attribute, Scalar
from .platform import Platform
from .rule import Rule
from .signature import Signature
from .source import Source
from .version import Version
from .words import Basis


class Release(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One release of one component; one version in two builds that behave differently is two releases."""

    component: str
    version: Version
    library: str | None = None
    """Of a runtime: which library."""
    date: str | None = None
    generation: int = 2
    builds: tuple[str, ...] = ()
    """``COMMIT@DATE`` or ``COMMIT`` of each known build."""
    socs: tuple[str, ...] = ()
    """The platforms that it serves; empty is not stated."""
    attributes: dict[str, dict[str, Scalar]] = {}
    """Name to key (``*``, an NPU type or a SoC) to value."""
    unpublished: tuple[str, ...] = ()
    """The sources that list what the vendor gave to everybody, and do not have it: it ran somewhere, and cannot be had from
    there. Empty says nothing."""
    note: str = ""
    sources: tuple[str, ...] = ()


SetKind = Literal["sdk-release", "runtime-driver-pair", "image", "field-run"]
"""How the versions of a set came together: released at once, named together in a document, run on an image, run by a user."""


class ValidatedSet(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Versions that somebody ran together."""

    id: str
    title: str
    kind: SetKind
    socs: tuple[str, ...]
    """The SoCs on which it stands."""
    components: dict[str, Version]
    """Component to version; what is not named is not covered."""
    works: bool = True
    """Whether it ran; a set that failed is kept as evidence and never proposed."""
    board: str | None = None
    image: str | None = None
    who: str = ""
    when: str = ""
    where: str = ""
    """The place or the fleet, where the run is recorded by those who ran it."""
    ran: str = ""
    basis: Basis = "field-report"
    note: str = ""
    sources: tuple[str, ...] = ()


class Matrix(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, dict=True):
    """All that is known, compiled; equal files give an equal matrix whatever their order.

    What is worked out of a matrix once is kept in its ``__dict__`` and is no part of it.
    """

    edition: str
    """The newest day on which a source was read."""
    sha256: str
    """Of all files' names and contents, in order of their names."""
    sources: dict[str, Source]
    platforms: dict[str, Platform]
    aliases: dict[str, str]
    """Other names of SoCs to the platform's id."""
    attributes: dict[str, dict[str, Attribute]]
    """Component (or ``platform``) to attribute name to what it is."""
    releases: dict[str, tuple[Release, ...]]
    """Component (a runtime: its library) to releases in order of their versions."""
    rules: tuple[Rule, ...]
    """In order of their ids."""
    sets: tuple[ValidatedSet, ...]
    """In order of their ids."""
    overlays: tuple[str, ...] = ()
    """The folders that were laid over the built-in ones, as the user named them."""
    signatures: tuple[Signature, ...] = ()
    """In order of their ids."""


Row = Rule | Source | Platform | Release | ValidatedSet | Signature
"""What has an id in a matrix, a release the name of its component or library and its version."""

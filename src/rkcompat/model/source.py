"""Where a fact comes from, so that anyone can look it up."""

import msgspec

from .words import Basis


class Source(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One document, repository, file or log."""

    id: str
    title: str
    publisher: str
    basis: Basis
    """The strongest thing that this source alone can carry."""
    read_on: str
    """The day on which it was read, ``2026-11-29``."""
    url: str | None = None
    """Where it can be looked up; a source without an address has a `citation`."""
    citation: str | None = None
    """Repository, path and commit, or document and page, where there is no address."""
    edition: str | None = None
    """Version or commit of what was read."""
    sha256: str | None = None
    method: str | None = None
    """How it was measured, in a line; every source of basis ``measured`` has one."""
    sections: dict[str, str] = {}
    """The parts that are cited, each with its gist in our own words."""

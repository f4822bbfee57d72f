"""A waiver: somebody answers for a rule that does not hold, until a day."""

import msgspec


class Waiver(msgspec.Struct, frozen=True, kw_only=True):
    """One rule that is let pass, for a reason and for a time."""

    rule: str
    """The id of the rule, present or former."""
    subjects: tuple[str, ...] = ()
    """What a finding must be about, all of it: ``runtime``, ``model[1]``, or the id or path of an entry; empty is anything."""
    manifest: str | None = None
    """A pattern for the manifest's path from the configuration's folder, or for its name where it has no slash."""
    reason: str
    owner: str
    """Who answers for it."""
    expires: str
    """The last day on which it applies, ``2026-11-29``."""
    place: str = ""
    """Where it is written: ``rkcompat.toml:12``."""

"""The table of the manifest that a finding or a change is about."""

from ..model.manifest import Manifest


def entry_of(about: str, manifest: Manifest) -> object:
    """The table that ``runtime[1]`` names; ``None`` where it names none, as ``board`` does."""
    table, _, index = about.removesuffix("]").partition("[")
    entries = getattr(manifest, table, ())
    return entries[int(index)] if index.isdecimal() and int(index) < len(entries) else None

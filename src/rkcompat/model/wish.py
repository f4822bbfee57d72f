"""What somebody wants of an answer beside that it works."""

from typing import Literal

import msgspec

from .version import Range, Version

Preference = Literal["cheapest", "fewer-changes", "newest"]
"""Which set comes first: that of the least cost, of the fewest things to do, or of the newest releases."""


class Want(msgspec.Struct, frozen=True):
    """A component that shall end up in a range of versions: ``runtime>=2.3``."""

    component: str
    range: Range

    def allows(self, version: Version | None) -> bool:
        """Whether the version is known to lie in the range: a wish is not met by what nobody knows."""
        return version is not None and self.range.holds(version) is True

    def __str__(self) -> str:
        return f"{self.component}{self.range}"


class Wishes(msgspec.Struct, frozen=True, kw_only=True):
    """What an answer shall have, and which of several comes first."""

    wants: tuple[Want, ...] = ()
    prefer: Preference = "cheapest"
    only_validated: bool = False
    """Whether sets that the rules allow and nobody has run are no answer."""
    near: str | None = None
    """The id of a validated set: the answers that have more of it come first."""

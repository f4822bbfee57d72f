"""What was said of several manifests."""

import msgspec

from ..errors import Problem
from ..model.resolution import Resolution


class Unusable(msgspec.Struct, frozen=True):
    """A manifest of which nothing could be said."""

    path: str
    """The manifest as the user named it."""
    problems: tuple[Problem, ...]


class Batch(msgspec.Struct, frozen=True):
    """What was said of several manifests, in the order in which they were named."""

    entries: tuple[Resolution | Unusable, ...]
    exit_code: int
    """The worst of all."""
    reason: str

"""What the file of a library is built for, where a change asks for another one."""

from collections.abc import Iterable

from msgspec import UNSET, UnsetType

from ..model.resolution import Build
from ._shape import BuildShape


def say_before(builds: Iterable[Build | BuildShape] | UnsetType) -> str:
    """What the present file is built for: `` (armhf)``, and nothing where it does not matter."""
    return _say([] if builds is UNSET else [build.before for build in builds])


def say_after(builds: Iterable[Build | BuildShape] | UnsetType) -> str:
    """What the file in its place must be built for."""
    return _say([] if builds is UNSET else [build.after for build in builds])


def _say(words: list[str]) -> str:
    return f" ({', '.join(words)})" if words else ""

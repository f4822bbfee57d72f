"""The report formats by name; a format's module is loaded when it is asked for."""

from collections.abc import Callable
from importlib import import_module
from typing import Final, cast

import msgspec

from ..errors import Problem
from ..model.matrix import Matrix
from ..model.resolution import Resolution


class Look(msgspec.Struct, frozen=True):
    """How a report for people looks; formats for programs take no notice of it."""

    verbose: bool = False
    """Whether satisfied rules, and facts that would only tell more, are shown too."""
    width: int = 80
    """Columns."""
    color: bool = False
    """Whether words that matter are coloured; the words are the same either way."""


PLAIN: Final = Look()
"""80 columns, no colour, what matters only."""


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


class Format(msgspec.Struct, frozen=True):
    """One report format: text of one resolution, and of several."""

    one: Callable[[Resolution, Matrix, Look], str]
    many: Callable[[Batch, Matrix, Look], str]


FORMATS: Final = {"text": "_text", "json": "_json"}
"""Every report format, with the module of this package that holds its ``FORMAT``."""


def load_format(name: str) -> Format:
    """The format of that name.

    Raises:
        KeyError: there is none.
    """
    return cast(Format, import_module(f".{FORMATS[name]}", __package__).FORMAT)

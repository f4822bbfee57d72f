"""The report formats by name; a format's module is loaded when it is asked for."""

from collections.abc import Callable
from importlib import import_module
from typing import Final, cast

import msgspec

from ..model.matrix import Matrix
from ..model.resolution import Resolution
from ._batch import Batch
from ._published import publish, publish_many
from ._shape import Document


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


class Format(msgspec.Struct, frozen=True):
    """One report format: the published report as text, so that a stored report can be written in any of them."""

    write: Callable[[Document, Look], str]

    def one(self, resolution: Resolution, matrix: Matrix, look: Look = PLAIN) -> str:
        """The report on one manifest."""
        return self.write(publish(resolution, matrix), look)

    def many(self, batch: Batch, matrix: Matrix, look: Look = PLAIN) -> str:
        """The report on several."""
        return self.write(publish_many(batch, matrix), look)


FORMATS: Final = {
    "text": "_text",
    "json": "_json",
    "markdown": "_markdown",
    "html": "_html",
    "sarif": "_sarif",
    "junit": "_junit",
    "github": "_github",
    "summary": "_summary",
    "gitlab": "_gitlab",
    "cyclonedx": "_cyclonedx",
}
"""Every report format, with the module of this package that holds its ``FORMAT``."""


def load_format(name: str) -> Format:
    """The format of that name.

    Raises:
        KeyError: there is none.
    """
    return cast(Format, import_module(f".{FORMATS[name]}", __package__).FORMAT)

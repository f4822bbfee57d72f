"""How a source is cited: ``ID#SECTION`` → title, section and address; and which of a rule's sources speaks of a case."""

import re

import msgspec

from ..model.matrix import Matrix
from ..model.source import Source
from ..model.words import BASES


class Citation(msgspec.Struct, frozen=True):
    """One source of a rule, ready to be shown."""

    source: Source
    section: str
    """The part that is cited; empty is the whole."""

    @property
    def place(self) -> str:
        """Title and section."""
        return place_in(self.source.title, self.section)

    @property
    def address(self) -> str:
        """Where it can be looked up."""
        return self.source.url or self.source.citation or ""

    @property
    def rank(self) -> int:
        """0 for the strongest basis."""
        return BASES.index(self.source.basis)

    @property
    def gist(self) -> str:
        """What the section says, in a few words."""
        return self.source.sections.get(self.section, "")


def place_in(title: str, section: str | None) -> str:
    """A source and the part of it that is meant: ``RKLLM changelog to 1.3.0, section "1.2.0"``."""
    return f'{title}, section "{section}"' if section else title


_VERSION = re.compile(r"\d+\.\d+\.\d+")


def versions_in(text: str) -> set[str]:
    """The versions that a text names: a source whose title has one of a case's own is the one to read first."""
    return set(_VERSION.findall(text))


def cite(names: tuple[str, ...], matrix: Matrix) -> tuple[Citation, ...]:
    """The sources of a rule in its own order; a compiled matrix names none that it does not hold."""
    parts = (stated.partition("#") for stated in names)
    return tuple(Citation(matrix.sources[name], section) for name, _, section in parts)

"""A page of text: wrapped lines, labelled fields, and colour for those who want it."""

import re
from textwrap import TextWrapper

from ._format import Look
from ._text_safe import inert, printable

#: SGR codes, chosen to be told apart on dark and on light terminals.
_CODES = {"bad": "1;31", "warn": "33", "good": "32", "strong": "1"}

UNBROKEN = "\xa0"
"""A space at which no line ends."""

_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
"""What a shell takes as one word."""

_LABEL = 12
"""Columns of a label, the longest of which is ``not covered``."""


class Page:
    """Collects lines. All text comes in through here and is made printable here; colour goes on last, so it changes no word."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._lines: list[str] = []

    def line(self, text: str, *, indent: int = 0, hang: int = 2, head: str = "", paint: str = "strong") -> None:
        """Add a paragraph; its further lines hang in by `hang`; `head` is what it begins with and is painted."""
        first, later = " " * indent, " " * (indent + hang)
        fill = TextWrapper(
            width=max(40, self._look.width),
            initial_indent=first,
            subsequent_indent=later,
            break_long_words=False,
            break_on_hyphens=False,
        )
        head = printable(head)
        lines = [inert(line.replace(UNBROKEN, " ")) for line in fill.wrap(head + printable(text))]
        if self._look.color and head and lines:
            at = indent + len(head.rstrip())
            lines[0] = f"{first}\x1b[{_CODES[paint]}m{lines[0][indent:at]}\x1b[0m{lines[0][at:]}"
        self._lines += lines

    def heading(self, head: str, text: str = "") -> None:
        """Add an empty line and the first line of a part of the report."""
        self.blank()
        self.line(text, head=head)

    def field(self, label: str, *texts: str, indent: int = 2) -> None:
        """Add a labelled entry, one paragraph a text; nothing where there is no text."""
        label = f"{label:{_LABEL}}"
        for text in filter(None, texts):
            self.line(label + text, indent=indent, hang=_LABEL)
            label = " " * _LABEL

    def commands(self, label: str, *commands: str, indent: int) -> None:
        """Add a labelled entry, each command on lines that a shell takes as one: what goes on ends in a backslash."""
        label = f"{label:{_LABEL}}"
        first, later = " " * indent, " " * (indent + _LABEL + 2)
        fill = TextWrapper(
            width=max(40, self._look.width) - 2,
            initial_indent=first,
            subsequent_indent=later,
            break_long_words=False,
            break_on_hyphens=False,
        )
        for command in commands:
            whole = _QUOTED.sub(lambda found: found[0].replace(" ", UNBROKEN), printable(command))
            lines = [line.replace(UNBROKEN, " ") for line in fill.wrap(label + whole)]
            self._lines += [inert(line) + " \\" for line in lines[:-1]] + [inert(line) for line in lines[-1:]]
            label = " " * _LABEL

    def verbatim(self, text: str) -> None:
        """Add lines as they stand, such as a fragment of a device tree, below a field."""
        first = " " * (2 + _LABEL)
        self._lines += [f"{first}{inert(printable(line.expandtabs()))}".rstrip() for line in text.strip("\n").split("\n")]

    def blank(self) -> None:
        """Add an empty line, never two."""
        if self._lines and self._lines[-1]:
            self._lines.append("")

    def __str__(self) -> str:
        return "\n".join(self._lines).rstrip("\n") + "\n"

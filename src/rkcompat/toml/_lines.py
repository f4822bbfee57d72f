"""Where each key of a TOML text stands.

A scanner, not a parser: the text has been accepted by a parser before, so every bracket closes and no key comes twice.
"""

import re
from collections.abc import Iterator, Mapping

from ._path import Path, read_path, spell, unquoted

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_BLANK = re.compile(r"[ \t\r\n]*")
_COMMENT = re.compile(r"#[^\n]*")
_SCALAR = re.compile(r"[^,\]}#\n]+")


class _Node:
    """A key or an array's element: its line, and what lies below it."""

    __slots__ = ("below", "line")

    def __init__(self, line: int) -> None:
        self.line = line
        self.below: dict[str | int, _Node] = {}


class Lines(Mapping[str, int]):
    """Key path to line, from 1; the spelling is that of `rkcompat.toml._path`.

    A tree below: paths as strings would take the square of the text's length where keys are long or deep.
    """

    def __init__(self, root: _Node) -> None:
        self._root = root

    def __getitem__(self, path: str) -> int:
        node = self._root
        try:
            for step in read_path(path):
                node = node.below[step]
        except (KeyError, ValueError):
            raise KeyError(path) from None
        return node.line

    def __iter__(self) -> Iterator[str]:
        waiting: list[tuple[Path, _Node]] = [((), self._root)]
        while waiting:
            path, node = waiting.pop()
            if path:
                yield spell(path)
            waiting += [((*path, step), inner) for step, inner in reversed(node.below.items())]

    def __len__(self) -> int:
        return sum(1 for _ in self)


def locate(text: str) -> Mapping[str, int]:
    """The line of every key and of every element of an array, in the order of the text.

    A table stands where its name is first written, be it as part of a longer name; an element of an array of tables at its
    header. The text must be valid TOML; takes time in proportion to its length.
    """
    scan = _Scanner(text)
    root = _Node(0)
    table = root
    open_: list[tuple[_Node, bool]] = []  # inline tables and arrays around the position, and whether each is an array
    while sign := scan.next_sign():
        if sign == ",":
            scan.position += 1
        elif sign in "]}":
            scan.position += 1
            open_.pop()
        elif sign == "[" and not open_:
            table = scan.header(root)
        else:
            node, is_array = open_[-1] if open_ else (table, False)
            line = scan.line
            keys: list[str | int] = [len(node.below)] if is_array else [*scan.key()]
            for key in keys:
                node = node.below.setdefault(key, _Node(line))
            if not is_array:
                scan.position += 1  # the equals sign
                sign = scan.next_sign()
            if sign in "[{":
                scan.position += 1
                open_.append((node, sign == "["))
            else:
                scan.skip_scalar(sign)
    return Lines(root)


class _Scanner:
    """A position in the text, and its line."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.line = 1
        self._counted = 0

    def next_sign(self) -> str:
        """Go over space, line ends and comments; the character that stands there, or nothing at the end."""
        text, start = self.text, self._counted
        position = _end(_BLANK, text, self.position)
        while text.startswith("#", position):
            position = _end(_BLANK, text, _end(_COMMENT, text, position))
        self.line += text.count("\n", start, position)
        self.position = self._counted = position
        return text[position : position + 1]

    def key(self) -> list[str]:
        """Read a key with its dots, and go to what follows it."""
        keys = []
        while True:
            if self.next_sign() in "\"'":
                start, self.position = self.position, _string_end(self.text, self.position)
                keys.append(unquoted(self.text[start : self.position]))
            else:
                start, self.position = self.position, _end(_BARE_KEY, self.text, self.position)
                keys.append(self.text[start : self.position])
            if self.next_sign() != ".":
                return keys
            self.position += 1

    def header(self, root: _Node) -> _Node:
        """Read ``[table]`` or ``[[array of tables]]``: the table that the lines below it fill."""
        brackets = 2 if self.text.startswith("[[", self.position) else 1
        line = self.line
        self.position += brackets
        keys = self.key()
        self.position += brackets
        node = root
        for at, key in enumerate(keys, 1):
            node = node.below.setdefault(key, _Node(line))
            if at == len(keys) and brackets == 2:
                node = node.below.setdefault(len(node.below), _Node(line))
            elif 0 in node.below:
                node = node.below[len(node.below) - 1]  # what is said of an array of tables is said of its last one
        return node

    def skip_scalar(self, sign: str) -> None:
        """Go behind a string, number, date or boolean that begins with this character."""
        if sign in "\"'":
            self.position = _string_end(self.text, self.position)
        else:
            self.position = _end(_SCALAR, self.text, self.position)


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    """The position behind what the pattern takes from ``start`` on."""
    found = pattern.match(text, start)
    return found.end() if found else start


def _string_end(text: str, start: int) -> int:
    """The position behind the string that begins at ``start``."""
    quote = text[start]
    mark = quote * 3 if text.startswith(quote * 3, start) else quote
    begin = start + len(mark)
    while True:
        end = text.index(mark, begin)
        before = text[begin:end]
        if quote == "'" or (len(before) - len(before.rstrip("\\"))) % 2 == 0:
            break
        begin = end + 1  # an escaped quote
    end += len(mark)
    if len(mark) == 3:  # one or two quotes more belong to the text
        while text.startswith(quote, end):
            end += 1
    return end

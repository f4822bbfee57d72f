"""Device tree source, as far as it can be read without a compiler: no macros, no includes, no expressions."""

import re
from collections.abc import Iterator
from itertools import pairwise

from ._fdt import Node
from ._file import DamageError
from ._source import Source

#: Bytes; a board's own file has some 50,000.
_LONGEST = 2 << 20
_DEPTH = 64
#: Comments, one that does not end included, and lines for the preprocessor; each is passed over once.
_HIDDEN = re.compile(
    r"/\*.*?(?:\*/|\Z)|//[^\n]*|^[ \t]*#(?:include|define|undef|if|ifn?def|else|endif|pragma)\b[^\n]*", re.DOTALL | re.MULTILINE
)
_TOKEN = re.compile(r'"[^"\n]*"|[{};=<>:\[\]]|&\{[^}\s]{0,256}\}|[^\s{};=<>:\[\]"]+')
_IS_SOURCE = re.compile(r"\s*(?:/dts-v1/\s*;|/\s*\{|&[\w-]{1,64}\s*\{|[\w-]{1,64}:\s*[\w,.@+-]{1,64}\s*\{)", re.ASCII)
_CELL = re.compile(r"0[xX][0-9a-fA-F]{1,16}|\d{1,20}")


def is_dts(beginning: bytes) -> bool:
    """Whether a text begins as device tree source does."""
    return b"\0" not in beginning and _IS_SOURCE.match(_HIDDEN.sub(" ", beginning.decode("latin-1"))) is not None


def read_dts(source: Source) -> Node:
    """The root of the tree; ``&rknpu`` is the node with that label, or a child of the root where the file has none.

    Raises:
        DamageError: it is too long, or its braces do not match.
    """
    if source.size > _LONGEST:
        raise DamageError(f"found device tree source of {source.size} bytes, needed at most {_LONGEST}")
    text = _HIDDEN.sub(" ", source.read(0, source.size).decode("utf-8", "replace"))
    reader = _Reader(_TOKEN.findall(text))
    root = reader.read()
    _number_phandles(root, reader.labels)
    return root


def _number_phandles(root: Node, labels: dict[str, Node]) -> None:
    """Give each label a handle, as a compiler does, and put it in place of the references to it."""
    handles = {label: index + 1 for index, label in enumerate(labels)}
    for label, node in labels.items():
        node.properties.setdefault("phandle", handles[label].to_bytes(4, "big"))
    for node in root.walk():
        for name, value in node.properties.items():
            if b"&" in value:
                node.properties[name] = _REFERENCE.sub(lambda found: _handle(found, labels), value)


_REFERENCE = re.compile(rb"\0&([\w-]+)\0")


def _handle(found: re.Match[bytes], labels: dict[str, Node]) -> bytes:
    node = labels.get(found[1].decode("ascii", "replace"))
    return node.properties["phandle"][:4] if node is not None else b"\xff\xff\xff\xff"


class _Reader:
    """Walks over the tokens."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._place = 0
        self.labels: dict[str, Node] = {}

    def read(self) -> Node:
        """All nodes of the file below one root."""
        root = Node("", None, {}, [])
        self._read_body(root, 0)
        return root

    def _read_body(self, node: Node, depth: int) -> None:
        if depth > _DEPTH:
            raise DamageError(f"the device tree source has more than {_DEPTH} levels")
        statement: list[str] = []
        while self._place < len(self._tokens):
            word = self._tokens[self._place]
            self._place += 1
            if word == "{":
                self._read_body(self._open(node, statement), depth + 1)
                statement = []
            elif word == ";":
                _set_property(node, statement)
                statement = []
            elif word == "}":
                if depth == 0:
                    break
                return
            else:
                statement.append(word)
        if depth or self._place < len(self._tokens):
            raise DamageError("the braces of the device tree source do not match")

    def _open(self, parent: Node, statement: list[str]) -> Node:
        """The node that ``label: name`` or ``&label`` opens."""
        labels = [word for word, colon in pairwise(statement) if colon == ":"]
        name = statement[-1] if statement else ""
        if name == "/" and parent.parent is None and not parent.name:
            return parent
        known = self.labels.get(name.removeprefix("&")) if name.startswith("&") else None
        node = known or next((child for child in parent.children if child.name == name), None)
        if node is None:
            node = Node(name, parent, {}, [])
            parent.children.append(node)
        self.labels.update(dict.fromkeys(labels, node))
        return node


def _set_property(node: Node, statement: list[str]) -> None:
    if not statement or statement[0].startswith("/"):
        return
    name, *rest = statement
    if not rest:
        node.properties[name] = b""
    elif rest[0] == "=":
        node.properties[name] = b"".join(_values(rest[1:]))


def _values(words: list[str]) -> Iterator[bytes]:
    """Texts and cells; a reference stands for itself until every label is known, and what is no number counts as 0."""
    in_cells = False
    for word in words:
        if word in {"<", ">"}:
            in_cells = word == "<"
        elif word.startswith('"'):
            yield word[1:-1].encode() + b"\0"
        elif in_cells and word.startswith("&"):
            yield b"\0" + word.encode() + b"\0"
        elif in_cells:
            number = int(word, 0) if _CELL.fullmatch(word) and not re.fullmatch(r"0\d+", word) else 0
            yield (number & 0xFFFFFFFF).to_bytes(4, "big")

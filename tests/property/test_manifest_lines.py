"""The line of every key, held against texts that count the lines of their keys while they are written."""

import re
from typing import Any

import tomli
from hypothesis import HealthCheck, given, settings, strategies as st

from rkcompat.manifest import locate
from rkcompat.toml._path import Path, quoted, spell

SCALARS = [
    "1_000",
    "-17",
    "0xDEAD_beef",
    "6.5e-3",
    "-inf",
    "nan",
    "true",
    "1979-05-27 07:32:00Z",
    "1979-05-27",
    "07:32:00",
    '""',
    "''",
]
BASIC = ["a", "\\\\", '\\"', "\\u0022", "#", "]", "}", ",", "=", "'", "'''", "é"]
LITERAL = ["a", "\\", '"', '"""', "#", "]", "}", ",", "é"]
BASIC_LINES = [*BASIC, "\n", '"b', '""c', '\\"""d', "\\\n  ", "[x]\n"]
LITERAL_LINES = ["a", "\\", '"', '"""', "#", "]", "}", ",", "\n", "'b", "''c", "[[x]]\n"]
GAPS = ["", " ", "\t", "\n", " # ] } , = ' \"\n", "\n\n  "]
ENDS = ["\n", "\n\n", '  # [x] = """\n', "\t\n# '''\n", "\n   \n"]


class Text:
    """A TOML document in the making, which knows where each key that it has written stands."""

    def __init__(self, draw: Any) -> None:
        self.draw = draw
        self.text = ""
        self.lines: dict[Path, int] = {}

    def document(self) -> None:
        """Write keys, then tables."""
        self.pairs((), 0, self.keys(), inline=False)
        self.tables((), (), 0, taken=[path[0] for path in self.lines])

    def tables(self, path: Path, names: tuple[str, ...], depth: int, taken: list[Any]) -> None:
        """Write the tables below a table, each in one of the orders that TOML allows."""
        for key in self.keys(0 if depth else 1, taken):
            below, header = (*path, key), (*names, key)
            form = self.one_of("table", "array", "implicit", "implicit array", "late")
            inner = self.keys(1)[0]
            if form == "table":
                self.header(header, [below])
                self.table(below, header, depth)
            elif form == "array":
                self.array(below, header, depth, [below])
            elif form == "implicit array":
                self.array((*below, inner), (*header, inner), depth, [below, (*below, inner)])
            else:
                self.header((*header, inner), [below, (*below, inner)])
                self.table((*below, inner), (*header, inner), depth)
                if form == "late":
                    self.header(header, [below])
                    self.pairs(below, 1, self.keys(0, [inner]), inline=False)

    def array(self, path: Path, names: tuple[str, ...], depth: int, marks: list[Path]) -> None:
        """Write an array of tables, each with all that is below it."""
        for index in range(self.draw(st.integers(1, 3))):
            self.header(names, [*marks, (*path, index)], brackets=2)
            self.table((*path, index), names, depth)

    def table(self, path: Path, names: tuple[str, ...], depth: int) -> None:
        """Write what stands below a header."""
        keys = self.keys()
        self.pairs(path, 1, keys, inline=False)
        if depth < 2:
            self.tables(path, names, depth + 1, keys)

    def header(self, names: tuple[str, ...], marks: list[Path], brackets: int = 1) -> None:
        """Write the name of a table in brackets; the paths that are named for the first time are marked."""
        self.text += self.one_of("", "  ", "\t")
        for path in marks:
            self.mark(path)
        self.text += "[" * brackets + self.one_of("", " ")
        self.key(names)
        self.text += self.one_of("", " ") + "]" * brackets + self.one_of(*ENDS)

    def pairs(self, path: Path, depth: int, keys: list[str], *, inline: bool) -> None:
        """Write keys with values; some as dotted keys, of which several may begin alike."""
        names: list[tuple[str, ...]] = []
        for key in keys:
            names += [(key, below) for below in self.keys(1)] if self.draw(st.booleans()) else [(key,)]
        for at, parts in enumerate(names):
            self.text += ", " * (at > 0) if inline else self.one_of("", "  ")
            for end in range(1, len(parts) + 1):
                self.mark((*path, *parts[:end]))
            self.key(parts)
            self.text += self.one_of(" = ", "=", "\t=  ")
            self.value((*path, *parts), depth)
            self.text += "" if inline else self.one_of(*ENDS)

    def value(self, path: Path, depth: int) -> None:
        """Write a value, over several lines where TOML allows it."""
        kind = self.one_of("scalar", "string", "array", "table") if depth < 3 else self.one_of("scalar", "string")
        if kind == "scalar":
            self.text += self.one_of(*SCALARS)
        elif kind == "string":
            self.string()
        elif kind == "array":
            self.text += "["
            for index in range(self.draw(st.integers(0, 3))):
                self.text += "," * (index > 0) + self.one_of(*GAPS)
                self.mark((*path, index))
                self.value((*path, index), depth + 1)
                self.text += self.one_of(*GAPS)
            self.text += (self.one_of("", ",") if (*path, 0) in self.lines else "") + self.one_of(*GAPS) + "]"
        else:
            self.text += "{" + self.one_of("", " ")
            self.pairs(path, depth + 1, self.keys(), inline=True)
            self.text += self.one_of("", " ") + "}"

    def string(self) -> None:
        """Write a string in one of its four forms."""
        quote, pieces, more = self.one_of(
            ('"', BASIC, [""]),
            ("'", LITERAL, [""]),
            ('"""', BASIC_LINES, ["", '"', '""']),
            ("'''", LITERAL_LINES, ["", "'", "''"]),
        )
        self.text += quote + "".join(self.draw(st.lists(st.sampled_from(pieces), max_size=4))) + self.one_of(*more) + quote

    def key(self, names: tuple[str, ...]) -> None:
        """Write a key, each part in one of the ways that TOML has for it."""
        for at, name in enumerate(names):
            forms = [quoted(name), '"' + "".join(f"\\u{ord(sign):04X}" for sign in name) + '"']
            if re.fullmatch("[A-Za-z0-9_-]+", name):
                forms = [name, name, *forms]
            if "'" not in name and name.isprintable():
                forms.append(f"'{name}'")
            self.text += (self.one_of(".", " . ") if at else "") + self.one_of(*forms)

    def keys(self, least: int = 0, taken: list[Any] | None = None) -> list[str]:
        """Draw the names of keys, awkward ones."""
        fresh = st.text("aB9_-.[]# \"'\\=é\n\x7f", max_size=3).filter(lambda name: name not in (taken or []))
        return self.draw(st.lists(fresh, min_size=least, max_size=2, unique=True))

    def one_of(self, *choices: Any) -> Any:
        """Draw one of these."""
        return self.draw(st.sampled_from(choices))

    def mark(self, path: Path) -> None:
        """Note that a key stands here, unless it stood somewhere before."""
        self.lines.setdefault(path, self.text.count("\n") + 1)


@st.composite
def documents(draw: Any) -> tuple[str, dict[str, int]]:
    """A TOML text, and the line of each of its keys and elements."""
    text = Text(draw)
    text.document()
    ends = draw(st.sampled_from(["\n", "\r\n"]))
    return text.text.replace("\n", ends), {spell(path): line for path, line in text.lines.items()}


def flattened(value: Any, path: Path = ()) -> set[str]:
    """The paths of all keys and elements of parsed TOML."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    below = {name for step, item in inner for name in flattened(item, (*path, step))}
    return below | ({spell(path)} if path else set())


@given(documents())
@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_every_key_is_found_on_its_line(document: tuple[str, dict[str, int]]) -> None:
    """The keys are those that the parser finds, and each stands where it was written."""
    text, lines = document
    located = dict(locate(text))

    assert set(located) == flattened(tomli.loads(text))
    assert located == lines

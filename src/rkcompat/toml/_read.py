"""Bytes of TOML → what they hold, within bounds; one problem where they hold none."""

import re
from typing import Any

import tomli

from ..errors import Problem

#: A complete kernel configuration takes 0.3 MiB, and tomli up to 500 times a text's size in memory.
LARGEST = 7 << 16

#: The formats' own keys have four parts. What tomli takes for a key grows with the square of its parts.
_DEEP_KEY = re.compile(r"""^[ \t\[]*(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){8}""", re.MULTILINE)


class NotToml(Exception):  # noqa: N818  # says what the text is, and never reaches a user
    """What was read is no TOML of ours; the caller raises the problem as its own."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def decode(text: str | bytes, file: str) -> str:
    """The text of a file; ``file`` is its name, for the problem.

    Raises:
        NotToml: it is too long, or no UTF-8.
    """
    try:
        raw = text.encode() if isinstance(text, str) else text
    except UnicodeEncodeError:
        raise NotToml(Problem(file, None, "found half a surrogate pair, needed UTF-8", "save the file as UTF-8")) from None
    if len(raw) > LARGEST:
        raise NotToml(Problem(file, None, f"found {len(raw)} bytes, needed at most {LARGEST}"))
    if raw.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        found = "a byte order mark" if raw.startswith(b"\xef") else "UTF-16"
        raise NotToml(Problem(file, 1, f"found {found}, needed UTF-8 without one", "save the file as UTF-8 without a BOM"))
    if b"\0" in raw:
        hint = "models and libraries are read by rkcompat inspect"
        raise NotToml(Problem(file, raw.count(b"\n", 0, raw.index(b"\0")) + 1, "found a NUL byte, needed text", hint))
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        found = f"the byte 0x{raw[error.start]:02x}"
        raise NotToml(Problem(file, line, f"found {found}, needed UTF-8", "save the file as UTF-8")) from None


def parse(source: str, file: str) -> dict[str, Any]:
    """The keys of a text, without the ``[x-…]`` tables, which are their writer's own.

    Raises:
        NotToml: it is none.
    """
    deep = _DEEP_KEY.search(source)
    if deep:
        line = source.count("\n", 0, deep.start()) + 1
        raise NotToml(Problem(file, line, "found a key of more than 8 parts, needed a key of this format"))
    try:
        return {key: value for key, value in tomli.loads(source).items() if not key.startswith("x-")}
    except tomli.TOMLDecodeError as error:
        text = error.msg[:1].lower() + error.msg[1:200]
        problem = Problem(file, error.lineno, f"no valid TOML at column {error.colno}: {text}")
    except RecursionError:
        problem = Problem(file, None, "found keys or brackets nested hundreds deep, needed keys of this format")
    except ValueError:  # from int(), whose digits Python limits
        problem = Problem(file, None, "found a number of thousands of digits, needed one of 64 bits")
    raise NotToml(problem)

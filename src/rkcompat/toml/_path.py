"""Key paths, in one spelling: ``runtime[0].version``, ``kernel.config.CONFIG_X``, ``evidence."driver.version".raw``."""

import re
from collections.abc import Iterable

Path = tuple[str | int, ...]
"""The keys from the root of the document; a number is an element of an array, from 0."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_STEP = re.compile(r"""(?:^|(?!^)\.)(?:([A-Za-z0-9_-]+)|("[^"\\]*(?:\\.[^"\\]*)*"))|(?!^)\[(\d{1,9})\]""", re.DOTALL)
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def spell(path: Iterable[str | int]) -> str:
    """A path as text: dots between keys, quotes as in TOML around a key that is not bare, brackets around a number."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            text += ("." if text else "") + (step if _BARE.fullmatch(step) else quoted(step))
    return text


def read_path(text: str) -> Path:
    """The path that is spelled so.

    Raises:
        ValueError: the text is no key path.
    """
    path: list[str | int] = []
    end = 0
    try:
        while end < len(text) or not path:
            step = _STEP.match(text, end)
            if step is None:
                raise ValueError
            path.append(int(step[3]) if step[3] else step[1] or unquoted(step[2]))
            end = step.end()
    except ValueError:
        raise ValueError(f"found {text[:60]!r}, needed a key such as driver.version or runtime[0].version") from None
    return tuple(path)


def quoted(text: str) -> str:
    """A basic string of TOML, with all that does not print escaped."""
    return '"' + "".join(_ESCAPES.get(sign) or (sign if sign.isprintable() else _code(sign)) for sign in text) + '"'


def unquoted(text: str) -> str:
    """What a string of TOML on one line stands for.

    Raises:
        ValueError: it has an escape that TOML does not know.
    """
    if text[0] == "'" or "\\" not in text:
        return text[1:-1]
    import tomli

    value: str = tomli.loads(f"key = {text}")["key"]
    return value


def _code(sign: str) -> str:
    number = ord(sign)
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"

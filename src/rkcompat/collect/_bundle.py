"""The text that the probe printed → its items, out of whatever else a console showed around them."""

import re
from typing import Final, Literal, cast, get_args

import msgspec

from ..errors import CollectError, Problem

FORMAT: Final = 1
"""The newest bundle format that this rkcompat reads."""

LARGEST = 4 << 20
"""Bytes of a bundle with all that surrounds it; the probe itself writes some 20 KiB."""

Status = Literal["ok", "absent", "denied", "failed", "timeout", "cut"]
"""How reading an item ended: ``denied`` is what root would see, ``cut`` that there was more than the probe takes."""

_STATUSES = frozenset(get_args(Status))

#: Behind a prompt too; a shell that echoes the script shows the line within quotes or with words behind it.
_BEGIN = re.compile(r"rkc! ([0-9]{1,9})[ \t]*$")
_LINE = re.compile(r"rkc([=~.-])(?: (.*))?")
_CONTROLS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|[\x00-\x08\x0b-\x1f]")
_AGAIN = "take the bundle again, from 'rkc! 1' to the line that begins with 'rkc.'"


class Item(msgspec.Struct, frozen=True):
    """One thing that was read."""

    name: str
    """What it is, ``driver.version``; several places may tell it."""
    status: Status
    read_from: str
    """The file or the command, as a person would type it."""
    lines: tuple[str, ...] = ()
    """What it said; with a status other than ``ok``, the part that could be read."""


class Bundle(msgspec.Struct, frozen=True):
    """All that one run of the probe read, in its order."""

    items: tuple[Item, ...]

    def of(self, name: str) -> tuple[Item, ...]:
        """The items of a name."""
        return tuple(item for item in self.items if item.name == name)


def parse_bundle(content: bytes, file: str) -> Bundle:
    """Find the bundle in a text, the last one where there are several.

    Args:
        content: what the probe printed, or a copy of a console with it.
        file: the file as the user named it, for messages.

    Raises:
        CollectError: there is no bundle, or not all of it, or it is of a later format.
    """
    if len(content) > LARGEST:
        raise CollectError(Problem(file, None, f"found more than {LARGEST} bytes, needed a bundle", "is this the right file?"))
    lines = [_CONTROLS.sub("", line).rstrip() for line in content.decode("utf-8", "replace").split("\n")]
    begins = [number for number, line in enumerate(lines) if _BEGIN.search(line)]
    if not begins:
        raise CollectError(Problem(file, None, "found no line 'rkc! 1', needed a bundle of the probe", _AGAIN))
    begin = begins[-1]
    found = _BEGIN.search(lines[begin])
    if found is None or not 1 <= int(found[1]) <= FORMAT:
        text = f"found a bundle of format {found[1] if found else '?'}, needed at most {FORMAT}"
        raise CollectError(Problem(file, begin + 1, text, "take a newer rkcompat"))
    return Bundle(tuple(_items(_content(lines, begin, file), file)))


def _content(lines: list[str], begin: int, file: str) -> list[tuple[int, str]]:
    """The lines between the marks, without these; whole, as the last mark proves."""
    content: list[tuple[int, str]] = []
    length = 0
    for number, line in enumerate(lines[begin + 1 :], begin + 2):
        found = _LINE.match(line.lstrip())
        if found is None:
            continue
        sign, text = found[1], found[2] or ""
        if sign == ".":
            counted = f"{len(content)} {length}"
            if text != counted:
                raise CollectError(Problem(file, number, f"found lines and characters {counted}, needed {text[:40]}", _AGAIN))
            return content
        length += len(line.lstrip()) - len("rkc")
        content.append((number, _unhex(text, file, number) if sign == "~" else f"{sign} {text}"))
    raise CollectError(Problem(file, None, "found the beginning of a bundle, needed its end 'rkc.' too", _AGAIN))


def _unhex(digits: str, file: str, number: int) -> str:
    try:
        return bytes.fromhex(digits).decode("utf-8", "backslashreplace")
    except ValueError:
        raise CollectError(Problem(file, number, "found no hex digits behind 'rkc~'", _AGAIN)) from None


def _items(content: list[tuple[int, str]], file: str) -> list[Item]:
    items: list[Item] = []
    lines: list[str] = []
    for number, line in content:
        if line.startswith("- ") and items:
            lines.append(line[2:])
            continue
        name, status, read_from = (*line[2:].split(" ", 2), "", "")[:3]
        if not line.startswith("= ") or status not in _STATUSES or not read_from:
            raise CollectError(Problem(file, number, f"found {line[:60]!r}, needed an item: = NAME STATUS FROM", _AGAIN))
        lines = _close(items, lines)
        items.append(Item(name, cast("Status", status), read_from))
    _close(items, lines)
    return items


def _close(items: list[Item], lines: list[str]) -> list[str]:
    """Give the last item its lines."""
    if items and lines:
        items[-1] = msgspec.structs.replace(items[-1], lines=tuple(lines))
    return []

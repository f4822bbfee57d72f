"""A shape → JSON that is safe to print."""

import re

import msgspec

#: What JSON may hold as it is and a terminal or a CI runner acts upon: controls, turns of the direction of writing, ``##[``.
_ACTIVE = re.compile("#(?=#(?:vso)?\\[)|[\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")


def encode(shape: object) -> str:
    """Indented JSON, a final newline, nothing that a terminal or the runner of a CI job acts upon."""
    text = msgspec.json.format(msgspec.json.encode(shape), indent=2).decode()
    return _ACTIVE.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n"


def plain(text: str) -> str:
    """A name from the command line, without the half characters that stand in Python for bytes that are no UTF-8."""
    return text.encode("utf-8", "backslashreplace").decode()

"""Text of unknown origin, made safe to show: it cannot move the cursor, break a line or turn the direction of writing."""

import re

#: Controls, line and paragraph separators, what turns the direction of writing or does not show, and halves of surrogate pairs.
_ACTIVE = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff]")

#: What the runner of a CI job obeys: ``::`` as the first of a line that is not blank, ``##[`` and ``##vso[`` anywhere.
_COMMAND = re.compile(r"(\A\s*):(?=:)|#(?=#(?:vso)?\[)")


def printable(text: str) -> str:
    r"""The text with an escape, ``\x1b`` or ``\u202e``, for each character that does more than show; other Unicode stays."""
    return _ACTIVE.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def inert(line: str) -> str:
    r"""The line as the log of a CI job may hold it: an escape, ``\x3a`` or ``\x23``, for what would make it a command."""
    return _COMMAND.sub(lambda found: f"{found[1] or ''}\\x{ord(found[0][-1]):02x}", line)

"""What was read in logs: the lines that say something, each with what it says."""

import msgspec

from .performance import SramUse
from .signature import Signature


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """One line that says something, however often it is repeated."""

    signature: Signature
    file: str
    """The log as the user named it; ``-`` is standard input."""
    line: int
    """Where it stands first, counted from 1."""
    text: str
    """The line without time stamp, prefix and quotation marks."""
    groups: dict[str, str]
    """The named groups that took part."""
    last: int
    """Where it stands last."""
    count: int = 1

    @property
    def place(self) -> str:
        """As a report points at it: ``app.log:3``."""
        return f"{'standard input' if self.file == '-' else self.file}:{self.line}"


class ReadLog(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that one or more logs say, in the order in which they say it."""

    hits: tuple[Hit, ...]
    lines: int
    """How many lines were read."""
    files: tuple[str, ...]
    sha256: str
    """Of all their bytes."""
    sram: SramUse | None = None
    """What they say of the NPU's SRAM."""


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """One fact of which a log says something else than the manifest, or than another line."""

    subject: str
    """The report's word for whose fact it is."""
    about: str
    """The entry of the manifest: ``board``, ``runtime[0]``."""
    key: str
    """The manifest's key."""
    written: str
    """What the manifest says."""
    seen: str
    """What the log says."""
    place: str
    """Where the log says it."""
    judges: str
    """Who is believed: ``the log`` or ``the manifest``; of lines that are trusted alike, the last."""

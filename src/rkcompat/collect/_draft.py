"""A manifest that grows fact by fact, each with where it was read."""

from typing import Any

import msgspec

from ..model.manifest import FORMAT, MOST_ENTRIES, Evidence, Manifest
from ..model.version import parse_version
from ._bundle import Item

#: Characters of a value or of a raw line; real ones are far shorter.
LONGEST = 300

#: Entries of a list of texts, and notes; a board has a handful.
MOST = 64


class Draft:
    """The facts so far. The readers of a bundle add theirs; a fact that is there already stays."""

    def __init__(self) -> None:
        self.data: dict[str, Any] = {"manifest": FORMAT}
        self.evidence: dict[str, Evidence] = {}
        self.absent: list[str] = []
        self.notes: list[str] = []

    def put(self, key: str, value: Any, item: Item, raw: str = "") -> None:
        """State a fact of a table, ``driver.version``, unless it is stated."""
        *tables, name = key.split(".")
        table = self.data
        for step in tables:
            table = table.setdefault(step, {})
        if name not in table:
            table[name] = value[:LONGEST] if isinstance(value, str) else value
            self.tell(key, item, raw)

    def add(self, name: str, entry: dict[str, Any]) -> int | None:
        """One more entry of a list such as ``runtime``; its index, or ``None`` where there are too many."""
        entries = self.data.setdefault(name, [])
        if len(entries) == MOST_ENTRIES:
            self.note(f"more than {MOST_ENTRIES} of {name} were found; the rest is left out")
            return None
        entries.append({key: value[:LONGEST] if isinstance(value, str) else value for key, value in entry.items()})
        return len(entries) - 1

    def tell(self, key: str, item: Item, raw: str = "") -> None:
        """Say where a fact was read."""
        self.evidence[key] = Evidence(read_from=item.read_from[:LONGEST], raw=raw[:LONGEST] or None)

    def has(self, key: str) -> bool:
        """Whether a fact is stated."""
        value: Any = self.data
        for step in key.split("."):
            value = value.get(step) if isinstance(value, dict) else None
        return value is not None

    def version(self, text: str, what: str) -> str | None:
        """The text where it is a version; else a note, and nothing."""
        try:
            parse_version(text)
        except ValueError:
            self.note(f"{what}: found {text[:60]!r}, which is no version")
            return None
        return text

    def note(self, text: str) -> None:
        """Say something that the manifest has no key for, once."""
        if text not in self.notes and len(self.notes) < MOST:
            self.notes.append(text)

    def manifest(self) -> Manifest:
        """What all of it makes."""
        data = self.data | ({"absent": sorted(self.absent)} if self.absent else {})
        return msgspec.structs.replace(msgspec.convert(data, Manifest), evidence=dict(sorted(self.evidence.items())))

"""What is written down while a tree is read: where each fact was read, and what could not be."""

from collections.abc import Callable
from typing import Any, final

from ..artifacts import Source, read_source
from ..artifacts._file import DamageError
from ..model.manifest import Evidence
from ..model.version import parse_version
from ._tree import Tree

#: Characters of a text that is kept as evidence.
_LONGEST = 200


@final
class Record:
    """The evidence of one tree."""

    def __init__(self, tree: Tree, owner: str = "") -> None:
        """Read from a tree; `owner` stands before each path, ``container frigate``."""
        self.tree = tree
        self.evidence: dict[str, Evidence] = {}
        self.notes: list[str] = []
        self._owner = owner

    def state(self, key: str, path: str, raw: str | None = None) -> None:
        """Note where the value of a key was read, and the text that it was read from."""
        text = None if raw is None else shown(raw)
        if text is not None and len(text) > _LONGEST:
            text = f"{text[:_LONGEST]}…"
        self.evidence[key] = Evidence(read_from=self.place(path), raw=text)

    def note(self, path: str, text: str) -> None:
        """Say of a file what the manifest cannot, once."""
        note = f"{self.place(path)}: {text}"
        if note not in self.notes:
            self.notes.append(note)

    def place(self, path: str) -> str:
        """A path with the tree it stands in, where there are several."""
        return f"{self._owner}: {shown(path)}" if self._owner else shown(path)

    def read(self, path: str, reader: Callable[[str, Source], Any] = read_source) -> Any:
        """What a file is, ``None`` where it cannot be used; then and where it is not what its name says there is a note."""
        try:
            with self.tree.open(path) as file:
                artifact = reader(path, file)
        except OSError as fault:
            self.note(path, f"it cannot be read: {fault.strerror}")
            return None
        except DamageError as damage:
            self.note(path, str(damage))
            return None
        if artifact.problem is not None:
            self.note(path, artifact.problem)
        return None if artifact.kind == "unreadable" else artifact

    def version(self, path: str, text: str | None) -> str | None:
        """A version as it stands, ``None`` where it is none that a manifest can hold."""
        if text is not None:
            try:
                parse_version(text)
            except ValueError as fault:
                self.note(path, str(fault))
                return None
        return text


def shown(text: str) -> str:
    """A name as text, whatever bytes it has; two names stay two."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")

"""A manifest as it was read, with what its model files say."""

import msgspec

from .artifact import ModelFile
from .log import Difference, ReadLog
from .manifest import Manifest


class ReadManifest(msgspec.Struct, frozen=True, kw_only=True):
    """A manifest and all that judging it needs."""

    path: str
    """As the user named it; ``-`` is standard input."""
    sha256: str
    """Of the bytes that were read."""
    text: str
    """The TOML, for the lines of its keys."""
    manifest: Manifest
    """With the facts that the model files know in place of what was written."""
    files: dict[int, ModelFile] = {}
    """What the file of ``model[i]`` says, by index."""
    disagreements: dict[int, tuple[str, ...]] = {}
    """Where the file of ``model[i]`` and the manifest differ, in words, by index."""
    settings: tuple[str, ...] = ()
    """The facts that were overridden, ``board.soc=rk3588``."""
    notes: tuple[str, ...] = ()
    """What the reader of a report should know, such as a model file that is not on this machine."""
    log: ReadLog | None = None
    """What logs say beside it; their facts are in the manifest."""
    differences: tuple[Difference, ...] = ()
    """Where the manifest, as it was written, and the logs differ."""

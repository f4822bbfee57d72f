"""``manifest.toml`` → `Manifest`: the short way for a manifest that is right; `_faults` says what is wrong with any other."""

from typing import Any

import msgspec

from ..errors import ManifestError
from ..model.manifest import FORMAT, Manifest
from ..toml._read import NotToml, decode, parse
from ._consistency import contradictions


def parse_manifest(text: str | bytes, file: str) -> Manifest:
    """Read a manifest; ``[x-…]`` tables are passed over, the SoC is folded to lower case.

    ``file`` is the file as the user named it, for messages.

    Raises:
        ManifestError: with everything that is wrong with it.
    """
    try:
        source = decode(text, file)
        data = parse(source, file)
    except NotToml as bad:
        raise ManifestError(bad.problem) from None
    return to_manifest(data, file, source)


def to_manifest(data: dict[str, Any], file: str, source: str | None) -> Manifest:
    """The manifest that parsed TOML stands for; ``source`` is the text that problems are located in, if there is one.

    Raises:
        ManifestError: with everything that is wrong with it.
    """
    try:
        manifest = msgspec.convert(data, Manifest)
    except msgspec.ValidationError:
        manifest = None
    if manifest is None or manifest.manifest != FORMAT or next(contradictions(manifest), None):
        from ._faults import problems

        raise ManifestError(*problems(data, file, source))
    soc = manifest.board.soc
    if soc is None or soc == soc.lower():
        return manifest
    return msgspec.structs.replace(manifest, board=msgspec.structs.replace(manifest.board, soc=soc.lower()))

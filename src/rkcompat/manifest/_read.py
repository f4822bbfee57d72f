"""``manifest.toml`` → `Manifest`: the short way for a manifest that is right; `_faults` says what is wrong with any other."""

import re
from typing import Any

import msgspec
import tomli

from ..errors import ManifestError, Problem
from ..model.manifest import FORMAT, Manifest
from ._consistency import contradictions

#: A complete kernel configuration takes 0.3 MiB, and tomli up to 500 times a text's size in memory.
LARGEST = 1 << 19

#: The format's own keys have four parts. What tomli takes for a key grows with the square of its parts.
_DEEP_KEY = re.compile(r"""^[ \t\[]*(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){8}""", re.MULTILINE)


def parse_manifest(text: str | bytes, file: str) -> Manifest:
    """Read a manifest; ``[x-…]`` tables are passed over, the SoC is folded to lower case.

    ``file`` is the file as the user named it, for messages.

    Raises:
        ManifestError: with everything that is wrong with it.
    """
    source = _decode(text, file)
    data = {key: value for key, value in _load(source, file).items() if not key.startswith("x-")}
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


def _decode(text: str | bytes, file: str) -> str:
    try:
        raw = text.encode() if isinstance(text, str) else text
    except UnicodeEncodeError:
        raise ManifestError(
            Problem(file, None, "found half a surrogate pair, needed UTF-8", "save the file as UTF-8")
        ) from None
    if len(raw) > LARGEST:
        raise ManifestError(Problem(file, None, f"found {len(raw)} bytes, needed at most {LARGEST}"))
    if raw.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        found = "a byte order mark" if raw.startswith(b"\xef") else "UTF-16"
        raise ManifestError(
            Problem(file, 1, f"found {found}, needed UTF-8 without one", "save the file as UTF-8 without a BOM")
        )
    if b"\0" in raw:
        hint = "models and libraries are read by rkcompat inspect"
        raise ManifestError(Problem(file, raw.count(b"\n", 0, raw.index(b"\0")) + 1, "found a NUL byte, needed text", hint))
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        found = f"the byte 0x{raw[error.start]:02x}"
        raise ManifestError(Problem(file, line, f"found {found}, needed UTF-8", "save the file as UTF-8")) from None


def _load(source: str, file: str) -> dict[str, Any]:
    deep = _DEEP_KEY.search(source)
    if deep:
        line = source.count("\n", 0, deep.start()) + 1
        raise ManifestError(Problem(file, line, "found a key of more than 8 parts, needed a key of this format"))
    try:
        return tomli.loads(source)
    except tomli.TOMLDecodeError as error:
        text = error.msg[:1].lower() + error.msg[1:200]
        problem = Problem(file, error.lineno, f"no valid TOML at column {error.colno}: {text}")
    except RecursionError:
        problem = Problem(file, None, "found keys or brackets nested hundreds deep, needed a manifest")
    except ValueError:  # from int(), whose digits Python limits
        problem = Problem(file, None, "found a number of thousands of digits, needed one of 64 bits")
    raise ManifestError(problem)

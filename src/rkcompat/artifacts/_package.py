"""Python packages of the stack: wheels, and what installed ones leave behind."""

import re
from email.parser import HeaderParser
from typing import IO, cast

from ..model.artifact_package import PythonPackage
from ._file import DamageError
from ._source import Source, Stream

_COMPONENTS = {
    "rknn-toolkit2": "toolkit",
    "rknn-toolkit": "toolkit",
    "rknn-toolkit-lite2": "lite",
    "rknn-toolkit-lite": "lite",
    "rkllm-toolkit": "rkllm-toolkit",
}
"""Normalized name to component."""

_COMMIT = re.compile(r"\(commit: ?([0-9a-f]{6,40})\)")
_TAG = re.compile(r"(?P<python>[\w.]{1,64})-(?P<abi>[\w.]{1,64})-(?P<platform>[\w.]{1,256})", re.ASCII)
_CPYTHON = re.compile(r"cp(\d)(\d{1,2})")
_FOLDER = re.compile(r"python(\d\.\d{1,2})[/\\](?:site|dist)-packages[/\\]")
_LONGEST = 1 << 16
_LONGEST_DIRECTORY = 4 << 20
_END = b"PK\x05\x06"


def read_wheel(path: str, source: Source) -> PythonPackage:
    """Read a wheel.

    Raises:
        DamageError: it is a broken archive, or none of a Python package.
    """
    _refuse_large_directory(source)
    import zipfile

    try:
        with zipfile.ZipFile(cast("IO[bytes]", Stream(source))) as archive:
            names = [name for name in archive.namelist() if name.count("/") == 1]
            metadata = next((name for name in names if name.endswith(".dist-info/METADATA")), None)
            wheel = next((name for name in names if name.endswith(".dist-info/WHEEL")), None)
            if metadata is None:
                raise DamageError("found a ZIP archive without .dist-info/METADATA, needed a Python wheel")
            stated = _read_member(archive.open(metadata))
            tags = _read_member(archive.open(wheel)) if wheel else ""
    except DamageError:
        raise
    except Exception as error:
        raise DamageError("the ZIP archive is broken") from error
    return _package(path, source.size, stated, tags, is_installed=False)


def _read_member(member: IO[bytes]) -> str:
    with member:
        return member.read(_LONGEST).decode("utf-8", "replace")


def _refuse_large_directory(source: Source) -> None:
    """Without reading the list of members: it is held in memory as a whole, so a long one is refused."""
    end = source.read(max(0, source.size - _LONGEST - 22), min(source.size, _LONGEST + 22))
    place = end.rfind(_END)
    if place < 0 or len(end) - place < 22:
        raise DamageError(f"truncated at byte {source.size}: a ZIP archive ends with the list of its members")
    length = int.from_bytes(end[place + 12 : place + 16], "little")
    if length > _LONGEST_DIRECTORY or b"PK\x06\x07" in end[max(0, place - 20) : place]:
        raise DamageError(f"found a list of {length} bytes of members in a ZIP archive, needed at most {_LONGEST_DIRECTORY}")


def read_metadata(path: str, source: Source, tags: str = "") -> PythonPackage:
    """Read the ``METADATA`` of an installed package; `tags` is the ``WHEEL`` beside it.

    Raises:
        DamageError: it names no package.
    """
    text = source.read(0, min(source.size, _LONGEST)).decode("utf-8", "replace")
    return _package(path, source.size, text, tags, is_installed=True)


def _package(path: str, size: int, metadata: str, wheel: str, *, is_installed: bool) -> PythonPackage:
    headers = HeaderParser().parsestr(metadata)
    name, version = headers.get("Name"), headers.get("Version")
    if not name or not version:
        raise DamageError("found package metadata without a name and a version, needed those of a Python package")
    component = _COMPONENTS.get(re.sub(r"[-_.]+", "-", name).lower())
    commit = _COMMIT.search(str(headers.get("Summary", "")))
    tags = [found for tag in HeaderParser().parsestr(wheel).get_all("Tag", []) if (found := _TAG.fullmatch(tag.strip()))]
    pythons = [f"{found[1]}.{found[2]}" for tag in tags if (found := _CPYTHON.fullmatch(tag["python"]))]
    if is_installed and (folder := _FOLDER.search(path)):
        pythons = [folder[1]]
    oddities = () if component else ("it is no package of the RKNN stack",)
    return PythonPackage(
        path=path,
        size=size,
        component=component,  # type: ignore[arg-type]  # the table holds the words of the field
        name=str(name)[:128],
        version=str(version)[:64],
        commit=commit and commit[1],
        python=tuple(dict.fromkeys(pythons)),
        platforms=tuple(dict.fromkeys(tag["platform"] for tag in tags)),
        is_installed=is_installed,
        oddities=oddities,
    )

"""Which system image a tree is, by the release files that distributions leave."""

import re
import shlex
from collections.abc import Iterator
from typing import NamedTuple

from ..artifacts._device_tree import SOC
from ..model.manifest import Image
from ._record import Record, shown

_OS_RELEASE = ("/etc/os-release", "/usr/lib/os-release")
_ARMBIAN = ("/etc/armbian-release", "/etc/orangepi-release", "/etc/ophub-release")
_SHOWN = ("BOARD", "BRANCH", "LINUXFAMILY", "VERSION")
_SOC = re.compile(SOC)


class Release(NamedTuple):
    """What the release files say."""

    image: Image | None
    soc: str | None
    board: str | None


def read_release(record: Record) -> Release:
    """Read the first of each kind that is there; nothing of it is run, though it is written as shell."""
    image = None
    for path in _OS_RELEASE:
        settings = _settings(record, path)
        if settings.get("ID"):
            image = Image(id=settings["ID"], version=settings.get("VERSION_ID"))
            record.state("image.id", path, settings.get("PRETTY_NAME", settings["ID"]))
            _state_version(record, path, "VERSION_ID", settings)
            break
    for path in _ARMBIAN:
        settings = _settings(record, path)
        if not settings:
            continue
        image = Image(id=path.removeprefix("/etc/").removesuffix("-release"), version=settings.get("VERSION"))
        record.state("image.id", path, " ".join(f"{key}={settings[key]}" for key in _SHOWN if key in settings))
        _state_version(record, path, "VERSION", settings)
        soc = settings.get("BOOT_SOC", "").lower()
        board = settings.get("BOARD_NAME")
        if _SOC.fullmatch(soc):
            record.state("board.soc", path, f"BOOT_SOC={soc}")
        if board:
            record.state("board.name", path, f"BOARD_NAME={board}")
        return Release(image, soc if _SOC.fullmatch(soc) else None, board or None)
    return Release(image, None, None)


def _state_version(record: Record, path: str, key: str, settings: dict[str, str]) -> None:
    """Say where the image's version was read; where this file has none, the manifest has none either."""
    record.evidence.pop("image.version", None)
    if key in settings:
        record.state("image.version", path, f"{key}={settings[key]}")


def _settings(record: Record, path: str) -> dict[str, str]:
    text = record.tree.text(path)
    return {} if text is None else dict(_pairs(shown(text)))


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        key, separator, value = line.strip().partition("=")
        if not separator or key.startswith("#"):
            continue
        try:
            words = shlex.split(value)
        except ValueError:  # a quote without its end
            continue
        yield key, " ".join(words)

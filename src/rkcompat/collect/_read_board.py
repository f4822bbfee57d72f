"""The chip, the board, the image and its C library."""

import re

from ..artifacts._device_tree import SOC
from ..model.manifest import Architecture
from ._bundle import Bundle, Item
from ._draft import Draft
from ._libc_loader import family_of
from ._read_container import container_of

#: The words of ``compatible`` go from the board to the SoC; a board's holds a dash: ``rockchip,rk3588s-orangepi-5``.
_SOC = re.compile(f"rockchip,({SOC})")

_PAIR = re.compile(r"""([A-Z_]+)=["']?(.*?)["']?""")
_ARCHES: tuple[tuple[re.Pattern[str], Architecture], ...] = (
    (re.compile(r"ld-(linux|musl)-aarch64\.so\.1|linker64"), "aarch64"),
    (re.compile(r"ld-(linux|musl)-armhf\.so\.[13]|linker"), "armhf"),
    (re.compile(r"ld-linux-x86-64\.so\.2|ld-musl-x86_64\.so\.1"), "x86_64"),
)
"""The loaders' names, and the processors whose programs they start."""

_GLIBC = re.compile(r"release version ([0-9]+\.[0-9]+(?:\.[0-9]+)?)")
_UCLIBC = re.compile(r"(?:libuClibc|ld-uClibc)-([0-9]+(?:\.[0-9]+)+)\.so")


def read_board(bundle: Bundle, draft: Draft, _app: int | None) -> None:
    """``board``: the first word of ``compatible`` that names a chip alone, and the model."""
    for item in bundle.of("board.compatible"):
        for word in item.lines:
            found = _SOC.fullmatch(word.lower())
            if found:
                draft.put("board.soc", found[1], item, " ".join(item.lines))
    for item in bundle.of("board.model"):
        if item.lines:
            draft.put("board.name", item.lines[0], item, item.lines[0])


def read_image(bundle: Bundle, draft: Draft, _app: int | None) -> None:
    """``image``: the builder's own file before the distribution's."""
    for item in sorted(bundle.of("image"), key=lambda item: item.read_from == "/etc/os-release"):
        pairs = {found[1]: (found[2], line) for line in item.lines if (found := _PAIR.fullmatch(line))}
        builder = item.read_from.removeprefix("/etc/").partition("-")[0]
        if builder in {"armbian", "orangepi", "ophub"} and pairs:
            draft.put("image.id", builder, item, next(iter(pairs.values()))[1])
            _put_pair(draft, "image.version", "VERSION", pairs, item)
        elif pairs and not draft.has("image.id"):
            _put_pair(draft, "image.id", "ID" if "ID" in pairs else "DISTRIB_ID", pairs, item)
            _put_pair(draft, "image.version", "VERSION_ID" if "VERSION_ID" in pairs else "DISTRIB_RELEASE", pairs, item)
    for item in bundle.of("image.android"):
        if item.lines and not draft.has("image.id"):
            draft.put("image.id", "android", item, item.lines[0])
            draft.put("image.version", item.lines[0], item, item.lines[0])


def _put_pair(draft: Draft, key: str, name: str, pairs: dict[str, tuple[str, str]], item: Item) -> None:
    if pairs.get(name, ("", ""))[0]:
        draft.put(key, *(pairs[name][0], item, pairs[name][1]))


def read_libc(bundle: Bundle, draft: Draft, app: int | None) -> None:
    """``libc``: the one whose loader starts the shell; where that is not to be seen, the one that is there alone.

    That of a container that the program runs in is not read.
    """
    if container_of(bundle, app):
        return
    for item in bundle.of("libc.loader"):
        for line in item.lines:
            if starts := family_of(line):
                draft.put("libc.family", starts, item, line)
    files = [(line, item) for item in bundle.of("libc.files") for line in item.lines]
    loaders = {starts: (line, item) for line, item in files if (starts := family_of(line))}
    if len(loaders) == 1:
        [(starts, (line, item))] = loaders.items()
        draft.put("libc.family", starts, item, line)
    _read_arches(bundle, draft)
    family = draft.data.get("libc", {}).get("family")
    if family == "glibc":
        for item in bundle.of("libc.version"):
            for line in item.lines:
                if found := _GLIBC.search(line):
                    draft.put("libc.version", found[1], item, line)
    if family == "uclibc":
        for line, item in files:
            if found := _UCLIBC.fullmatch(line):
                draft.put("libc.version", found[1], item, line)


def _read_arches(bundle: Bundle, draft: Draft) -> None:
    """``libc.arch``, where each folder of loaders was listed whole and each loader's name tells its processor."""
    listings = bundle.of("libc.files")
    loaders = {line: item for item in listings for line in item.lines if family_of(line)}
    loaders |= {line.rpartition("/")[2]: item for item in bundle.of("libc.loader") for line in item.lines}
    arches = {name: {arch for pattern, arch in _ARCHES if pattern.fullmatch(name)} for name in loaders}
    if loaders and all(arches.values()) and all(item.status in {"ok", "absent"} for item in listings) and listings:
        draft.put("libc.arch", sorted(set().union(*arches.values())), next(iter(loaders.values())), " ".join(sorted(loaders)))

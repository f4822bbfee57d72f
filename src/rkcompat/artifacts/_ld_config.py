"""Where glibc's loader looks by the system's settings: the cache, and the folders that the cache is made from."""

from collections.abc import Iterator
from struct import Struct

from ._tree import FileTree, find_files, resolve

_LONGEST_CACHE = 16 << 20
_LONGEST_CONFIG = 1 << 16
_FILES = 256
_LIBRARIES = 100_000

_OLD_MAGIC = b"ld.so-1.7.0\0"
_OLD_HEADER = Struct("<12sI")
_OLD_ENTRY = 12
_MAGIC = b"glibc-ld.so.cache1.1"
_HEADER = Struct("<20sII20x")
#: Flags, offset of the name, offset of the path, OS version, hardware capabilities.
_ENTRY = Struct("<iIIIQ")
_FLAGS = {"aarch64": 0x0A03, "armhf": 0x0903, "x86_64": 0x0303}
"""Of a library for glibc on this machine."""


def cached_paths(tree: FileTree, library: str, arch: str) -> tuple[str, ...] | None:
    """The paths that ``/etc/ld.so.cache`` has for a library; ``None`` where there is no cache that can be read."""
    content = _read(tree, "/etc/ld.so.cache", _LONGEST_CACHE)
    base = _start(content)
    if base is None or base + _HEADER.size > len(content):
        return None
    _, count, _ = _HEADER.unpack_from(content, base)
    place = base + _HEADER.size
    found = []
    for _ in range(min(count, _LIBRARIES)):
        if place + _ENTRY.size > len(content):
            break
        flags, name, path, _, _ = _ENTRY.unpack_from(content, place)
        place += _ENTRY.size
        if flags == _FLAGS.get(arch) and _text(content, base + name) == library:
            found.append(_text(content, base + path))
    return tuple(path for path in found if path.startswith("/"))


def _start(content: bytes) -> int | None:
    """Where the newer form begins; it may stand behind the older one."""
    if content.startswith(_MAGIC):
        return 0
    if content.startswith(_OLD_MAGIC) and len(content) >= _OLD_HEADER.size:
        start = (_OLD_HEADER.size + _OLD_HEADER.unpack_from(content)[1] * _OLD_ENTRY + 7) & ~7
        return start if content.startswith(_MAGIC, start) else None
    return None


def _text(content: bytes, start: int) -> str:
    end = content.find(b"\0", start, start + 4096)
    return content[start:end].decode("utf-8", "surrogateescape") if end >= 0 else ""


def configured_folders(tree: FileTree) -> tuple[str, ...]:
    """The folders that ``/etc/ld.so.conf`` and what it includes name, in their order."""
    return tuple(dict.fromkeys(_folders(tree, "/etc/ld.so.conf", [_FILES])))


def _folders(tree: FileTree, path: str, left: list[int]) -> Iterator[str]:
    left[0] -= 1
    if left[0] < 0:
        return
    for raw in _read(tree, path, _LONGEST_CONFIG).decode("utf-8", "surrogateescape").splitlines():
        line = raw.partition("#")[0].strip()
        word, _, rest = line.partition(" ")
        if word == "include":
            for pattern in rest.split():
                folder, _, name = (pattern if pattern.startswith("/") else f"/etc/{pattern}").rpartition("/")
                for included in find_files(tree, folder or "/", name):
                    yield from _folders(tree, included, left)
        elif line.startswith("/"):
            yield line.partition("=")[0].rstrip("/")


def _read(tree: FileTree, path: str, longest: int) -> bytes:
    there = resolve(tree, path)
    if there is None or tree.kind(there) != "file":
        return b""
    with tree.open(there) as source:
        return source.read(0, min(source.size, longest))

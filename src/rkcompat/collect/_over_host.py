"""A container over its host: the user space of the one, the kernel, the driver and the board of the other."""

import re

import msgspec

from ._manifest import Collected

_OF_HOST = ("board", "image", "kernel", "device_tree", "driver")
_TABLE = re.compile(r"\w+")


def over_host(container: Collected, host: Collected) -> Collected:
    """One manifest of both.

    What the host has above its kernel is left out: the container does not see it, and its C library is another.
    """
    of_host = {name: getattr(host.manifest, name) for name in _OF_HOST}
    absent = (
        *(name for name in host.manifest.absent if name in _OF_HOST),
        *(name for name in container.manifest.absent if name not in _OF_HOST),
    )
    evidence = {
        key: value
        for manifest, is_host in ((host.manifest, True), (container.manifest, False))
        for key, value in manifest.evidence.items()
        if (_table(key) in _OF_HOST) == is_host
    }
    manifest = msgspec.structs.replace(
        container.manifest, **of_host, absent=tuple(sorted(absent)), evidence=dict(sorted(evidence.items()))
    )
    return Collected(manifest, (*host.notes, *container.notes))


def _table(key: str) -> str:
    match = _TABLE.match(key)
    return match[0] if match else ""

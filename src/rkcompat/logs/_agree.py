"""When two statements of one fact say the same, and who is believed where they do not."""

from collections.abc import Callable
from typing import Any

from ..model.matrix import Matrix
from ..model.signature import TRUSTS, Trust
from ..model.version import parse_version

_SCHEMA = {1: 1, 2: 1, 4: 1, 6: 6, 0x1004: 6}
"""A log's line may show the number of the header or the one inside the file."""


class Agreement:
    """Compares statements, knowing which names mean one chip."""

    def __init__(self, matrix: Matrix) -> None:
        self._matrix = matrix

    def same(self, key: str, one: Any, other: Any) -> bool:
        """Whether two values of a key can both be true."""
        name = key.rpartition(".")[2]
        by_name: dict[str, Callable[[Any, Any], bool]] = {
            "version": _same_version,
            "toolkit": _same_version,
            "compiler": _same_version,
            "release": _same_version,
            "format": lambda a, b: _SCHEMA.get(a, a) == _SCHEMA.get(b, b),
            "build": _same_build,
            "soc": self._same_chip,
            "target_platform": self._same_chips,
            "npu": lambda a, b: str(a).casefold() == str(b).casefold(),
        }
        return by_name.get(name, _equal)(one, other)

    def _same_chip(self, one: str, other: str) -> bool:
        """One chip under two names, or two chips that share an NPU string: a runtime names RK3566 on an RK3568."""
        return self._npu(one) == self._npu(other)

    def _npu(self, name: str) -> str:
        platform = self._matrix.platforms.get(self._matrix.aliases.get(name.lower(), ""))
        return (platform.npu or platform.id) if platform else name.lower()

    def _same_chips(self, one: tuple[str, ...], other: tuple[str, ...]) -> bool:
        return not {self._npu(name) for name in one}.isdisjoint(map(self._npu, other))


def _equal(one: object, other: object) -> bool:
    return one == other


def _same_version(one: str, other: str) -> bool:
    """Whether a version lies in the other, where one is a range such as ``1.6.x``."""
    first, second = parse_version(one), parse_version(other)
    return first.low < second.high and second.low < first.high


def _same_build(one: str, other: str) -> bool:
    """A build may be cut short."""
    return one.startswith(other) or other.startswith(one)


def narrower(one: str, other: str) -> str:
    """Of two versions that agree the one that says more: the second where it lies within the first, which is a range."""
    first, second = parse_version(one), parse_version(other)
    return other if first.is_range and second.lies_in(first) else one


def trust_of(read_from: str | None) -> Trust:
    """How much a fact of a manifest is trusted, by where it says that it was read."""
    if not read_from or read_from == "--set":
        return "written"
    if "/maps" in read_from:
        return "mapped"
    if read_from.startswith(("/sys/", "/proc/", "cat /sys/", "cat /proc/", "zcat /proc/", "dmesg", "uname")):
        return "kernel"
    return "file"


def outranks(trust: Trust, other: Trust) -> bool:
    """Whether the first is believed over the second; equals are, since a log is newer than what was written before it."""
    return TRUSTS.index(trust) <= TRUSTS.index(other)

"""What a line says, as facts that a manifest can hold."""

import re

import msgspec

from ..model.fact import Scalar
from ..model.log import Hit
from ..model.signature import TRUSTS, Trust
from ..model.version import parse_version

_GROUP = re.compile(r"\$(\w+)")

_LOWER = frozenset({"board.soc", "model.target_platform"})
_NUMBERS = frozenset({"model.format", "runtime.highest-schema", "device_tree.sram.start", "device_tree.sram.size"})
_VERSIONS = frozenset(
    {
        "driver.version",
        "kernel.release",
        "lite.version",
        "model.compiler",
        "model.toolkit",
        "runtime.driver-advised",
        "runtime.driver-printed",
        "runtime.version",
        "server.version",
        "toolkit.version",
    }
)

#: A manifest holds integers of 64 bits.
_LARGEST = 2**63 - 1


class Observation(msgspec.Struct, frozen=True, kw_only=True):
    """One fact as one line states it."""

    key: str
    """As a manifest names it, of a copy or a model without its number: ``driver.version``, ``runtime.version``; or an attribute
    of the copy's release, ``runtime.highest-schema``."""
    value: Scalar
    trust: Trust
    hit: Hit
    file: int = 0
    """Which of several logs the line stands in, counted from 0 as they were named."""

    @property
    def rank(self) -> tuple[int, int, int]:
        """The least is believed: the most trusted, of those the one of the log that was named last, and there the last."""
        return TRUSTS.index(self.trust), -self.file, -self.hit.last


def observe(hit: Hit, file: int = 0) -> dict[str, Observation]:
    """The facts of one line by their keys; what it leaves out, or says in a way that nobody could read, is not among them."""
    found = {}
    for key, given in hit.signature.facts.items():
        named, value = _fill(key, hit), given if isinstance(given, bool) else _value(key, _fill(str(given), hit))
        if named and value is not None:
            found[named] = Observation(key=named, value=value, trust=hit.signature.trust, hit=hit, file=file)
    return found


def _fill(text: str, hit: Hit) -> str:
    """The text with its groups; nothing where one took no part."""
    if any(name not in hit.groups for name in _GROUP.findall(text)):
        return ""
    return _GROUP.sub(lambda group: hit.groups[group[1]], text)


def _value(key: str, text: str) -> Scalar | None:
    if not text:
        return None
    if key in _LOWER:
        text = text.lower()
    if key == "model.target_platform":
        return tuple(filter(None, text.split(",")))
    if key in _NUMBERS:
        number = int(text, 0)
        return number if number <= _LARGEST else None
    if key in _VERSIONS:
        text = text.rstrip(".,")
        try:
            parse_version(text)
        except ValueError:
            return None
    return text

"""The JSON object behind the payload of a ``.rknn`` file."""

import re
from typing import Annotated

import msgspec

from ._container import Span
from ._file import DamageError
from ._source import Source

#: A model's JSON has a few thousand bytes; in generation 1, where it lists every node, some hundred thousand.
_LONGEST = 4 << 20
_PLACE = re.compile(r"\(byte (\d+)\)")

_Text = Annotated[str, msgspec.Meta(max_length=256)]


class Tail(msgspec.Struct, frozen=True):
    """What is wanted of the JSON; everything else in it is skipped, not kept."""

    version: _Text | None = None
    """The version of the toolkit."""
    target_platform: Annotated[tuple[_Text, ...], msgspec.Meta(max_length=64)] = ()
    ori_network_platform: _Text | None = None
    """The framework."""

    @property
    def platforms(self) -> tuple[str, ...]:
        """The target platforms in lower case; generation 1 wrote them in upper case."""
        return tuple(platform.lower() for platform in self.target_platform)


def read_tail(file: Source, span: Span) -> Tail:
    """Read the JSON.

    Raises:
        DamageError: it is too long, is broken, or is not what a toolkit writes.
    """
    length = span.end - span.start
    if length > _LONGEST:
        raise DamageError(f"found a JSON of {length} bytes at byte {span.start}, needed at most {_LONGEST}")
    try:
        return msgspec.json.decode(file.read(span.start, length), type=Tail)
    except msgspec.ValidationError as error:
        raise DamageError(f"the JSON at byte {span.start} does not describe a model: {error}") from error
    except RecursionError as error:
        raise DamageError(f"the JSON at byte {span.start} is nested too deeply") from error
    except msgspec.DecodeError as error:
        place = _PLACE.search(str(error))
        where = f"at byte {span.start + int(place[1])}" if place else f"between bytes {span.start} and {span.end}"
        raise DamageError(f"the JSON is broken {where}") from error

"""What is wrong with a manifest: every problem at once, each with its line and a hint.

Loaded only for a manifest that cannot be used.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from ..errors import Problem
from ..model.manifest import FORMAT, Manifest
from ..toml._faults import Fault, faults_in, to_problems
from ..toml._wording import digits
from ._consistency import contradictions


def problems(data: dict[str, Any], file: str, source: str | None) -> list[Problem]:
    """All problems of a manifest in the order of its lines, at most a hundred; lines only where there is a source text."""
    return to_problems(map(_of_options, _faults(data)), file, source)


def _faults(data: dict[str, Any]) -> Iterator[Fault]:
    number = data.get("manifest")
    if type(number) is int and number != FORMAT:
        advice = f"this rkcompat reads format {FORMAT}" + ("; a newer one may read this" if number > FORMAT else "")
        yield ("manifest",), f"found format {digits(number)}, needed format {FORMAT}", advice
        if number > FORMAT:
            return  # its keys are not ours to judge
    if "manifest" not in data:
        advice = f"write manifest = {FORMAT} above the first table"
        yield ("manifest",), f"found no such key, needed manifest = {FORMAT}", advice
        data = {**data, "manifest": FORMAT}
    fit = yield from faults_in(data, Manifest)
    yield from contradictions(msgspec.convert({**fit, "manifest": FORMAT}, Manifest))


def _of_options(fault: Fault) -> Fault:
    """The value of a kernel option is none of TOML's booleans."""
    path, text, advice = fault
    if path[:2] == ("kernel", "config") and text.startswith("found a boolean"):
        advice = 'write "y", "m" or "n"'
    return path, text, advice

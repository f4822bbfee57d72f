"""What a library printed → which of its releases it can be."""

from collections.abc import Iterator, Mapping, Sequence

from ..model.fact import Scalar
from ..model.matrix import Matrix, Release
from ..model.version import Key, Version, parse_range, parse_version


def date_copy(library: str, printed_by: Sequence[str], answers: Mapping[str, Scalar], matrix: Matrix, soc: str | None) -> str:
    """The one known release that a copy can be, else the bounds of those that it can be; empty where it can be any, or none.

    A later release never answers with a lower number. So the last release that is known to answer with a lower one and the
    first with a higher one are the bounds; what lies between them stays possible, be it known, listed or not.

    Args:
        library: of which it is a copy.
        printed_by: the ranges of releases that have the texts which it printed.
        answers: attributes of a release to the numbers or versions that it named itself.
        matrix: what is known of the releases.
        soc: the board's, on which some attributes depend.
    """
    releases = matrix.releases.get("rkllm-runtime" if library == "librkllmrt" else library, ())
    told = [part.strip() for text in printed_by for part in text.split(",")]
    for name, answer in answers.items():
        known = [(_order(value), release) for release in releases for value in _values(release, name, matrix, soc)]
        told += [f">{release.version}" for value, release in known if value < _order(answer)][-1:]
        told += [f"<{release.version}" for value, release in known if value > _order(answer)][:1]
    if not told:
        return ""
    try:
        span = parse_range(", ".join(told))
    except ValueError:  # no release prints all of this
        return ""
    low, high = span.spans[0][0], span.spans[-1][1]
    lower = next((part for part in told if part.startswith(">") and parse_range(part).spans[0][0] == low), "")
    upper = next((part for part in told if part.startswith("<") and parse_range(part).spans[0][1] == high), "")
    listed = {release.version.text for release in releases if span.holds(release.version)}
    if lower and upper and len(listed) == 1:
        return listed.pop()
    return ", ".join(filter(None, (lower, upper)))


def _values(release: Release, name: str, matrix: Matrix, soc: str | None) -> Iterator[Scalar]:
    """The value of an attribute on this board, where the matrix knows it."""
    attribute = matrix.attributes[release.component].get(name)
    table = release.attributes.get(name, {})
    if attribute is None:
        return
    id = matrix.aliases.get(soc or "", "")
    platform = matrix.platforms.get(id)
    key = platform.npu if attribute.by == "npu" and platform else id
    value = table.get(key or "*", table.get("*"))
    if value is not None:
        yield value


def _order(value: Scalar) -> Key:
    """By which two answers are compared."""
    if isinstance(value, int):
        return (value,)
    return value.low if isinstance(value, Version) else parse_version(str(value)).low

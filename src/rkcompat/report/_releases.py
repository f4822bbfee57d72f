"""Which releases of a component would meet a demand on one of their attributes."""

from collections.abc import Callable, Iterator
from itertools import groupby

from ..model.fact import RELEASE_OF, Value
from ..model.manifest import Manifest
from ..model.matrix import Matrix, Release


def component_of(owner: str) -> str:
    """The component whose releases have the attributes ``OWNER.…``."""
    return RELEASE_OF.get(owner, (owner,))[0]


def releases_that(meet: Callable[[Value], bool], fact: str, library: str | None, manifest: Manifest, matrix: Matrix) -> str:
    """The releases whose attribute ``OWNER.NAME`` meets something, as a person says it: ``1.5.2 or newer``; empty for none.

    Releases of which nothing is known are left out; a span that ends at the last known one is open.
    """
    owner, _, name = fact.partition(".")
    releases = matrix.releases.get(library or component_of(owner), ())
    known = [(release, value) for release in releases if (value := _value(release, owner, name, manifest, matrix)) is not None]
    spans = [(good, [release for release, _ in span]) for good, span in groupby(known, lambda row: meet(row[1]))]
    return " or ".join(_say(spans, releases))


def _value(release: Release, owner: str, name: str, manifest: Manifest, matrix: Matrix) -> Value:
    table = release.attributes.get(name)
    attribute = matrix.attributes.get(component_of(owner), {}).get(name)
    if table is None or attribute is None:
        return None
    soc = matrix.aliases.get(manifest.board.soc or "", "")
    platform = matrix.platforms.get(soc)
    key = soc if attribute.by == "soc" else platform.npu if platform and attribute.by == "npu" else "*"
    return table.get(key or "*", table.get("*"))


def _say(spans: list[tuple[bool, list[Release]]], releases: tuple[Release, ...]) -> Iterator[str]:
    for at, (good, span) in enumerate(spans):
        if not good:
            continue
        first, last = _name(span[0], releases), _name(span[-1], releases)
        if at == len(spans) - 1:
            yield f"{first} or newer" if at else "any known release"
        elif at == 0:
            yield f"{last} or older"
        else:
            yield first if first == last else f"{first} to {last}"


def _name(release: Release, releases: tuple[Release, ...]) -> str:
    """The version, with the build where another release has the same version."""
    twins = [other for other in releases if other.version.low == release.version.low]
    text = release.version.text
    return f"{text} (build {release.builds[0]})" if len(twins) > 1 and release.builds else text

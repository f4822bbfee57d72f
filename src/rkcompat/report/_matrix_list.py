"""What a matrix holds, a line a row: text for people, JSON for programs."""

from collections.abc import Collection, Iterator
from typing import Final, Literal, get_args

import msgspec

from ..model.fact import FACTS, RELEASE_OF
from ..model.matrix import Matrix
from ..model.source import Source
from ._format import PLAIN, Look
from ._json_text import encode
from ._page import Page

Kind = Literal["sources", "platforms", "components", "rules", "sets", "signatures", "facts"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


class RowShape(msgspec.Struct, frozen=True, kw_only=True):
    """One row in a line."""

    id: str
    """What ``matrix show`` takes; of a component its name, or a runtime library's."""
    title: str
    """Of a component its releases."""
    note: str
    """Of a fact its kind. Else what tells it from the others: its basis, its generation, its severity, how it went."""


class MatrixShape(msgspec.Struct, frozen=True, kw_only=True):
    """Which matrix it is."""

    edition: str
    sha256: str
    overlays: tuple[str, ...]


class ListShape(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of ``matrix list``, format 1."""

    format: int = 1
    matrix: MatrixShape
    counts: dict[str, int]
    """How many rows of each kind there are."""
    rows: dict[str, tuple[RowShape, ...]]
    """Those of the kinds that were asked for."""


def list_to_json(matrix: Matrix, kinds: Collection[Kind], look: Look = PLAIN) -> str:
    """The rows of these kinds, for programs."""
    return encode(
        ListShape(
            matrix=MatrixShape(edition=matrix.edition, sha256=matrix.sha256, overlays=matrix.overlays),
            counts={kind: len(tuple(_rows(kind, matrix))) for kind in KINDS},
            rows={kind: tuple(_rows(kind, matrix)) for kind in kinds},
        )
    )


def list_to_text(matrix: Matrix, kinds: Collection[Kind], look: Look = PLAIN) -> str:
    """The rows of these kinds; where none is asked for, how many of each there are."""
    page = Page(look)
    for kind in kinds:
        for row in _rows(kind, matrix):
            page.line(f"{row.title} ({row.note})" if row.note else row.title, head=f"{row.id}: ", hang=4)
    if not kinds:
        page.line(f"matrix of {matrix.edition}, {matrix.sha256[:12]}")
        page.field("overlays", *matrix.overlays)
        for kind in KINDS:
            page.field(kind, str(len(tuple(_rows(kind, matrix)))))
        page.field("releases", str(sum(map(len, matrix.releases.values()))))
    return str(page)


def _rows(kind: Kind, matrix: Matrix) -> Iterator[RowShape]:
    match kind:
        case "sources":
            for source in sorted(matrix.sources.values(), key=_id):
                yield RowShape(id=source.id, title=source.title, note=source.basis.replace("-", " "))
        case "platforms":
            for _, platform in sorted(matrix.platforms.items()):
                note = ", ".join(filter(None, (f"generation {platform.generation}", platform.npu, platform.runtime_library)))
                yield RowShape(id=platform.id, title=platform.title, note=note)
        case "components":
            for key, releases in sorted(matrix.releases.items()):
                versions = ", ".join(dict.fromkeys(release.version.text for release in releases))
                note = (
                    f"{len(releases)} releases"
                    if key == releases[0].component
                    else f"{releases[0].component}, {len(releases)} releases"
                )
                yield RowShape(id=key, title=versions, note=note)
        case "rules":
            for rule in matrix.rules:
                yield RowShape(id=rule.id, title=rule.title, note="disproved" if rule.disproved_by else rule.severity)
        case "sets":
            for row in matrix.sets:
                note = f"{', '.join(row.socs)}; {row.basis.replace('-', ' ')}" + ("" if row.works else "; failed")
                yield RowShape(id=row.id, title=row.title, note=note)
        case "signatures":
            for signature in matrix.signatures:
                yield RowShape(id=signature.id, title=signature.title, note=signature.kind)
        case "facts":
            for name, fact in FACTS.items():
                yield RowShape(id=name, title=fact.title, note=fact.kind)
            yield RowShape(id="kernel-config.CONFIG_…", title="an option of the kernel's configuration", note="word")
            owners = {"platform": "platform"} | {owner: component for owner, (component, _) in RELEASE_OF.items()}
            for owner, component in owners.items():
                for name, attribute in matrix.attributes.get(component, {}).items():
                    if f"{owner}.{name}" not in FACTS:  # what the manifest states is asked there
                        yield RowShape(id=f"{owner}.{name}", title=attribute.title, note=attribute.kind)


def _id(source: Source) -> str:
    return source.id

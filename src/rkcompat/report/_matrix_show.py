"""One source, platform, release or validated set with all that is known of it; a rule is shown as by ``explain``."""

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from ..model.fact import Scalar
from ..model.matrix import Matrix, Release, Row, ValidatedSet
from ..model.platform import Platform
from ..model.rule import Rule
from ..model.signature import Signature
from ..model.source import Source
from ..model.version import Version
from ..model.words import Basis
from ._explain import rule_to_json, rule_to_text
from ._format import PLAIN, Look
from ._json_text import encode
from ._page import Page
from ._sources import cite
from ._view_answer import say_by


class CitingShape(msgspec.Struct, frozen=True, kw_only=True):
    """A row that cites a source."""

    kind: Literal["rule", "platform", "release", "set", "signature"]
    id: str
    section: str | None


class _RowShape(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """A row; what is not known is left out."""


class SourceShape(_RowShape, frozen=True, kw_only=True, tag="source"):
    """A source, and who cites it."""

    id: str
    title: str
    publisher: str
    basis: Basis
    read_on: str
    url: str | None = None
    citation: str | None = None
    edition: str | None = None
    sha256: str | None = None
    method: str | None = None
    sections: dict[str, str] = {}
    cited_by: tuple[CitingShape, ...] = ()


class PlatformShape(_RowShape, frozen=True, kw_only=True, tag="platform"):
    """A SoC."""

    id: str
    title: str
    generation: int
    aliases: tuple[str, ...] = ()
    npu: str | None = None
    cores: int | None = None
    runtime_library: str | None = None
    runs_models_for: tuple[str, ...] = ()
    sram_bytes: int | None = None
    sram_start: int | None = None
    nbuf_bytes: int | None = None
    device_node: str | None = None
    compatible: str | None = None
    needs: str | None = None
    sources: tuple[str, ...] = ()


class ReleaseShape(_RowShape, frozen=True, kw_only=True, tag="release"):
    """A release of a component."""

    component: str
    version: str
    generation: int
    library: str | None = None
    date: str | None = None
    builds: tuple[str, ...] = ()
    socs: tuple[str, ...] = ()
    attributes: dict[str, dict[str, str | int | bool | tuple[str, ...]]] = {}
    """Name to the NPU type or SoC (``*``: all others) to value."""
    unpublished: tuple[str, ...] = ()
    """The sources that list what the vendor gave to everybody, and do not have it."""
    note: str = ""
    sources: tuple[str, ...] = ()


class SetShape(_RowShape, frozen=True, kw_only=True, tag="set"):
    """A validated set."""

    id: str
    title: str
    set_kind: str
    works: bool
    basis: Basis
    socs: tuple[str, ...]
    components: dict[str, str]
    board: str | None = None
    image: str | None = None
    who: str = ""
    when: str = ""
    where: str = ""
    ran: str = ""
    note: str = ""
    against: tuple[str, ...] = ()
    """The rules that it contradicts."""
    sources: tuple[str, ...] = ()


class SignatureShape(_RowShape, frozen=True, kw_only=True, tag="signature"):
    """A line of a log."""

    id: str
    title: str
    signature_kind: str
    regex: str
    proves: str
    proves_not: str
    basis: Basis
    severity: str
    layer: str | None = None
    subjects: tuple[str, ...] = ()
    cause: str = ""
    remedy: str = ""
    explained_by: tuple[str, ...] = ()
    printed_by: dict[str, str] = {}
    examples: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()


_AnyShape = SourceShape | PlatformShape | ReleaseShape | SetShape | SignatureShape


class ShownShape(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of ``matrix show``, format 1; several rows where one version has several builds."""

    format: int = 1
    rows: tuple[_AnyShape, ...]


def rows_to_json(rows: Sequence[Row], matrix: Matrix, look: Look = PLAIN) -> str:
    """The rows, for programs; a rule as ``explain`` gives it."""
    rules = [row for row in rows if isinstance(row, Rule)]
    if rules:
        return rule_to_json(rules[0], matrix, look)
    return encode(ShownShape(rows=tuple(_shape(row, matrix) for row in rows if not isinstance(row, Rule))))


def rows_to_text(rows: Sequence[Row], matrix: Matrix, look: Look = PLAIN) -> str:
    """The rows, for people."""
    return "\n".join(rule_to_text(row, matrix, look) if isinstance(row, Rule) else _page(row, matrix, look) for row in rows)


def citing(source: Source, matrix: Matrix) -> Iterator[CitingShape]:
    """Every row that cites a source."""
    for rule in matrix.rules:
        yield from _citing("rule", rule.id, (*rule.sources, *rule.disproved_by), source)
    for platform in matrix.platforms.values():
        yield from _citing("platform", platform.id, platform.sources, source)
    for key, releases in matrix.releases.items():
        for release in releases:
            yield from _citing("release", f"{key} {release.version}", release.sources, source)
    for row in matrix.sets:
        yield from _citing("set", row.id, row.sources, source)
    for signature in matrix.signatures:
        yield from _citing("signature", signature.id, signature.sources, source)


def _citing(
    kind: Literal["rule", "platform", "release", "set", "signature"], id: str, cited: Sequence[str], source: Source
) -> Iterator[CitingShape]:
    for name, _, section in (citation.partition("#") for citation in cited):
        if name == source.id:
            yield CitingShape(kind=kind, id=id, section=section or None)


def _shape(row: Source | Platform | Release | ValidatedSet | Signature, matrix: Matrix) -> _AnyShape:
    match row:
        case Source():
            shape = msgspec.convert(row, SourceShape, from_attributes=True)
            return msgspec.structs.replace(shape, cited_by=tuple(citing(row, matrix)))
        case Platform():
            return msgspec.convert(row, PlatformShape, from_attributes=True)
        case Signature():
            fields = {name: getattr(row, name) for name in SignatureShape.__struct_fields__ if name != "signature_kind"}
            return SignatureShape(signature_kind=row.kind, **fields)
        case Release():
            return ReleaseShape(
                component=row.component,
                version=row.version.text,
                generation=row.generation,
                library=row.library,
                date=row.date,
                builds=row.builds,
                socs=row.socs,
                attributes={
                    name: {key: _plain(value) for key, value in table.items()} for name, table in row.attributes.items()
                },
                unpublished=row.unpublished,
                note=row.note,
                sources=row.sources,
            )
        case ValidatedSet():
            return SetShape(
                id=row.id,
                title=row.title,
                set_kind=row.kind,
                works=row.works,
                basis=row.basis,
                socs=row.socs,
                components={component: version.text for component, version in row.components.items()},
                board=row.board,
                image=row.image,
                who=row.who,
                when=row.when,
                where=row.where,
                ran=row.ran,
                note=row.note,
                against=tuple(rule.id for rule in matrix.rules if row.id in rule.contradicts),
                sources=row.sources,
            )


def _plain(value: Scalar) -> str | int | bool | tuple[str, ...]:
    return value.text if isinstance(value, Version) else value


def _page(row: Source | Platform | Release | ValidatedSet | Signature, matrix: Matrix, look: Look) -> str:
    page = Page(look)
    match row:
        case Source():
            _put_source(page, row, matrix)
        case Platform():
            _put_platform(page, row)
        case Release():
            _put_release(page, row, matrix)
        case ValidatedSet():
            _put_set(page, row, matrix)
        case Signature():
            _put_signature(page, row)
    if not isinstance(row, Source):
        cited = cite(row.sources, matrix)
        page.field("stated in", *(f"{one.place} ({one.source.id}, {one.source.basis.replace('-', ' ')})" for one in cited))
    return str(page)


def _put_source(page: Page, source: Source, matrix: Matrix) -> None:
    page.line(source.title, head=f"source {source.id}: ")
    page.field("publisher", source.publisher)
    page.field("basis", source.basis.replace("-", " "))
    page.field("edition", source.edition or "")
    page.field("read on", source.read_on)
    page.field("stands at", source.url or "", source.citation or "")
    page.field("sha256", source.sha256 or "")
    page.field("measured by", source.method or "")
    page.field("sections", *(f"{name}: {gist}" for name, gist in source.sections.items()))
    cited = (f"{row.kind} {row.id}" + (f" ({row.section})" if row.section else "") for row in citing(source, matrix))
    page.field("cited by", *cited)


def _put_platform(page: Page, platform: Platform) -> None:
    page.line(platform.title, head=f"platform {platform.id}: ")
    page.field("generation", str(platform.generation))
    page.field("names", ", ".join(platform.aliases))
    page.field("NPU", ", ".join(filter(None, (platform.npu, f"{platform.cores} cores" if platform.cores else ""))))
    page.field("library", platform.runtime_library or "")
    page.field("runs models", ", ".join(platform.runs_models_for))
    start = f", from {platform.sram_start:#x} on" if platform.sram_start is not None else ""
    page.field("SRAM", "" if platform.sram_bytes is None else f"{platform.sram_bytes:,} bytes{start}")
    page.field("NBUF", "" if platform.nbuf_bytes is None else f"{platform.nbuf_bytes:,} bytes")
    page.field("device tree", ", ".join(filter(None, (platform.device_node, platform.compatible))))
    page.field("needs", platform.needs or "")


def _put_release(page: Page, release: Release, matrix: Matrix) -> None:
    page.line(release.date or "no date is known", head=f"{release.library or release.component} {release.version}: ")
    page.field("generation", str(release.generation))
    page.field("builds", *release.builds)
    page.field("for", ", ".join(release.socs))
    page.field("known", *(_attribute(name, release, matrix) for name in sorted(release.attributes)))
    page.field("not in", *(matrix.sources[id].title for id in release.unpublished))
    page.field("note", release.note)


def _attribute(name: str, release: Release, matrix: Matrix) -> str:
    """``driver-minimum: RKNPU lite 0.2.1, RKNPU v2 0.6.2 (driver below which it refuses to start)``."""
    table = release.attributes[name]
    values = ", ".join(f"{'' if key == '*' else f'{key} '}{_say(value)}" for key, value in sorted(table.items()))
    return f"{name}: {values} ({matrix.attributes[release.component][name].title})"


def _say(value: Scalar) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def _put_set(page: Page, row: ValidatedSet, matrix: Matrix) -> None:
    page.line(row.title, head=f"set {row.id}: ", paint="good" if row.works else "bad")
    page.field("is", f"{row.kind.replace('-', ' ')}, {row.basis.replace('-', ' ')}, {'works' if row.works else 'failed'}")
    page.field("SoC", ", ".join(row.socs))
    page.field("components", ", ".join(f"{component} {version}" for component, version in row.components.items()))
    page.field("board", row.board or "")
    page.field("image", row.image or "")
    page.field(say_by(row.kind), row.who)
    page.field("when", row.when)
    page.field("where", row.where)
    page.field("ran", row.ran)
    page.field("note", row.note)
    page.field("against", *(f"{rule.title} ({rule.id})" for rule in matrix.rules if row.id in rule.contradicts))


def _put_signature(page: Page, signature: Signature) -> None:
    page.line(signature.title, head=f"signature {signature.id}: ")
    page.field("is", ", ".join(filter(None, (signature.kind, signature.severity, (signature.layer or "").replace("-", " ")))))
    page.field("matches", signature.regex)
    page.field("proves", signature.proves)
    page.field("proves not", signature.proves_not)
    page.field("cause", signature.cause)
    page.field("change", signature.remedy)
    page.field("printed by", *(f"{library} {versions}" for library, versions in signature.printed_by.items()))
    page.field("because of", ", ".join(signature.explained_by))
    page.field("example", *signature.examples)

"""A `Resolution` → the shapes of the published report, from which every format is made."""

from collections.abc import Iterator, Mapping

from msgspec import UNSET, UnsetType

from .._version import VERSION
from ..model.fact import manifest_key
from ..model.finding import Finding
from ..model.manifest import Manifest
from ..model.matrix import Matrix
from ..model.resolution import Resolution
from ..model.waiver import Waiver
from ..model.words import Compatibility, Severity
from ._batch import Batch, Unusable
from ._json_text import plain
from ._shape import (
    AnswerShape,
    BatchShape,
    BoardShape,
    CoreShape,
    DistanceShape,
    EvidenceShape,
    ExitShape,
    FactShape,
    FindingShape,
    LocationShape,
    ManifestShape,
    MatrixShape,
    MissingShape,
    ReportShape,
    SearchShape,
    SourceShape,
    StepShape,
    ToolShape,
    UnusableManifestShape,
    UnusableShape,
    WaiverShape,
)
from ._sources import cite
from ._words import say_found, say_needed, title_of

_OPEN = ("violated", "undetermined", "waived")
"""The verdicts of which a reader wants to know what would do."""


def publish_many(batch: Batch, matrix: Matrix) -> BatchShape:
    """The reports on several manifests, and the worst of all."""
    verdicts = {"undetermined" if isinstance(entry, Unusable) else entry.verdict for entry in batch.entries}
    worst: tuple[Compatibility, ...] = ("incompatible", "undetermined", "compatible")
    strict: Severity = next((entry.fail_on for entry in batch.entries if not isinstance(entry, Unusable)), "error")
    return BatchShape(
        tool=ToolShape(version=VERSION),
        matrix=MatrixShape(edition=matrix.edition, sha256=matrix.sha256),
        verdict=next(verdict for verdict in worst if verdict in verdicts),
        exit=ExitShape(code=batch.exit_code, reason=batch.reason, fail_on=strict),
        reports=tuple(_unusable(e) if isinstance(e, Unusable) else publish(e, matrix) for e in batch.entries),
    )


def _unusable(entry: Unusable) -> UnusableShape:
    return UnusableShape(
        manifest=UnusableManifestShape(path=plain(entry.path)),
        error=plain("\n".join(str(problem) for problem in entry.problems)),
    )


def publish(resolution: Resolution, matrix: Matrix) -> ReportShape:
    """The report on one manifest."""
    if resolution.nearest:
        from ._required import with_required

        resolution = with_required(resolution, matrix)
    manifest, search = resolution.manifest, resolution.search
    nearest, distances, plan = _way_out(resolution, matrix)
    shown_by = {known.fact: known.read_from for known in resolution.facts if known.read_from}
    return ReportShape(
        tool=ToolShape(version=VERSION),
        matrix=MatrixShape(edition=matrix.edition, sha256=matrix.sha256),
        manifest=ManifestShape(path=plain(resolution.path), sha256=resolution.sha256, board=_board(manifest)),
        verdict=resolution.verdict,
        exit=ExitShape(code=resolution.exit_code, reason=resolution.reason, fail_on=resolution.fail_on),
        facts=tuple(
            FactShape(fact=known.fact, value=known.value, read_from=known.read_from, raw=known.raw)
            for known in sorted(resolution.facts, key=lambda known: known.fact)
        ),
        findings=tuple(
            _finding(finding, resolution, shown_by, matrix)
            for finding in sorted(resolution.findings, key=lambda finding: (finding.rule.id, finding.about))
        ),
        nearest=nearest,
        distances=distances or UNSET,
        plan=plan,
        missing=tuple(
            MissingShape(
                fact=manifest_key(m.fact, m.about),
                needed=m.needed,
                decides=tuple(sorted(m.decides)),
                how=m.how,
                title=("whether there is " if m.fact.endswith(".present") else "") + title_of(m.fact, matrix),
            )
            for m in sorted(resolution.missing, key=lambda m: (not m.needed, m.fact, m.about))
        ),
        notes=resolution.notes or UNSET,
        core=tuple(CoreShape(kind=item.kind, name=item.name, text=item.text) for item in resolution.core) or UNSET,
        search=SearchShape(proved=search.proved, nodes=search.nodes, limit=search.limit) if search else UNSET,
    )


def _way_out(
    resolution: Resolution, matrix: Matrix
) -> tuple[tuple[AnswerShape, ...], tuple[DistanceShape, ...], tuple[StepShape, ...]]:
    """The answers, the distances and the plan; without what says them where there are none, as in every `check`."""
    if not (resolution.nearest or resolution.distances):
        return (), (), ()
    from ._answers import publish_answers, publish_distances

    answers, distances = tuple(publish_answers(resolution, matrix)), tuple(publish_distances(resolution))
    if not resolution.plan:
        return answers, distances, ()
    from ._plan import publish_plan

    return answers, distances, tuple(publish_plan(resolution, matrix))


def _board(manifest: Manifest) -> BoardShape | UnsetType:
    board = manifest.board
    known = BoardShape(soc=board.soc, name=board.name, label=board.label)
    return UNSET if known == BoardShape() else known


def _finding(finding: Finding, resolution: Resolution, shown_by: Mapping[str, str], matrix: Matrix) -> FindingShape:
    rule, manifest = finding.rule, resolution.manifest
    found, needed = say_found(finding, manifest, matrix), say_needed(finding, manifest, matrix)
    line = next((resolution.lines[key] for key in _keys(finding) if key in resolution.lines), None)
    return FindingShape(
        rule=rule.id,
        verdict=finding.verdict,
        severity=rule.severity,
        layer=rule.layer,
        subjects=rule.subjects,
        about=finding.about,
        title=rule.title,
        found="; ".join(one.text for one in found),
        needed="; ".join(needed),
        remedy=rule.remedy,
        basis=rule.basis,
        sources=tuple(
            SourceShape(
                id=citation.source.id,
                title=citation.source.title,
                section=citation.section or None,
                basis=citation.source.basis,
                url=citation.source.url or UNSET,
                citation=citation.source.citation or UNSET,
            )
            for citation in cite(rule.sources, matrix)
        ),
        location=LocationShape(file=plain(resolution.path), line=line),
        beside=rule.beside,
        fragment=rule.fragment or UNSET,
        note=finding.note or UNSET,
        waiver=_waiver(finding.waiver),
        log_line=rule.is_log_line or UNSET,
        evidence=tuple(
            EvidenceShape(
                text=one.text,
                fact=one.key,
                line=resolution.lines.get(one.key, UNSET),
                read_from=shown_by.get(one.key, UNSET),
            )
            for one in found
        )
        or UNSET,
        demands=needed if finding.verdict in _OPEN else UNSET,
    )


def _waiver(waiver: Waiver | None) -> WaiverShape | UnsetType:
    if waiver is None:
        return UNSET
    return WaiverShape(reason=waiver.reason, owner=waiver.owner, expires=waiver.expires, place=plain(waiver.place) or UNSET)


def _keys(finding: Finding) -> Iterator[str]:
    """The keys of the manifest that state what a finding is about, the closest first, then the tables around them."""
    keys = [manifest_key(reading.fact, reading.about) for reading in finding.read] + list(finding.about)
    while keys:
        yield from keys
        keys = [outer for key in keys if (outer := key.rpartition(".")[0])]

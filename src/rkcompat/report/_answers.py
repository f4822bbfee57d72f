"""The answers and the distances, as the published report has them."""

from collections.abc import Iterator, Mapping

import msgspec
from msgspec import UNSET, UnsetType

from ..model.manifest import Manifest
from ..model.matrix import Matrix, ValidatedSet
from ..model.resolution import Answer, Change, Resolution
from ._shape import AnswerShape, BuildShape, ChangeShape, DistanceShape, FailedShape, JoinedShape, WarnedShape
from ._steps import owner_of


def publish_answers(resolution: Resolution, matrix: Matrix) -> Iterator[AnswerShape]:
    """Every answer, those after the first with what they gain over it and risk."""
    for answer in resolution.nearest:
        known = _answer(answer, resolution, matrix)
        yield known if answer is resolution.nearest[0] else _beside(known, answer, resolution.nearest[0])


def publish_distances(resolution: Resolution) -> Iterator[DistanceShape]:
    """To every validated set of this SoC."""
    for distance in resolution.distances:
        yield DistanceShape(
            set=distance.set,
            title=distance.title,
            basis=distance.basis,
            cost=distance.cost,
            changes=tuple(_change(change, resolution.manifest, resolution.owners) for change in distance.changes),
            covers=distance.covers,
            doubts=distance.doubts or UNSET,
            obstacle=distance.obstacle or UNSET,
            by=distance.by or UNSET,
        )


def _answer(answer: Answer, resolution: Resolution, matrix: Matrix) -> AnswerShape:
    manifest, owners = resolution.manifest, resolution.owners
    row = _row(answer.set, matrix)
    titles = {rule.id: rule.title for rule in matrix.rules}
    return AnswerShape(
        validated=answer.validated,
        set=answer.set,
        title=answer.title,
        basis=answer.basis,
        cost=answer.cost,
        covers=answer.covers,
        not_covered=answer.not_covered,
        assumed=dict(sorted(answer.assumed.items())),
        doubts=answer.doubts,
        changes=tuple(_change(change, manifest, owners) for change in answer.changes),
        kind=row.kind if row else UNSET,
        run_by=_who(row) if row else UNSET,
        note=_note(row),
        joined=tuple(
            JoinedShape(set=one.set, title=one.title, covers=one.covers, note=_note(_row(one.set, matrix)))
            for one in answer.joined
        )
        or UNSET,
        failed=tuple(FailedShape(set=one.set, title=one.title, note=one.note or UNSET) for one in answer.failed) or UNSET,
        warnings=tuple(WarnedShape(rule=name, title=titles[name]) for name in answer.warnings) or UNSET,
    )


def _beside(known: AnswerShape, answer: Answer, first: Answer) -> AnswerShape:
    from ._compare import gains_of, risks_of

    gains = tuple(gains_of(answer, first, known.kind or None))
    return msgspec.structs.replace(known, gains=gains or UNSET, risks=tuple(risks_of(answer, first)) or UNSET)


def _row(name: str | None, matrix: Matrix) -> ValidatedSet | None:
    return next((row for row in matrix.sets if row.id == name), None)


def _note(row: ValidatedSet | None) -> str | UnsetType:
    return row.note or UNSET if row else UNSET


def _who(row: ValidatedSet) -> str:
    """Who ran a validated set, or released or named it, when, on what, and what; how that is known."""
    circumstances = ", ".join(filter(None, (row.who or "somebody", row.when, row.board, row.image)))
    return f"{': '.join(filter(None, (circumstances, row.ran)))} ({row.basis.replace('-', ' ')})"


def _change(change: Change, manifest: Manifest, owners: Mapping[str, str]) -> ChangeShape:
    return ChangeShape(
        component=change.component,
        about=change.about,
        before=change.before,
        after=change.after,
        action=change.action,
        owner=owner_of(change, manifest, owners),
        images=change.images or UNSET,
        builds=tuple(BuildShape(fact=one.fact, before=one.before, after=one.after) for one in change.builds) or UNSET,
    )

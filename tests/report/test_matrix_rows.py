"""The rows of a matrix in a line each, and one with all that is known of it."""

from collections.abc import Iterator

import msgspec
import pytest

from rkcompat.model.matrix import Row
from rkcompat.report._format import Look
from rkcompat.report._matrix_list import KINDS, Kind, list_to_json, list_to_text
from rkcompat.report._matrix_show import rows_to_json, rows_to_text

from .stack import MATRIX


def every_row() -> Iterator[Row]:
    """One matrix has some of each kind."""
    yield from MATRIX.rules
    yield from MATRIX.sources.values()
    yield from MATRIX.platforms.values()
    yield from MATRIX.sets
    yield from (release for releases in MATRIX.releases.values() for release in releases)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "signatures"])  # of which this matrix has none
def test_a_row_is_a_line(kind: Kind) -> None:
    """The same rows for people and for programs, counted."""
    report = msgspec.json.decode(list_to_json(MATRIX, (kind,)))
    heads = [line.split(": ")[0] for line in list_to_text(MATRIX, (kind,), Look(width=1000)).splitlines()]

    assert report["format"] == 1
    assert list(report["rows"]) == [kind]
    assert [row["id"] for row in report["rows"][kind]] == heads
    assert report["counts"][kind] == len(heads) > 0


def test_without_a_kind_the_rows_are_counted() -> None:
    """And the matrix is named, with what lies over it."""
    matrix = msgspec.structs.replace(MATRIX, overlays=("acme",))
    text = list_to_text(matrix, ())

    assert text.startswith(f"matrix of {MATRIX.edition}, {MATRIX.sha256[:12]}\n  overlays    acme\n")
    assert f"  rules       {len(MATRIX.rules)}\n" in text
    assert msgspec.json.decode(list_to_json(matrix, ()))["matrix"]["overlays"] == ["acme"]


@pytest.mark.parametrize("row", tuple(every_row()), ids=lambda row: f"{type(row).__name__} {getattr(row, 'id', '')}")
def test_every_row_can_be_shown(row: Row) -> None:
    """For people and for programs; both name it."""
    text, report = rows_to_text((row,), MATRIX), msgspec.json.decode(rows_to_json((row,), MATRIX))
    name = getattr(row, "id", None) or row.version.text  # type: ignore[union-attr]

    assert name in text
    assert report["format"] == 1
    shown = report["rule"] if "rule" in report else report["rows"][0]
    assert name in (shown.get("id"), shown.get("version"))


def test_a_release_names_the_lists_that_do_not_have_it() -> None:
    """Whoever has not got it cannot get it there."""
    source = next(iter(MATRIX.sources.values()))
    release = next(row for rows in MATRIX.releases.values() for row in rows)
    row = msgspec.structs.replace(release, unpublished=(source.id,))

    assert f"not in      {source.title}" in rows_to_text((row,), MATRIX, Look(width=1000))
    assert msgspec.json.decode(rows_to_json((row,), MATRIX))["rows"][0]["unpublished"] == [source.id]


def test_a_source_names_who_cites_it() -> None:
    """Rules, releases, platforms and sets, with the section."""
    cited = {citation for rule in MATRIX.rules for citation in rule.sources}
    source, section = min(citation for citation in cited if "#" in citation).split("#")
    report = msgspec.json.decode(rows_to_json((MATRIX.sources[source],), MATRIX))

    citing = [entry for entry in report["rows"][0]["cited_by"] if entry["section"] == section]
    assert {entry["id"] for entry in citing if entry["kind"] == "rule"} == {
        rule.id for rule in MATRIX.rules if f"{source}#{section}" in rule.sources
    }


def test_two_builds_of_one_version_are_both_shown() -> None:
    """One after the other."""
    rows = tuple(MATRIX.sets[:1]) * 2

    assert rows_to_text(rows, MATRIX).count(f"set {rows[0].id}: ") == 2
    assert len(msgspec.json.decode(rows_to_json(rows, MATRIX))["rows"]) == 2

"""The grid of two components, as text, JSON and a picture."""

import re
from xml.etree import ElementTree as ET

import msgspec
import pytest

from rkcompat.model.coverage import STATES, Cell, Coverage
from rkcompat.report._coverage import SIGNS, coverage_to_json, coverage_to_text
from rkcompat.report._coverage_svg import coverage_to_svg
from rkcompat.report._format import Look

from .stack import MATRIX

COLUMNS = ("0.9.6", "0.9.8", "0.10.0", "1.0", "2.0.0b0", "3.0", "4.0")


def grid(columns: tuple[str, ...] = COLUMNS) -> Coverage:
    """A row of each state, and one that is all unknown."""
    rows = ("1.6.0", "<2>&\x1b")
    cells = [
        Cell(row=row, column=column, state=STATES[at % 7] if row == rows[0] else "unknown", rules=("a-rule",), sets=("a-set",))
        for row in rows
        for at, column in enumerate(columns)
    ]
    return Coverage(
        row_component="runtime", column_component="driver", soc="rk3588", rows=rows, columns=columns, cells=tuple(cells)
    )


def test_the_grid_reads_from_the_axes() -> None:
    """Versions stand from top to bottom above their column; a control character is escaped."""
    lines = coverage_to_text(grid(), MATRIX).splitlines()

    assert lines[:2] == ["runtime (rows) with driver (columns) on rk3588", "decided: 6 of 14 pairs, 42 %"]
    assert [line.split()[-1] for line in lines if line.startswith("1.6.0")] == ["?"]
    assert next(line for line in lines if line.startswith("1.6.0")).split()[1:] == [SIGNS[state][0] for state in STATES]
    assert "\x1b" not in "".join(lines)


@pytest.mark.parametrize("width", [40, 80, 100])
def test_a_wide_grid_is_folded(width: int) -> None:
    """No line is wider than the page, and no column is lost."""
    wide = grid(tuple(f"1.{minor}.0" for minor in range(90)))
    lines = coverage_to_text(wide, MATRIX, Look(width=width)).splitlines()

    assert max(map(len, lines)) <= width
    assert sum(len(line.split()) - 1 for line in lines if line.startswith("1.6.0")) == 90


def test_a_program_gets_every_pair() -> None:
    """With what decides it, and the counts."""
    report = msgspec.json.decode(coverage_to_json(grid(), MATRIX))

    assert (report["format"], report["pairs"], report["decided"], len(report["cells"])) == (1, 14, 6, 14)
    assert sum(report["states"].values()) == 14
    assert report["cells"][0] == {
        "row": "1.6.0",
        "column": "0.9.6",
        "state": "works",
        "rules": ["a-rule"],
        "open": [],
        "sets": ["a-set"],
    }


def test_the_picture_is_whole() -> None:
    """One file of well-formed XML that asks for no other, with both axes, every cell, and a legend."""
    text = coverage_to_svg(grid(), MATRIX)
    picture = ET.fromstring(text)
    said = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]

    assert not re.search(r"href|url\(|<script|@import", text)
    assert {*COLUMNS, "1.6.0", "<2>&\\x1b", "runtime", "driver"} <= set(said)
    assert sum(element.text in {sign for sign, _ in SIGNS.values()} for element in picture.iter()) == 14 + 7
    assert "decided: 6 of 14 pairs, 42 %" in said
    assert f"1 {SIGNS['works'][1]}" in said


def test_nothing_lies_outside_the_picture() -> None:
    """Of a small grid the legend is the widest part, of a large one the cells are."""
    for columns in (COLUMNS[:1], tuple(f"1.{minor}.0" for minor in range(60))):
        picture = ET.fromstring(coverage_to_svg(grid(columns), MATRIX))
        squares = picture.findall(".//{http://www.w3.org/2000/svg}g/{http://www.w3.org/2000/svg}rect")

        assert max(int(square.get("x", 0)) + 24 for square in squares) <= int(picture.get("width", 0))
        assert max(int(square.get("y", 0)) + 24 for square in squares) <= int(picture.get("height", 0))


def test_an_empty_grid_is_shown() -> None:
    """A chip that nothing fits."""
    empty = Coverage(row_component="lite", column_component="driver", soc="rk1808", rows=(), columns=(), cells=())

    assert "decided: 0 of 0 pairs" in coverage_to_text(empty, MATRIX)
    assert ET.fromstring(coverage_to_svg(empty, MATRIX)).get("width")

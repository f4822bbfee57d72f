"""How much is known of two components together: a grid for people, JSON for programs."""

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest

import msgspec

from ..model.coverage import STATES, Cell, Coverage, State
from ..model.matrix import Matrix
from ._format import PLAIN, Look
from ._json_text import encode
from ._page import UNBROKEN, Page
from ._text_safe import printable

SIGNS: dict[State, tuple[str, str]] = {
    "works": ("+", "somebody ran it"),
    "failed": ("!", "somebody ran it, and it failed"),
    "known-bad": ("#", "known to be bad together"),
    "violated": ("x", "a rule forbids it"),
    "advised-against": ("~", "a rule advises against it"),
    "satisfied": (".", "a rule allows it, nobody is known to have run it"),
    "unknown": ("?", "not known"),
}
"""What stands in the grid for each state, and what that means."""


class CellShape(msgspec.Struct, frozen=True, kw_only=True):
    """One pair of releases."""

    row: str
    column: str
    state: State
    rules: tuple[str, ...]
    open: tuple[str, ...]
    sets: tuple[str, ...]


class CoverageShape(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of ``matrix coverage``, format 1."""

    format: int = 1
    soc: str
    row_component: str
    column_component: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    pairs: int
    decided: int
    """Pairs that are not unknown."""
    states: dict[str, int]
    left_out: tuple[str, ...]
    """Releases that by themselves do not fit the SoC."""
    cells: tuple[CellShape, ...]


def coverage_to_json(coverage: Coverage, matrix: Matrix, look: Look = PLAIN) -> str:
    """All pairs, for programs."""
    return encode(
        CoverageShape(
            soc=coverage.soc,
            row_component=coverage.row_component,
            column_component=coverage.column_component,
            rows=coverage.rows,
            columns=coverage.columns,
            pairs=len(coverage.cells),
            decided=coverage.decided,
            states=count_states(coverage),
            left_out=coverage.left_out,
            cells=tuple(msgspec.convert(cell, CellShape, from_attributes=True) for cell in coverage.cells),
        )
    )


def coverage_to_text(coverage: Coverage, matrix: Matrix, look: Look = PLAIN) -> str:
    """The grid, folded where it is wider than the page, what the signs mean, and what decided."""
    page = Page(look)
    page.line(title_of(coverage))
    page.line(share_of(coverage))
    label = max((len(printable(name)) for name in coverage.rows), default=0)
    at_once = max(1, (look.width - label) // 2)
    for first in range(0, len(coverage.columns), at_once):
        page.blank()
        for line in _block(coverage, first, first + at_once, label):
            page.line(line.rstrip().replace(" ", UNBROKEN))
    page.blank()
    counts = count_states(coverage)
    for state in STATES:
        if counts[state]:
            page.line(f"{SIGNS[state][0]} {counts[state]:5} {SIGNS[state][1]}", hang=8)
    page.blank()
    for head, ids in (
        ("decided by", Counter(rule for cell in coverage.cells for rule in cell.rules)),
        ("left open", Counter(rule for cell in coverage.cells for rule in cell.open)),
    ):
        page.field(head, *(f"{rule} ({count})" for rule, count in sorted(ids.items())), indent=0)
    failed = dict.fromkeys(row for cell in coverage.cells if cell.state == "failed" for row in cell.sets)
    page.field("failed", *failed, indent=0)
    page.field("left out", ", ".join(coverage.left_out), indent=0)
    return str(page)


def title_of(coverage: Coverage) -> str:
    """What is shown."""
    return f"{coverage.row_component} (rows) with {coverage.column_component} (columns) on {coverage.soc}"


def share_of(coverage: Coverage) -> str:
    """How much of it is decided, in a sentence."""
    pairs = len(coverage.cells)
    return f"decided: {coverage.decided} of {pairs} pairs" + (f", {100 * coverage.decided // pairs} %" if pairs else "")


def count_states(coverage: Coverage) -> dict[str, int]:
    """How many pairs are in each state, in the order of `STATES`."""
    counts = Counter(cell.state for cell in coverage.cells)
    return {state: counts[state] for state in STATES}


def rows_of(coverage: Coverage) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    """Each row with its cells."""
    width = len(coverage.columns)
    for at, name in enumerate(coverage.rows):
        yield name, coverage.cells[at * width : (at + 1) * width]


def _block(coverage: Coverage, first: int, end: int, label: int) -> Iterator[str]:
    """Some columns: their versions from top to bottom, then a line a row."""
    names = [printable(name) for name in coverage.columns[first:end]]
    for letters in zip_longest(*(f"{name:>{max(map(len, names))}}" for name in names)):
        yield f"{'':{label}} " + " ".join(letters)
    for name, cells in rows_of(coverage):
        yield f"{printable(name):{label}} " + " ".join(SIGNS[cell.state][0] for cell in cells[first:end])

"""How much is known of two components together, as a heat map: one SVG file that needs no other."""

from collections.abc import Iterator
from html import escape

from ..model.coverage import STATES, Cell, Coverage, State
from ..model.matrix import Matrix
from ._coverage import SIGNS, count_states, rows_of, share_of, title_of
from ._format import PLAIN, Look
from ._text_safe import printable

#: Fill and ink, told apart by those who see no red and green too (after Okabe and Ito); each cell has its sign besides.
_COLORS: dict[State, tuple[str, str]] = {
    "works": ("#009e73", "#ffffff"),
    "failed": ("#7a1f5c", "#ffffff"),
    "known-bad": ("#5a2a00", "#ffffff"),
    "violated": ("#d55e00", "#ffffff"),
    "advised-against": ("#f0c419", "#222222"),
    "satisfied": ("#9fd8f5", "#222222"),
    "unknown": ("#eeeeee", "#777777"),
}

_SIDE = 24
"""Pixels of a cell's side."""
_LETTER = 7.2
"""Pixels that a letter of 12 px takes at most."""
_MARGIN = 16
_LINE = 20
_STYLE = (
    "text{font:12px 'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:#222222}"
    ".title{font-weight:bold;font-size:15px}.axis{font-weight:bold}.sign{text-anchor:middle}.row{text-anchor:end}"
)


def coverage_to_svg(coverage: Coverage, matrix: Matrix, look: Look = PLAIN) -> str:
    """The grid as a picture: the versions on both axes, a colour and a sign for each pair, a legend, and the share decided."""
    left = _MARGIN + _pixels(max((*coverage.rows, coverage.row_component), key=len)) + 8
    top = _MARGIN + 3 * _LINE + _pixels(max((*coverage.columns, ""), key=len)) + 12
    counts = count_states(coverage)
    legend = [(state, f"{counts[state]} {SIGNS[state][1]}") for state in STATES if counts[state]]
    bottom = top + _SIDE * len(coverage.rows) + _MARGIN
    notes = [title_of(coverage), share_of(coverage), f"matrix of {matrix.edition}, {matrix.sha256[:12]}"]
    wide = max(
        left + _SIDE * len(coverage.columns),
        _MARGIN + max(_pixels(note) * 1.3 for note in notes),
        _MARGIN + _SIDE + max((_pixels(text) for _, text in legend), default=0),
    )
    width, height = round(wide + _MARGIN), bottom + _LINE * (len(legend) + 1) + _MARGIN
    size = f'width="{width}" height="{height}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {width} {height}" role="img">',
            f"<title>{_safe(title_of(coverage))}</title>",
            f"<style>{_STYLE}</style>",
            f'<rect {size} fill="#ffffff"/>',
            _text(_MARGIN, _MARGIN + 14, notes[0], "title"),
            _text(_MARGIN, _MARGIN + 14 + _LINE, notes[1]),
            _text(left - 8, top - 8, coverage.row_component, "axis row"),
            *_axes(coverage, left, top),
            *_cells(coverage, left, top),
            *_legend(legend, bottom),
            _text(_MARGIN, height - _MARGIN, notes[2]),
            "</svg>\n",
        ]
    )


def _axes(coverage: Coverage, left: int, top: int) -> Iterator[str]:
    yield _text(left, _MARGIN + 14 + 2 * _LINE, coverage.column_component, "axis")
    for at, name in enumerate(coverage.columns):
        x = left + _SIDE * at + _SIDE // 2 + 4
        yield f'<text transform="translate({x} {top - 6}) rotate(-90)">{_safe(name)}</text>'
    for at, name in enumerate(coverage.rows):
        yield _text(left - 8, top + _SIDE * at + _SIDE // 2 + 4, name, "row")


def _cells(coverage: Coverage, left: int, top: int) -> Iterator[str]:
    for line, (_, cells) in enumerate(rows_of(coverage)):
        for at, cell in enumerate(cells):
            x, y = left + _SIDE * at, top + _SIDE * line
            yield f"<g><title>{_safe(_tell(coverage, cell))}</title>{_square(x, y, cell.state)}</g>"


def _tell(coverage: Coverage, cell: Cell) -> str:
    """What shows where the pointer rests on a cell."""
    pair = f"{coverage.row_component} {cell.row}, {coverage.column_component} {cell.column}: {SIGNS[cell.state][1]}"
    return "; ".join([pair, *cell.rules, *cell.sets])


def _legend(legend: list[tuple[State, str]], top: int) -> Iterator[str]:
    for at, (state, text) in enumerate(legend):
        y = top + _LINE * at
        yield f'<g transform="translate({_MARGIN} {y}) scale(0.75)">{_square(0, 0, state)}</g>'
        yield _text(_MARGIN + _SIDE, y + 13, text)


def _square(x: int, y: int, state: State) -> str:
    fill, ink = _COLORS[state]
    square = f'<rect x="{x}" y="{y}" width="{_SIDE}" height="{_SIDE}" fill="{fill}" stroke="#ffffff"/>'
    sign = escape(SIGNS[state][0])
    return f'{square}<text class="sign" x="{x + _SIDE // 2}" y="{y + _SIDE // 2 + 4}" style="fill:{ink}">{sign}</text>'


def _text(x: int, y: int, text: str, kind: str = "") -> str:
    marked = f' class="{kind}"' if kind else ""
    return f'<text{marked} x="{x}" y="{y}">{_safe(text)}</text>'


def _safe(text: str) -> str:
    return escape(printable(text))


def _pixels(text: str) -> int:
    return round(_LETTER * len(text))

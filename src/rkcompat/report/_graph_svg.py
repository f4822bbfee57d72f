"""A graph as an SVG with fixed places: one column a component, readable, with a legend; no other program is needed."""

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from ..model.graph import Edge, EdgeVerdict, Graph
from ._graph import COLOURS
from ._text_safe import printable

#: Units of the drawing.
_COLUMN = 215
_BOX = 175
_ROW = 34
_HEIGHT = 24
_TOP = 64
_ARC = 14
_MARGIN = 20

#: What fits into a box at 11 units a line.
_LONGEST = 29

_LEGEND: tuple[tuple[EdgeVerdict, str], ...] = (
    ("satisfied", "fits"),
    ("advised", "advised against"),
    ("undetermined", "not known"),
    ("violated", "does not fit"),
)

_STYLE = """
svg { font: 11px sans-serif; background: #ffffff; color: #1a1a1a }
text { fill: currentColor }
rect.box { fill: #f5f5f5 }
@media (prefers-color-scheme: dark) {
  svg { background: #161616; color: #eeeeee }
  rect.box { fill: #262626 }
}
"""


def graph_to_svg(graph: Graph) -> str:
    """The picture; every box and line names itself to a reader that does not see."""
    places = _places(graph)
    judged = any(edge.verdict for edge in graph.edges)
    width = max(1, len(graph.columns)) * _COLUMN + 2 * _MARGIN
    column = {node.id: graph.columns.index(node.column) for node in graph.nodes}
    depth = _ARC * max((abs(column[edge.upper] - column[edge.lower]) for edge in graph.edges), default=0)
    height = max((y for _, y in places.values()), default=_TOP) + depth + _ROW + (2 * _ROW if judged else _ROW)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label={quoteattr(printable(graph.title))}>'
    )
    arrows = "".join(map(_arrowhead, sorted({edge.verdict for edge in graph.edges})))
    parts = [
        head,
        f"<style>{_STYLE}</style><defs>{arrows}</defs>",
        f'<text x="{_MARGIN}" y="22" font-size="14">{_safe(graph.title)}</text>',
    ]
    parts += [
        f'<text x="{_MARGIN + number * _COLUMN}" y="48" font-weight="bold">{_safe(column)}</text>'
        for number, column in enumerate(graph.columns)
    ]
    for edge in sorted(graph.edges, key=lambda edge: edge.verdict == "violated"):
        parts.append(_line(edge, places))
    for node in graph.nodes:
        x, y = places[node.id]
        title = node.title if len(node.title) <= _LONGEST else f"{node.title[: _LONGEST - 1]}…"
        wide = 3 if node.verdict == "violated" else 1
        parts.append(
            f'<g><title>{_safe(node.title)}</title><rect class="box" x="{x}" y="{y}" width="{_BOX}" height="{_HEIGHT}" rx="4" '
            f'stroke="{COLOURS[node.verdict]}" stroke-width="{wide}"/>'
            f'<text x="{x + 6}" y="{y + 16}">{_safe(title)}</text></g>'
        )
    if judged:
        parts += _legend(height - _ROW)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _places(graph: Graph) -> dict[str, tuple[int, int]]:
    """A column for each component, its nodes one below the other."""
    filled = dict.fromkeys(graph.columns, 0)
    places = {}
    for node in graph.nodes:
        places[node.id] = (_MARGIN + graph.columns.index(node.column) * _COLUMN, _TOP + filled[node.column] * _ROW)
        filled[node.column] += 1
    return places


def _line(edge: Edge, places: dict[str, tuple[int, int]]) -> str:
    (x1, y1), (x2, y2) = places[edge.upper], places[edge.lower]
    y1, y2 = y1 + _HEIGHT // 2, y2 + _HEIGHT // 2
    apart, on = abs(x2 - x1) // _COLUMN, 1 if x1 < x2 else -1
    if y1 == y2 and apart > 1:  # below the boxes that stand between, the deeper the more there are
        start, end, low = x1 + _BOX // 2, x2 + _BOX // 2, y1 + _HEIGHT // 2
        deep = low + apart * _ARC
        return _curve(edge, (start, low), (start + on * _BOX // 2, deep), (end - on * _BOX // 2, deep), (end, low))
    if x1 == x2:  # within one column it goes out and in again
        side = x1 + _BOX
        return _curve(edge, (side, y1), (side + 30, y1), (side + 30, y2), (side, y2))
    start, end = (x1 + _BOX, x2) if x1 < x2 else (x1, x2 + _BOX)
    half = (end - start) // 2
    return _curve(edge, (start, y1), (start + half, y1), (end - half, y2), (end, y2))


Point = tuple[int, int]


def _curve(edge: Edge, start: Point, bent: Point, back: Point, end: Point) -> str:
    wide = 4 if edge.verdict == "violated" else 1.5
    look = f'fill="none" stroke="{COLOURS[edge.verdict]}" stroke-width="{wide}"{_dash(edge.verdict)} '
    look += f'marker-end="url(#{_arrow(edge.verdict)})"'
    title = _safe(f"{edge.upper} → {edge.lower}: {', '.join(edge.rules)}")
    points = " ".join(f"{x},{y}" for x, y in (bent, back, end))
    return f'<path d="M {start[0]},{start[1]} C {points}" {look}><title>{title}</title></path>'


def _arrow(verdict: EdgeVerdict) -> str:
    return f"arrow-{verdict or 'plain'}"


def _arrowhead(verdict: EdgeVerdict) -> str:
    """What the lines of one verdict end in, at what must meet the demand."""
    return (
        f'<marker id="{_arrow(verdict)}" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="9" markerHeight="9" '
        f'markerUnits="userSpaceOnUse" orient="auto"><path d="M 0,0 L 8,4 L 0,8 z" fill="{COLOURS[verdict]}"/></marker>'
    )


def _dash(verdict: EdgeVerdict) -> str:
    return ' stroke-dasharray="5 4"' if verdict == "undetermined" else ""


def _legend(y: int) -> Iterator[str]:
    for number, (verdict, said) in enumerate(_LEGEND):
        x = _MARGIN + number * 130
        wide = 4 if verdict == "violated" else 1.5
        look = f'stroke="{COLOURS[verdict]}" stroke-width="{wide}"{_dash(verdict)}'
        yield f'<line x1="{x}" y1="{y}" x2="{x + 26}" y2="{y}" {look}/>'
        yield f'<text x="{x + 32}" y="{y + 4}">{said}</text>'


def _safe(text: str) -> str:
    return escape(printable(text))

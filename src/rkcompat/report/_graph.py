"""A graph as DOT, Mermaid or JSON."""

import msgspec

from ..model.graph import EdgeVerdict, Graph
from ._json_text import encode
from ._text_safe import printable

COLOURS: dict[EdgeVerdict, str] = {
    "": "#555555",
    "satisfied": "#2e7d32",
    "advised": "#8d6e00",
    "undetermined": "#b26a00",
    "violated": "#c62828",
}
"""Of an edge, by what the rules say; violated ones are thick as well, so that no colour is needed to see them."""


def graph_to_json(graph: Graph) -> str:
    """``{"format": 1, "title", "columns", "nodes": [{"id", "title", "column", "verdict"}], "edges": [{"upper", …}]}``."""
    return encode({"format": 1, **msgspec.to_builtins(graph)})


def graph_to_dot(graph: Graph) -> str:
    """For Graphviz: one rank a component."""
    lines = [f"digraph {_quoted(graph.title)} {{", "  rankdir=TB;", '  node [shape=box, fontname="sans-serif"];']
    for column in graph.columns:
        names = "; ".join(_quoted(node.id) for node in graph.nodes if node.column == column)
        lines.append(f"  {{ rank=same; {names}; }}")
    lines += [
        f"  {_quoted(node.id)} [label={_quoted(node.title)}, color={_quoted(COLOURS[node.verdict])}];" for node in graph.nodes
    ]
    for edge in graph.edges:
        thick = ", penwidth=3" if edge.verdict == "violated" else ""
        label = _quoted(_few(edge.rules))
        colour = _quoted(COLOURS[edge.verdict])
        lines.append(f"  {_quoted(edge.upper)} -> {_quoted(edge.lower)} [color={colour}{thick}, tooltip={label}];")
    return "\n".join([*lines, "}"]) + "\n"


def graph_to_mermaid(graph: Graph) -> str:
    """For Markdown pages that draw Mermaid."""
    names = {node.id: f"n{number}" for number, node in enumerate(graph.nodes)}
    lines = ["flowchart TB"]
    for column in graph.columns:
        lines.append(f'  subgraph {_plain(column).replace("-", "_")}_column["{_plain(column)}"]')
        lines += [f'    {names[node.id]}["{_plain(node.title)}"]' for node in graph.nodes if node.column == column]
        lines.append("  end")
    for number, edge in enumerate(graph.edges):
        arrow = "==>" if edge.verdict == "violated" else "-.->" if edge.verdict == "undetermined" else "-->"
        lines.append(f'  {names[edge.upper]} {arrow}|"{_plain(_few(edge.rules))}"| {names[edge.lower]}')
        if edge.verdict:
            lines.append(f"  linkStyle {number} stroke:{COLOURS[edge.verdict]}")
    return "\n".join(lines) + "\n"


def _few(rules: tuple[str, ...]) -> str:
    """The rules of an edge, or the first and how many more."""
    return ", ".join(rules) if len(rules) <= 3 else f"{rules[0]} and {len(rules) - 1} more"


def _quoted(text: str) -> str:
    escaped = printable(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _plain(text: str) -> str:
    return (
        printable(text)
        .replace("&", "&amp;")
        .replace('"', "&quot;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("|", "&#124;")
    )

"""A graph in each of its languages: well formed, with what breaks to be seen without colour, and nothing that acts."""

import json
import xml.etree.ElementTree as ET

import pytest

from rkcompat.model.graph import Edge, Graph, Node
from rkcompat.report._graph import graph_to_dot, graph_to_json, graph_to_mermaid
from rkcompat.report._graph_svg import graph_to_svg

EVIL = 'a"b<c>&|\x1b[2J\u202e##[error]'

GRAPH = Graph(
    title="a deployment",
    columns=("model", "runtime", "soc"),
    nodes=(
        Node(id="model", title=f"model {EVIL}", column="model", verdict="violated"),
        Node(id="runtime[0]", title="runtime 1.4.0", column="runtime", verdict="violated"),
        Node(id="runtime[1]", title="runtime 2.3.2", column="runtime", verdict="satisfied"),
        Node(id="soc", title="rk3588", column="soc", verdict="undetermined"),
    ),
    edges=(
        Edge(upper="model", lower="runtime[0]", rules=("model-format-runtime",), verdict="violated"),
        Edge(upper="runtime[0]", lower="runtime[1]", rules=("a", "b", "c", "d"), verdict="satisfied"),
        Edge(upper="runtime[0]", lower="soc", rules=("runtime-soc",), verdict="undetermined"),
    ),
)
EMPTY = Graph(title="nothing", columns=(), nodes=(), edges=())


def test_json_holds_all_of_it() -> None:
    """With the format's number."""
    graph = json.loads(graph_to_json(GRAPH))

    assert graph["format"] == 1
    assert [node["id"] for node in graph["nodes"]] == ["model", "runtime[0]", "runtime[1]", "soc"]
    assert graph["edges"][0] == {
        "upper": "model",
        "lower": "runtime[0]",
        "rules": ["model-format-runtime"],
        "verdict": "violated",
    }


def test_dot_draws_what_breaks_thick() -> None:
    """One rank a component."""
    dot = graph_to_dot(GRAPH)

    assert '"model" -> "runtime[0]" [color="#c62828", penwidth=3' in dot
    assert 'rank=same; "runtime[0]"; "runtime[1]";' in dot
    assert 'tooltip="a and 3 more"' in dot


def test_mermaid_draws_what_breaks_thick_and_what_is_open_dotted() -> None:
    """By the arrow, not by colour alone."""
    text = graph_to_mermaid(GRAPH)

    assert 'n0 ==>|"model-format-runtime"| n1' in text
    assert 'n1 -.->|"runtime-soc"| n3' in text
    assert 'n0["model a&quot;b&lt;c&gt;&amp;&#124;' in text


@pytest.mark.parametrize("graph", [GRAPH, EMPTY], ids=["full", "empty"])
def test_svg_is_a_picture_that_names_its_parts(graph: Graph) -> None:
    """Well-formed XML, a title for each box and line, a legend where something was judged."""
    root = ET.fromstring(graph_to_svg(graph))
    space = {"s": "http://www.w3.org/2000/svg"}

    assert root.attrib["aria-label"] == graph.title
    assert len(root.findall("s:g/s:title", space)) == len(graph.nodes)
    assert len(root.findall("s:path/s:title", space)) == len(graph.edges)
    assert ("does not fit" in [text.text for text in root.findall("s:text", space)]) is bool(graph.edges)


def test_svg_lines_end_in_an_arrow_whichever_way_they_lead() -> None:
    """From the side of a box that faces the other."""
    back = Graph(
        title="t",
        columns=("runtime", "soc"),
        nodes=(Node(id="a", title="a", column="runtime"), Node(id="b", title="b", column="soc")),
        edges=(Edge(upper="a", lower="b", rules=("x",)), Edge(upper="b", lower="a", rules=("y",))),
    )
    root = ET.fromstring(graph_to_svg(back))
    paths = root.findall("{http://www.w3.org/2000/svg}path")
    starts = [path.attrib["d"].split()[1] for path in paths]
    ends = [path.attrib["d"].split()[-1] for path in paths]

    assert starts == ends[::-1]
    assert {path.attrib["marker-end"] for path in paths} == {"url(#arrow-plain)"}


@pytest.mark.parametrize("write", [graph_to_json, graph_to_dot, graph_to_mermaid, graph_to_svg])
def test_nothing_in_it_acts(write: object) -> None:
    """Control characters are shown, never sent."""
    text = write(GRAPH)  # type: ignore[operator]

    assert "\x1b" not in text
    assert "\u202e" not in text

"""What of the dependency graph is to be seen: the components, the surroundings of a node, a path, or one judged manifest."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ...model.finding import Finding
from ...model.graph import Edge, EdgeVerdict, Graph, Node
from ...model.matrix import Matrix
from .._world import World
from ._around import surroundings
from ._graph import build_graph
from ._links import judged, links

if TYPE_CHECKING:
    from networkx import DiGraph

COLUMNS = (
    "feature",
    "application",
    "container",
    "toolkit",
    "rkllm-toolkit",
    "model",
    "rkllm-model",
    "lite",
    "server",
    "runtime",
    "rkllm-runtime",
    "libc",
    "driver",
    "kernel",
    "kernel-config",
    "device-tree",
    "image",
    "soc",
)
"""From what is asked for down to the chip; an edge leads to what stands below."""

_ON_BOARD = ("toolkit", "rkllm-toolkit", "lite", "server", "driver", "kernel")
"""The components that there is one of."""

_WORST: tuple[EdgeVerdict, ...] = ("", "satisfied", "advised", "undetermined", "violated")


class UnknownNodeError(LookupError):
    """There is no such node."""

    def __init__(self, node: str, known: dict[str, str]) -> None:
        super().__init__(f"there is no node {node!r}")
        self.node = node
        self.known = known
        """Every node, and the component, ``soc`` or ``feature`` that it is of."""


def draw_components(matrix: Matrix) -> Graph:
    """One node a component, one edge for all rules between two of them."""
    rules: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    seen: set[str] = set()
    for rule in matrix.rules:
        seen |= set(rule.subjects)
        for pair in links(rule):
            rules[pair].add(rule.id)
    nodes = [Node(id=name, title=name, column=name) for name in sorted(seen, key=_place)]
    edges = [Edge(upper=upper, lower=lower, rules=tuple(sorted(ids))) for (upper, lower), ids in rules.items()]
    return _graph("the components, and the rules between them", nodes, edges)


def draw_around(matrix: Matrix, node: str) -> Graph:
    """A release, chip or feature between what demands of it and what it demands; what does both stands with the former.

    Raises:
        UnknownNodeError: there is no such node.
    """
    nodes, edges = surroundings(_known(build_graph(matrix), node), node)
    sides = ("demands of it", next(one.column for one in nodes if one.id == node), "demanded by it")
    demanding = {edge.upper for edge in edges} - {node}
    of = {one.id: sides[1] if one.id == node else sides[0] if one.id in demanding else sides[2] for one in nodes}
    drawn = [replace(one, column=of[one.id]) for one in sorted(nodes, key=lambda one: _place(one.column))]
    columns = tuple(side for side in sides if side in of.values())
    return Graph(
        title=f"around {node}",
        columns=columns,
        nodes=tuple(sorted(drawn, key=lambda one: columns.index(one.column))),
        edges=tuple(edges),
    )


def draw_affected(matrix: Matrix, node: str) -> Graph:
    """All that demands a node, and all that demands that, and so on: what a change of it can reach.

    Raises:
        UnknownNodeError: there is no such node.
    """
    from networkx import ancestors

    graph = _known(build_graph(matrix), node)
    return _part(graph, {node, *ancestors(graph, node)}, f"affected by {node}")


def draw_path(matrix: Matrix, start: str, end: str) -> Graph:
    """The shortest chain of demands from one node to another.

    Raises:
        UnknownNodeError: there is no such node.
        LookupError: there is no chain.
    """
    from networkx import NetworkXNoPath, shortest_path

    graph = _known(_known(build_graph(matrix), start), end)
    try:
        path = shortest_path(graph, start, end)
    except NetworkXNoPath:
        raise LookupError(f"no chain of demands leads from {start} to {end}") from None
    nodes = [Node(id=name, title=name, column=graph.nodes[name]["subject"]) for name in path]
    edges = [Edge(upper=a, lower=b, rules=tuple(sorted(graph.edges[a, b]["rules"]))) for a, b in pairwise(path)]
    return _graph(f"from {start} to {end}", nodes, edges)


def draw_manifest(world: World, findings: Iterable[Finding]) -> Graph:
    """What a manifest has, and what the rules say of each thing and of what it demands of another."""
    board = world.board
    rules: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    verdicts: dict[tuple[str, str], EdgeVerdict] = {}
    of_node: dict[str, EdgeVerdict] = dict.fromkeys(_stated(world), "")
    for finding in findings:
        verdict = _verdict(finding)
        if not verdict:
            continue
        thing = {subject: _thing(subject, finding.about) for subject in finding.rule.subjects}
        there = {subject for subject, name in thing.items() if _is_there(name, world)}
        for subject in there & judged(finding.rule):
            of_node[thing[subject]] = max(of_node.get(thing[subject], ""), verdict, key=_WORST.index)
        for upper, lower in links(finding.rule):
            if {upper, lower} <= there:
                pair = thing[upper], thing[lower]
                rules[pair].add(finding.rule.id)
                verdicts[pair] = max(verdicts.get(pair, ""), verdict, key=_WORST.index)
    nodes = [
        Node(id=name, title=_title(name, world), column=_column(name), verdict=verdict)
        for name, verdict in sorted(of_node.items(), key=lambda item: (_place(_column(item[0])), item[0]))
    ]
    edges = [
        Edge(upper=upper, lower=lower, rules=tuple(sorted(ids)), verdict=verdicts[upper, lower])
        for (upper, lower), ids in rules.items()
    ]
    return _graph(f"a deployment on {board['soc'] or 'an unknown chip'}", nodes, edges)


def _stated(world: World) -> Iterator[str]:
    """What the manifest has a version of, whether or not a rule judges it."""
    yield "soc"
    yield from (name for name in _ON_BOARD if world.board[_version_fact(name)] is not None)
    for scope, groups in world.groups.items():
        if scope != "board":
            yield from (f"{scope} {facts.about}" for group in groups for facts in group)


def _version_fact(component: str) -> str:
    return "kernel.release" if component == "kernel" else f"{component}.version"


def _verdict(finding: Finding) -> EdgeVerdict:
    """What a finding says of the things it is about; what is only worth knowing says nothing."""
    if finding.verdict == "violated":
        return {"error": "violated", "warning": "advised"}.get(finding.rule.severity, "")  # type: ignore[return-value]
    return finding.verdict if finding.verdict in ("satisfied", "undetermined") else ""


def _known(graph: "DiGraph[str]", node: str) -> "DiGraph[str]":
    if node not in graph:
        raise UnknownNodeError(node, {name: graph.nodes[name]["subject"] for name in graph})
    return graph


def _part(graph: "DiGraph[str]", names: set[str], title: str) -> Graph:
    nodes = [Node(id=name, title=name, column=graph.nodes[name]["subject"]) for name in graph if name in names]
    edges = [
        Edge(upper=upper, lower=lower, rules=tuple(sorted(graph.edges[upper, lower]["rules"])))
        for upper, lower in graph.edges
        if upper in names and lower in names
    ]
    return _graph(title, nodes, edges)


def _graph(title: str, nodes: Sequence[Node], edges: Iterable[Edge]) -> Graph:
    order = {node.id: place for place, node in enumerate(nodes)}
    columns = sorted({node.column for node in nodes}, key=_place)
    return Graph(
        title=title,
        columns=tuple(columns),
        nodes=tuple(sorted(nodes, key=lambda node: (_place(node.column), order[node.id]))),
        edges=tuple(sorted(edges, key=lambda edge: (order[edge.upper], order[edge.lower]))),
    )


def _place(column: str) -> int:
    return COLUMNS.index(column) if column in COLUMNS else len(COLUMNS)


def _thing(subject: str, about: tuple[str, ...]) -> str:
    """The entry of the manifest that a subject means, or the subject itself."""
    entry = subject.removeprefix("rkllm-")
    name = next((name for name in about if name.partition("[")[0] == entry), "")
    return f"{subject} {name}" if name else subject


def _is_there(thing: str, world: World) -> bool:
    """Whether the manifest has it; a rule can be satisfied whatever something would be that is not there."""
    column, _, about = thing.partition(" ")
    if about or column in ("soc", "feature"):
        return True
    return any(name.startswith(f"{column}.") and value not in (None, "n") for name, value in world.board.items())


def _column(thing: str) -> str:
    return thing.partition(" ")[0]


def _title(thing: str, world: World) -> str:
    column, _, about = thing.partition(" ")
    if about == column:  # a library that a model needs, and no entry states one
        return f"no {column}" if column in world.absent else f"{column}, not stated"
    for groups in world.groups.values():
        for group in groups:
            for facts in group:
                if facts.about == about:
                    library = facts.get("runtime.library") if column == "runtime" else None
                    version = facts.get(f"{column}.version") or facts.get(f"{column}.toolkit")
                    return " ".join(str(part) for part in (about, library, version) if part)
    stated = world.board.get(_version_fact(column))
    if column == "soc":
        return str(world.board["soc"] or "soc")
    if column == "feature":
        return ", ".join(world.features) or column
    return f"{column} {stated}" if stated else column

"""The surroundings of one node, its neighbours in runs: releases that stand to it in the same way are drawn as one."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from ...model.graph import Edge, Node

if TYPE_CHECKING:
    from networkx import DiGraph

Relation = tuple[tuple[str, ...], tuple[str, ...]]
"""The rules by which something demands of the node, and those by which the node demands of it."""

_UNORDERED = {"soc": "SoCs", "feature": "features"}
"""What has no releases, so that any of them can be drawn as one, and what several are called."""


def surroundings(graph: "DiGraph[str]", node: str) -> tuple[list[Node], list[Edge]]:
    """A node with all that demands of it and all that it demands."""
    nodes = [Node(id=node, title=node, column=graph.nodes[node]["subject"])]
    edges = []
    for column, names, (demanding, demanded) in _runs(graph, node):
        run = Node(id=_title(names, column), title=_title(names, column), column=column, names=names if len(names) > 1 else ())
        nodes.append(run)
        if demanding:
            edges.append(Edge(upper=run.id, lower=node, rules=demanding))
        if demanded:
            edges.append(Edge(upper=node, lower=run.id, rules=demanded))
    return nodes, edges


def _runs(graph: "DiGraph[str]", node: str) -> Iterator[tuple[str, tuple[str, ...], Relation]]:
    """The neighbours by column: releases of one list that follow one another and stand in the same relation are a run."""
    lists: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for name, facts in graph.nodes.items():
        if name != node:
            subject = facts["subject"]
            lists[subject, "" if subject in _UNORDERED else name.partition(" ")[0]].append(name)

    def relation(name: str) -> Relation:
        return _rules(graph, name, node), _rules(graph, node, name)

    for (column, _), names in lists.items():
        ordered = sorted(names, key=relation) if column in _UNORDERED else names
        for related, run in groupby(ordered, key=relation):
            if any(related):
                yield column, tuple(run), related


def _rules(graph: "DiGraph[str]", upper: str, lower: str) -> tuple[str, ...]:
    return tuple(sorted(graph.edges[upper, lower]["rules"])) if graph.has_edge(upper, lower) else ()


def _title(names: Sequence[str], column: str) -> str:
    """``driver 0.7.2 to 0.9.8``; what has no order is counted and listed."""
    if len(names) == 1:
        return names[0]
    if column in _UNORDERED:
        return f"{len(names)} {_UNORDERED[column]}: {', '.join(name.removeprefix('feature ') for name in names)}"
    first, last = names[0].split(" "), names[-1].split(" ")
    unlike = next((place for place, words in enumerate(zip(first, last, strict=False)) if words[0] != words[1]), 1)
    return f"{names[0]} to {' '.join(last[unlike:])}"

"""The matrix as a graph: who demands what of whom.

A node is a release, the models of one toolkit, a platform or a feature; an edge leads from what demands to what may meet
it. A comparison binds both its ends: there the one that stands higher in the stack is taken to demand.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from ...model.fact import SUBJECT_OF, Value
from ...model.matrix import Matrix
from ...model.rule import Demand, Rule
from .._facts import Facts
from .._look import look
from ._links import demanders, higher_first

if TYPE_CHECKING:
    from networkx import DiGraph

_MADE_BY = {"model": "toolkit", "rkllm-model": "rkllm-toolkit"}
"""A model is known by the toolkit that made it."""


class _Node(NamedTuple):
    """What can demand or meet a demand."""

    name: str
    subject: str
    facts: Facts
    """What is known of it alone; all else is open, and an open demand may be met."""


def build_graph(matrix: Matrix) -> "DiGraph[str]":
    """The graph of all rules that judge.

    Each node has its ``subject`` and the ``rules`` that read it, each edge the ``rules`` that draw it.
    """
    from networkx import DiGraph

    graph: DiGraph[str] = DiGraph()
    nodes: defaultdict[str, list[_Node]] = defaultdict(list)
    for node in _nodes(matrix):
        nodes[node.subject].append(node)
        graph.add_node(node.name, subject=node.subject, rules=set())
    for rule in matrix.rules:
        if rule.disproved_by:
            continue
        for node in (node for subject in rule.subjects for node in nodes[subject] if _may_be_meant(rule, node)):
            graph.nodes[node.name]["rules"].add(rule.id)
        for source, target in (edge for demand in rule.require for edge in _edges(rule, demand, nodes)):
            if not graph.has_edge(source.name, target.name):
                graph.add_edge(source.name, target.name, rules=set())
            graph.edges[source.name, target.name]["rules"].add(rule.id)
    return graph


def graph_problems(matrix: Matrix) -> tuple[str, ...]:
    """Demands that go round in a circle, and nodes that no rule reads.

    Two components that bind one another are changed together; a longer circle is a rule that is written from the wrong end.
    """
    graph = build_graph(matrix)
    unread: defaultdict[str, list[str]] = defaultdict(list)
    for name, node in graph.nodes.items():
        if not node["rules"]:
            unread[node["subject"]].append(name)
    circles = (f"demands go round in a circle: {circle}" for circle in sorted(_circles(graph, matrix)))
    return (*circles, *(f"no rule reads {', '.join(names)}" for _, names in sorted(unread.items())))


def _circles(graph: "DiGraph[str]", matrix: Matrix) -> Iterator[str]:
    """Each circle of three or more components that can change, with the rules that draw it: errors, for no other rule binds."""
    import networkx as nx

    errors = {rule.id for rule in matrix.rules if rule.severity == "error"}
    binding: DiGraph[str] = nx.DiGraph()
    for source, target in graph.edges:
        drawn_by: set[str] = graph.edges[source, target]["rules"]
        if drawn_by & errors and not {source, target} & matrix.platforms.keys():
            binding.add_edge(source, target, rules=drawn_by & errors)
    for part in nx.strongly_connected_components(binding):
        rules: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        for source, target in binding.subgraph(part).edges:
            rules[graph.nodes[source]["subject"], graph.nodes[target]["subject"]] |= binding.edges[source, target]["rules"]
        components: DiGraph[str] = nx.DiGraph(list(rules))
        for circle in nx.simple_cycles(components):
            if len(circle) > 2:
                first = circle.index(min(circle))
                path = [*circle[first:], *circle[: first + 1]]
                names = sorted({name for edge in pairwise(path) for name in rules[edge]})
                yield f"{' → '.join(path)}, by {', '.join(names)}"


def _nodes(matrix: Matrix) -> Iterator[_Node]:
    for platform in matrix.platforms.values():
        yield _Node(platform.id, "soc", Facts("board", platform.id, {"soc": platform.id}, matrix))
    for feature in sorted({feature for rule in matrix.rules for feature in rule.features}):
        yield _Node(f"feature {feature}", "feature", Facts("board", feature, {"features": (feature,)}, matrix))
    made = {toolkit: model for model, toolkit in _MADE_BY.items()}
    for key, releases in matrix.releases.items():
        seen: set[str] = set()
        for release in releases:
            component, version = release.component, release.version
            twin = f" ({release.builds[0]})" if version.text in seen and release.builds else ""
            seen.add(version.text)
            stated: dict[str, Value] = {f"{component}.version": version}
            if release.library:
                stated |= {"runtime.library": release.library, "runtime.build": release.builds[0] if release.builds else None}
            yield _Node(f"{key} {version}{twin}", component, Facts(SUBJECT_OF[component][0], key, stated, matrix))
            if component in made:
                model = made[component]
                yield _Node(
                    f"{model} of {key} {version}",
                    model,
                    Facts(SUBJECT_OF[model][0], model, {f"{model}.toolkit": version}, matrix),
                )


def _edges(rule: Rule, demand: Demand, nodes: dict[str, list[_Node]]) -> Iterator[tuple[_Node, _Node]]:
    """From each node that makes the demand to each that may meet it."""
    bound = [node for node in nodes[demand.subject] if _may_be_meant(rule, node)]
    if not demand.other:
        meeting = [node for node in bound if look(demand, node.facts[demand.fact]) is not False]
        yield from ((source, target) for source in _demanders(rule, demand, nodes) for target in meeting)
    elif demand.other_subject != demand.subject:
        downwards = higher_first(rule, demand.subject, demand.other_subject)[0] == demand.subject
        for node in bound:
            for other in nodes[demand.other_subject]:
                if _may_be_meant(rule, other) and look(demand, node.facts[demand.fact], other.facts[demand.other]) is not False:
                    yield (node, other) if downwards else (other, node)


def _demanders(rule: Rule, demand: Demand, nodes: dict[str, list[_Node]]) -> list[_Node]:
    """Those that make it: a feature is meant where the rule names it, anything else where no condition rules it out."""
    if rule.features:
        return [node for node in nodes["feature"] if node.facts["features"] in {(feature,) for feature in rule.features}]
    return [node for subject in demanders(rule, demand) for node in nodes[subject] if _may_be_meant(rule, node)]


def _may_be_meant(rule: Rule, node: _Node) -> bool:
    """Whether no condition on the node's own facts rules it out."""
    own = (condition for condition in rule.when if condition.subject == node.subject and not condition.other)
    return all(look(condition, node.facts[condition.fact]) is not False for condition in own)

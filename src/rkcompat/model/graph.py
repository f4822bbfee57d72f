"""A graph to be drawn: who demands what of whom."""

from typing import Literal

import msgspec

EdgeVerdict = Literal["", "satisfied", "advised", "undetermined", "violated"]
"""What the rules between two nodes say: ``advised`` is a warning alone; empty where no manifest was judged."""


class Node(msgspec.Struct, frozen=True, kw_only=True):
    """A release, a chip, a feature, or one thing of a manifest."""

    id: str
    """Unique, and of a single thing what ``--around`` takes."""
    title: str
    column: str
    """Where it is drawn: under its component, ``soc``, ``feature``, …; around a node, on the side of those that demand or
    of those that are demanded."""
    names: tuple[str, ...] = ()
    """Where several are drawn as one: the ids of each."""
    verdict: EdgeVerdict = ""


class Edge(msgspec.Struct, frozen=True, kw_only=True):
    """From what demands to what must meet it."""

    upper: str
    lower: str
    rules: tuple[str, ...]
    verdict: EdgeVerdict = ""


class Graph(msgspec.Struct, frozen=True, kw_only=True):
    """Nodes and edges in a fixed order."""

    title: str
    columns: tuple[str, ...]
    """The columns that have nodes, from the top of the stack down."""
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]

"""An exact search for the cheapest assignment: bit sets, arc consistency, best-first branch and bound.

The engine knows variables, values and clauses, nothing of boards. A variable's values are in the order in which they are
preferred, the present one first; a set of values is an ``int``. A node's key is the exact key of its cheapest member when
no clause is looked at, so the first node popped whose cheapest member meets all clauses is the optimum, and nothing that is
still in the heap can be better. Ties fall to the preferred values of the first variables, so the answer depends neither on
the order of clauses nor on how much of them is seen before a node is split.
"""

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import TYPE_CHECKING

import msgspec

from ._propagate import Clause, Clauses, Domains

if TYPE_CHECKING:
    from ._tables import Tables

Key = tuple[int, int, int, tuple[int, ...]]
"""Cost, number of changes, age, and the preference index of each value: smaller is better."""

_FEW = 32
"""Of so many clauses on pairs, tables cost more to prepare than they save."""


class Variable(msgspec.Struct, frozen=True):
    """Something that can be left as it is (value 0) or changed.

    Values are in order of preference: a value is never preferred to one of less extra cost, nor among equals to a newer one.
    """

    extra: tuple[int, ...]
    """What each value costs beside its act; 0 for value 0."""
    age: tuple[int, ...]
    """How far each value is behind the newest; 0 for value 0."""
    act: int
    """What a person must do to change it; acts are paid once, whatever they change together."""

    @property
    def size(self) -> int:
        """How many values there are."""
        return len(self.extra)


class Problem(msgspec.Struct, frozen=True):
    """What is to be solved."""

    variables: tuple[Variable, ...]
    acts: tuple[int, ...]
    """What each act costs, above 0."""
    clauses: tuple[Clause, ...]
    brings: tuple[tuple[int, int], ...] = ()
    """An act, and one that costs no more and is done with it: an image brings the kernel module that is built for it."""

    def only(self, clauses: Sequence[Clause]) -> "Problem":
        """The same with these clauses alone."""
        return msgspec.structs.replace(self, clauses=tuple(clauses))

    def paid(self, acts: int) -> int:
        """Of some acts, one bit each, those that are not done with another."""
        for act, other in self.brings:
            if acts >> act & 1:
                acts &= ~(1 << other)
        return acts


class Solution(msgspec.Struct, frozen=True):
    """One assignment that meets all clauses."""

    values: tuple[int, ...]
    key: Key


class Found(msgspec.Struct, frozen=True):
    """What a search found, best first, and how far it is certain."""

    solutions: tuple[Solution, ...]
    complete: bool
    """Whether the search ended by itself: each solution is the best there is, and where there are fewer than asked for, no
    other exists. Where it ended at the limit, more or cheaper ones may exist."""
    nodes: int


class Trace:
    """What a search did, for a proof: how it split, and which clauses took something away."""

    def __init__(self) -> None:
        self.splits: dict[int, tuple[Clause, tuple[int | None, ...]]] = {}
        """Node to the clause that it was split on and its children, ``None`` where one was closed at once."""
        self.used: set[int] = set()
        """The numbers of the clauses that narrowed a domain or closed a node."""


def search(
    problem: Problem,
    *,
    top: int = 1,
    node_limit: int = 20_000,
    start: Sequence[int] | None = None,
    trace: Trace | None = None,
) -> Found:
    """Find the `top` best assignments, none of which changes all that a better one changes.

    Args:
        start: the values to choose from for each variable; all by default.
        trace: takes down what the search does.
    """
    first = tuple(start) if start is not None else tuple((1 << variable.size) - 1 for variable in problem.variables)
    if not all(first):
        return Found((), True, 0)
    clauses = _prepared(problem.clauses, first, trace)
    heap: list[tuple[Key, int, Domains]] = []
    born = nodes = 0
    root = clauses.start(first)
    if root is not None:
        heappush(heap, (key_of(problem, root), born, root))
    solutions: list[Solution] = []
    while heap:
        if nodes >= node_limit:
            return Found(tuple(solutions), False, nodes)
        nodes += 1
        key, node, domains = heappop(heap)
        values = key[-1]
        clause = clauses.branch(domains, values)
        if clause is None:
            solutions.append(Solution(values, key))
            clause = tuple((index, 1) for index, value in enumerate(values) if value)
            if not clause or len(solutions) == top:
                break
            clauses.add(clause)
        children: list[int | None] = []
        for child in _split(domains, clause):
            # The node was settled when it was born: only what the split took, and what was added since, can narrow more.
            settled = clauses.settle(child, [index for index, _ in clause if child[index] != domains[index]])
            if settled is not None:
                born += 1
                heappush(heap, (key_of(problem, settled), born, settled))
            children.append(born if settled is not None else None)
        if trace:
            trace.splits[node] = (clause, tuple(children))
    return Found(tuple(solutions), True, nodes)


def _prepared(clauses: Sequence[Clause], domains: Domains, trace: Trace | None) -> "Clauses | Tables":
    """The clauses as they are, where a proof must follow or there are few; else as tables, which see more."""
    if trace or len(clauses) <= _FEW or sum(len(clause) == 2 for clause in clauses) <= _FEW:
        return Clauses(clauses, len(domains), trace.used if trace else None)
    from ._tables import Tables

    return Tables(clauses, domains)


def _first(domain: int) -> int:
    """The preferred value of a domain: its lowest bit."""
    return (domain & -domain).bit_length() - 1


def key_of(problem: Problem, domains: Sequence[int]) -> Key:
    """The key of the cheapest member: every variable at its preferred value."""
    cost = changes = age = 0
    acts = 0
    values = []
    for variable, domain in zip(problem.variables, domains, strict=True):
        value = _first(domain)
        values.append(value)
        if value:
            changes += 1
            cost += variable.extra[value]
            age += variable.age[value]
            acts |= 1 << variable.act
    acts = problem.paid(acts)
    cost += sum(price for act, price in enumerate(problem.acts) if acts >> act & 1)
    return cost, changes, age, tuple(values)


def _split(domains: Domains, clause: Clause) -> list[Domains]:
    """One child for each way to meet the clause: its first literal, or not that and its second, and so on."""
    children = []
    left = list(domains)
    for index, mask in clause:
        met = left[index] & mask
        if met:
            children.append((*left[:index], met, *left[index + 1 :]))
        left[index] &= ~mask
        if not left[index]:
            break
    return children

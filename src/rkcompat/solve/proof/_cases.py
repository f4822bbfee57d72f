"""A case is believed to be closed because its clauses leave nothing, or because all that they leave costs enough."""

from ...model.proof import Proof, ProofNode
from ._stack import Stack, demand, paid

Domains = dict[str, frozenset[int]]
"""Slot to the options that remain."""


def check_cases(proof: Proof, stack: Stack) -> None:
    """Follow the case distinction from all that the locks leave.

    Raises:
        ProofError: a case is left open.
    """
    _close(proof.tree, {about: stack.allowed(about) for about in stack.options}, proof, stack)


def _close(node: ProofNode | None, domains: Domains, proof: Proof, stack: Stack) -> None:
    """By the clauses, by the cost, or by the cases that its own split leaves."""
    left = _narrow(domains, proof)
    cheapest = {about: min(values) for about, values in left.items()} if left is not None else {}
    if left is None or (proof.cost is not None and _least(left, stack) >= proof.cost):
        return
    demand(node is not None and node.clause < len(proof.clauses), f"a case is left open: {stack.say(cheapest)}")
    assert node is not None  # the line above refuses it
    rest, ways = dict(left), iter(node.ways)
    for about, values in proof.clauses[node.clause].meets.items():
        met = rest[about] & frozenset(values)
        if met:
            _close(next(ways, None), {**rest, about: met}, proof, stack)
        rest[about] -= met
        if not rest[about]:
            return
    # what is left meets no literal of the clause, so it breaks the clause's rule


def _narrow(domains: Domains, proof: Proof) -> Domains | None:
    """Take away what the clauses rule out until nothing changes; ``None`` where nothing is left."""
    left, changed = dict(domains), True
    while changed:
        changed = False
        for clause in proof.clauses:
            met = {about: left[about] & frozenset(values) for about, values in clause.meets.items()}
            if any(met[about] == left[about] for about in met):
                continue
            ways = [about for about in met if met[about]]
            if not ways:
                return None
            if len(ways) == 1:
                left[ways[0]] = met[ways[0]]
                changed = True
    return left


def _least(domains: Domains, stack: Stack) -> int:
    """No state of these domains costs less: what must change pays its act, and the least that going back costs."""
    forced = {about: values for about, values in domains.items() if 0 not in values}
    extra = sum(
        min(stack.cost({about: value}) for value in values) - paid({stack.act(about)}) for about, values in forced.items()
    )
    return paid({stack.act(about) for about in forced}) + extra

"""A clause of a proof is believed because every combination of options that it rules out violates its rule."""

from collections.abc import Sequence
from itertools import product
from math import prod

from ...model.proof import AS_REQUIRED, ProofClause
from ...model.rule import Demand, Rule
from ._library import MISSING
from ._stack import ProofError, Stack, State, demand
from ._states import States

#: A clause of the built-in rules rules out some hundred at the most.
_MOST = 5_000


def check_clauses(clauses: Sequence[ProofClause], stack: Stack, states: States) -> None:
    """Lay out every combination that each clause rules out, and hold it against the rule, whatever else changes.

    Raises:
        ProofError: one is not ruled out by the rule, or they are too many to try.
    """
    for number, clause in enumerate(clauses):
        _check(number, clause, stack, states)


def _check(number: int, clause: ProofClause, stack: Stack, states: States) -> None:
    demand(clause.meets.keys() <= stack.options.keys(), f"clause {number} speaks of something that cannot change")
    rule = stack.rules.get(clause.rule)
    demand(rule is not None, f"clause {number}: {clause.rule} is no rule that must hold")
    assert rule is not None  # the line above refuses it
    kept: str | None = None
    for wanted in rule.require or (None,):
        kept = _kept(clause, rule, wanted, number, states)
        if kept is None:
            return
    raise ProofError(f"clause {number}: {rule.id} is not broken by {kept}")


def _kept(clause: ProofClause, rule: Rule, wanted: Demand | None, number: int, states: States) -> str | None:
    """A combination that the clause rules out and that leaves a demand of its rule unbroken; ``None`` where there is none.

    What the demand or the conditions read and the clause does not name may be anything: the clause says so.
    """
    stack = states.stack
    read = _read(clause.about, (*rule.when, *((wanted,) if wanted else ())), stack)
    unmet = {
        about: [value for value in range(len(labels)) if value not in clause.meets.get(about, ())]
        for about, labels in stack.options.items()
        if about in clause.meets or about in read
    }
    demand(prod(map(len, unmet.values())) <= _MOST, f"clause {number} rules out more than {_MOST} combinations")
    for values in product(*unmet.values()):
        state = dict(zip(unmet, values, strict=True))
        if not _breaks(clause, wanted, state, states):
            return stack.say(state)
    return None


def _read(about: tuple[str, ...], demands: tuple[Demand, ...], stack: Stack) -> set[str]:
    """The slots whose facts some demands of these things read."""
    sides = [side for one in demands for side in ((one.scope, one.fact), (one.other_scope, one.other))]
    read = {fact.partition(".")[0] for scope, fact in sides if scope == "board"} | set(about)
    if any(fact == MISSING for _, fact in sides):
        read |= {stack.called(index) for index in range(len(stack.manifest.application))}
    return read


def _breaks(clause: ProofClause, wanted: Demand | None, state: State, states: States) -> bool:
    stack = states.stack
    if any(stack.options[about][value] == AS_REQUIRED for about, value in state.items()):
        return False
    world, findings = states.violations(state, stack.alone[clause.rule])
    scopes = {one.about: one.scope for groups in world.groups.values() for group in groups for one in group}
    return any(
        {stack.slots.get(name, scopes.get(name, name)) for name in finding.about} == set(clause.about)
        and (wanted is None or any(reading.demand == wanted for reading in finding.read))
        for finding in findings
    )

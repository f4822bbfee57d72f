"""Whether a state rests on something inferred: for the verifier."""

from ...model.rule import Rule
from ...model.version import Version, parse_version
from .._check import check
from .._facts import Facts
from .._world import World
from ._library import MISSING, untold_of
from ._stack import State
from ._states import States


def is_doubtful(state: State, states: States) -> bool:
    """Whether a rule that applies rests on the value of an earlier release, and nobody ran as much; or on no final release."""
    stack = states.stack
    taken = [parse_version(stack.options[about][value]) for about, value in state.items() if value and _is_version(about)]
    if not all(version.is_final for version in taken):
        return True
    for world in states.worlds(_versions_of(state)):
        things = {one.about: one for groups in world.groups.values() for group in groups for one in group}
        for finding in check(world, stack.strict, stack.fail_on):
            if finding.verdict == "not-applicable":
                continue
            for demand in finding.rule.require:
                for facts in (things[name] for name in (*finding.about, "board") if name in things):
                    asked = bool(demand.other) and facts.scope == demand.other_scope and facts.carry
                    if asked and facts.is_inferred(demand.other) and not _ran(facts, demand.fact, world, states):
                        return True
    return any(value and _is_untold(about, state, states) for about, value in state.items())


def _versions_of(state: State) -> State:
    """What changes into another version: what is made as required says nothing of its own."""
    return {about: value for about, value in state.items() if value and _is_version(about)}


def _is_version(about: str) -> bool:
    return about not in ("kernel-config", "device-tree")


def _is_untold(about: str, state: State, states: States) -> bool:
    """Whether a rule that another file of this library would break reads what is not known of the one in its place."""
    stack = states.stack
    if stack.component(about) not in ("runtime", "rkllm-runtime"):
        return False
    manifest, _, _ = states.lay_out(_versions_of(state))
    copy = states.copy(about, manifest.runtime)
    untold = set(untold_of(stack.matrix, copy)) if stack.component(about) == "runtime" else set()
    programs = zip(stack.manifest.application, manifest.application, strict=True)
    if any(before.missing and after.missing is None for before, after in programs):
        untold.add(MISSING)
    reads = [
        (rule, {one.fact for one in (*rule.when, *rule.require)} | {one.other for one in rule.require})
        for rule in stack.rules.values()
    ]
    return any(_can_break(rule, about, state, states) for rule, facts in reads if untold & facts)


def _can_break(rule: Rule, slot: str, state: State, states: States) -> bool:
    """Whether some option of a slot breaks a rule in a state."""
    options = range(len(states.stack.options.get(slot, ())))
    held = _versions_of(state)
    return any(states.violations({**held, slot: value}, states.stack.alone[rule.id])[1] for value in options)


def _ran(facts: Facts, fact: str, world: World, states: States) -> bool:
    """Whether somebody ran this runtime on this chip with a driver no newer than the one it has here."""
    have = world.board[fact] if fact == "driver.version" else None
    version = facts["runtime.version"] if facts.scope == "runtime" else None
    return any(
        isinstance(have, Version) and isinstance(version, Version) and runtime.low == version.low and driver.high <= have.high
        for runtime, driver in [
            (row.components["runtime"], row.components["driver"])
            for row in states.stack.sets.values()
            if {"runtime", "driver"} <= row.components.keys()
        ]
    )

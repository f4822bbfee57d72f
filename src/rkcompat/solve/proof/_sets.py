"""Every set that was run here is accounted for, and none that fits is to be preferred to the answer."""

from itertools import combinations

import msgspec

from ...model.fact import NO_DATA, Several
from ...model.matrix import ValidatedSet
from ...model.proof import AS_REQUIRED, Proof, ProofSet
from ...model.version import parse_version
from ._doubtful import is_doubtful
from ._stack import Stack, State, demand
from ._states import States


def check_sets(proof: Proof, stack: Stack, states: States) -> None:
    """Hold what the proof says of each set, and of each two that are joined, against what adopting it would mean.

    Raises:
        ProofError: something said of one is not so, or one is not spoken of.
    """
    alone = stack.sets
    rows = alone if proof.set in alone else alone | _joined(stack)
    demand(sorted(told.set for told in proof.sets) == sorted(rows), "the proof does not account for every set")
    demand([told.set for told in proof.sets if told.why == "answer"] == [proof.set] * (proof.set is not None), _NOT_AMONG)
    doubtful = proof.set is not None and is_doubtful(proof.answer or {}, states)
    for told in proof.sets:
        state = _adopt(rows[told.set], stack, states)
        if told.why == "elsewhere":
            demand(state is None, f"{told.set} can be adopted here")
            continue
        demand(state is not None, f"{told.set} cannot be adopted here")
        assert state is not None  # the line above refuses it
        if told.why == "locked":
            demand(
                any(value not in stack.allowed(about) for about, value in state.items()),
                f"{told.set} is said to be out of reach, and changes nothing locked",
            )
        elif told.why == "breaks":
            clause = proof.clauses[told.clause] if told.clause is not None and told.clause < len(proof.clauses) else None
            unmet = clause and not any(state.get(about, 0) in values for about, values in clause.meets.items())
            demand(bool(unmet), f"{told.set} breaks no such clause")
        else:
            demand(proof.set is not None, f"{told.set} can be adopted, and the proof answers without a set")
            demand(proof.set in alone or told.set not in alone, f"{told.set} can be adopted, and the proof joins two")
            _compare(told, state, proof, states, doubtful=doubtful)


_NOT_AMONG = "the answer's set is not among the sets"


def _compare(told: ProofSet, state: State, proof: Proof, states: States, *, doubtful: bool) -> None:
    """Of a set that can be had: that it is the answer, or that the answer is to be preferred."""
    cost = states.stack.cost(state)
    demand(told.cost == cost, f"{told.set} costs {cost}, and the proof says {told.cost}")
    if told.why == "answer":
        same = {about: value for about, value in state.items() if value} == (proof.answer or {})
        demand(same, f"{told.set} is not what the proof answers")
    elif told.why == "doubtful":
        demand(not doubtful, f"{told.set} is inferred in part, and so is the answer")
        demand(is_doubtful(state, states), f"nothing of {told.set} is inferred")
    else:
        demand(cost >= (proof.cost or 0), f"{told.set} is cheaper than the answer")
        demand(not doubtful or is_doubtful(state, states), f"{told.set} is certain, the answer is not")


def _joined(stack: Stack) -> dict[str, ValidatedSet]:
    """Every two sets as one that agree on what both name, of which each names something here that the other does not.

    They share something that is here, or name all of it together.
    """
    here, joined = {stack.component(about) for about in stack.options} - {"kernel-config", "device-tree"}, {}
    for one, other in combinations(list(stack.sets.values()), 2):
        named = [{name: str(version) for name, version in row.components.items()} for row in (one, other)]
        shared = named[0].keys() & named[1].keys()
        own = [here & (mine.keys() - shared) for mine in named]
        covered = here <= named[0].keys() | named[1].keys()
        if (shared & here or covered) and all(own) and all(named[0][name] == named[1][name] for name in shared):
            both = {**one.components, **other.components}
            joined[f"{one.id} + {other.id}"] = msgspec.structs.replace(one, components=both)
    return joined


def _adopt(row: ValidatedSet, stack: Stack, states: States) -> State | None:
    """The state that a set asks for; ``None`` where it names nothing that is here, or what a thing cannot be."""
    state: State = {}
    named = False
    on_top = row.components.keys() - {"driver", "kernel", "image"}
    for about, labels in stack.options.items():
        version = row.components.get(stack.component(about))
        if version is None:
            continue
        named = True
        lows = [parse_version(label).low if label and label != AS_REQUIRED else None for label in labels]
        value = next((number for number, low in enumerate(lows) if number and low == version.low), None)
        now = parse_version(labels[0]) if labels[0] else None
        within = now is not None and version.low <= now.low and now.high <= version.high
        if within and (version.is_range or value is None):
            value = 0
        if value is not None and not labels[0] and stack.component(about) == "model" and _may_be(about, value, states):
            value = 0
        if value is None:
            return None
        state[about] = value
    other_chain = on_top and not on_top & {stack.component(about) for about in stack.options}
    return state if named and not other_chain else None


def _may_be(about: str, value: int, states: States) -> bool:
    """Whether a model whose toolkit nobody knows reads as one that this toolkit makes, as far as anything is known."""
    worlds = [next(states.worlds({about: taken})) for taken in (0, value)]
    now, new = ({one.about: one for (one,) in world.groups["model"]}[about] for world in worlds)
    chips, wanted = now["model.target-platform"], new["model.target-platform"]
    if not isinstance(chips, tuple) or not isinstance(wanted, tuple) or not set(wanted).issubset(chips):
        return False
    asked = ("model.schema", "model.layout", "model.npu", "model.damage", "model.disagreements")
    unlike = [(now[fact], new[fact]) for fact in asked if now[fact] != new[fact]]
    return all(any(one is None or one is NO_DATA or isinstance(one, Several) for one in pair) for pair in unlike)

"""The nearest set: the cheapest to reach, of those that somebody validated, that satisfies every error rule; else any such."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from ...model.manifest import Manifest
from ...model.matrix import Matrix, ValidatedSet
from ...model.resolution import Action, Answer, CoreItem, Distance, Search, Step
from ...model.rule import Rule
from ...model.wish import Wishes
from ...model.words import Severity
from .._check import check
from .._world import World
from ..joint._joint import contradiction
from ..search._search import Solution, key_of, search
from ._adopt import applicable_sets
from ._answer import Case, answer_of, case_of
from ._core import minimal_core, opening_locks
from ._encode import encode
from ._join import join_pairs, joined_to, united
from ._plan import plan_steps
from ._rank import cheapest_first, priced, rank
from ._reach import Reach, broken_rules, distances_of, reach
from ._slots import build_slots
from ._state import States

_ANY = Wishes()

Parts = tuple[ValidatedSet, ...]
"""The set that a state is; the sets that were joined; or none."""


class Nearest(msgspec.Struct, frozen=True):
    """What the search for an answer gave."""

    answers: tuple[Answer, ...]
    plan: tuple[Step, ...]
    """To the first answer."""
    core: tuple[CoreItem, ...]
    """Where there is none: why nothing that may change helps."""
    search: Search | None
    values: tuple[int, ...] = ()
    """The option of each slot in the first answer."""
    opens: tuple[str, ...] = ()
    """Where there is none: the locks of which each alone, lifted, would open a way, the cheapest first."""
    parts: tuple[str, ...] = ()
    """The ids of the set, or of the sets joined, that the first answer is; none where the rules alone allow it."""
    distances: tuple[Distance, ...] = ()
    """To every set that somebody ran on this SoC."""
    contradicted: tuple[Rule, ...] = ()
    """Of answers that were left out: the rules that no values of the unknown facts would satisfy together."""


def find_nearest(
    world: World,
    manifest: Manifest,
    matrix: Matrix,
    *,
    fail_on: Severity = "error",
    top: int = 3,
    node_limit: int = 20_000,
    weights: Mapping[Action, int] = {},
    wishes: Wishes = _ANY,
) -> Nearest:
    """Search the validated sets, then pairs of them that agree, then all sets that the rules allow.

    Args:
        weights: stand in place of the usual ones.

    Raises:
        LookupError: a wish is about a component that the deployment, or a set that the matrix does not have.
    """
    sets = applicable_sets(world, matrix)
    near = next((row for row in matrix.sets if row.id == wishes.near), None)
    if wishes.near and near is None:
        raise LookupError(wishes.near)
    slots = build_slots(world, manifest, matrix, sets, wishes.wants)
    encoding = encode(world, matrix.rules, slots, fail_on, weights)
    start = encoding.start()
    reaches = [reach(encoding, row, start) for row in sets]
    case = case_of(world, manifest, matrix, encoding)
    ranking = _Ranking(case, wishes, near)
    had = ranking.of((one.values, (one.row,)) for one in reaches if one.values and not one.obstacle)
    known = _Known(world, case, fail_on, top, reaches, distances_of([state.answer for state in had], reaches))
    looked = Search(proved=True, nodes=len(sets), limit=node_limit)
    if had or wishes.only_validated:
        return known.nearest(_distinct(had), looked)
    pairs = [(reach(encoding, united(one, other), start), (one, other)) for one, other in join_pairs(sets, slots)]
    joined = _distinct(ranking.of((one.values, parts) for one, parts in pairs if one.values and not one.obstacle))
    found = search(cheapest_first(encoding.problem, wishes), top=top, node_limit=node_limit, start=start)
    looked = Search(proved=found.complete, nodes=found.nodes, limit=node_limit)
    if not found.solutions and found.complete:
        core, opens = minimal_core(encoding, manifest, node_limit), opening_locks(encoding, node_limit)
        return Nearest((), (), core, looked, opens=opens, distances=known.distances)
    free = [_State(answer_of(case, one), one.values) for one in priced(encoding.problem, found.solutions)]
    kept = _choose(joined, max(1, top - 1))  # the cheapest state that the rules allow stands beside what was joined
    return known.nearest(_distinct([*kept, *free]), looked)


class _State(msgspec.Struct, frozen=True):
    """An answer, with the option of each slot, and what it is made of."""

    answer: Answer
    values: tuple[int, ...]
    parts: Parts = ()


class _Ranking(msgspec.Struct, frozen=True):
    """What decides the order of sets."""

    case: Case
    wishes: Wishes
    near: ValidatedSet | None

    def of(self, states: Iterable[tuple[tuple[int, ...], Parts]]) -> list[_State]:
        """Each state with the sets that it is made of, the best first."""
        ranked = []
        for values, parts in states:
            solution = Solution(values, key_of(self.case.encoding.problem, [1 << value for value in values]))
            answer = answer_of(self.case, solution, parts)
            row = parts[0] if len(parts) == 1 else united(*parts)
            state = _State(answer, values, parts)
            ranked.append((rank(answer, solution, row, self.case.encoding, self.wishes, near=self.near), state))
        return [state for _, state in sorted(ranked, key=lambda entry: entry[0])]


def _distinct(ranked: Iterable[_State]) -> list[_State]:
    """The first answer of those that leave the same behind."""
    first: dict[tuple[int, ...], _State] = {}
    for state in ranked:
        first.setdefault(state.values, state)
    return list(first.values())


def _choose(ranked: list[_State], top: int) -> list[_State]:
    """The best, then the best that spares something of each before it, then the next best; in the order in which they rank."""
    ways: list[set[int]] = []
    chosen = set()
    for place, state in enumerate(ranked):
        changed = {index for index, value in enumerate(state.values) if value}
        if len(ways) < top and not any(way <= changed for way in ways):
            ways.append(changed)
            chosen.add(place)
    rest = [place for place in range(len(ranked)) if place not in chosen]
    return [ranked[place] for place in sorted([*chosen, *rest[: top - len(chosen)]])]


class _Known(msgspec.Struct, frozen=True):
    """What is said of a deployment whatever the answer is."""

    world: World
    case: Case
    fail_on: Severity
    top: int
    reaches: list[Reach]
    distances: tuple[Distance, ...]

    def nearest(self, states: list[_State], looked: Search) -> Nearest:
        """The answers with what agrees with them and what they are warned of, and the steps to the first."""
        ranked, contradicted = self._possible(states)
        if not ranked:
            return Nearest((), (), (), looked, distances=self.distances, contradicted=contradicted)
        slots = self.case.encoding.slots
        adopted = [(one.row, one.values) for one in self.reaches if one.values]
        answers = tuple(
            msgspec.structs.replace(
                one.answer,
                joined=joined_to(one.answer, one.parts, one.values, slots, adopted),
                warnings=warnings,
            )
            for one, warnings in zip(ranked, self._warnings([one.values for one in ranked]), strict=True)
        )
        first = ranked[0]
        plan = plan_steps(self.case.encoding, first.values, answers[0].changes)
        parts = tuple(row.id for row in first.parts)
        return Nearest(
            answers, plan, (), looked, first.values, parts=parts, distances=self.distances, contradicted=contradicted
        )

    def _possible(self, states: list[_State]) -> tuple[list[_State], tuple[Rule, ...]]:
        """The answers to name, without those in which no values of the unknown facts satisfy all rules together; and which."""
        deployed, matrix = States(self.world, self.case.encoding.slots), self.case.matrix
        left, judged = states, dict[tuple[int, ...], tuple[Rule, ...]]()
        while chosen := _choose(left, self.top):
            for state in chosen:
                if state.values not in judged:
                    world = deployed.world(state.values)
                    judged[state.values] = contradiction(world, check(world, matrix, self.fail_on), matrix, self.fail_on)
            if not any(judged[state.values] for state in chosen):
                break
            left = [state for state in left if not judged.get(state.values)]
        return chosen, next(filter(None, judged.values()), ())

    def _warnings(self, states: Sequence[tuple[int, ...]]) -> Iterator[tuple[str, ...]]:
        """The rules of severity warning that each state breaks; only the options of these states are looked at."""
        rules = [rule for rule in self.case.matrix.rules if rule.severity == "warning"]
        taken = [sorted({0, *options}) for options in zip(*states, strict=True)]
        slots = tuple(
            msgspec.structs.replace(slot, options=tuple(slot.options[value] for value in values))
            for slot, values in zip(self.case.encoding.slots, taken, strict=True)
        )
        advice = encode(self.world, rules, slots, "warning")
        for state in states:
            yield broken_rules(advice, [values.index(value) for value, values in zip(state, taken, strict=True)])

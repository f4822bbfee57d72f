"""The nearest set: the cheapest to reach, of those that somebody validated, that satisfies every error rule; else any such."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from ...model.manifest import Manifest
from ...model.matrix import Matrix, ValidatedSet
from ...model.resolution import Action, Answer, CoreItem, Distance, Search, Step
from ...model.rule import Rule
from ...model.wish import Wishes
from ...model.words import Severity
from .._world import World
from ..search._search import Problem, Solution, key_of, search
from ._adopt import applicable_sets
from ._answer import Case, answer_of, case_of
from ._encode import encode
from ._join import join_pairs, united
from ._plan import plan_steps
from ._rank import cheapest_first, priced, rank
from ._reach import distances_of, reach
from ._slots import build_slots
from ._tell import Parts, Telling, Told, distinct

_ANY = Wishes()


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
    distances = distances_of([state.answer for state in had], reaches)
    telling = Telling(world, case, fail_on, [(one.row, one.values) for one in reaches if one.values])
    looked = Search(proved=True, nodes=len(sets), limit=node_limit)
    kept = telling.possible(distinct(had), top)
    least = min((state.answer.cost for state in kept), default=0)
    if least and top > 1 and not wishes.only_validated:
        less = [state for state in _cheapest(case, wishes, node_limit, start) if state.answer.cost < least]
        less = [state for state in less if not telling.contradiction(state.values)]
        kept = [*kept[: top - len(less)], *less]
    if kept or wishes.only_validated:
        return _told(telling, kept, looked, distances)
    pairs = [(reach(encoding, united(one, other), start), (one, other)) for one, other in join_pairs(sets, slots)]
    joined = ranking.of((one.values, parts) for one, parts in pairs if one.values and not one.obstacle)
    kept = telling.possible(distinct(joined), max(1, top - 1))  # the cheapest that the rules allow stands beside
    problem = cheapest_first(encoding.problem, wishes)
    for _ in range(_TRIES):
        found = search(problem, top=top, node_limit=node_limit, start=start)
        free = [Told(answer_of(case, one), one.values) for one in priced(encoding.problem, found.solutions)]
        standing = [state for state in free if not telling.contradiction(state.values)]
        if len(standing) == len(free):
            break
        problem = _without(problem, [state.values for state in free if state not in standing])
    looked = Search(proved=found.complete, nodes=found.nodes, limit=node_limit)
    if not kept and not standing and found.complete and not telling.contradicted:
        from ._core import minimal_core, opening_locks

        core, opens = minimal_core(encoding, manifest, node_limit), opening_locks(encoding, node_limit)
        return Nearest((), (), core, looked, opens=opens, distances=distances)
    return _told(telling, distinct([*kept, *standing])[:top], looked, distances)


def _cheapest(case: Case, wishes: Wishes, node_limit: int, start: Sequence[int]) -> Iterator[Told]:
    """The cheapest state that the rules allow, which stands beside dearer sets: nobody is known to have run it."""
    problem = case.encoding.problem
    found = search(cheapest_first(problem, wishes), node_limit=node_limit, start=start)
    yield from (Told(answer_of(case, one), one.values) for one in priced(problem, found.solutions))


_TRIES = 20
"""How often a search begins anew where what it found leaves rules that contradict each other."""


def _without(problem: Problem, states: Sequence[tuple[int, ...]]) -> Problem:
    """The problem of which these states, and all that change the same in the same way and more, are no solutions."""
    everything = [(1 << variable.size) - 1 for variable in problem.variables]
    more = [tuple((index, everything[index] & ~(1 << value)) for index, value in enumerate(state) if value) for state in states]
    return problem.only((*problem.clauses, *more))


def _told(telling: Telling, states: Sequence[Told], looked: Search, distances: tuple[Distance, ...]) -> Nearest:
    if telling.contradicted:  # what was left out may be nearer: nothing is proved
        looked = msgspec.structs.replace(looked, proved=False)
    if not states:
        return Nearest((), (), (), looked, distances=distances, contradicted=telling.contradicted)
    answers, first = telling.tell(states), states[0]
    return Nearest(
        answers,
        plan_steps(telling.case.encoding, first.values, answers[0].changes),
        (),
        looked,
        first.values,
        parts=tuple(row.id for row in first.parts),
        distances=distances,
        contradicted=telling.contradicted,
    )


class _Ranking(msgspec.Struct, frozen=True):
    """What decides the order of sets."""

    case: Case
    wishes: Wishes
    near: ValidatedSet | None

    def of(self, states: Iterable[tuple[tuple[int, ...], Parts]]) -> list[Told]:
        """Each state with the sets that it is made of, the best first."""
        ranked = []
        for values, parts in states:
            solution = Solution(values, key_of(self.case.encoding.problem, [1 << value for value in values]))
            answer = answer_of(self.case, solution, parts)
            row = parts[0] if len(parts) == 1 else united(*parts)
            state = Told(answer, values, parts)
            ranked.append((rank(answer, solution, row, self.case.encoding, self.wishes, near=self.near), state))
        return [state for _, state in sorted(ranked, key=lambda entry: entry[0])]

"""The solver agrees with a plain one that tries everything: same verdict, same cost, same set."""

from hypothesis import event, given, settings

from rkcompat.solve._check import check, verdict_of
from rkcompat.solve._world import build_world
from rkcompat.solve.nearest._nearest import Nearest, find_nearest

from .small_world import VERSIONS, Case, build_manifest, build_matrix, cases, cheapest, holds, key, nearest_joined, nearest_set


def _solve(case: Case, order: int = 1) -> tuple[str, Nearest]:
    matrix, manifest = build_matrix(case, order), build_manifest(case)
    world = build_world(manifest, matrix)
    return verdict_of(check(world, matrix)), find_nearest(world, manifest, matrix)


@settings(max_examples=1500, deadline=None)
@given(cases)
def test_verdict_and_answer_are_those_of_trying_everything(case: Case) -> None:
    """The verdict, the nearest validated set with its cost, and without one the cheapest state, are the oracle's."""
    verdict, found = _solve(case)

    assert verdict == ("compatible" if holds(case, case.now) else "incompatible")
    best = found.answers[0] if found.answers else None
    if (expected := nearest_set(case)) is not None:
        assert best is not None
        assert (best.cost, best.set) == expected
    elif (expected := nearest_joined(case)) is not None:
        event("joined")
        assert best is not None
        assert not best.validated
        assert (best.cost, " + ".join(one.set for one in best.joined[:2])) == expected
    elif (wanted := cheapest(case)) is not None:
        assert best is not None
        assert not best.validated
        assert best.cost == wanted[0]
        assert len(best.changes) == wanted[1]
    else:
        assert best is None
        assert found.core


@settings(max_examples=500, deadline=None)
@given(cases)
def test_adopting_the_answer_gives_a_state_that_fits(case: Case) -> None:
    """Every answer, carried out, satisfies every rule, and costs what it says."""
    for answer in _solve(case)[1].answers:
        after = {change.component: VERSIONS.index(change.after) for change in answer.changes}
        state = case.now | after

        assert holds(case, state)
        assert key(case, state)[0] == answer.cost
        assert not case.locked & after.keys()


@settings(max_examples=500, deadline=None)
@given(cases)
def test_the_order_of_files_and_rows_does_not_matter(case: Case) -> None:
    """The same answer, plan and core, whichever way round everything is written."""
    assert _solve(case)[1] == _solve(case, order=-1)[1]


@settings(max_examples=500, deadline=None)
@given(cases)
def test_the_core_is_minimal(case: Case) -> None:
    """Without any one of the rules or locks of a core, something would help."""
    found = _solve(case)[1]
    rules = {item.name for item in found.core if item.kind == "rule"}
    locks = frozenset(item.name for item in found.core if item.kind == "lock")
    for dropped in rules | locks:
        kept = tuple(rule for number, rule in enumerate(case.rules) if f"rule-{chr(97 + number)}" in rules - {dropped})
        needs = case.needs if "gate" in rules - {dropped} else (None,) * len(VERSIONS)
        less = Case(kept, needs, case.sets, case.now, locks - {dropped})

        assert cheapest(less) is not None

"""More knowledge and fewer rules: what may change in the verdicts, and what may not."""

from collections.abc import Callable
from typing import Any

import msgspec
from hypothesis import assume, given, settings, strategies as st

from rkcompat.matrix._compile import bases_of
from rkcompat.model.finding import Finding
from rkcompat.model.manifest import Manifest
from rkcompat.model.matrix import Matrix
from rkcompat.solve._check import check, verdict_of
from rkcompat.solve._world import build_world
from rkcompat.solve.joint._joint import contradiction
from rkcompat.solve.nearest._nearest import find_nearest
from tests.property.small_world import Case, build_manifest, build_matrix, cases
from tests.property.test_narrowing import boards
from tests.solve.stack import stack

STACK = stack()
_FITNESS = ("compatible", "undetermined", "incompatible")
_VERSION = st.sampled_from(("0.8.2", "0.9.3", "0.9.8", "1.4.0", "1.5.2", "2.3.2"))


def judged(board: Manifest, matrix: Matrix = STACK) -> tuple[Finding, ...]:
    """What each rule says."""
    return check(build_world(board, matrix), matrix)


def verdict(board: Manifest, matrix: Matrix) -> str:
    """What all rules say, those together that leave each other no value for an unknown fact."""
    findings = judged(board, matrix)
    word = verdict_of(findings)
    together = word != "incompatible" and contradiction(build_world(board, matrix), findings, matrix)
    return "incompatible" if together else word


def without(matrix: Matrix, dropped: int) -> Matrix:
    """The matrix without one of its rules."""
    return msgspec.structs.replace(matrix, rules=matrix.rules[:dropped] + matrix.rules[dropped + 1 :])


@settings(max_examples=25, deadline=None)
@given(boards())
def test_a_board_that_fits_fits_without_any_one_of_the_rules(board: Manifest) -> None:
    """No verdict gets worse, an open one neither."""
    whole = _FITNESS.index(verdict(board, STACK))

    for dropped in range(len(STACK.rules)):
        assert _FITNESS.index(verdict(board, without(STACK, dropped))) <= whole


@settings(max_examples=80, deadline=None)
@given(cases, st.integers(0, 5))
def test_the_cheapest_way_is_no_dearer_without_one_of_the_rules(case: Case, dropped: int) -> None:
    """Whatever was possible stays possible, at the same cost or less."""
    matrix, manifest = build_matrix(Case(case.rules, case.needs, (), case.now, case.locked)), build_manifest(case)
    assume(dropped < len(matrix.rules))
    answers, fewer = (
        find_nearest(build_world(manifest, some), manifest, some).answers for some in (matrix, without(matrix, dropped))
    )

    if answers:
        assert fewer[0].cost <= answers[0].cost


@settings(max_examples=60, deadline=None)
@given(boards(), st.randoms(use_true_random=False))
def test_the_order_of_the_manifests_entries_changes_nothing(board: Manifest, random: Any) -> None:
    """Copies of the library, models and features come in any order; each rule says the same as often."""

    def shuffled(some: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(random.sample(some, len(some)))

    use = msgspec.structs.replace(board.use, features=shuffled(board.use.features))
    other = msgspec.structs.replace(board, runtime=shuffled(board.runtime), model=shuffled(board.model), use=use)

    assert verdict(other, STACK) == verdict(board, STACK)
    assert _said(other) == _said(board)


def _said(board: Manifest) -> list[tuple[str, str]]:
    return sorted((finding.rule.id, finding.verdict) for finding in judged(board))


def _of(
    part: str, field: str, index: int | None = None
) -> tuple[Callable[[Manifest], Any], Callable[[Manifest, Any], Manifest]]:
    """Reads and writes a field of a part of a manifest, or of one of its entries."""

    def owner(board: Manifest) -> Any:
        return getattr(board, part) if index is None else getattr(board, part)[index]

    def write(board: Manifest, value: Any) -> Manifest:
        changed = msgspec.structs.replace(owner(board), **{field: value})
        if index is not None:
            entries = getattr(board, part)
            changed = (*entries[:index], changed, *entries[index + 1 :])
        return msgspec.structs.replace(board, **{part: changed})

    return lambda board: getattr(owner(board), field), write


@st.composite
def facts(draw: st.DrawFn, board: Manifest) -> tuple[str, Any, Callable[[Manifest, Any], Manifest], Any]:
    """A fact of a board by name, its value there or ``None``, how to state it, and something that it could be."""
    places: dict[str, tuple[Any, st.SearchStrategy[Any]]] = {
        "soc": (_of("board", "soc"), st.sampled_from(("rk3588", "rk3566", "rv1126"))),
        "driver.version": (_of("driver", "version"), _VERSION),
        "kernel.release": (_of("kernel", "release"), _VERSION),
        "kernel-config.CONFIG_ROCKCHIP_RKNPU_SRAM": (
            _of("kernel", "config"),
            st.sampled_from("ymn").map(lambda word: board.kernel.config | {"CONFIG_ROCKCHIP_RKNPU_SRAM": word}),
        ),
    }
    if len(board.runtime) == 1:
        places["runtime.version"] = _of("runtime", "version", 0), _VERSION
    if board.model:
        places["model.schema"] = _of("model", "format", 0), st.sampled_from((1, 6))
        places["model.toolkit"] = _of("model", "toolkit", 0), _VERSION
    name = draw(st.sampled_from(sorted(places)))
    (read, write), values = places[name]
    before = read(board)
    if name.startswith("kernel-config"):
        before = before.get("CONFIG_ROCKCHIP_RKNPU_SRAM")
    return name, before, write, draw(values)


def flips(before: Manifest, after: Manifest) -> list[Finding]:
    """The violated findings of either of which the other says satisfied."""
    one, two = ({(f.rule.id, f.about): f for f in judged(board)} for board in (before, after))
    pairs = [(one[key], two[key]) for key in one.keys() & two.keys()]
    return [
        first if first.verdict == "violated" else second
        for first, second in pairs
        if {first.verdict, second.verdict} == {"satisfied", "violated"}
    ]


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_new_fact_turns_no_verdict_round(data: st.DataObject) -> None:
    """What is satisfied or violated without a fact is so whatever the fact turns out to be."""
    board = data.draw(boards())
    _, before, write, value = data.draw(facts(board))
    assume(before is None)

    assert not flips(board, write(board, value))


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_verdict_that_a_fact_turns_round_names_it(data: st.DataObject) -> None:
    """Where another value makes satisfied of violated, the fact stands in the condition or in the demand that failed."""
    board = data.draw(boards())
    name, _, write, value = data.draw(facts(board))

    for finding in flips(board, write(board, value)):
        shown = [*finding.rule.when, *(reading.demand for reading in finding.read if reading.demand)]
        assert name in {fact for demand in shown for fact in bases_of(demand, STACK.attributes)}

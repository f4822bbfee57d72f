"""A rule that narrows another: no board fares better under it, whatever is known of the board."""

from typing import Any

import msgspec
from hypothesis import assume, given, settings, strategies as st

from rkcompat.matrix._narrow import ways_to_pass
from rkcompat.model.manifest import Board, Driver, Kernel, Lite, Manifest, Model, Runtime, Use
from rkcompat.model.rule import Rule
from rkcompat.solve._check import check
from rkcompat.solve._world import build_world
from tests.solve.stack import rule as stack_rule, stack

MATRIX = stack()

_VERSIONS = ("0.8.2", "0.9.3", "0.9.6", "1.4.0", "1.6.0", "2.3.2")
_RANGES = st.sampled_from([">=0.9.3", ">=0.9.6", "<0.9.6", "!=0.9.3", ">=0.8.2, <2", "==1.6.x"])
_CHIPS = st.sampled_from([["rk3588"], ["rk3588", "rk3566"], {"none-of": ["rk3566"]}, {"none-of": ["rk3566", "rv1126"]}])
_WORDS = st.sampled_from(["y", ["y", "m"], "m"])

_DEMANDS: dict[str, st.SearchStrategy[Any]] = {
    "soc": _CHIPS,
    "driver": _RANGES | st.just({"at-least": "runtime.driver-minimum"}),
    "kernel": _RANGES,
    "lite": _RANGES | st.just({"same-as": "runtime"}),
    "runtime": _RANGES,
    "feature": st.sampled_from([["sram"], ["sram", "nbuf"]]),
    "model.schema": st.just({"at-most": "runtime.highest-schema"}),
    "kernel-config": st.fixed_dictionaries({"CONFIG_ROCKCHIP_RKNPU": _WORDS}),
}
_CONDITIONS = st.dictionaries(st.sampled_from(sorted(_DEMANDS)), st.just(None), max_size=3).flatmap(
    lambda names: st.fixed_dictionaries({name: _DEMANDS[name] for name in names})
)


def rule(when: dict[str, Any], require: dict[str, Any]) -> Rule:
    """A rule of severity error, through the compiler; a prohibition where nothing is required."""
    return stack_rule("a-rule", when=when, require=require, forbid={} if require else {"generation": 2})


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Rule, Rule]:
    """A rule, and one made of it by dropping, changing and adding conditions and demands."""
    when, require = draw(_CONDITIONS), draw(_CONDITIONS)
    kept = {name: value for name, value in when.items() if draw(st.booleans())}
    changed = {name: draw(_DEMANDS[name]) if draw(st.booleans()) else value for name, value in kept.items()}
    asked = {name: draw(_DEMANDS[name]) if draw(st.booleans()) else value for name, value in require.items()}
    added = draw(_CONDITIONS) if draw(st.booleans()) else {}
    return rule(when, require), rule(changed, added | asked)


def _maybe(values: tuple[str, ...]) -> st.SearchStrategy[str | None]:
    return st.none() | st.sampled_from(values)


@st.composite
def boards(draw: st.DrawFn) -> Manifest:
    """A board of which some is known, some in part, and some not at all."""
    version = _maybe((*_VERSIONS, "0.9.x", "1.x"))
    option = draw(_maybe(("y", "m", "n")))
    copies = st.builds(Runtime, library=st.just("librknnrt"), version=version, loaded=st.sampled_from([True, None]))
    models = st.builds(Model, kind=st.just("rknn"), format=st.sampled_from([None, 1, 6]), toolkit=version)
    return Manifest(
        manifest=1,
        board=Board(soc=draw(_maybe(("rk3588", "rk3566", "rv1126")))),
        driver=Driver(family="rknpu", version=draw(version)),
        kernel=Kernel(release=draw(version), config={"CONFIG_ROCKCHIP_RKNPU": option} if option else {}),
        lite=draw(st.none() | st.builds(Lite, version=version)),
        runtime=tuple(draw(st.lists(copies, max_size=2))),
        model=tuple(draw(st.lists(models, max_size=1))),
        use=Use(features=tuple(draw(st.lists(st.sampled_from(["sram", "nbuf"]), unique=True)))),  # type: ignore[arg-type]
    )


def _worst(one: Rule, board: Manifest) -> int:
    """2 where the rule is violated, 1 where it waits for a fact, 0 where it lets the board pass."""
    matrix = msgspec.structs.replace(MATRIX, rules=(one,))
    verdicts = [finding.verdict for finding in check(build_world(board, matrix), matrix)]
    return max({"violated": 2, "undetermined": 1}.get(verdict, 0) for verdict in verdicts)


@settings(max_examples=100, deadline=None)
@given(pairs(), st.lists(boards(), min_size=4, max_size=4))
def test_no_board_fares_better_under_a_rule_that_narrows(rules: tuple[Rule, Rule], some: list[Manifest]) -> None:
    """What was violated stays violated, and what waited for a fact does not pass without it."""
    old, new = rules
    assume(new != old and not list(ways_to_pass(old, new, MATRIX.attributes)))

    for board in some:
        assert _worst(new, board) >= _worst(old, board)


@given(pairs())
def test_a_rule_narrows_itself(rules: tuple[Rule, Rule]) -> None:
    """Said again it is the same."""
    assert list(ways_to_pass(rules[0], rules[0], MATRIX.attributes)) == []

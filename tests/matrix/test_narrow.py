"""What implies what: a range in a range, fewer words of those that are allowed, more of those that are not."""

from typing import Any

import pytest

from rkcompat.matrix import load_matrix
from rkcompat.matrix._compile import compile_rule
from rkcompat.matrix._narrow import ways_to_pass
from rkcompat.matrix._shape import RuleRow

MATRIX = load_matrix()


def ways(old: dict[str, Any], new: dict[str, Any], key: str) -> list[str]:
    """How a board could pass a rule with the second condition or demand that one with the first stops."""
    other = {"when": {}, "require": {"soc": "rk3588"}} if key == "when" else {}
    common = {"id": "a-rule", "title": "t", "why": "w", "layer": "loading", "severity": "error", "remedy": "r"}
    rows = [RuleRow(**common, sources=("hdr",), **(other | {key: conditions})) for conditions in (old, new)]  # type: ignore[arg-type]
    rules = [compile_rule(row, MATRIX.sources, MATRIX.attributes) for row in rows]
    return [way for way, _ in ways_to_pass(*rules, MATRIX.attributes)]


WIDER_AND_NARROWER = [
    ({"driver": ">=0.8.0"}, {"driver": ">=0.9.6"}),
    ({"driver": ">=0.8.0"}, {"driver": ">=0.8.0, !=0.9.3"}),
    ({"driver": "!=0.9.3"}, {"driver": ">0.9.3"}),
    ({"driver.family": ["rknpu", "rocket"]}, {"driver.family": "rknpu"}),
    ({"driver.family": {"none-of": ["galcore"]}}, {"driver.family": {"none-of": ["galcore", "rocket"]}}),
    ({"feature": ["sram", "nbuf"]}, {"feature": "sram"}),
]


@pytest.mark.parametrize(("wide", "narrow"), WIDER_AND_NARROWER)
def test_a_demand_is_tightened_and_never_loosened(wide: dict[str, Any], narrow: dict[str, Any]) -> None:
    """To require less is to let boards pass."""
    assert not any("require" in way for way in ways(wide, narrow, "require"))
    assert any("no longer asks for all" in way for way in ways(narrow, wide, "require"))


@pytest.mark.parametrize(("wide", "narrow"), WIDER_AND_NARROWER)
def test_a_condition_is_widened_and_never_tightened(wide: dict[str, Any], narrow: dict[str, Any]) -> None:
    """To apply to fewer boards is to let the others pass."""
    assert ways(narrow, wide, "when") == []
    assert any("leaves cases out" in way for way in ways(wide, narrow, "when"))


def test_comparisons_are_not_weighed() -> None:
    """Another fact to compare with is another demand, whatever the two facts are."""
    gate = {"driver": {"at-least": "runtime.driver-minimum"}}
    advice = {"driver": {"at-least": "runtime.driver-advised"}}

    assert ways(gate, gate, "require") == []
    assert any("no longer asks" in way for way in ways(gate, advice, "require"))

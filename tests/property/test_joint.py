"""The joint search over unknown facts, against trying every value of each: what fits nowhere is found, and nothing else."""

from random import Random

import msgspec
import pytest
from hypothesis import event, given, settings, strategies as st

from rkcompat.model.matrix import Matrix
from rkcompat.model.rule import Rule
from rkcompat.solve._check import check, missing_facts, verdict_of
from rkcompat.solve._world import build_world
from rkcompat.solve.joint._joint import contradiction
from tests.property.unknown_facts import NOT_THERE, STACK, VALUES, Known, any_case, board, fits_somewhere, possible, rule_of


def settle(known: Known, matrix: Matrix) -> bool | None:
    """Whether the rules that wait for facts contradict each other, which must be so exactly where every value breaks one.

    `None` where one is violated as it is.
    """
    world = build_world(board(known), matrix)
    findings = check(world, matrix)
    if verdict_of(findings) == "incompatible":
        return None
    core = contradiction(world, findings, matrix)
    assert bool(core) == (not fits_somewhere(known, matrix.rules))
    if core:
        assert not fits_somewhere(known, core)
    for dropped in core:
        assert fits_somewhere(known, tuple(rule for rule in core if rule is not dropped))
    return bool(core)


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False))
def test_what_fits_nowhere_is_found_and_nothing_else(random: Random) -> None:
    """A contradiction is found exactly where there is one; each of its rules is needed for it."""
    event(str(settle(*any_case(random))))


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False))
def test_the_facts_that_are_asked_for_decide(random: Random) -> None:
    """Whoever tells what is needed, and what is needed then, comes to a verdict; each time something is asked that is open."""
    known, matrix = any_case(random)
    while verdict_of(findings := check(build_world(board(known), matrix), matrix)) == "undetermined":
        needed = {missing.fact for missing in missing_facts(findings) if missing.needed}
        values = {fact: [value for value in some if value != NOT_THERE] for fact, some in possible(known).items()}
        if known["soc"] == "rk9999" and needed == {"soc"}:
            break  # a chip that the matrix does not know is told, and still nobody knows its generation

        assert needed
        assert all(len(values[fact]) > 1 or known[fact] is None for fact in needed - {"soc"})
        known |= {fact: random.choice(values[fact]) for fact in needed}


@pytest.mark.parametrize("driver", ["<0.6.4", "==0.9.6"])
def test_options_of_the_kernel_and_versions_older_than_all_are_tried(driver: str) -> None:
    """An option that shall be two things is found beside facts that can be anything; what no release is may still fit."""
    option = "CONFIG_ROCKCHIP_RKNPU"
    rules = (
        rule_of(0, require={"driver": driver}),
        rule_of(1, require={"driver": {"at-least": "runtime.driver-minimum"}}),
        rule_of(2, require={"kernel-config": {option: "y"}}),
        rule_of(3, require={"kernel-config": {option: "n"}}),
    )
    unknown: Known = dict.fromkeys(VALUES) | {"soc": "rk3588"}

    def contradicting(*some: Rule) -> list[str]:
        matrix = msgspec.structs.replace(STACK, rules=some)
        world = build_world(board(unknown), matrix)
        return [rule.id for rule in contradiction(world, check(world, matrix), matrix)]

    assert contradicting(*rules) == ["rule-c", "rule-d"]
    assert contradicting(*rules[:3]) == []

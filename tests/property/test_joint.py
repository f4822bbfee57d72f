"""The joint search over unknown facts, against trying every value of each: what fits nowhere is found, and nothing else."""

from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import event, given, settings, strategies as st

from rkcompat.matrix._compile import compile_rule
from rkcompat.matrix._shape import RuleRow
from rkcompat.model.finding import Finding
from rkcompat.model.manifest import Board, Driver, Kernel, Manifest, Runtime, Use
from rkcompat.model.matrix import Matrix
from rkcompat.model.rule import Rule
from rkcompat.solve._check import check, missing_facts, verdict_of
from rkcompat.solve._joint import contradiction
from rkcompat.solve._world import build_world
from tests.solve.stack import stack

STACK = stack()
OPTION = "CONFIG_ROCKCHIP_RKNPU"
DRIVERS = ("0.1.0", "0.6.3", "0.6.4", "0.7.0", "0.8.2", "0.9.0", "0.9.3", "0.9.4", "0.9.6", "0.9.7", "0.9.8", "0.9.9", "9.0.0")
RUNTIMES = ("0.1.0", "1.3.0", "1.3.5", "1.4.0", "1.5.0", "1.5.2", "1.6.0", "1.7.0", "2.3.0", "2.3.2", "9.0.0")
"""Each bound that a rule below names, each release, and something beyond and between."""

DEMANDS: dict[str, tuple[Any, ...]] = {
    "driver": (
        *(">=0.9.3", ">0.9.3", "<0.9.3", "<0.8.2", "<0.6.4", ">0.9.8", "!=0.9.6", "==0.9.6", "==0.9.x"),
        {"at-least": "runtime.driver-minimum"},
    ),
    "runtime": (">=1.6.0", "<1.6.0", "<1.3.0", ">2.3.2", "!=1.6.0", "==1.5.x", ">=1.4.0, <2.3.0"),
    "kernel-config": ({OPTION: "y"}, {OPTION: "n"}, {OPTION: ["y", "m"]}),
}


def _conditions(most: int) -> st.SearchStrategy[dict[str, Any]]:
    return st.sets(st.sampled_from(sorted(DEMANDS)), min_size=int(most == 1), max_size=most).flatmap(
        lambda names: st.fixed_dictionaries({name: st.sampled_from(DEMANDS[name]) for name in sorted(names)})
    )


def rule_of(number: int, when: dict[str, Any], require: dict[str, Any]) -> Rule:
    """A rule about SRAM, through the compiler."""
    row = RuleRow(
        id=f"rule-{chr(97 + number)}",
        title="t",
        why="w",
        layer="loading",
        severity="error",
        remedy="r",
        sources=("doc",),
        when={"feature": "sram", **when},
        require=require,
    )
    return compile_rule(row, STACK.sources, STACK.attributes)


@st.composite
def matrices(draw: st.DrawFn) -> Matrix:
    """The small stack with rules about SRAM that ask for a driver, a runtime, a kernel option, or two of them."""
    rules = tuple(rule_of(number, draw(_conditions(2)), draw(_conditions(1))) for number in range(draw(st.integers(2, 5))))
    return msgspec.structs.replace(STACK, rules=rules)


def board(driver: str | None, runtime: str | None, option: str | None) -> Manifest:
    """One that uses SRAM, with what is known of it."""
    return Manifest(
        manifest=1,
        board=Board(soc="rk3588"),
        driver=Driver(family="rknpu", version=driver),
        kernel=Kernel(config={OPTION: option} if option else {}),
        runtime=(Runtime(library="librknnrt", version=runtime, loaded=True),),
        use=Use(features=("sram",)),
    )


Facts = tuple[str | None, str | None, str | None]
"""Version of the driver and of the runtime, and the kernel option, as far as they are known."""

KNOWN = ((None, *DRIVERS, "0.9.x"), (None, *RUNTIMES), (None, "y"))
known = st.tuples(*(st.none() | st.sampled_from(values) for values in KNOWN))


def judged(manifest: Manifest, matrix: Matrix) -> tuple[Finding, ...]:
    """What each rule says alone."""
    return check(build_world(manifest, matrix), matrix)


def possible(facts: Facts) -> tuple[tuple[str, ...], ...]:
    """What each fact can be."""
    driver, runtime, option = facts
    if driver == "0.9.x":
        drivers = tuple(version for version in DRIVERS if version.startswith("0.9."))
    else:
        drivers = DRIVERS if driver is None else (driver,)
    return drivers, RUNTIMES if runtime is None else (runtime,), ("y", "m", "n") if option is None else (option,)


def fits_somewhere(facts: Facts, rules: tuple[Rule, ...]) -> bool:
    """Whether some value of each unknown fact violates none of the rules."""
    matrix = msgspec.structs.replace(STACK, rules=rules)
    return any(verdict_of(judged(board(*values), matrix)) != "incompatible" for values in product(*possible(facts)))


def settle(facts: Facts, matrix: Matrix) -> bool | None:
    """Whether the rules that wait for facts contradict each other, which must be so exactly where every value breaks one.

    `None` where no rule waits, or one is violated.
    """
    findings = judged(board(*facts), matrix)
    if verdict_of(findings) != "undetermined":
        return None
    core = contradiction(build_world(board(*facts), matrix), findings, matrix)
    waiting = tuple(finding.rule for finding in findings if finding.verdict == "undetermined")
    assert bool(core) == (not fits_somewhere(facts, waiting))
    if core:
        assert not fits_somewhere(facts, core)
    for dropped in core:
        assert fits_somewhere(facts, tuple(rule for rule in core if rule is not dropped))
    return bool(core)


@settings(max_examples=60, deadline=None)
@given(matrices(), known)
def test_what_fits_nowhere_is_found_and_nothing_else(matrix: Matrix, facts: Facts) -> None:
    """A contradiction is found exactly where there is one; each of its rules is needed for it."""
    event(str(settle(facts, matrix)))


_PLACES = ("driver.version", "runtime.version", f"kernel-config.{OPTION}")


@settings(max_examples=60, deadline=None)
@given(matrices(), known, st.data())
def test_the_facts_that_are_asked_for_decide(matrix: Matrix, facts: Facts, data: st.DataObject) -> None:
    """Whoever tells what is needed, and what is needed then, comes to a verdict; each time something is asked that is open."""
    while verdict_of(findings := judged(board(*facts), matrix)) == "undetermined":
        needed = {missing.fact for missing in missing_facts(findings) if missing.needed}
        told = [
            data.draw(st.sampled_from(values)) if place in needed else fact
            for place, fact, values in zip(_PLACES, facts, possible(facts), strict=True)
        ]

        assert needed
        assert all(fact in (None, "0.9.x") for place, fact in zip(_PLACES, facts, strict=True) if place in needed)
        driver, runtime, option = told
        facts = driver, runtime, option


@pytest.mark.parametrize("driver", ["<0.6.4", "==0.9.6"])
def test_options_of_the_kernel_and_versions_older_than_all_are_tried(driver: str) -> None:
    """An option that shall be two things is found beside facts that can be anything; what no release is may still fit."""
    rules = (
        rule_of(0, {}, {"driver": driver}),
        rule_of(1, {}, {"driver": {"at-least": "runtime.driver-minimum"}}),
        rule_of(2, {}, {"kernel-config": {OPTION: "y"}}),
        rule_of(3, {}, {"kernel-config": {OPTION: "n"}}),
    )

    def contradicting(*some: Rule) -> list[str]:
        matrix = msgspec.structs.replace(STACK, rules=some)
        unknown = board(None, None, None)
        return [rule.id for rule in contradiction(build_world(unknown, matrix), judged(unknown, matrix), matrix)]

    assert contradicting(*rules) == ["rule-c", "rule-d"]
    assert contradicting(*rules[:3]) == []

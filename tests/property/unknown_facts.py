"""Boards of which little is known, and rules of every shape about what is not: for laws that try every value of each fact."""

from itertools import product
from math import prod
from random import Random
from typing import Any

import msgspec

from rkcompat.model.manifest import (
    Board,
    DeviceTree,
    Driver,
    Kernel,
    Libc,
    Manifest,
    Model,
    NpuNode,
    Runtime,
    Server,
    Toolkit,
    Use,
)
from rkcompat.model.matrix import Matrix
from rkcompat.model.rule import Rule
from rkcompat.solve._check import check, verdict_of
from rkcompat.solve._world import build_world
from tests.solve.stack import rule, stack

STACK = stack()
OPTION = "CONFIG_ROCKCHIP_RKNPU"

NOT_THERE = "not there"
"""What a fact of a toolkit or a server also can be: a deployment need not have one."""

_TOOLS = ("1.4.0", "1.5.0", "1.5.1", "1.5.2", "1.5.9", "1.6.0b1", "1.6.0", "1.6.1", "2.3.2", "2.4.0", "9.0.0", NOT_THERE)
VALUES: dict[str, tuple[Any, ...]] = {
    "soc": ("rk3588", "rk3566", "rv1126", "rk9999"),
    "driver.version": ("0.1.0", "0.6.3", "0.7.0", "0.8.2", "0.9.0", "0.9.3", "0.9.4", "0.9.6", "0.9.7", "1.0.0"),
    "runtime.version": (
        "0.1.0",
        "1.3.0",
        "1.3.5",
        "1.4.0",
        "1.5.0",
        "1.5.1",
        "1.5.2",
        "1.5.9",
        "1.6.0",
        "1.7.0",
        "2.3.2",
        "9.0.0",
    ),
    "model.schema": (0, 1, 3, 5, 6, 7),
    f"kernel-config.{OPTION}": ("y", "m", "n"),
    "kernel.release": ("4.19.0", "5.10.110", "5.15.1", "6.0.5", "6.1.75", "6.12.0"),
    "driver.nodes": ((), ("/dev/rknpu",), ("/dev/dri/renderD129",), ("/dev/accel/accel0",), ("/dev/dri/card1", "/dev/rknpu")),
    "device-tree.npu-iommu": (True, False),
    "libc.family": ("glibc", "musl", "uclibc", "bionic"),
    "toolkit.version": _TOOLS,
    "server.version": _TOOLS,
}
"""Everything that matters of each fact: what a rule or a release names, and something between and beyond."""

_RANGES = {"driver.version": "0.9.x", "runtime.version": "1.5.x", "toolkit.version": "1.5.x", "kernel.release": "6.x"}
"""What may be known of a fact, and not enough."""

DEMANDS: dict[str, tuple[Any, ...]] = {
    "soc": ("rk3588", ["rk3588", "rk3566"], {"none-of": ["rk3566"]}),
    "generation": (2,),
    "driver": (">=0.9.3", "<0.9.3", "<0.8.2", "!=0.9.6", "==0.9.6", "==0.9.x", {"at-least": "runtime.driver-minimum"}),
    "runtime": (">=1.6.0", "<1.6.0", "<1.3.0", "!=1.6.0", "==1.5.x", ">=1.4.0, <2.3.2"),
    "model.schema": (0, 1, [5, 6], {"none-of": [6]}, {"at-most": "runtime.highest-schema"}),
    "kernel-config": ({OPTION: "y"}, {OPTION: "n"}, {OPTION: ["y", "m"]}),
    "kernel": ("<5.10.0", "==5.10.x", ">=6.1.0"),
    "driver.nodes": ("misc", ["drm", "accel"], {"empty": True}, {"empty": False}),
    "device-tree.npu-iommu": (True, False),
    "libc.family": ("glibc", ["musl", "bionic"], {"none-of": ["glibc"]}),
    "toolkit": (">=1.6.0", "<1.5.2", "!=1.6.0", {"same-as": "server"}, {"minor-at-most": "server"}),
    "server": (">=1.6.0", "<1.5.2", "==1.6.0"),
}

Known = dict[str, Any]
"""Fact to what is known of it: a value, a range, `NOT_THERE`, or ``None``."""


def rule_of(number: int, *, feature: bool = True, **conditions: dict[str, Any]) -> Rule:
    """A rule through the compiler, about SRAM unless it is about every board."""
    when = {"feature": "sram", **conditions.pop("when", {})} if feature else conditions.pop("when", {})
    return rule(f"rule-{chr(97 + number)}", when=when, **conditions)


def any_rule(random: Random, number: int, facts: list[str]) -> Rule:
    """What it asks for, or forbids, under some conditions; most of it about these of the `DEMANDS`."""

    def some(names: list[str]) -> dict[str, Any]:
        return {name: random.choice(DEMANDS[name]) for name in names}

    feature = random.random() < 0.5
    names = random.sample(facts, min(len(facts), random.choice((1, 1, 2, 2, 3))))
    split = random.randint(0, len(names) - 1)
    demand: dict[str, Any] = {random.choice(("require", "require", "forbid")): some(names[split:])}
    return rule_of(number, feature=feature, when=some(names[:split]), **demand)


def any_case(random: Random, most: int = 500) -> tuple[Known, Matrix]:
    """A board, and rules; what is not known of the board can be at most so many combinations."""
    told = {fact: random.choice([value for value in values if value != NOT_THERE]) for fact, values in VALUES.items()}
    known = {fact: random.choice((None, None, value)) for fact, value in told.items()}
    known |= {fact: span for fact, span in _RANGES.items() if random.random() < 0.15}
    for fact in random.sample(sorted(VALUES), len(VALUES)):
        if prod(map(len, possible(known).values())) > most:
            known[fact] = told[fact]
    asked = {name for name in DEMANDS if random.random() < 0.2 or known[_fact(name)] is None}
    facts = sorted(asked | set(random.sample(sorted(DEMANDS), 2)))
    rules = tuple(any_rule(random, number, facts) for number in range(random.randint(2, 6)))
    return known, msgspec.structs.replace(STACK, rules=rules)


_FACTS = {"generation": "soc", "kernel-config": f"kernel-config.{OPTION}", "kernel": "kernel.release"}


def _fact(name: str) -> str:
    return name if name in VALUES else _FACTS.get(name, f"{name}.version")


def board(known: Known) -> Manifest:
    """A board that uses SRAM and has a runtime and a model, with what is known of it."""
    told = {fact: None if value == NOT_THERE else value for fact, value in known.items()}
    option, family, tool, server = (
        told[name] for name in (f"kernel-config.{OPTION}", "libc.family", "toolkit.version", "server.version")
    )
    return Manifest(
        manifest=1,
        board=Board(soc=told["soc"]),
        kernel=Kernel(release=told["kernel.release"], config={OPTION: option} if option else {}),
        device_tree=DeviceTree(npu=NpuNode(iommu=told["device-tree.npu-iommu"])),
        driver=Driver(family="rknpu", version=told["driver.version"], nodes=told["driver.nodes"]),
        runtime=(Runtime(library="librknnrt", version=told["runtime.version"], loaded=True),),
        model=(Model(kind="rknn", format=told["model.schema"], target_platform=("rk3588",)),),
        libc=Libc(family=family) if family else None,
        toolkit=Toolkit(version=tool) if tool else None,
        server=Server(version=server) if server else None,
        use=Use(features=("sram",)),
    )


def possible(known: Known) -> dict[str, tuple[Any, ...]]:
    """What each fact can be."""
    found = {fact: VALUES[fact] if value is None else (value,) for fact, value in known.items()}
    for fact, span in _RANGES.items():
        if known[fact] == span:
            found[fact] = tuple(value for value in VALUES[fact] if value.startswith(span.removesuffix("x")))
    return found


def completions(known: Known) -> list[Known]:
    """Every board that it can be."""
    return [dict(zip(known, values, strict=True)) for values in product(*possible(known).values())]


def fits(told: Known, matrix: Matrix) -> bool:
    """Whether a board of which all is told is not unfit: nothing is violated, and nothing that is asked for is not there."""
    findings = check(build_world(board(told), matrix), matrix)
    gone = {fact for fact, value in told.items() if value == NOT_THERE}
    waiting = [finding for finding in findings if finding.verdict == "undetermined"]
    return verdict_of(findings) != "incompatible" and not any(gone.issuperset(finding.missing) for finding in waiting)


def fits_somewhere(known: Known, rules: tuple[Rule, ...]) -> bool:
    """Whether some value of each unknown fact makes a board that fits, if these are the rules."""
    matrix = msgspec.structs.replace(STACK, rules=rules)
    return any(fits(told, matrix) for told in completions(known))

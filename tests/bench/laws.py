"""The search against plain enumeration and against RC2, on as many random instances as one likes.

    python -m tests.bench.laws [--write]

The script runs each law on thousands (needs the extra ``bench``, takes some minutes) and with ``--write`` puts the figures
into docs/benchmarks.md; tests/bench/test_laws.py runs the same laws on a few.
"""

import sys
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import NamedTuple

from rkcompat.solve.search._search import search
from tests.bench.engines import NODES, by_rc2, core_by_rkcompat, problem_of
from tests.bench.instances import Demand, Instance, Key, any_shape, holds, key
from tests.property.test_joint import settle
from tests.property.unknown_facts import any_case

TOP = 3


class Count(NamedTuple):
    """On how many instances a law held; the first on which it does not raises."""

    instances: int
    with_answer: int


def small(random: Random) -> Instance:
    """Up to 3,125 combinations."""
    return any_shape(random, things=random.randint(2, 5), versions=5, rules=random.randint(2, 14))


def larger(random: Random) -> Instance:
    """Far too many combinations to try: 8 to 12 things of up to 40 versions."""
    things = random.randint(8, 12)
    return any_shape(random, things=things, versions=40, rules=random.randint(things, 3 * things))


def hard(random: Random) -> Instance:
    """Small, and nothing fits more often than not."""
    return any_shape(random, things=random.randint(2, 4), versions=5, rules=random.randint(8, 20))


def told_apart(instance: Instance) -> Instance:
    """The same, each demand on two things told as many: not this version of the one with that version of the other."""
    sizes = [len(thing.extra) for thing in instance.things]

    def told(demand: Demand) -> Iterator[Demand]:
        if len(demand.ways) != 2:
            yield demand
            return
        everything = [frozenset(range(sizes[thing])) for thing, _ in demand.ways]
        refused = [sorted(every - allowed) for every, (_, allowed) in zip(everything, demand.ways, strict=True)]
        for pair in product(*refused):
            others = [every - {value} for every, value in zip(everything, pair, strict=True)]
            yield demand._replace(ways=tuple((thing, kept) for (thing, _), kept in zip(demand.ways, others, strict=True)))

    return instance._replace(demands=tuple(one for demand in instance.demands for one in told(demand)))


def ranked(instance: Instance) -> list[tuple[Key, tuple[int, ...]]]:
    """Every combination that holds, best first, equal ones by their versions."""
    everything = product(*(range(len(thing.extra)) for thing in instance.things))
    return sorted((key(instance, values), values) for values in everything if holds(instance, values))


def best_by_trying_all(instance: Instance) -> list[tuple[int, ...]]:
    """The `TOP` best, none of which changes all that a better one changes."""
    kept: list[tuple[int, ...]] = []
    for _, values in ranked(instance):
        changed = {number for number, value in enumerate(values) if value}
        if not any(changed >= {number for number, value in enumerate(better) if value} for better in kept):
            kept.append(values)
        if len(kept) == TOP:
            break
    return kept


def optimal(wanted: int, seed: int = 0) -> Count:
    """The first three answers are those of trying all combinations, to the last tie, however the demands are told."""
    answered = 0
    for number in range(wanted):
        instance = small(Random(f"small {seed} {number}"))
        best = best_by_trying_all(instance)
        for told in (instance, told_apart(instance)):  # few clauses, and so many that the search makes tables of them
            found = search(problem_of(told), top=TOP, node_limit=NODES)
            assert found.complete, number
            assert [solution.values for solution in found.solutions] == best, number
        answered += bool(found.solutions)
    return Count(wanted, answered)


def like_rc2(wanted: int, seed: int = 0) -> Count:
    """The best (cost, changes, age) is RC2's."""
    answered = 0
    for number in range(wanted):
        instance = larger(Random(f"larger {seed} {number}"))
        found = search(problem_of(instance), node_limit=NODES)
        apart = search(problem_of(told_apart(instance)), node_limit=NODES)
        other = by_rc2(instance, whole=True)
        assert found.complete or found.solutions, number
        assert apart.solutions == found.solutions, number
        assert other.sure, number
        mine = key(instance, found.solutions[0].values) if found.solutions else None
        assert mine == (key(instance, other.values) if other.values else None), number
        answered += bool(found.solutions)
    return Count(wanted, answered)


def minimal(wanted: int, seed: int = 0) -> Count:
    """Where nothing fits: the rules and locks of the core fit together nowhere, and without any one of them they do."""
    done = number = 0
    while done < wanted:
        number += 1
        instance = hard(Random(f"hard {seed} {number}"))
        if _fits(instance):
            continue
        done += 1
        core = core_by_rkcompat(instance).rules
        assert not _fits(_only(instance, core)), number
        for item in core:
            assert _fits(_only(instance, core - {item})), (number, item)
    return Count(wanted, 0)


def _fits(instance: Instance) -> bool:
    return any(holds(instance, values) for values in product(*(range(len(thing.extra)) for thing in instance.things)))


def _only(instance: Instance, rules: frozenset[str]) -> Instance:
    return instance._replace(demands=tuple(demand for demand in instance.demands if demand.rule in rules))


def joint(wanted: int, seed: int = 0) -> Count:
    """Of boards with unknown facts that no single rule finds unfit, those that are unfit whatever the facts are, are found."""
    done = open_ones = number = 0
    while done < wanted:
        number += 1
        contradictory = settle(*any_case(Random(f"joint {seed} {number}")))
        done += contradictory is not None
        open_ones += contradictory is False
    return Count(wanted, open_ones)


LAWS: dict[str, tuple[Callable[[int], Count], int]] = {
    "the three best answers, ties too, are those of all combinations": (optimal, 5_000),
    "cost, changes and age of the best answer are RC2's": (like_rc2, 500),
    "cores fit nowhere, and somewhere without any one item": (minimal, 2_000),
    "what contradicts itself whatever the unknown facts are is found, by a minimal set of rules, and nothing else": (
        joint,
        2_000,
    ),
}


def main() -> None:
    """Run all, print what held, and keep it if asked to."""
    from tests.bench.solvers import machine, write

    lines = [f"Run on: {machine()}.", "", "| law | instances | of which something fits |", "|---|---|---|"]
    print("\n".join(lines), flush=True)
    for name, (law, wanted) in LAWS.items():
        count = law(wanted)
        lines.append(f"| {name} | {count.instances:,} | {count.with_answer:,} |")
        print(lines[-1], flush=True)
    if "--write" in sys.argv[1:]:
        write("laws", lines)


if __name__ == "__main__":
    main()

"""Problems for solvers, in a form that belongs to none of them: things with choices, what a change costs, what must hold."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from rkcompat import load_matrix, read_manifest
from rkcompat.model.manifest import Manifest
from rkcompat.model.matrix import Matrix
from rkcompat.solve._world import build_world
from rkcompat.solve.nearest._encode import encode
from rkcompat.solve.nearest._nearest import applicable_sets
from rkcompat.solve.nearest._slots import build_slots
from tests.replay.reports import CORPUS, manifest_of

FEATURES = ("dynamic-shape", "custom-op", "sram", "zero-copy", "matmul-api", "weight-share", "multi-core")
"""Some of what an application can use."""
ROOT = Path(__file__).parent.parent.parent


class Thing(NamedTuple):
    """Something to choose a version of; version 0 is the present one, the others are in order of preference."""

    act: int
    """What a person does to change it; one act can change several things and is paid once."""
    extra: tuple[int, ...]
    """What each version costs beside the act."""
    age: tuple[int, ...]
    """How far each version is behind the newest; it decides between answers of equal cost and equally many changes."""


class Demand(NamedTuple):
    """At least one of these things must be at one of these versions."""

    rule: str
    """The rule, or the lock, that it belongs to."""
    ways: tuple[tuple[int, frozenset[int]], ...]


class Instance(NamedTuple):
    """One problem: find the versions of least cost that meet all demands."""

    things: tuple[Thing, ...]
    prices: tuple[int, ...]
    """Of each act."""
    demands: tuple[Demand, ...]
    brings: tuple[tuple[int, int], ...] = ()
    """An act, and one that costs no more and is done with it."""

    @property
    def combinations(self) -> int:
        """How many there are to try."""
        count = 1
        for thing in self.things:
            count *= len(thing.extra)
        return count


Key = tuple[int, int, int]
"""Cost, number of changed things, age."""


def key(instance: Instance, values: tuple[int, ...]) -> Key:
    """How good an answer is; smaller is better."""
    changed = [(thing, value) for thing, value in zip(instance.things, values, strict=True) if value]
    acts = {thing.act for thing, _ in changed}
    acts -= {other for act, other in instance.brings if act in acts}
    cost = sum(thing.extra[value] for thing, value in changed) + sum(instance.prices[act] for act in acts)
    return cost, len(changed), sum(thing.age[value] for thing, value in changed)


def holds(instance: Instance, values: tuple[int, ...]) -> bool:
    """Whether an answer meets all demands."""
    return all(any(values[thing] in allowed for thing, allowed in demand.ways) for demand in instance.demands)


def real() -> Iterator[Instance]:
    """Each example and each field report against the built-in matrix."""
    matrix = load_matrix()
    manifests = [read_manifest(path).manifest for path in sorted((ROOT / "examples").glob("*.toml"))]
    manifests += [manifest_of(json.loads(line), matrix) for line in CORPUS.read_text(encoding="utf-8").splitlines()]
    for manifest in manifests:
        instance = encoded(manifest, matrix)
        if instance.things:
            yield instance


def whole_stacks(random: Random, count: int) -> Iterator[Instance]:
    """Boards of which everything is known, with a release of each component at random, against the built-in matrix."""
    matrix = load_matrix()

    def some(component: str) -> str:
        return random.choice(matrix.releases[component]).version.text

    for _ in range(count):
        manifest = {
            "manifest": 1,
            "board": {"soc": random.choice(("rk3562", "rk3566", "rk3576", "rk3588"))},
            "kernel": {"release": random.choice(("4.19.232", "5.10.110", "5.10.160", "6.1.43", "6.1.75"))},
            "driver": {"family": "rknpu", "version": some("driver"), "linkage": "builtin"},
            "runtime": [
                {"library": "librknnrt", "version": some("librknnrt"), "loaded": True},
                {"library": "librkllmrt", "version": some("rkllm-runtime"), "loaded": True},
            ],
            "toolkit": {"version": some("toolkit")},
            "lite": {"version": some("lite")},
            "server": {"version": some("server")},
            "model": [{"kind": "rknn", "toolkit": some("toolkit"), "format": random.choice((1, 2, 6))}],
            "use": {"features": random.sample(FEATURES, 2)},
        }
        yield encoded(msgspec.convert(manifest, Manifest), matrix)


def encoded(manifest: Manifest, matrix: Matrix) -> Instance:
    """What `resolve` searches where no validated set fits."""
    world = build_world(manifest, matrix)
    encoding = encode(world, matrix.rules, build_slots(world, manifest, matrix, applicable_sets(world, matrix)))
    demands = tuple(
        Demand(origin.rule.id, tuple((index, _members(mask)) for index, mask in clause))
        for clause, origin in zip(encoding.problem.clauses, encoding.origins, strict=True)
    )
    problem = encoding.problem
    return Instance(tuple(Thing(v.act, v.extra, v.age) for v in problem.variables), problem.acts, demands, problem.brings)


def _members(mask: int) -> frozenset[int]:
    return frozenset(value for value in range(mask.bit_length()) if mask >> value & 1)


def multiplied(instance: Instance, times: int) -> Instance:
    """The same with `times` releases in place of each one, which the rules treat as they treat that one."""

    def several(value: int) -> range:
        return range(1 + (value - 1) * times, 1 + value * times) if value else range(1)

    things = tuple(
        Thing(
            thing.act,
            tuple(thing.extra[value] for value in range(len(thing.extra)) for _ in several(value)),
            tuple(thing.age[value] * times + place for value in range(len(thing.age)) for place in range(len(several(value)))),
        )
        for thing in instance.things
    )
    demands = tuple(
        Demand(rule, tuple((thing, frozenset(new for old in allowed for new in several(old))) for thing, allowed in ways))
        for rule, ways in instance.demands
    )
    return Instance(things, instance.prices, demands, instance.brings)


COMPONENTS = ("kernel", "driver", "runtime", "model", "toolkit", "lite", "server")
_PRICES = {"image": 100, "runtime": 10, "model": 25, "toolkit": 15, "lite": 10, "server": 10}
_ACTS = tuple(_PRICES)
_RELATIONS = (
    ("runtime", "driver"),
    ("driver", "kernel"),
    ("model", "runtime"),
    ("model", "toolkit"),
    ("lite", "runtime"),
    ("lite", "toolkit"),
    ("server", "runtime"),
    ("server", "toolkit"),
)


def shaped(random: Random, versions: int, share: float = 0) -> Instance:
    """A stack like RKNN's: seven components, eight relations between pairs, a present state at random; the kernel stays.

    Args:
        random: where all of it comes from.
        versions: of each component.
        share: of the versions of one component that go with a version of another, any set of them, which is harder than
            what vendors write; 0 for ranges, "at least" and "at most", which move on with the versions.
    """
    present = {name: random.randrange(versions) for name in COMPONENTS}
    # Position on the time line to value: the present one first, then upgrades, newest first, then downgrades.
    value = {}
    things = []
    for name in COMPONENTS:
        now = present[name]
        order = [now, *range(versions - 1, now, -1), *range(now - 1, -1, -1)]
        value[name] = {position: number for number, position in enumerate(order)}
        act = _ACTS.index("image" if name in ("kernel", "driver") else name)
        extra = tuple(int(position < now) for position in order)
        things.append(Thing(act, extra, (0, *(versions - 1 - position for position in order[1:]))))
    demands = [Demand("lock kernel", ((COMPONENTS.index("kernel"), frozenset({0})),))]
    for left, right in _RELATIONS:
        wanted: dict[frozenset[int], set[int]] = {}
        low = high = 0
        for position in range(versions):
            if not share:
                low = min(max(low, position - random.randrange(versions // 4 + 1)), versions - 1)
                high = max(high, min(position + random.randrange(versions // 4 + 1), versions - 1))
                allowed = frozenset(value[right][p] for p in range(low, max(low, high) + 1))
            else:
                allowed = frozenset(p for p in range(versions) if random.random() < share)
            wanted.setdefault(allowed, set()).add(value[left][position])
        for allowed, ours in wanted.items():
            others = frozenset(range(versions)) - ours
            ways = ((COMPONENTS.index(left), others), (COMPONENTS.index(right), allowed))
            demands.append(Demand(f"{left}-{right}-{len(demands)}", tuple(way for way in ways if way[1])))
    return Instance(tuple(things), tuple(_PRICES.values()), tuple(demands))


def pigeonholes(holes: int) -> Instance:
    """One pigeon more than there are holes, no two in one: nothing fits, and resolution needs exponentially many steps."""
    pigeons = range(holes + 1)
    things = tuple(Thing(p, (0,) * holes, tuple(range(holes))) for p in pigeons)
    demands = tuple(
        Demand(f"{hole}: {one}, {other}", tuple((p, frozenset(range(holes)) - {hole}) for p in (one, other)))
        for hole in range(holes)
        for one in pigeons
        for other in pigeons
        if one < other
    )
    return Instance(things, (1,) * len(things), demands)


def hitting_sets(random: Random, things: int, sets: int) -> Instance:
    """Change at least one of the five things of each set, as cheaply as possible: weighted hitting set."""
    return Instance(
        tuple(Thing(number, (0, 0), (0, 0)) for number in range(things)),
        tuple(random.randrange(1, 20) for _ in range(things)),
        tuple(
            Demand(str(number), tuple((thing, frozenset({1})) for thing in sorted(random.sample(range(things), 5))))
            for number in range(sets)
        ),
    )


def any_shape(random: Random, things: int, versions: int, rules: int) -> Instance:
    """Demands of one to three things on any versions, several of one rule, acts that are shared or bring another, locks."""
    made = []
    for _ in range(things):
        count = random.randint(2, versions)
        later = sorted(zip(random.choices((0, 0, 1, 3), k=count - 1), random.sample(range(count), count - 1), strict=True))
        made.append(Thing(random.randrange(things), (0, *(e for e, _ in later)), (0, *(a for _, a in later))))
    demands = []
    for number in range(rules):
        for _ in range(random.choice((1, 1, 2))):
            involved = sorted(random.sample(range(things), min(things, random.choice((1, 2, 2, 2, 3)))))
            sizes = {thing: len(made[thing].extra) for thing in involved}
            ways = tuple((t, frozenset(random.sample(range(size), random.randint(1, size - 1)))) for t, size in sizes.items())
            demands.append(Demand(f"rule {number}", ways))
    demands += [Demand(f"lock {thing}", ((thing, frozenset({0})),)) for thing in range(things) if random.random() < 0.15]
    prices = tuple(random.randint(1, 30) for _ in range(things))
    dear, cheap = random.sample(range(things), 2)
    brings = ((dear, cheap),) if prices[dear] >= prices[cheap] else ()
    return Instance(tuple(made), prices, tuple(demands), brings)

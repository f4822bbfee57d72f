"""What each engine is asked, in its own terms: the translation of an instance, the question, and the answer back.

rkcompat   the least (cost, changes, age), ties settled too; a minimal core by deletion where nothing fits.
RC2        python-sat's MaxSAT solver, stratified: one Boolean a version, exactly one of each thing (ladder encoding), demands
           in the shorter of two forms, one soft clause an act and a step of extra cost; asked for the least cost alone
           unless `whole`. Cores: MUSX, by rule.
resolvelib a requirement a thing, candidates in order of preference, so that it tries the present version first; it has no
           cost and is asked for any answer. A demand on two things is a dependency of one on the other, a demand on more is
           a package of its own with one candidate a way. Its core is the list of causes, which it does not minimise.
brute      all combinations.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from threading import Event, Thread
from time import process_time
from typing import Any, NamedTuple

from rkcompat.model.manifest import Lock, Manifest
from rkcompat.model.rule import Rule
from rkcompat.solve.nearest._core import minimal_core
from rkcompat.solve.nearest._encode import Encoding, Origin
from rkcompat.solve.nearest._slots import Option, Slot
from rkcompat.solve.search._search import Problem, Variable, search

from .instances import Instance, holds, key

NODES = 20_000
"""The limit that `resolve` has."""
ROUNDS = 20_000
"""The limit that resolvelib is given."""
SECONDS = 20
"""Of the processor, after which RC2 is interrupted."""


class Answer(NamedTuple):
    """What an engine says."""

    values: tuple[int, ...] | None
    """The versions; ``None`` where it has none."""
    sure: bool
    """Whether it stands by it: the answer is what was asked for, or there is none."""
    translate: float
    """Seconds of the processor from the neutral form to the engine's own."""
    solve: float
    """Seconds of the processor in the engine."""
    nodes: int = 0
    """How many steps, where the engine counts them."""


class Core(NamedTuple):
    """Why nothing fits."""

    rules: frozenset[str]
    seconds: float


def problem_of(instance: Instance) -> Problem:
    """The instance for rkcompat: sets of versions are bits."""
    variables = tuple(Variable(thing.extra, thing.age, thing.act) for thing in instance.things)
    clauses = tuple(
        tuple((thing, sum(1 << version for version in allowed)) for thing, allowed in ways) for _, ways in instance.demands
    )
    return Problem(variables, instance.prices, clauses, instance.brings)


def by_rkcompat(instance: Instance) -> Answer:
    """The search of `resolve`, with its limit."""
    start = process_time()
    problem = problem_of(instance)
    between = process_time()
    found = search(problem, node_limit=NODES)
    end = process_time()
    values = found.solutions[0].values if found.solutions else None
    return Answer(values, found.complete or bool(found.solutions), between - start, end - between, found.nodes)


def encoding_of(instance: Instance) -> Encoding:
    """The instance with what a core is told in: rules, and locks where a thing is held to its present version."""
    problem = problem_of(instance)
    locked = {ways[0][0] for rule, ways in instance.demands if rule.startswith("lock")}
    kept = [number for number, demand in enumerate(instance.demands) if not demand.rule.startswith("lock")]
    rules = {
        demand.rule: Rule(id=demand.rule, title="t", why="w", layer="loading", severity="error", basis="measured")
        for demand in instance.demands
    }
    slots = tuple(
        Slot(str(thing), f"lock {thing}", "board", "change-image", (Option("", None, ()),) * variable.size, thing in locked)
        for thing, variable in enumerate(problem.variables)
    )
    clauses = [problem.clauses[number] for number in kept]
    return Encoding(slots, problem.only(clauses), tuple(Origin(rules[instance.demands[n].rule], (), ()) for n in kept))


def core_by_rkcompat(instance: Instance) -> Core:
    """The rules and locks of exit 4."""
    encoding = encoding_of(instance)
    manifest = Manifest(manifest=1, lock=Lock(reason="r"))
    start = process_time()
    items = minimal_core(encoding, manifest, NODES)
    seconds = process_time() - start
    locks = {f"lock {item.name}" for item in items if item.kind == "lock"}
    return Core(frozenset({item.name for item in items if item.kind == "rule"} | locks), seconds)


class _Sat:
    """An instance as clauses over Booleans."""

    def __init__(self, instance: Instance) -> None:
        from pysat.card import CardEnc, EncType
        from pysat.formula import WCNF, IDPool

        self.instance = instance
        self.names = IDPool()
        self.formula: Any = WCNF()
        for number, thing in enumerate(instance.things):
            versions = [self.names.id(("is", number, version)) for version in range(len(thing.extra))]
            self.formula.append(versions)
            if len(versions) > 1:
                at_most = CardEnc.atmost(versions, bound=1, vpool=self.names, encoding=EncType.ladder)
                self.formula.extend(at_most.clauses)

    def clauses(self, ways: Sequence[tuple[int, frozenset[int]]]) -> Iterator[list[int]]:
        """One of the versions of one of the ways; or for each version that a thing shall not have, not that or another way."""
        literals = [[self.names.id(("is", thing, version)) for version in sorted(allowed)] for thing, allowed in ways]
        everything = [literal for way in literals for literal in way]
        for number, (thing, allowed) in enumerate(ways):
            others = [literal for place, way in enumerate(literals) if place != number for literal in way]
            refused = frozenset(range(len(self.instance.things[thing].extra))) - allowed
            if len(refused) * (1 + len(others)) < len(everything):
                yield from ([-self.names.id(("is", thing, version)), *others] for version in sorted(refused))
                return
        yield everything

    def read(self, model: Sequence[int]) -> tuple[int, ...]:
        """The versions of a model."""
        true = {literal for literal in model if literal > 0}
        return tuple(
            next(version for version in range(len(thing.extra)) if self.names.id(("is", number, version)) in true)
            for number, thing in enumerate(self.instance.things)
        )

    def minimise(self, *, whole: bool) -> None:
        """Add what a change costs; with `whole` also the number of changes and the age, each below the one before."""
        oldest = 1 + sum(max(thing.age) for thing in self.instance.things) if whole else 1
        change = oldest if whole else 0
        cost = oldest * (1 + len(self.instance.things)) if whole else 1
        for act, price in enumerate(self.instance.prices):
            self.formula.append([-self.names.id(("act", act))], weight=price * cost)
        for number, thing in enumerate(self.instance.things):
            now = self.names.id(("is", number, 0))
            brought = [self.names.id(("act", act)) for act, other in self.instance.brings if other == thing.act]
            self.formula.append([now, self.names.id(("act", thing.act)), *brought])
            if change:
                self.formula.append([now], weight=change)
            for extra in sorted(set(thing.extra) - {0}):
                dear = self.names.id(("extra", number, extra))
                self.formula.append([-dear], weight=extra * cost)
                for version, its in enumerate(thing.extra):
                    if its == extra:
                        self.formula.append([-self.names.id(("is", number, version)), dear])
            for version, age in enumerate(thing.age):
                if whole and age:
                    self.formula.append([-self.names.id(("is", number, version))], weight=age)


def by_rc2(instance: Instance, *, whole: bool = False) -> Answer:
    """Weighted MaxSAT, the least cost; with `whole` the least (cost, changes, age) as one sum."""
    from pysat.examples.rc2 import RC2Stratified

    start = process_time()
    sat = _Sat(instance)
    for _, ways in instance.demands:
        sat.formula.extend(sat.clauses(ways))
    sat.minimise(whole=whole)
    between = process_time()
    with RC2Stratified(sat.formula) as solver:
        ended, interrupted = Event(), Event()

        def watch() -> None:
            while not ended.wait(0.1):
                if process_time() - between > SECONDS:
                    interrupted.set()
                    solver.interrupt()
                    return

        watcher = Thread(target=watch)
        watcher.start()
        model = solver.compute(expect_interrupt=True)
        end = process_time()
        ended.set()
        watcher.join()
    return Answer(sat.read(model) if model else None, not interrupted.is_set(), between - start, end - between)


def core_by_musx(instance: Instance) -> Core:
    """A minimal unsatisfiable set of rules: one selector each, its clauses hard under it."""
    from pysat.examples.musx import MUSX

    sat = _Sat(instance)
    rules = list(dict.fromkeys(demand.rule for demand in instance.demands))
    for rule, ways in instance.demands:
        sat.formula.extend([*clause, -sat.names.id(("rule", rule))] for clause in sat.clauses(ways))
    for rule in rules:
        sat.formula.append([sat.names.id(("rule", rule))], weight=1)
    start = process_time()
    with MUSX(sat.formula, solver="m22", verbosity=0) as solver:
        found = solver.compute()
    return Core(frozenset(rules[number - 1] for number in found or ()), process_time() - start)


class _Requirement(NamedTuple):
    package: str
    allowed: frozenset[int]


class _Candidate(NamedTuple):
    package: str
    version: int


class _Provider:
    """An instance as packages."""

    def __init__(self, instance: Instance) -> None:
        self.root: list[_Requirement] = []
        self.sizes: dict[str, int] = {}
        self.needs: dict[_Candidate, list[_Requirement]] = {}
        for number, thing in enumerate(instance.things):
            self.sizes[str(number)] = len(thing.extra)
            self.root.append(_Requirement(str(number), frozenset(range(len(thing.extra)))))
        for number, (_, ways) in enumerate(instance.demands):
            if not ways:
                self.root.append(_Requirement("0", frozenset()))
            elif len(ways) == 1:
                self.root.append(_Requirement(str(ways[0][0]), ways[0][1]))
            elif len(ways) == 2:
                (left, ours), (right, theirs) = ways
                for version in range(self.sizes[str(left)]):
                    if version not in ours:
                        self._need(_Candidate(str(left), version), _Requirement(str(right), theirs))
            else:
                package = f"demand {number}"
                self.sizes[package] = len(ways)
                self.root.append(_Requirement(package, frozenset(range(len(ways)))))
                for way, (thing_number, allowed) in enumerate(ways):
                    self._need(_Candidate(package, way), _Requirement(str(thing_number), allowed))

    def _need(self, candidate: _Candidate, requirement: _Requirement) -> None:
        self.needs.setdefault(candidate, []).append(requirement)

    def identify(self, requirement_or_candidate: _Requirement | _Candidate) -> str:
        return requirement_or_candidate.package

    def get_preference(
        self, identifier: str, resolutions: object, candidates: object, information: Any, backtrack_causes: Any
    ) -> tuple[bool, int, str]:
        """First what just failed, then what has the fewest versions left, as pip does."""
        causes = {cause.requirement.package for cause in backtrack_causes}
        wanted = [info.requirement.allowed for info in information[identifier]]
        return identifier not in causes, min(map(len, wanted), default=0), identifier

    def find_matches(
        self, identifier: str, requirements: Mapping[str, Iterator[_Requirement]], incompatibilities: Any
    ) -> list[_Candidate]:
        """In order of preference."""
        left = set(range(self.sizes[identifier]))
        for requirement in requirements[identifier]:
            left &= requirement.allowed
        left -= {candidate.version for candidate in incompatibilities[identifier]}
        return [_Candidate(identifier, version) for version in sorted(left)]

    def is_satisfied_by(self, requirement: _Requirement, candidate: _Candidate) -> bool:
        return candidate.version in requirement.allowed

    def get_dependencies(self, candidate: _Candidate) -> Sequence[_Requirement]:
        return self.needs.get(candidate, ())

    def narrow_requirement_selection(self, identifiers: Iterable[str], *_: object, **__: object) -> Iterable[str]:
        return identifiers


def by_resolvelib(instance: Instance) -> tuple[Answer, int | None]:
    """Any answer, the preferred versions tried first; and how many causes it names where it finds that there is none."""
    from resolvelib import BaseReporter, ResolutionImpossible, ResolutionTooDeep, Resolver

    start = process_time()
    provider = _Provider(instance)
    between = process_time()
    causes = None
    values = None
    sure = True
    try:
        found = Resolver(provider, BaseReporter()).resolve(provider.root, max_rounds=ROUNDS)  # type: ignore[arg-type]
        values = tuple(found.mapping[str(number)].version for number in range(len(instance.things)))
    except ResolutionImpossible as impossible:
        causes = len(impossible.causes)
    except ResolutionTooDeep:
        sure = False
    return Answer(values, sure, between - start, process_time() - between), causes


def by_trying_all(instance: Instance) -> Answer:
    """The least (cost, changes, age, versions) of all combinations that hold."""
    start = process_time()
    everything = product(*(range(len(thing.extra)) for thing in instance.things))
    best = min(((key(instance, values), values) for values in everything if holds(instance, values)), default=None)
    return Answer(best[1] if best else None, True, 0.0, process_time() - start)

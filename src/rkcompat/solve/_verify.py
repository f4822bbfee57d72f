"""Check a certificate without the solver: its options are all there are, its clauses are what the rules say, its cases close.

Nothing of the search, the encoding or the choice of sets is used here. A clause is believed because every combination of
options that it rules out is laid out as a manifest of its own and held against the rule by the check; the cases are believed
because each is closed by such clauses, or costs no less than the answer.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import prod

import msgspec

from ..model.artifact import MINI_HEADER, ModelFile
from ..model.fact import NO_DATA, Several
from ..model.finding import Finding
from ..model.manifest import Manifest, Model, Runtime
from ..model.matrix import Matrix, ValidatedSet
from ..model.proof import FORMAT, Proof, ProofClause, ProofNode
from ..model.reading import ReadManifest
from ..model.rule import Demand, Rule
from ..model.version import Version, parse_version
from ..model.words import SEVERITIES
from ._check import LOADED, check
from ._cost import ACTION, DOWNGRADE, WEIGHTS
from ._facts import Facts
from ._verify_library import MISSING, component_of, is_misplaced, missing_then, put_in_place, untold_of
from ._world import PAIRS, World, build_world

State = dict[str, int]
"""Slot to the number of its option."""

Domains = dict[str, frozenset[int]]

#: A clause of the built-in rules rules out some hundred at the most.
_MOST = 5_000


class ProofError(Exception):
    """A proof that does not show what it says."""


def verify(read: ReadManifest, matrix: Matrix, proof: Proof) -> None:
    """Follow every claim of a proof.

    Raises:
        ProofError: one does not hold; the message says which.
    """
    try:
        _Verifier(read, matrix, proof).run((read.sha256, matrix.sha256))
    except (LookupError, ValueError, RecursionError) as fault:  # it names what is not there, or nests without end
        raise ProofError(f"the proof contradicts itself: {type(fault).__name__} {fault}") from None


class _Verifier:
    def __init__(self, read: ReadManifest, matrix: Matrix, proof: Proof) -> None:
        self.manifest = read.manifest
        self.files = read.files
        self.disagreements = read.disagreements
        self.matrix = matrix
        self.proof = proof
        self.soc = matrix.aliases.get((read.manifest.board.soc or "").lower(), "")
        self.platform = matrix.platforms.get(self.soc)
        self.sets = {row.id: row for row in matrix.sets if row.works and self.soc in row.socs}
        strict = SEVERITIES[SEVERITIES.index(proof.fail_on) :]
        rules = [rule for rule in matrix.rules if rule.severity in strict and not rule.disproved_by]
        self.rules = {rule.id: rule for rule in rules}
        #: all that must hold, and each rule alone
        self.strict = msgspec.structs.replace(matrix, rules=tuple(rules))
        self.alone = {rule.id: msgspec.structs.replace(matrix, rules=(rule,)) for rule in rules}
        #: each thing to the slot that it shares with the other candidates of its group; a library that is not there yet to
        #: the one that stands for it, which has its scope's name
        world = build_world(read.manifest, matrix, read.files, read.disagreements)
        self.slots = {one.about: group[0].about for groups in world.groups.values() for group in groups for one in group}
        #: copies that one model may load while another names a copy beside them
        self.passed_over = [one.about for scope, _ in PAIRS for one in world.passed_over(scope)]

    def run(self, hashes: tuple[str, str]) -> None:
        """Everything that is claimed."""
        proof = self.proof
        _demand(proof.format == FORMAT, f"the proof has format {proof.format}, needed {FORMAT}")
        _demand((proof.manifest, proof.matrix) == hashes, "the proof is of another manifest or another matrix")
        _demand((proof.answer is None) == (proof.cost is None), "the proof has a cost without an answer")
        _demand(proof.answer is not None or proof.set is None, "the proof has a set without an answer")
        _demand(not self.passed_over, f"no proof can tell which model loads {', '.join(self.passed_over)}")
        self._options()
        for number, clause in enumerate(proof.clauses):
            self._clause(number, clause)
        if proof.answer is not None:
            self._answer()
        self._sets()
        if proof.set is None:
            self._cases(proof.tree, {about: self._allowed(about) for about in proof.options})

    def _options(self) -> None:
        """Each slot's options are the present state and every release that one could go to."""
        expected = set(self._things())
        _demand(set(self.proof.options) == expected, "the proof does not speak of all that can change, or of more")
        for about, labels in self.proof.options.items():
            component = self._component(about)
            if component in ("kernel-config", "device-tree"):
                _demand(labels == ("", "as required"), f"{about} can be as it is or as required")
                continue
            wanted = {parse_version(label).low: label for label in sorted(self._releases(about, component))}
            if component == "model":
                wanted = {low: label for low, label in wanted.items() if self._converts(label)} if self.platform else {}
            present = self._present(about)
            _demand(labels[0] == present, f"{about} is {present or 'not told'}, and the proof says {labels[0] or 'nothing'}")
            others = [parse_version(label).low for label in labels[1:]]
            if self._is_misplaced(about, present) and parse_version(present).low in wanted:
                _demand(parse_version(present).low in others, f"{about} could also be {present} built for this system")
            known = {*others, *([parse_version(present).low] if present else [])}
            missing, strange = wanted.keys() - known, set(others) - wanted.keys()
            _demand(len(set(others)) == len(others), f"{about} has an option twice")
            _demand(not missing, f"{about} could also be {', '.join(wanted[low] for low in sorted(missing))}")
            _demand(not strange, f"{about} has options that are no releases")

    def _is_misplaced(self, about: str, present: str) -> bool:
        """Whether one library is there, and another file of its release would be a change."""
        entry = self._entry(about)
        is_one = isinstance(entry, Runtime) and list(self.slots.values()).count(about) == 1
        if not isinstance(entry, Runtime) or not is_one or self._component(about) != "runtime":
            return False
        return bool(present) and is_misplaced(self.manifest, entry, self._library(entry, present))

    def _things(self) -> Iterator[str]:
        """What can change: the loaded libraries, the models, what the board states, and what an image brings."""
        world = build_world(self.manifest, self.matrix, self.files, self.disagreements)
        for scope in ("runtime", "rkllm-runtime", "model", "rkllm-model"):
            yield from (group[0].about for group in world.groups[scope])
        for component in ("toolkit", "rkllm-toolkit", "lite", "server", "driver", "kernel"):
            foreign = component == "driver" and world.board["driver.family"] not in (None, "rknpu")
            if foreign or world.board["kernel.release" if component == "kernel" else f"{component}.version"] is not None:
                yield component
        yield from ("kernel-config", "device-tree")

    def _component(self, about: str) -> str:
        entry = self._entry(about)
        if isinstance(entry, Runtime):
            return "rkllm-runtime" if entry.library == "librkllmrt" else "runtime"
        if isinstance(entry, Model):
            return "rkllm-model" if entry.kind == "rkllm" else "model"
        return about

    def _entry(self, about: str) -> object:
        name, _, rest = about.partition("[")
        return getattr(self.manifest, name)[int(rest[:-1])] if rest else None

    def _present(self, about: str) -> str:
        """The version that is there; nothing where it is not told, or where copies that differ may be the loaded one."""
        entry = self._entry(about)
        if isinstance(entry, Runtime):
            rivals = [copy for i, copy in enumerate(self.manifest.runtime) if self.slots.get(f"runtime[{i}]") == about]
            return (entry.version or "") if len({copy.version or "" for copy in rivals}) == 1 else ""
        if isinstance(entry, Model):
            return entry.toolkit or ""
        table = getattr(self.manifest, about.replace("-", "_"), None)
        return getattr(table, "release" if about == "kernel" else "version", None) or ""

    def _releases(self, about: str, component: str) -> set[str]:
        key = {"model": "toolkit", "rkllm-model": "rkllm-toolkit"}.get(component, component)
        if component == "runtime":
            entry = self._entry(about)
            stated = entry.library if isinstance(entry, Runtime) else None
            key = (self.platform.runtime_library if self.platform else stated) or ""
        finals = {str(row.version) for row in self.matrix.releases.get(key, ()) if row.version.low[6] == 3}
        return finals | {str(row.components[component]) for row in self.sets.values() if component in row.components}

    def _converts(self, label: str) -> bool:
        """Whether a toolkit makes models for this SoC, as far as is known."""
        for row in self.matrix.releases.get("toolkit", ()):
            targets = row.attributes.get("targets", {}).get("*")
            if str(row.version) == label and isinstance(targets, tuple):
                return self.soc in targets
        return True

    def _allowed(self, about: str) -> frozenset[int]:
        locks: set[str] = set(self.manifest.lock.components)
        locked = self._component(about) in locks or (self._action(about) == "change-image" and locks & {"image", "kernel"})
        return frozenset({0}) if locked else frozenset(range(len(self.proof.options[about])))

    def _action(self, about: str) -> str:
        driver = self.manifest.driver
        built_in = self.manifest.kernel.config.get("CONFIG_ROCKCHIP_RKNPU") == "y"
        if about == "driver" and driver.linkage == "module" and driver.family == "rknpu" and not built_in:
            return "replace-module"
        return ACTION[self._component(about)]

    def _clause(self, number: int, clause: ProofClause) -> None:
        """Every combination that the clause rules out violates its rule, whatever else changes."""
        _demand(clause.meets.keys() <= self.proof.options.keys(), f"clause {number} speaks of something that cannot change")
        rule = self.rules.get(clause.rule)
        _demand(rule is not None, f"clause {number}: {clause.rule} is no rule that must hold")
        assert rule is not None  # the line above refuses it
        kept: str | None = None
        for demand in rule.require or (None,):
            kept = self._kept(clause, rule, demand, number)
            if kept is None:
                return
        raise ProofError(f"clause {number}: {rule.id} is not broken by {kept}")

    def _kept(self, clause: ProofClause, rule: Rule, demand: Demand | None, number: int) -> str | None:
        """A combination that the clause rules out and that leaves a demand of its rule unbroken; ``None`` where there is none.

        What the demand or the conditions read and the clause does not name may be anything: the clause says so.
        """
        read = self._read(clause.about, (*rule.when, *((demand,) if demand else ())))
        unmet = {
            about: [value for value in range(len(labels)) if value not in clause.meets.get(about, ())]
            for about, labels in self.proof.options.items()
            if about in clause.meets or about in read
        }
        _demand(prod(map(len, unmet.values())) <= _MOST, f"clause {number} rules out more than {_MOST} combinations")
        for values in product(*unmet.values()):
            state = dict(zip(unmet, values, strict=True))
            if not self._breaks(clause, demand, state):
                return self._say(state)
        return None

    def _read(self, about: tuple[str, ...], demands: tuple[Demand, ...]) -> set[str]:
        """The slots whose facts some demands of these things read."""
        sides = [side for one in demands for side in ((one.scope, one.fact), (one.other_scope, one.other))]
        read = {fact.partition(".")[0] for scope, fact in sides if scope == "board"} | set(about)
        if any(fact == MISSING for _, fact in sides):
            read |= {self._called(index) for index in range(len(self.manifest.application))}
        return read

    def _called(self, index: int) -> str:
        """The slot of the library that a program misses functions of; nothing where it could be one of several."""
        component = component_of(self.manifest.application[index].missing)
        found = [about for about in self.proof.options if component and self._component(about) == component]
        return found[0] if len(found) == 1 else ""

    def _breaks(self, clause: ProofClause, demand: Demand | None, state: State) -> bool:
        if any(self.proof.options[about][value] == "as required" for about, value in state.items()):
            return False
        world, findings = self._violations(state, self.alone[clause.rule])
        scopes = {one.about: one.scope for groups in world.groups.values() for group in groups for one in group}
        return any(
            {self.slots.get(name, scopes.get(name, name)) for name in finding.about} == set(clause.about)
            and (demand is None or any(reading.demand == demand for reading in finding.read))
            for finding in findings
        )

    def _violations(self, state: State, matrix: Matrix) -> tuple[World, list[Finding]]:
        """A state laid out, and what it breaks of the rules of a matrix."""
        world = self._world(state)
        torn = [("undetermined", (LOADED,))]
        findings = check(world, matrix, self.proof.fail_on)
        return world, [one for one in findings if one.verdict == "violated" or (one.verdict, one.missing) in torn]

    def _world(self, state: State) -> World:
        manifest, files, changed = self._lay_out(state)
        return build_world(manifest, self.matrix, files, self.disagreements, inferring=changed)

    def _answer(self) -> None:
        answer, proof = self.proof.answer or {}, self.proof
        for about, value in answer.items():
            _demand(value in self._allowed(about), f"the answer changes {about}, which is locked")
        relevant = {about: value for about, value in answer.items() if proof.options[about][value] != "as required"}
        required = {about for about, value in answer.items() if proof.options[about][value] == "as required"}
        for finding in self._violations(relevant, self.strict)[1]:
            _demand(bool(required & set(finding.rule.subjects)), f"the answer breaks {finding.rule.id}")
        _demand(self._cost(answer) == proof.cost, f"the answer costs {self._cost(answer)}, and the proof says {proof.cost}")

    def _cost(self, state: State) -> int:
        """What a state costs: each act once, and what goes back a little more."""
        acts, extra = {}, 0
        for about, value in state.items():
            if not value:
                continue
            action = self._action(about)
            alone = {"replace-library": about, "change-image": "", "convert-model": ""}.get(action, self._component(about))
            acts[action, alone] = WEIGHTS[action]  # type: ignore[index]
            before, after = self.proof.options[about][0], self.proof.options[about][value]
            if before and after != "as required" and parse_version(after).high <= parse_version(before).low:
                extra += DOWNGRADE
        return _paid(acts) + extra

    def _sets(self) -> None:
        """Every set that was run here is accounted for, and none that fits is cheaper than the answer."""
        proof, alone = self.proof, self.sets
        rows = alone if proof.set in alone else alone | self._joined()
        _demand(sorted(told.set for told in proof.sets) == sorted(rows), "the proof does not account for every set")
        answered = 0
        doubtful = proof.set is not None and self._is_doubtful(proof.answer or {}, certain=True)
        for told in proof.sets:
            state = self._adopt(rows[told.set])
            if told.why == "elsewhere":
                _demand(state is None, f"{told.set} can be adopted here")
                continue
            _demand(state is not None, f"{told.set} cannot be adopted here")
            assert state is not None  # the line above refuses it
            if told.why == "locked":
                _demand(any(value not in self._allowed(about) for about, value in state.items()), f"{told.set} changes no lock")
            elif told.why == "breaks":
                clause = proof.clauses[told.clause] if told.clause is not None and told.clause < len(proof.clauses) else None
                unmet = clause and not any(state.get(about, 0) in values for about, values in clause.meets.items())
                _demand(bool(unmet), f"{told.set} breaks no such clause")
            else:
                _demand(proof.set is not None, f"{told.set} can be adopted, and the proof answers without a set")
                _demand(proof.set in alone or told.set not in alone, f"{told.set} can be adopted, and the proof joins two")
                _demand(told.cost == self._cost(state), f"{told.set} costs {self._cost(state)}, and the proof says {told.cost}")
                if told.why == "answer":
                    answered += 1
                    same = {about: value for about, value in state.items() if value} == (proof.answer or {})
                    _demand(told.set == proof.set and same, f"{told.set} is not what the proof answers")
                elif told.why == "doubtful":
                    _demand(self._is_doubtful(state, certain=False), f"nothing of {told.set} is inferred")
                else:
                    _demand((told.cost or 0) >= (proof.cost or 0), f"{told.set} is cheaper than the answer")
                    _demand(
                        not doubtful or self._is_doubtful(state, certain=False), f"{told.set} is certain, the answer is not"
                    )
        _demand(answered == (proof.set is not None), "the answer's set is not among the sets")

    def _joined(self) -> dict[str, ValidatedSet]:
        """Every two sets as one that agree on what both name, of which each names something here that the other does not."""
        here, joined = {self._component(about) for about in self.proof.options}, {}
        for one, other in combinations(list(self.sets.values()), 2):
            named = [{name: str(version) for name, version in row.components.items()} for row in (one, other)]
            shared = named[0].keys() & named[1].keys()
            own = [here & (mine.keys() - shared) for mine in named]
            if shared & here and all(own) and all(named[0][name] == named[1][name] for name in shared):
                both = {**one.components, **other.components}
                joined[f"{one.id} + {other.id}"] = msgspec.structs.replace(one, components=both)
        return joined

    def _is_doubtful(self, state: State, *, certain: bool) -> bool:
        """Whether a rule that must hold rests on the value of an earlier release, and nobody ran as much.

        Where it is to be `certain`, the rule must apply and be one that another option would break; otherwise it is enough
        that it asks for such a value.
        """
        world, _ = self._violations({about: value for about, value in state.items() if value}, self.strict)
        things = {one.about: one for groups in world.groups.values() for group in groups for one in group}
        for finding in check(world, self.strict, self.proof.fail_on):
            if certain and finding.verdict == "not-applicable":
                continue
            for demand in finding.rule.require:
                for facts in [things[name] for name in finding.about if name in things] if certain else things.values():
                    asked = bool(demand.other) and facts.scope == demand.other_scope and facts.carry
                    inferred = asked and facts.is_inferred(demand.other) and not self._ran(facts, demand.fact, world)
                    if inferred and (not certain or self._can_break(finding.rule, demand.fact.partition(".")[0], state)):
                        return True
        return any(value and self._is_untold(about, state) for about, value in state.items())

    def _is_untold(self, about: str, state: State) -> bool:
        """Whether a rule that another file of this library would break reads what is not known of the one in its place."""
        manifest, _, _ = self._lay_out({about: value for about, value in state.items() if value})
        if self._component(about) not in ("runtime", "rkllm-runtime"):
            return False
        copy = self._copy(about, manifest.runtime)
        untold = set(untold_of(self.matrix, copy)) if self._component(about) == "runtime" else set()
        programs = zip(self.manifest.application, manifest.application, strict=True)
        if any(before.missing and after.missing is None for before, after in programs):
            untold.add(MISSING)
        rules = [rule for rule in self.rules.values() if untold & {one.fact for one in (*rule.when, *rule.require)}]
        rules += [rule for rule in self.rules.values() if untold & {one.other for one in rule.require} and rule not in rules]
        return any(self._can_break(rule, about, state) for rule in rules)

    def _copy(self, about: str, runtimes: Sequence[Runtime]) -> Runtime:
        """A library of a state: in its place, or among those that were put beside what was there."""
        if about.endswith("]"):
            return runtimes[int(about.partition("[")[2][:-1])]
        added = runtimes[len(self.manifest.runtime) :]
        return next(copy for copy in added if (copy.library == "librkllmrt") is (about == "rkllm-runtime"))

    def _can_break(self, rule: Rule, slot: str, state: State) -> bool:
        """Whether some option of a slot breaks a rule in a state."""
        options = range(len(self.proof.options.get(slot, ())))
        return any(self._violations({**state, slot: value}, self.alone[rule.id])[1] for value in options)

    def _ran(self, facts: Facts, fact: str, world: World) -> bool:
        """Whether somebody ran this runtime on this chip with a driver no newer than the one it has here."""
        have = world.board[fact] if fact == "driver.version" else None
        version = facts["runtime.version"] if facts.scope == "runtime" else None
        return any(
            isinstance(have, Version)
            and isinstance(version, Version)
            and runtime.low == version.low
            and driver.high <= have.high
            for runtime, driver in [
                (row.components["runtime"], row.components["driver"])
                for row in self.sets.values()
                if {"runtime", "driver"} <= row.components.keys()
            ]
        )

    def _adopt(self, row: ValidatedSet) -> State | None:
        """The state that a set asks for; ``None`` where it names nothing that is here, or what a thing cannot be."""
        state, named = {}, False
        on_top = row.components.keys() - {"driver", "kernel", "image"}
        for about, labels in self.proof.options.items():
            version = row.components.get(self._component(about))
            if version is None:
                continue
            named = True
            lows = [parse_version(label).low if label and label != "as required" else None for label in labels]
            value = next((number for number, low in enumerate(lows) if number and low == version.low), None)
            now = parse_version(labels[0]) if labels[0] else None
            within = now is not None and version.low <= now.low and now.high <= version.high
            if within and (version.is_range or value is None):
                value = 0
            if value is not None and not labels[0] and self._component(about) == "model" and self._may_be(about, value):
                value = 0
            if value is None:
                return None
            state[about] = value
        other_chain = on_top and not on_top & {self._component(about) for about in self.proof.options}
        return state if named and not other_chain else None

    def _may_be(self, about: str, value: int) -> bool:
        """Whether a model whose toolkit nobody knows reads as one that this toolkit makes, as far as anything is known."""
        now, new = ({one.about: one for (one,) in self._world({about: v}).groups["model"]}[about] for v in (0, value))
        chips, wanted = now["model.target-platform"], new["model.target-platform"]
        if not isinstance(chips, tuple) or not isinstance(wanted, tuple) or not set(wanted).issubset(chips):
            return False
        asked = ("model.schema", "model.layout", "model.npu", "model.damage", "model.disagreements")
        unlike = [(now[fact], new[fact]) for fact in asked if now[fact] != new[fact]]
        return all(any(one is None or one is NO_DATA or isinstance(one, Several) for one in pair) for pair in unlike)

    def _cases(self, node: ProofNode | None, domains: Domains) -> None:
        """A case is closed by its clauses, by its cost, or by the cases that its own split leaves."""
        left = self._narrow(domains)
        cheapest = {about: min(values) for about, values in left.items()} if left is not None else {}
        if left is None or (self.proof.cost is not None and self._least(left) >= self.proof.cost):
            return
        _demand(node is not None and node.clause < len(self.proof.clauses), f"a case is left open: {self._say(cheapest)}")
        assert node is not None  # the line above refuses it
        rest, ways = dict(left), iter(node.ways)
        for about, values in self.proof.clauses[node.clause].meets.items():
            met = rest[about] & frozenset(values)
            if met:
                self._cases(next(ways, None), {**rest, about: met})
            rest[about] -= met
            if not rest[about]:
                return
        # what is left meets no literal of the clause, so it breaks the clause's rule

    def _narrow(self, domains: Domains) -> Domains | None:
        """Take away what the clauses rule out until nothing changes; ``None`` where nothing is left."""
        left, changed = dict(domains), True
        while changed:
            changed = False
            for clause in self.proof.clauses:
                met = {about: left[about] & frozenset(values) for about, values in clause.meets.items()}
                if any(met[about] == left[about] for about in met):
                    continue
                ways = [about for about in met if met[about]]
                if not ways:
                    return None
                if len(ways) == 1:
                    left[ways[0]] = met[ways[0]]
                    changed = True
        return left

    def _least(self, domains: Domains) -> int:
        """No state of these domains costs less: what must change pays its act, and the least that going back costs."""
        acts, extra = {}, 0
        for about, values in domains.items():
            if 0 in values:
                continue
            action = self._action(about)
            alone = {"replace-library": about, "change-image": "", "convert-model": ""}.get(action, self._component(about))
            acts[action, alone] = WEIGHTS[action]  # type: ignore[index]
            extra += min(self._cost({about: value}) for value in values) - WEIGHTS[action]  # type: ignore[index]
        return _paid(acts) + extra

    def _lay_out(self, state: State) -> tuple[Manifest, dict[int, ModelFile], frozenset[str]]:
        """The manifest as it would read in a state, what the files of converted models would say, and what is new in it."""
        tables: dict[str, object] = {}
        new: set[str] = set()
        runtimes, models, files = list(self.manifest.runtime), list(self.manifest.model), dict(self.files)
        for about, value in state.items():
            if not value:
                continue
            label = self.proof.options[about][value]
            entry, index = self._entry(about), int(about.partition("[")[2].rstrip("]") or 0)
            new.add(about)
            if about in ("runtime", "rkllm-runtime"):  # one is needed, and the manifest has none
                missing = Runtime(library="librkllmrt") if about == "rkllm-runtime" else Runtime()
                new.add(f"runtime[{len(runtimes)}]")
                runtimes.append(self._library(missing, label))
            elif isinstance(entry, Runtime):
                runtimes = [
                    msgspec.structs.replace(copy, loaded=False)
                    if copy.library == entry.library and copy.loaded is None
                    else copy
                    for copy in runtimes
                ]
                runtimes[index] = self._library(entry, label)
            elif isinstance(entry, Model):
                models[index] = self._converted(entry, label)
                files[index] = self._file(self.files.get(index))
            elif about == "driver":
                tables[about] = msgspec.structs.replace(
                    self.manifest.driver, family="rknpu", version=label, module_file=None, nodes=None
                )
            elif about == "kernel":
                tables[about] = msgspec.structs.replace(self.manifest.kernel, release=label)
            else:
                key = about.replace("-", "_")
                tables[key] = msgspec.structs.replace(getattr(self.manifest, key), version=label)
        programs = [
            msgspec.structs.replace(program, missing=self._missing(program.missing or (), called, runtimes))
            if state.get(called := self._called(number))
            else program
            for number, program in enumerate(self.manifest.application)
        ]
        tables["application"] = tuple(programs)
        changed = msgspec.structs.replace(self.manifest, runtime=tuple(runtimes), model=tuple(models), **tables)
        return changed, files, frozenset(new)

    def _missing(self, names: tuple[str, ...], about: str, runtimes: list[Runtime]) -> tuple[str, ...] | None:
        """What a program that misses these functions of a library misses of the one in its place."""
        entry = self._entry(about)
        is_one = isinstance(entry, Runtime) and list(self.slots.values()).count(about) == 1
        old = entry if isinstance(entry, Runtime) and is_one else None
        return missing_then(self.matrix, names, old, self._copy(about, runtimes), self.soc)

    def _library(self, entry: Runtime, label: str) -> Runtime:
        if entry.library == "librkllmrt":
            return msgspec.structs.replace(entry, version=label, build=None, loaded=True)
        library = self.platform.runtime_library if self.platform else entry.library
        build = None
        for row in self.matrix.releases.get(library or "", ()):
            serves = row.attributes.get("serves", {}).get("*")
            if str(row.version) == label and isinstance(serves, tuple) and self.soc in serves and row.builds:
                build = row.builds[0]
        new = msgspec.structs.replace(entry, library=library, version=label, build=build, loaded=True)
        return put_in_place(self.manifest, self.matrix, entry, new)

    def _converted(self, entry: Model, label: str) -> Model:
        if entry.kind == "rkllm":
            platform = (self.soc,) if self.platform else entry.target_platform
            return msgspec.structs.replace(entry, toolkit=label, target_platform=platform)
        npu = self.platform.npu if self.platform else None
        layout = "mini" if self.platform and self.platform.runtime_library == "librknnmrt" else "full"
        return msgspec.structs.replace(
            entry, format=None, toolkit=label, compiler=label, target_platform=(self.soc,), npu=npu, layout=layout
        )

    def _file(self, old: ModelFile | None) -> ModelFile:
        mini = self.platform is not None and self.platform.runtime_library == "librknnmrt"
        operators = old.operators if old else ()
        return ModelFile(path="", size=0, kind="rknn", format=MINI_HEADER if mini else 6, operators=operators)

    def _say(self, state: State) -> str:
        return (
            ", ".join(f"{about} {self.proof.options[about][value] or 'as it is'}" for about, value in state.items())
            or "anything"
        )


def _paid(acts: dict[tuple[str, str], int]) -> int:
    """What some acts cost: an image brings the module that is built for it."""
    image = any(action == "change-image" for action, _ in acts)
    return sum(cost for (action, _), cost in acts.items() if not (image and action == "replace-module"))


def _demand(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ProofError(otherwise)

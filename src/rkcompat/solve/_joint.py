"""Whether what is not known can be anything at all: rules together can forbid what each alone leaves open."""

from collections.abc import Iterator, Sequence
from itertools import product

import msgspec

from ..model.fact import FACTS, KERNEL_CONFIG, Value
from ..model.finding import Finding
from ..model.matrix import Matrix
from ..model.rule import Rule
from ..model.version import Key, Version
from ..model.words import LIBRARIES
from ._ask import Things
from ._check import bindings, judge
from ._facts import Facts
from ._sheet import Round, sheet_of
from ._world import Group, World

_LIMIT = 5_000
"""Judgements before the search gives up and the verdict stays open."""


class _Unknown(msgspec.Struct, frozen=True):
    """A fact of one thing that is not known, and everything that it can be."""

    about: str
    fact: str
    values: tuple[Value, ...]


def contradiction(world: World, findings: Sequence[Finding], matrix: Matrix) -> tuple[Rule, ...]:
    """The rules that cannot all hold, whatever the unknown needed facts are and whichever copy is loaded.

    Empty where they can, or where nobody can tell.

    The rules are a minimal set: without any one of them some values would do.
    """
    rules = tuple({finding.rule.id: finding.rule for finding in findings if finding.verdict == "undetermined"}.values())
    unknowns = sorted(_unknowns(world, rules, matrix), key=lambda unknown: len(unknown.values))
    for group in _groups(world, rules, unknowns):
        if len(group) > 1 and not _possible(world, group, unknowns, matrix):
            core = group
            for rule in group:
                rest = tuple(other for other in core if other is not rule)
                if not _possible(world, rest, unknowns, matrix):
                    core = rest
            return core
    return ()


def _groups(world: World, rules: Sequence[Rule], unknowns: Sequence[_Unknown]) -> Iterator[tuple[Rule, ...]]:
    """The rules that hang together: through a fact that is not known, or through which copy is loaded, and so on."""
    names = {unknown.fact for unknown in unknowns}
    groups: list[tuple[set[str], set[str]]] = []
    for rule in rules:
        joined = {rule.id}
        links = names.intersection(rule.needed) | {s for s in rule.scopes if any(len(group) > 1 for group in world.groups[s])}
        for group in [group for group in groups if not links.isdisjoint(group[1])]:
            groups.remove(group)
            joined, links = joined | group[0], links | group[1]
        groups.append((joined, links))
    for joined, _ in groups:
        yield tuple(rule for rule in rules if rule.id in joined)


def _unknowns(world: World, rules: Sequence[Rule], matrix: Matrix) -> Iterator[_Unknown]:
    needed = {fact for rule in rules for fact in rule.needed}
    things = {facts.about: facts for groups in world.groups.values() for group in groups for facts in group}
    for about, facts in things.items():
        for fact in sorted(needed):
            known = FACTS.get(fact)
            if facts.scope != (known.scope if known else "board"):
                continue
            value = facts[fact]
            if value is None or (isinstance(value, Version) and value.is_range):
                values = tuple(_values(fact, value, rules, matrix))
                if values:
                    yield _Unknown(about, fact, values)


def _values(fact: str, now: Value, rules: Sequence[Rule], matrix: Matrix) -> Iterator[Value]:
    """Everything that matters which a fact can be: each value that a rule or a release names, and all between them."""
    known = FACTS.get(fact)
    demands = [demand for rule in rules for demand in (*rule.when, *rule.require) if demand.fact == fact]
    if fact == "soc":
        yield from matrix.platforms
    elif known is not None and known.kind == "version":
        component = {"model.toolkit": "toolkit", "rkllm-model.toolkit": "rkllm-toolkit"}.get(fact, fact.partition(".")[0])
        keys: set[Key] = {now.low if isinstance(now, Version) else (0,) * 9}  # the oldest that it can be
        keys |= {r.version.low for name, rows in matrix.releases.items() for r in rows if component in (name, r.component)}
        keys |= {
            r.low
            for rows in matrix.releases.values()
            for row in rows
            for t in row.attributes.values()
            for r in t.values()
            if isinstance(r, Version)
        }
        keys |= {key for demand in demands if demand.range for span in demand.range.spans for key in span if len(key) == 9}
        for key in sorted(keys):
            for low in (key, (*key[:-1], 1)) if key[-1] == 0 else (key,):
                version = Version(f"at {low}", low, (*low[:-1], low[-1] + 1))
                if not isinstance(now, Version) or (now.low <= version.low and version.high <= now.high):
                    yield version
    elif known is not None and known.kind == "flag":
        yield from (True, False)
    elif fact == "driver.family":
        yield from ("rknpu", "rocket", "galcore", "rknpu3", "none")
    elif fact == "runtime.library":
        yield from (name for name in LIBRARIES if name != "librkllmrt")
    elif fact.startswith(KERNEL_CONFIG):
        yield from dict.fromkeys(("y", "m", "n", *(str(word) for demand in demands for word in demand.words)))
    elif fact == "model.target-platform":
        yield from ((name,) for name in matrix.platforms)


def _possible(world: World, rules: Sequence[Rule], unknowns: Sequence[_Unknown], matrix: Matrix) -> bool:
    """Whether with some copies loaded some values break no rule; a search that gives up says that they might."""
    bound = [(rule, groups) for rule in rules for groups in bindings(rule.scopes, world)]
    needed = {fact for rule in rules for fact in rule.needed}
    open_ones = [unknown for unknown in unknowns if unknown.fact in needed]
    rivals = {_names(group): group for _, groups in bound for group in groups if len(group) > 1}
    left = _LIMIT

    def extend(asked: Sequence[tuple[Rule, Things]], number: int, stated: dict[str, dict[str, Value]]) -> bool:
        nonlocal left
        left -= 1
        if left < 0:
            return True
        if _broken(world, asked, stated, matrix):
            return False
        if number == len(open_ones):
            return True
        unknown = open_ones[number]
        for value in unknown.values:
            if extend(asked, number + 1, stated | {unknown.about: stated.get(unknown.about, {}) | {unknown.fact: value}}):
                return True
        return False

    for loaded in product(*rivals.values()):
        chosen = dict(zip(rivals, loaded, strict=True))
        if extend([(rule, tuple(chosen.get(_names(g), g[0]) for g in groups)) for rule, groups in bound], 0, {}):
            return True
    return False


def _names(group: Group) -> tuple[str, ...]:
    return tuple(facts.about for facts in group)


def _broken(world: World, asked: Sequence[tuple[Rule, Things]], stated: dict[str, dict[str, Value]], matrix: Matrix) -> bool:
    """Whether a rule is violated by what is stated so far, whatever else may come."""
    known: dict[str, Facts] = {}

    def supposed(facts: Facts, board: Facts | None) -> Facts:
        if facts.about not in known:
            given: dict[str, Value] = {
                name: value
                for name, value in facts.items()
                if value is not None and (name in FACTS or name.startswith(KERNEL_CONFIG))
            }
            given |= stated.get(facts.about, {})
            known[facts.about] = Facts(
                facts.scope, facts.about, given, facts.matrix, board, config_complete=facts.config_complete
            )
        return known[facts.about]

    board = supposed(world.board, None)
    sheet = sheet_of(matrix)
    return any(
        judge(sheet, sheet.entries[rule.id], Round((board, *(supposed(facts, board) for facts in things[1:]))), True).verdict
        == "violated"
        for rule, things in asked
    )

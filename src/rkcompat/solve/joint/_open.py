"""The rules that wait for facts of a manifest, each with the things that it is asked of and the facts that it waits for."""

from collections.abc import Iterator, Sequence
from itertools import product

import msgspec

from ...model.fact import RELEASE_OF, is_stated
from ...model.rule import Rule
from .._ask import whose
from .._check import LOADED, bindings, judge
from .._facts import Facts
from .._sheet import Asked, Entry, Round, Sheet, is_open
from .._world import Group, World

Place = tuple[str, str]
"""Whose fact, and which: ``runtime[0]`` and ``runtime.version``; of copies of which one is loaded all, and `LOADED`."""


class Open(msgspec.Struct, frozen=True):
    """A rule with what it is asked of: for some values of what is unknown it may be violated."""

    entry: Entry
    groups: tuple[Group, ...]
    places: frozenset[Place]
    """What it waits for."""


def open_rules(world: World, rules: Sequence[Rule], sheet: Sheet) -> Iterator[Open]:
    """Each of the rules with all that it is asked of where it waits for something.

    One that compares texts is left out: of a text that is unknown nobody can try all.
    """
    for rule in rules:
        entry = sheet.entries.get(rule.id)
        if entry is None:
            continue  # the signature of a log's line
        for groups in bindings(rule.scopes, world):
            places = {place_of(group) for group in groups if len(group) > 1}
            waits, compares_texts = False, False
            for things in product(*groups):
                outcome = judge(sheet, entry, Round(things), can_wait=True)
                waits |= bool(outcome.missing) or outcome.verdict == "violated"
                for asked in outcome.asked if outcome.missing else ():
                    places.update(_read(sheet, asked, things))
                    compares_texts |= sheet.demands[asked[1]].test == "same-text"
            if waits and places and not compares_texts:
                yield Open(entry, groups, frozenset(places))


def place_of(group: Group) -> Place:
    """Which of the copies is loaded."""
    return ", ".join(facts.about for facts in group), LOADED


def _read(sheet: Sheet, asked: Asked, things: tuple[Facts, ...]) -> Iterator[Place]:
    """The facts of the manifest that a demand comes down to, as far as they are open."""
    demand = sheet.demands[asked[1]]
    for scope, name in ((demand.scope, demand.fact), (demand.other_scope, demand.other)):
        facts = whose(scope, things)
        if name and is_open(facts[name]):
            yield from _stated(facts, name)


def _stated(facts: Facts, name: str) -> Iterator[Place]:
    owner = name.partition(".")[0]
    if is_stated(name) and name != "generation":
        yield facts.about, name
        return
    if is_open(facts.board["soc"]):
        yield "board", "soc"
    if owner in RELEASE_OF:
        for fact in (RELEASE_OF[owner][1], *(("runtime.library",) if owner == "runtime" else ())):
            if is_open(facts[fact]):
                yield facts.about, fact

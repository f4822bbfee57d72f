"""Every value of the unknown facts held against rules that hang together, until some break none or all are tried."""

from collections.abc import Iterable, Sequence
from itertools import combinations, islice

from ...model.fact import Value, is_stated
from ...model.matrix import Matrix
from ...model.rule import Rule
from ...model.version import Version
from .._check import LOADED, judge
from .._facts import Facts
from .._sheet import Round, Sheet
from ._absent import need_not_be
from ._open import Open, Place, place_of
from ._unknown import NEVER_TOLD, values_of

_LIMIT = 5_000
"""Judgements before the search gives up and the verdict stays as it is."""

_DEEPEST = 200
"""Unknown facts that hang together before it does not begin."""


def groups_of(opens: Iterable[Open]) -> list[list[Open]]:
    """Those that hang together: through a fact that is not known, or through which copy is loaded, and so on."""
    groups: list[tuple[set[Place], list[Open]]] = []
    for one in opens:
        places, joined = set(one.places), [one]
        for group in [group for group in groups if not places.isdisjoint(group[0])]:
            groups.remove(group)
            places, joined = places | group[0], group[1] + joined
        groups.append((places, joined))
    return [joined for _, joined in groups]


class Trial:
    """The unknown facts of rules that hang together, what each can be, and what the rules say of it."""

    def __init__(self, opens: Sequence[Open], sheet: Sheet, matrix: Matrix) -> None:
        self.sheet = sheet
        things = {facts.about: facts for one in opens for group in one.groups for facts in group}
        needed = {fact for one in opens for fact in one.entry.needed}
        demands = tuple(dict.fromkeys(demand for one in opens for demand in (*one.entry.rule.when, *one.entry.rule.require)))
        known: dict[str, dict[str, Value]] = {
            about: {name: v for name, v in facts.items() if v is not None and is_stated(name)}
            for about, facts in things.items()
        }
        self.values: dict[Place, tuple[Value, ...]] = {}
        for about, fact in {place for one in opens for place in one.places if place[1] != LOADED}:
            facts = things[about]
            now = facts[fact]
            known[about][fact] = now if isinstance(now, Version) else None  # None: it shall not be derived
            may_be_missing = need_not_be(fact, facts)
            if may_be_missing and fact not in needed:
                self.values[about, fact] = NEVER_TOLD
            else:
                values = values_of(fact, now, demands, tuple(things.values()), matrix)
                self.values[about, fact] = (*values, None) if may_be_missing and values is not NEVER_TOLD else values
        for one in opens:
            self.values |= {place_of(group): tuple(facts.about for facts in group) for group in one.groups if len(group) > 1}
        self.things, self.known = things, known
        self.tried: dict[Place, Value] = {}
        self.gave_up = False
        """Whether the last search ended at its limit."""

    def refutation(self, opens: Sequence[Open]) -> tuple[Rule, ...]:
        """Some of the rules that hold together for no values; none where some values break no rule, or the search gave up.

        Where all values of one fact fail, the search goes back to the last fact that had a part in it (conflict-directed
        backjumping), so facts that have nothing to do with each other are not tried in all combinations.
        """
        order = sorted(
            {place for one in opens for place in one.places if self.values[place] is not NEVER_TOLD},
            key=lambda place: (place[1] != LOADED, len(self.values[place]), place),
        )
        readers = {place: [one for one in opens if place in one.places] for place in order}
        used: dict[str, Rule] = {}
        left = _LIMIT
        self.tried = tried = {}

        def blamed(number: int) -> set[Place] | None:
            """The facts before this one because of which no value of it, and of those after it, will do; else ``None``."""
            nonlocal left
            if number == len(order):
                return None
            place, blame = order[number], set[Place]()
            for value in self.values[place]:
                tried[place] = value
                left -= len(readers[place])
                if left < 0:
                    return None
                broken = next((one for one in readers[place] if self._is_broken(one)), None)
                if broken is not None:
                    used[broken.entry.rule.id] = broken.entry.rule
                    blame |= broken.places & tried.keys()
                    continue
                deeper = blamed(number + 1)
                if deeper is None:
                    return None
                if place not in deeper:
                    blame = deeper
                    break
                blame |= deeper
            del tried[place]
            return blame - {place}

        blame_of_all = set[Place]() if len(order) > _DEEPEST else blamed(0)
        self.gave_up = left < 0 or len(order) > _DEEPEST
        if self.gave_up or blame_of_all is None:
            return ()
        return tuple(used[name] for name in sorted(used))

    def _is_broken(self, one: Open) -> bool:
        """Whether a rule is violated by the values tried so far, or asks for what is not there, whatever else may come."""
        loaded = {place_of(group): group for group in one.groups if len(group) > 1}
        if not loaded.keys() <= self.tried.keys():
            return False
        board = self._supposed("board", None)
        chosen = (str(self.tried[place_of(group)]) if len(group) > 1 else group[0].about for group in one.groups[1:])
        things = (board, *(self._supposed(about, board) for about in chosen))
        outcome = judge(self.sheet, one.entry, Round(things), can_wait=True)
        if outcome.verdict != "undetermined":
            return outcome.verdict == "violated"
        abouts = {facts.about for facts in things}
        gone = {fact for (about, fact), value in self.tried.items() if value is None and about in abouts}
        return bool(outcome.missing) and gone.issuperset(outcome.missing)

    def _supposed(self, about: str, board: Facts | None) -> Facts:
        facts = self.things[about]
        tried = {fact: value for (whose, fact), value in self.tried.items() if whose == about}
        return Facts(facts.scope, about, self.known[about] | tried, facts.matrix, board, config_complete=facts.config_complete)


_PAIRS = 200
"""Pairs of rules that are tried where they are too many to be tried together."""


def of_two(opens: Sequence[Open], sheet: Sheet, matrix: Matrix) -> tuple[Rule, ...]:
    """Two rules that hold together for no values; none where every pair that is tried can hold."""
    if len(opens) > _PAIRS:  # many libraries and models of which nothing is known: each pair takes long, and says little
        return ()
    pairs = (pair for pair in combinations(opens, 2) if not set(pair[0].places).isdisjoint(pair[1].places))
    found = (Trial(pair, sheet, matrix).refutation(pair) for pair in islice(pairs, _PAIRS))
    return next(filter(None, found), ())

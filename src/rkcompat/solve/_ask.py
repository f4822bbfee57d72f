"""One function a demand, made once for a matrix, that finds its facts among the things a rule is asked of and looks at them."""

from collections.abc import Callable
from typing import Final

from ..model.fact import Scope
from ..model.rule import Demand
from ..model.version import Version
from ._facts import Facts
from ._look import Answer, look

Things = tuple[Facts, ...]
"""The board, and what a rule is asked of, in the order of the rule's scopes."""

Asker = Callable[[Things, int], Answer]
"""Takes the things, and the place of the one that the demand is about."""

NOBODY: Final = -1
"""The place of a demand that compares two things beside the board: its answer belongs to neither."""


def asker(demand: Demand, *, pair: bool) -> Asker:
    """The function for one demand; `pair` says that it compares two things beside the board.

    A fact that is known and is one value takes the shortest way; all else goes through `look`.
    """
    fact, other, words, span = demand.fact, demand.other, demand.words, demand.range
    on_board, other_on_board = demand.scope == "board", demand.other_scope == "board"

    def compare(things: Things, home: int) -> Answer:
        value = things[0 if on_board else home][fact]
        return look(demand, value, things[0 if other_on_board else home][other])

    def one_of(things: Things, home: int) -> Answer:
        value = things[0 if on_board else home][fact]
        return value in words if type(value) in _PLAIN else look(demand, value)

    def in_range(things: Things, home: int) -> Answer:
        value = things[0 if on_board else home][fact]
        return span.holds(value) if type(value) is Version else look(demand, value)  # type: ignore[union-attr]

    def plain(things: Things, home: int) -> Answer:
        return look(demand, things[0 if on_board else home][fact])

    def of_two(things: Things, home: int) -> Answer:
        return look(demand, whose(demand.scope, things)[fact], whose(demand.other_scope, things)[other])

    if pair:
        return of_two
    return compare if other else {"one-of": one_of, "in-range": in_range}.get(demand.test, plain)


_PLAIN = frozenset({str, int, bool})


def whose(scope: Scope, things: Things) -> Facts:
    """The one of the things that has this scope."""
    for facts in things:
        if facts.scope == scope:
            return facts
    raise LookupError(scope)

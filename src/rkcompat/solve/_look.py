"""How a demand looks at a fact: one function a test, each with four answers.

``True`` and ``False`` are certain; ``None`` is what the manifest leaves open; ``NO_DATA`` is what the matrix does not know.
Where a range may be a release that does not meet the demand or one that the matrix does not know, the manifest leaves it open.
"""

from collections.abc import Callable
from itertools import product
from typing import Any

from ..model.fact import NO_DATA, Between, NoData, Partly, Several, Value
from ..model.rule import Demand, Test
from ..model.version import Version

Answer = bool | NoData | None


def look(demand: Demand, value: Value, other: Value = None) -> Answer:
    """Hold one fact against one demand; `other` is the fact that it is compared with, where it is."""
    if value is None or (other is None and demand.other):
        return None
    if value is NO_DATA or other is NO_DATA:
        return NO_DATA
    test = _TESTS[demand.test]
    if type(value) not in _SPLIT and type(other) not in _SPLIT:
        return test(demand, value, other)
    lefts = value if isinstance(value, Several) else (value,)
    rights = other if isinstance(other, Several) else (other,)
    answers = {test(demand, left, right) for left, right in product(lefts, rights)}
    if isinstance(value, Partly) or isinstance(other, Partly):
        return NO_DATA if answers == {True} else None
    if len(answers) == 1:
        return answers.pop()
    return NO_DATA if isinstance(value, Between) or isinstance(other, Between) else None


_SPLIT = frozenset({Several, Between, Partly})

# The tests take what the lint of the matrices has proved them to get: a fact of a kind that the test can look at.


def _in_range(demand: Demand, value: Any, other: Any) -> Answer:
    return demand.range.holds(value)  # type: ignore[union-attr]


def _one_of(demand: Demand, value: Any, other: Any) -> Answer:
    return value in demand.words


def _none_of(demand: Demand, value: Any, other: Any) -> Answer:
    return value not in demand.words


def _empty(demand: Demand, value: Any, other: Any) -> Answer:
    return (not value) is demand.words[0]


def _shares(demand: Demand, value: Any, other: Any) -> Answer:
    theirs = demand.words if not demand.other else other if isinstance(other, tuple) else (other,)
    if not isinstance(value, tuple):
        return value in theirs
    return not set(theirs).isdisjoint(value)


def _at_least(demand: Demand, value: Any, other: Any) -> Answer:
    return _not_below(value, other)


def _at_most(demand: Demand, value: Any, other: Any) -> Answer:
    return _not_below(other, value)


def _not_below(upper: Any, lower: Any) -> bool | None:
    if not isinstance(upper, Version):
        return bool(upper >= lower)
    if upper.low >= (lower.high if lower.is_range else lower.low):
        return True
    return False if upper.high <= lower.low else None


def _same_as(demand: Demand, value: Any, other: Any) -> Answer:
    if not isinstance(value, Version):
        return bool(value == other)
    if value.high <= other.low or other.high <= value.low:
        return False
    return None if value.is_range or other.is_range else True


def _minor_at_most(demand: Demand, value: Any, other: Any) -> Answer:
    mine, theirs = _minor(value), _minor(other)
    return None if mine is None or theirs is None else mine <= theirs


_OLDEST = (0, 0, 0, 0, -1, 0, 0)
"""What the key of a minor number goes on with, before all its alphas."""


def _minor(version: Version) -> tuple[int, ...] | None:
    """Major and minor number, where the text settles them."""
    low = version.low
    return low[:2] if version.high <= (low[0], low[1] + 1, *_OLDEST) else None


def _same_text(demand: Demand, value: Any, other: Any) -> Answer:
    return str(value) == str(other)


_TESTS: dict[Test, Callable[[Demand, Any, Any], Answer]] = {
    "in-range": _in_range,
    "one-of": _one_of,
    "none-of": _none_of,
    "empty": _empty,
    "shares": _shares,
    "at-least": _at_least,
    "at-most": _at_most,
    "same-as": _same_as,
    "minor-at-most": _minor_at_most,
    "same-text": _same_text,
}

"""How a demand looks at a fact: one function a test, each with four answers.

``True`` and ``False`` are certain; ``None`` is what the manifest leaves open; ``NO_DATA`` is what the matrix does not know.
"""

from collections.abc import Callable
from itertools import product
from typing import cast

from ..model.fact import NO_DATA, Between, NoData, Scalar, Several, Value
from ..model.rule import Demand, Test
from ..model.version import Range, Version

Answer = bool | NoData | None


def look(demand: Demand, value: Value, other: Value = None) -> Answer:
    """Hold one fact against one demand; `other` is the fact that it is compared with, where it is."""
    if value is None or (demand.other and other is None):
        return None
    if value is NO_DATA or other is NO_DATA:
        return NO_DATA
    test = _TESTS[demand.test]
    if not isinstance(value, Several) and not isinstance(other, Several):
        return test(demand, cast(Scalar, value), cast(Scalar, other))
    lefts = value if isinstance(value, Several) else (cast(Scalar, value),)
    rights = other if isinstance(other, Several) else (cast(Scalar, other),)
    answers = {test(demand, left, right) for left, right in product(lefts, rights)}
    if len(answers) == 1:
        return answers.pop()
    return NO_DATA if isinstance(value, Between) or isinstance(other, Between) else None


def _in_range(demand: Demand, value: Scalar, other: Scalar) -> Answer:
    return cast(Range, demand.range).holds(cast(Version, value))


def _one_of(demand: Demand, value: Scalar, other: Scalar) -> Answer:
    return value in demand.words


def _none_of(demand: Demand, value: Scalar, other: Scalar) -> Answer:
    return value not in demand.words


def _empty(demand: Demand, value: Scalar, other: Scalar) -> Answer:
    return (not value) is demand.words[0]


def _shares(demand: Demand, value: Scalar, other: Scalar) -> Answer:
    mine = value if isinstance(value, tuple) else (value,)
    theirs = demand.words if not demand.other else other if isinstance(other, tuple) else (other,)
    return any(word in theirs for word in mine)


def _at_least(demand: Demand, value: Scalar, other: Scalar) -> Answer:
    return _not_below(value, other)


def _at_most(demand: Demand, value: Scalar, other: Scalar) -> Answer:
    return _not_below(other, value)


def _not_below(upper: Scalar, lower: Scalar) -> bool | None:
    if not isinstance(upper, Version) or not isinstance(lower, Version):
        return cast(int, upper) >= cast(int, lower)
    if upper.low >= (lower.high if lower.is_range else lower.low):
        return True
    return False if upper.high <= lower.low else None


def _same_as(demand: Demand, value: Scalar, other: Scalar) -> Answer:
    if not isinstance(value, Version) or not isinstance(other, Version):
        return value == other
    if value.high <= other.low or other.high <= value.low:
        return False
    return None if value.is_range or other.is_range else True


def _minor_at_most(demand: Demand, value: Scalar, other: Scalar) -> Answer:
    mine, theirs = _minor(cast(Version, value)), _minor(cast(Version, other))
    return None if mine is None or theirs is None else mine <= theirs


def _minor(version: Version) -> tuple[int, ...] | None:
    """Major and minor number, where the text settles them."""
    low, high = version.low, version.high
    return low[:2] if low[:2] == high[:2] or high[:2] == (low[0], low[1] + 1) else None


def _same_text(demand: Demand, value: Scalar, other: Scalar) -> Answer:
    return str(value) == str(other)


_TESTS: dict[Test, Callable[[Demand, Scalar, Scalar], Answer]] = {
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

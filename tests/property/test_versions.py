"""Laws of versions and ranges: the order of PEP 440 where both can read it, and the algebra of sets."""

from itertools import pairwise

from hypothesis import given, strategies as st
from packaging.version import Version as Pep440

from rkcompat.model.version import Range, Version, parse_range, parse_version

_numbers = st.integers(0, 40)
_releases = st.builds(
    lambda a, b, c, phase, n: f"{a}.{b}.{c}{phase}{n if phase else ''}",
    _numbers,
    _numbers,
    _numbers,
    st.sampled_from(["", "", "a", "b", "rc"]),
    st.integers(0, 30),
)
_versions = (
    _releases
    | st.builds(lambda a, b: f"{a}.{b}.x", _numbers, _numbers)
    | st.builds(lambda a, b: f"{a}.{b}", _numbers, _numbers)
)
_comparators = st.builds(lambda o, v: o + v, st.sampled_from([">=", "<=", ">", "<", "==", "!="]), _releases)


@given(_releases, _releases)
def test_the_order_is_that_of_pep_440(first: str, second: str) -> None:
    """For what both can read."""
    mine = parse_version(first).low, parse_version(second).low
    theirs = Pep440(first), Pep440(second)

    assert (mine[0] < mine[1]) == (theirs[0] < theirs[1])
    assert (mine[0] == mine[1]) == (theirs[0] == theirs[1])


@given(_versions, _comparators)
def test_a_version_lies_in_a_range_or_in_its_complement(version: str, comparator: str) -> None:
    """And where it is left open, it is left open of both."""
    opposite = {">=": "<", "<=": ">", ">": "<=", "<": ">=", "==": "!=", "!=": "=="}
    operator = comparator[:2] if comparator[:2] in opposite else comparator[0]
    other = opposite[operator] + comparator.removeprefix(operator)
    holds, fails = _holds(comparator, version), _holds(other, version)

    assert fails is (None if holds is None else not holds)


@given(_versions, _comparators, _comparators)
def test_two_comparisons_hold_where_both_hold(version: str, first: str, second: str) -> None:
    """Where the two leave nothing, the range is refused."""
    both = _holds(first, version), _holds(second, version)
    try:
        joined = parse_range(f"{first}, {second}")
    except ValueError:
        assert True not in both or False in both or None in both
        return
    if None not in both:
        assert joined.holds(parse_version(version)) is (both == (True, True))
    if False in both:
        assert joined.holds(parse_version(version)) is False


@given(_comparators)
def test_spans_are_in_order_and_apart(text: str) -> None:
    """The form that everything relies on."""
    spans = parse_range(text).spans

    assert all(low < high for low, high in spans)
    assert all(before[1] < after[0] for before, after in pairwise(spans))


def _holds(text: str, version: str) -> bool | None:
    known: Range = parse_range(text)
    read: Version = parse_version(version)
    return known.holds(read)

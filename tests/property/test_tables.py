"""Tables lose no assignment that meets all clauses, and keep no value that goes with none of another variable."""

from itertools import product

from hypothesis import given, settings, strategies as st

from rkcompat.solve.search._propagate import Clause, Clauses, Domains
from rkcompat.solve.search._tables import Tables

SIZES = (3, 4, 2, 3)


@st.composite
def _literals(draw: st.DrawFn, count: int) -> Clause:
    indices = sorted(draw(st.permutations(range(len(SIZES))))[:count])
    return tuple((index, draw(st.integers(0, (1 << SIZES[index]) - 1))) for index in indices)


CLAUSES = st.lists(st.sampled_from((1, 2, 2, 2, 2, 3)).flatmap(_literals), max_size=12)
DOMAINS = st.tuples(*(st.integers(1, (1 << size) - 1) for size in SIZES))


def _met(clause: Clause, values: tuple[int, ...]) -> bool:
    return any(mask >> values[index] & 1 for index, mask in clause)


def _members(domain: int) -> list[int]:
    return [value for value in range(domain.bit_length()) if domain >> value & 1]


def _goes_with(clauses: list[Clause], index: int, value: int, other: int, domains: Domains) -> bool:
    """Whether some value left of another variable is allowed by all clauses on the two."""
    on_both = [dict(clause) for clause in clauses if {index, other} == {literal[0] for literal in clause}]
    return any(
        all(clause[index] >> value & 1 or clause[other] >> partner & 1 for clause in on_both)
        for partner in _members(domains[other])
    )


@settings(max_examples=500, deadline=None)
@given(CLAUSES, DOMAINS)
def test_what_is_taken_is_in_no_assignment_that_meets_all(clauses: list[Clause], domains: Domains) -> None:
    """Whatever one clause alone takes goes too, and each value that stays goes with one of every other variable."""
    left = Tables(clauses, domains).start(domains)
    fitting = [values for values in product(*map(_members, domains)) if all(_met(clause, values) for clause in clauses)]
    if left is None:
        assert not fitting
        return

    one_by_one = Clauses(clauses, len(SIZES)).start(domains)

    assert all(left[index] >> value & 1 for values in fitting for index, value in enumerate(values))
    assert one_by_one is not None
    assert all(mine & ~theirs == 0 for mine, theirs in zip(left, one_by_one, strict=True))
    for index, other in product(range(len(SIZES)), repeat=2):
        if index != other:
            assert all(_goes_with(clauses, index, value, other, left) for value in _members(left[index]))


@settings(max_examples=500, deadline=None)
@given(CLAUSES, DOMAINS)
def test_there_is_nothing_to_split_on_where_the_first_values_meet_all(clauses: list[Clause], domains: Domains) -> None:
    """And only there; what is split on leaves no assignment out that meets all."""
    tables = Tables(clauses, domains)
    left = tables.start(domains)
    if left is None:
        return
    values = tuple(min(_members(domain)) for domain in left)
    split = tables.branch(left, values)
    fitting = [other for other in product(*map(_members, left)) if all(_met(clause, other) for clause in clauses)]

    assert (split is None) == all(_met(clause, values) for clause in clauses)
    assert split is None or all(_met(split, other) for other in fitting)

"""Clauses on one pair of variables, kept as a table: what goes, what is split on, and that the answer stays the same."""

from random import Random

from rkcompat.solve.search._propagate import Clause, Clauses
from rkcompat.solve.search._search import Trace, search
from rkcompat.solve.search._tables import Tables
from tests.bench.engines import problem_of
from tests.bench.instances import shaped

EACH_ITS_OWN: tuple[Clause, ...] = (((0, 0b110), (1, 0b001)), ((0, 0b101), (1, 0b010)))
"""Where the first variable is 0 the second is 0, where it is 1 the second is 1; of 2 nothing is said."""
AT_LEAST: tuple[Clause, ...] = (((0, 0b001), (1, 0b110)), ((0, 0b011), (1, 0b100)))
"""The second variable is at least what the first is; both clauses speak of 2."""


def test_a_value_goes_that_no_value_of_the_other_goes_with() -> None:
    """Which no single clause says."""
    domains = (0b011, 0b111)

    assert Clauses(EACH_ITS_OWN, 2).start(domains) == domains
    assert Tables(EACH_ITS_OWN, domains).start(domains) == (0b011, 0b011)


def test_clauses_that_speak_of_the_same_value_are_both_seen() -> None:
    """Whichever comes first."""
    for clauses in (AT_LEAST, AT_LEAST[::-1]):
        assert Tables(clauses, (0b111, 0b111)).start((0b110, 0b011)) == (0b010, 0b010)


def test_where_no_values_go_together_nothing_is_left() -> None:
    """With two values each."""
    clauses: tuple[Clause, ...] = (((0, 0b10), (1, 0b00)), ((0, 0b01), (1, 0b00)))

    assert Tables(clauses, (0b11, 0b11)).start((0b11, 0b11)) is None


def test_a_table_and_a_longer_clause_narrow_each_other() -> None:
    """What the table takes decides the clause on three, which takes what the table needs."""
    clauses: tuple[Clause, ...] = (*EACH_ITS_OWN, ((0, 0b100), (1, 0b100), (2, 0b01)), ((2, 0b10), (3, 0b01)))
    tables = Tables(clauses, (0b111, 0b111, 0b11, 0b11))

    assert tables.start((0b011, 0b111, 0b11, 0b11)) == (0b011, 0b011, 0b01, 0b01)


def test_whether_a_variable_changes_is_split_on_first() -> None:
    """Then one that changes for certain is split by a clause; where the values meet all, nothing is."""
    clauses: tuple[Clause, ...] = (((0, 0b101), (1, 0b100)),)
    tables = Tables(clauses, (0b111, 0b111))

    assert tables.branch((0b110, 0b111), (1, 0)) == ((1, 0b001), (1, 0b110))
    assert tables.branch((0b110, 0b110), (1, 1)) == ((0, 0b100), (1, 0b100))
    assert tables.branch((0b111, 0b111), (0, 0)) is None


def test_a_search_by_tables_finds_what_one_by_clauses_finds_in_fewer_nodes() -> None:
    """The three best answers to the last tie, on stacks like RKNN's, in less than half the nodes of all together."""
    problems = [problem_of(shaped(Random(seed), 40, share)) for share in (0.0, 0.2) for seed in range(5)]
    by_clauses = [search(problem, top=3, trace=Trace()) for problem in problems]
    by_tables = [search(problem, top=3) for problem in problems]

    assert [found.solutions for found in by_tables] == [found.solutions for found in by_clauses]
    assert sum(found.nodes for found in by_tables) * 2 < sum(found.nodes for found in by_clauses)

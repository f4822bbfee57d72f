"""The grid of two components: what decides a pair, and what does not."""

import msgspec
import pytest

from rkcompat.model.coverage import Cell, Coverage
from rkcompat.model.matrix import Matrix, ValidatedSet
from rkcompat.model.version import parse_version
from rkcompat.solve.lint._coverage import cover

from ..stack import stack


def covered(row: str, column: str, soc: str = "rk3588", matrix: Matrix | None = None) -> Coverage:
    """The grid of two components of the small stack."""
    matrix = matrix or stack()
    return cover(matrix, row, column, matrix.platforms[soc])


def cell(coverage: Coverage, row: str, column: str) -> Cell:
    """One pair."""
    return next(cell for cell in coverage.cells if (cell.row, cell.column) == (row, column))


def with_set(works: bool, components: dict[str, str]) -> Matrix:
    """The small stack and one more run."""
    row = ValidatedSet(
        id="field",
        title="a run",
        kind="field-run",
        socs=("rk3588",),
        components={name: parse_version(text) for name, text in components.items()},
        works=works,
    )
    return msgspec.structs.replace(stack(), sets=(*stack().sets, row))


def test_every_pair_has_a_cell() -> None:
    """Row by row, in the order of the releases."""
    grid = covered("runtime", "model")

    assert [(cell.row, cell.column) for cell in grid.cells] == [(row, column) for row in grid.rows for column in grid.columns]
    assert grid.columns == ("1.4.0", "1.5.2", "1.6.0", "2.3.0", "2.3.2")


def test_a_rule_forbids_and_allows() -> None:
    """The real check judges: format 6 on a runtime that takes up to 1, and on one that takes 6."""
    grid = covered("runtime", "model")

    assert cell(grid, "1.4.0", "1.5.2").state == "violated"
    assert cell(grid, "1.4.0", "1.5.2").rules == ("model-format-runtime",)
    assert cell(grid, "2.3.2", "1.6.0").state == "satisfied"


def test_a_warning_advises_against() -> None:
    """Where no rule of severity error is violated."""
    assert cell(covered("runtime", "model"), "1.6.0", "2.3.0").state == "advised-against"
    assert cell(covered("runtime", "model"), "1.6.0", "2.3.0").rules == ("compiler-not-newer",)


def test_what_the_matrix_does_not_know_is_unknown() -> None:
    """No one has read the driver gate of runtime 2.3.0; the cell names the rule that would decide."""
    grid = covered("runtime", "driver")

    assert cell(grid, "2.3.0", "0.6.4") == Cell(row="2.3.0", column="0.6.4", state="unknown", open=("runtime-driver",))
    assert cell(grid, "1.6.0", "0.6.4").state == "violated"


def test_somebody_ran_it() -> None:
    """A set that holds both decides what no rule does, and a rule that forbids is not overruled by it."""
    assert cell(covered("runtime", "driver"), "2.3.2", "0.9.8").sets == ("image-a",)
    assert cell(covered("runtime", "driver"), "2.3.2", "0.9.8").state == "works"
    against = covered("runtime", "driver", matrix=with_set(works=True, components={"runtime": "1.6.0", "driver": "0.6.4"}))
    assert (cell(against, "1.6.0", "0.6.4").state, cell(against, "1.6.0", "0.6.4").sets) == ("violated", ("field",))


def test_a_run_that_failed_is_shown_where_none_worked() -> None:
    """And counts as decided."""
    failed = covered("runtime", "driver", matrix=with_set(works=False, components={"runtime": "2.3.0", "driver": "0.9.8"}))

    assert cell(failed, "2.3.0", "0.9.8").state == "failed"
    assert failed.decided == covered("runtime", "driver").decided + 1


def test_a_run_that_failed_for_another_reason_tells_nothing() -> None:
    """The model was too new for the runtime; the driver played no part."""
    components = {"runtime": "1.4.0", "driver": "0.9.8", "model": "2.3.0"}
    grid = covered("runtime", "driver", matrix=with_set(works=False, components=components))

    assert cell(grid, "1.4.0", "0.9.8") == cell(covered("runtime", "driver"), "1.4.0", "0.9.8")


def test_a_prohibition_is_known_to_be_bad() -> None:
    """A combination that a rule names, not a limit that is not met."""
    rule = next(rule for rule in stack().rules if rule.id == "sram-old-runtime")
    bad = msgspec.structs.replace(rule, when=(*rule.when[1:], *rule.require), require=(), features=())
    grid = covered("runtime", "driver", matrix=msgspec.structs.replace(stack(), rules=(bad,)))

    assert cell(grid, "1.4.0", "0.9.8").state == "known-bad"
    assert cell(grid, "2.3.0", "0.9.8").state == "unknown"


def test_a_build_for_another_chip_is_left_out() -> None:
    """Of two builds of one version each chip has its own; the one that is left needs no build in its name."""
    grid = covered("runtime", "driver")

    assert grid.rows[:2] == ("1.3.0", "1.4.0")
    assert grid.left_out == ("runtime 1.3.0 aaa1",)
    assert covered("runtime", "driver", "rk3566").left_out == ("runtime 1.3.0 bbb1",)


def test_gates_differ_by_chip() -> None:
    """The gate of the small stack is that of RKNPU v2 alone."""
    assert cell(covered("runtime", "driver"), "1.6.0", "0.9.8").state == "satisfied"
    assert cell(covered("runtime", "driver", "rk3566"), "1.6.0", "0.9.8").state == "unknown"


@pytest.mark.parametrize(("row", "column"), [("runtime", "model"), ("runtime", "driver")])
def test_the_grid_turned_is_the_same(row: str, column: str) -> None:
    """Which one makes the rows changes nothing."""
    there, back = covered(row, column), covered(column, row)

    assert {(cell.row, cell.column): cell.state for cell in there.cells} == {
        (cell.column, cell.row): cell.state for cell in back.cells
    }

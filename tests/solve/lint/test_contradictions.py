"""Rules that forbid what somebody ran are found, and those that say so are left alone."""

import msgspec
import pytest

from rkcompat import load_matrix
from rkcompat.model.matrix import Matrix, ValidatedSet
from rkcompat.model.version import parse_version
from rkcompat.solve.lint._contradictions import contradicted_sets

from ..stack import stack


def with_set(components: dict[str, str], **changed: object) -> Matrix:
    """The small stack with one set more, on two chips of which one is RK3588."""
    row = ValidatedSet(
        id="field-run",
        title="a run",
        kind="field-run",
        socs=("rk3566", "rk3588"),
        components={component: parse_version(text) for component, text in components.items()},
        sources=("doc",),
    )
    return msgspec.structs.replace(stack(), sets=(*stack().sets, msgspec.structs.replace(row, **changed)))


def test_the_matrices_of_this_project_forbid_nothing_that_ran() -> None:
    """Or the rule says so."""
    assert contradicted_sets(load_matrix()) == ()


@pytest.mark.parametrize(
    ("components", "rules"),
    [
        ({"driver": "0.9.3", "kernel": "6.1.75"}, ["driver-known-bad"]),
        ({"model": "2.3.2", "runtime": "1.4.0"}, ["model-format-runtime"]),
        ({"runtime": "1.6.0", "driver": "0.6.4"}, ["runtime-driver"]),
        ({"toolkit": "2.3.2", "server": "2.3.0"}, ["server-toolkit"]),
        ({"driver": "0.9.3"}, []),
    ],
)
def test_a_set_that_works_and_violates_an_error_is_found(components: dict[str, str], rules: list[str]) -> None:
    """What a set does not name is not known, so it violates nothing."""
    assert contradicted_sets(with_set(components)) == tuple((rule, "field-run") for rule in rules)


def test_a_set_that_failed_shows_nothing() -> None:
    """It is what the rule is there for."""
    assert contradicted_sets(with_set({"driver": "0.9.3", "kernel": "6.1.75"}, works=False)) == ()


def test_a_set_speaks_of_the_chips_that_it_names() -> None:
    """The known-bad driver is one of RK3588."""
    assert contradicted_sets(with_set({"driver": "0.9.3", "kernel": "6.1.75"}, socs=("rk3566", "rk9999"))) == ()


def test_a_warning_forbids_nothing() -> None:
    """Somebody ran it all the same: that is what a warning means."""
    assert contradicted_sets(with_set({"model": "2.3.2", "runtime": "1.6.0"})) == ()


def test_a_rule_that_names_the_set_has_said_so() -> None:
    """Under contradicts, where the next reader finds it."""
    matrix = with_set({"driver": "0.9.3", "kernel": "6.1.75"})
    told = tuple(
        msgspec.structs.replace(rule, contradicts=("field-run",)) if rule.id == "driver-known-bad" else rule
        for rule in matrix.rules
    )

    assert contradicted_sets(msgspec.structs.replace(matrix, rules=told)) == ()

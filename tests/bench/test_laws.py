"""The laws of `laws.py` on a few instances, others than those of its long run."""

import pytest

from rkcompat.solve.search._search import search

from .engines import problem_of
from .instances import pigeonholes
from .laws import like_rc2, minimal, optimal


def test_the_best_answers_are_those_of_all_combinations() -> None:
    """The first three, to the last tie."""
    count = optimal(150, seed=1)

    assert 0 < count.with_answer < count.instances


def test_the_best_answer_is_as_good_as_that_of_rc2() -> None:
    """On instances that nobody can try out."""
    pytest.importorskip("pysat", reason="needs the extra bench")

    assert like_rc2(15, seed=1).with_answer > 0


def test_cores_are_minimal() -> None:
    """Nothing fits with the core, something does without any one item of it."""
    assert minimal(50, seed=1).instances == 50


def test_the_limit_of_nodes_is_kept_and_told() -> None:
    """Where nothing fits and that is hard to see, the search ends at its limit and claims nothing."""
    found = search(problem_of(pigeonholes(9)), node_limit=300)

    assert found.nodes == 300
    assert not found.complete
    assert not found.solutions

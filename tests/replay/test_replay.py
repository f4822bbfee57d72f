"""What really happened, against what rkcompat says of it: the scores may rise, never fall."""

import csv
from functools import cache
from pathlib import Path

import pytest

from rkcompat import load_matrix

from . import reports, runs
from .score import Must, Score

MATRIX = load_matrix()
MISSES = Path(__file__).parent / "misses.tsv"

FLAGGED_RUNS = 249
"""Refusals that are called incompatible: all."""
PASSED_RUNS = 44
"""Models that were taken and are not called incompatible: all."""
RUNS_WITHOUT_A_MODEL = 54
"""Runs of models that are not ours to carry."""
FLAGGED_REPORTS = 23
"""Failures whose cause a warning names, from what their reporters wrote down, without their logs."""
PASSED_REPORTS = 26
"""Sets that ran and are not called incompatible: all."""


@cache
def scores_of_reports() -> tuple[Score, ...]:
    """All reports, judged once."""
    return tuple(reports.replay(MATRIX))


@pytest.fixture(scope="module")
def scores_of_runs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Score, ...]:
    """All runs, judged once."""
    return tuple(runs.replay(MATRIX, tmp_path_factory.mktemp("runs")))


def good(scores: tuple[Score, ...], must: Must) -> int:
    """How many of a kind agree with what happened."""
    return sum(score.good for score in scores if score.must == must)


def test_runs_that_were_refused_are_called_incompatible(scores_of_runs: tuple[Score, ...]) -> None:
    """A real library refused the model, or took one of another chip without looking."""
    assert good(scores_of_runs, "flag") >= FLAGGED_RUNS


def test_runs_that_were_taken_pass(scores_of_runs: tuple[Score, ...]) -> None:
    """Every fact is there, so nothing but compatible will do."""
    assert good(scores_of_runs, "pass") >= PASSED_RUNS


def test_runs_without_their_model_are_counted(scores_of_runs: tuple[Score, ...]) -> None:
    """The corpus is carried whole; a model that comes in later raises the floors above."""
    assert len(runs.rows()) - len(scores_of_runs) == RUNS_WITHOUT_A_MODEL


def test_reports_of_failures_are_flagged() -> None:
    """Without the log that most of them hang on; what is missed stands in misses.tsv."""
    assert good(scores_of_reports(), "flag") >= FLAGGED_REPORTS


def test_reports_of_what_ran_pass() -> None:
    """A board on somebody's desk is the strongest argument against a rule."""
    assert good(scores_of_reports(), "pass") >= PASSED_REPORTS


def test_what_ran_is_hardly_warned_of() -> None:
    """At most one violated warning a set on average, or nobody reads them."""
    ran = [score for score in scores_of_reports() if score.must == "pass"]

    assert sum(len(score.warned) for score in ran) <= len(ran)


def test_each_miss_is_listed_with_its_reason(scores_of_runs: tuple[Score, ...]) -> None:
    """A row that is missed and not listed, or listed and met, fails here: nothing is forgotten, nothing kept for comfort."""
    with MISSES.open(encoding="utf-8", newline="") as file:
        listed = {row["row"]: row["reason"] for row in csv.DictReader(file, delimiter="\t")}
    missed = {score.row for score in (*scores_of_runs, *scores_of_reports()) if not score.good}

    assert listed.keys() == missed
    assert all(listed.values())

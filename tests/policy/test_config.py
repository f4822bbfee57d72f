"""rkcompat.toml is read whole or not at all, and every problem has its line and the nearest key."""

import datetime as dt

import pytest

from rkcompat.errors import UsageError
from rkcompat.policy._config import WaiverTable, parse_config

WAIVER = """
[[waiver]]
rule = "runtime-driver"
reason = "until the flash day"
owner = "Ada"
expires = 2026-12-01
"""

ONE = {
    'fail-onn = "error"': "r:1: fail-onn: unknown key\nhint: did you mean fail-on",
    'fail-on = "eror"': "r:1: fail-on: found 'eror', needed one of info, warning, error\nhint: did you mean 'error'",
    "strict = 'yes'": "r:1: strict: found a string 'yes', needed true or false\nhint: write true or false, without quotes",
    "[weights]\nchange-image = 0": "r:2: weights.change-image: found an integer 0, needed an integer from 1 to 1000000",
    "[owners]\nrutime = 'x'": "r:2: owners.rutime: unknown key\nhint: did you mean owners.runtime",
    "[[waiver]]\nrule = 'a'": "r:1: waiver[0]: found no reason, owner, expires, needed rule, reason, owner, expires",
    WAIVER.replace('"Ada"', '" "'): (
        "r:5: waiver[0].owner: found an empty string, needed words\nhint: a waiver says why, and who answers for it"
    ),
    WAIVER.replace("2026-12-01", '"soon"'): "r:6: waiver[0].expires: found a string 'soon', needed a date such as 2026-11-29",
    WAIVER.replace("2026-12-01", "2026-12-01T10:00:00"): (
        "r:6: waiver[0].expires: found a date or time 2026-12-01 10:00:00, needed a date such as 2026-11-29"
    ),
}


@pytest.mark.parametrize("text", ONE)
def test_a_problem_has_its_line_and_a_hint(text: str) -> None:
    """Both sides, too."""
    with pytest.raises(UsageError) as caught:
        parse_config(text.encode(), "r")

    assert [str(problem) for problem in caught.value.problems] == [ONE[text]]


def test_all_problems_are_said_at_once() -> None:
    """Nobody mends one a run."""
    with pytest.raises(UsageError) as caught:
        parse_config(b"strict = 1\nunknown = 2\nmatrix = 'x'\n", "r")

    assert [problem.line for problem in caught.value.problems] == [1, 2, 3]


def test_what_is_right_is_read() -> None:
    """A waiver's day with or without quotes."""
    for text in (WAIVER, WAIVER.replace("2026-12-01", '"2026-12-01"')):
        read = parse_config(text.encode(), "rkcompat.toml")

        assert read is not None
        assert read.config.waiver == (
            WaiverTable(rule="runtime-driver", reason="until the flash day", owner="Ada", expires=dt.date(2026, 12, 1)),
        )
        assert read.lines["waiver[0]"] == 2


def test_a_table_of_ones_own_is_passed_over() -> None:
    """As in a manifest."""
    assert parse_config(b"[x-ours]\nanything = 1\n", "rkcompat.toml") is not None


def test_pyproject_is_read_where_it_speaks_of_rkcompat() -> None:
    """Its lines are its own."""
    read = parse_config(b'[project]\nname = "x"\n[tool.rkcompat]\nstrict = true\n', "a/pyproject.toml")

    assert read is not None
    assert read.config.strict is True
    assert read.lines["strict"] == 4
    assert parse_config(b'[project]\nname = "rkcompat"\n', "a/pyproject.toml") is None


def test_a_problem_in_pyproject_names_the_whole_key() -> None:
    """There are other tools in it."""
    with pytest.raises(UsageError, match=r"pyproject.toml:2: tool.rkcompat.strct: unknown key"):
        parse_config(b"[tool.rkcompat]\nstrct = true\n", "pyproject.toml")


@pytest.mark.parametrize("content", [b"\xff", b"a = ", b"a = " + b"[" * 100_000, b"\0", b"[tool]\nrkcompat = 1\n"])
def test_what_is_no_configuration_is_refused(content: bytes) -> None:
    """Whatever it is."""
    with pytest.raises(UsageError, match=r"^pyproject\.toml"):
        parse_config(content, "pyproject.toml")


def test_a_key_in_the_way_is_no_configuration() -> None:
    """It is another tool's fault."""
    assert parse_config(b"tool = 1\n", "pyproject.toml") is None

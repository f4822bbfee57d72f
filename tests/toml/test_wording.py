"""Values and types in the words of TOML; tests/manifest/test_faults.py shows them in whole messages."""

import datetime as dt
from typing import Any

import pytest

from rkcompat.toml._wording import digits, found, hint, needed


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("a", "a string 'a'"),
        ("a\x1b", "a string 'a\\x1b'"),
        ("a" * 61, f"a string '{'a' * 60}…'"),
        (True, "a boolean true"),
        (6, "an integer 6"),
        (2.5, "a float 2.5"),
        (float("nan"), "a float nan"),
        (dt.date(2024, 8, 28), "a date or time 2024-08-28"),
        (dt.datetime(2024, 8, 28, 1, 2, 3, tzinfo=dt.timezone.utc), "a date or time 2024-08-28 01:02:03+00:00"),
        (dt.time(1, 2, 3), "a date or time 01:02:03"),
        ([], "an array"),
        ({}, "a table"),
    ],
)
def test_a_value_is_named_with_its_type(value: Any, words: str) -> None:
    """Short, and with nothing in it that does not print."""
    assert found(value, bool) == words


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (str, "a string"),
        (int, "an integer"),
        (bool | None, "true or false"),
        (tuple[str, ...], "an array of strings"),
        (dict[str, str], "a table"),
        (str | int, "a string or an integer"),
    ],
)
def test_a_type_is_named_as_toml_names_it(kind: Any, words: str) -> None:
    """Without a word of the language that rkcompat is written in."""
    assert needed([], kind) == words


def test_a_hint_repeats_no_long_text() -> None:
    """Whoever wrote it knows it."""
    assert hint("a", tuple[str, ...], ("use", "features")) == 'write ["a"]'
    assert hint("a" * 61, tuple[str, ...], ("use", "features")) is None


def test_a_number_beyond_toml_is_shown_by_its_length() -> None:
    """Python refuses to write one of many digits."""
    assert digits(0) == "0"
    assert digits(2**64 - 1) == "18446744073709551615"
    assert digits(1 << 20_000) == "of 20001 bits"

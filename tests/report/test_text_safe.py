"""Text of unknown origin is shown, and does nothing else."""

import pytest
from hypothesis import given, strategies as st

from rkcompat.report._text_safe import inert, printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31m", r"\x1b[31m"),
        ("a\r\nb\tc\0", r"a\x0d\x0ab\x09c\x00"),
        ("\x7f\x85\x9b", r"\x7f\x85\x9b"),
        ("\u2028\u2029", r"\u2028\u2029"),
        ("\u202efdp.exe", r"\u202efdp.exe"),
        ("\u2066\u061c\u200f\ufeff", r"\u2066\u061c\u200f\ufeff"),
        ("\udce9", r"\udce9"),
    ],
)
def test_a_character_that_acts_is_shown_by_its_number(text: str, shown: str) -> None:
    """Controls, line separators, turns of the direction of writing, and half characters."""
    assert printable(text) == shown


def test_other_unicode_stays() -> None:
    """Names are written in many scripts."""
    text = "Ärger, 模型, модель, نموذج, 🙂, \\x1b, ~"

    assert printable(text) == text


@given(st.text())
def test_what_is_shown_is_one_line(text: str) -> None:
    """And to show it again changes nothing."""
    shown = printable(text)

    assert len(shown.splitlines()) <= 1
    assert printable(shown) == shown


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("::error::x", r"\x3a:error::x"),
        ("    ::add-mask::x", r"    \x3a:add-mask::x"),
        ("a ##[error]x", r"a \x23#[error]x"),
        ("###[error]x", r"#\x23#[error]x"),
        ("a ##vso[task.complete]", r"a \x23#vso[task.complete]"),
    ],
)
def test_no_line_is_a_command_of_a_ci_runner(line: str, shown: str) -> None:
    """GitHub's runner trims a line before it looks for ``::``, and takes ``##[`` anywhere in it."""
    assert inert(line) == shown


def test_what_is_no_command_stays() -> None:
    """Colons inside a line, and the headings of a document."""
    line = "std::string, a::b: ## [x], #[y], :x"

    assert inert(line) == line

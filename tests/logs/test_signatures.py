"""Each signature knows its verbatim lines, and no other signature says the opposite of them."""

import re
from collections.abc import Callable

import pytest

from rkcompat import load_matrix
from rkcompat.matrix._pattern import words_of
from rkcompat.model.log import ReadLog
from rkcompat.model.signature import Signature

SIGNATURES = load_matrix().signatures
EXAMPLES = [(signature, example) for signature in SIGNATURES for example in signature.examples]

Read = Callable[..., ReadLog]


def named(value: object) -> str | None:
    """The id of a test's parameter."""
    return value.id if isinstance(value, Signature) else None


@pytest.mark.parametrize(("signature", "example"), EXAMPLES, ids=named)
def test_an_example_is_recognized_as_it_was_printed(signature: Signature, example: str, read: Read) -> None:
    """Through the whole way: words, cleaning, pattern."""
    hits = read(f"before\n{example}\nafter\n").hits

    assert signature.id in {hit.signature.id for hit in hits}
    assert {hit.line for hit in hits} == {2}


@pytest.mark.parametrize(("signature", "example"), EXAMPLES, ids=named)
def test_no_other_signature_contradicts(signature: Signature, example: str, read: Read) -> None:
    """A harmless line is no failure, a warning no refusal, and a fact is stated with one value."""
    hits = read(example).hits
    kinds = {hit.signature.kind for hit in hits} - {"statement", "echo"}
    severities = {hit.signature.severity for hit in hits if hit.signature.kind == "failure"}

    assert len(kinds) <= 1
    assert len(severities) <= 1


@pytest.mark.parametrize(
    "prefix",
    [
        "> ",
        "    ",
        "\x1b[1;31m",
        "[   12.345678] ",
        "2026-11-29T10:00:00.123456Z ",
        "Nov 29 10:00:00 board app[123]: ",
        "app-1  | ",
    ],
    ids=["quoted", "indented", "coloured", "dmesg", "docker", "journal", "compose"],
)
def test_a_prefix_hides_nothing(prefix: str, read: Read) -> None:
    """Whatever carried the line."""
    assert [hit.signature.id for hit in read(f"{prefix}E RKNN: 6, 1\n").hits] == ["model-format-numbers"]


@pytest.mark.parametrize(
    ("pattern", "fault"),
    [
        (r"\bword a+", "any number"),
        (r"\bword (?:a{1,9}b){1,9}", "inside another"),
        (r"\bword (a)\1", "reference back"),
        (r"\bword (?=a)", "look around"),
        (r"\w{1,20}", "no whole word"),
        (r"word(", "no regular expression"),
    ],
)
def test_a_pattern_that_could_be_slow_is_refused(pattern: str, fault: str) -> None:
    """By its form, so that nobody has to measure it."""
    with pytest.raises(ValueError, match=re.escape(fault)):
        words_of(pattern)


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (r"\bneedle in hay\b", ("hay needle",)),
        (r"\b(?:one|other) thing\b", ("one thing", "other thing")),
        (r"libfoo(?:bar)?\.so: gone", ("so",)),
        (r"\bnumber\d{1,3} of them\b", ("of them",)),
    ],
)
def test_the_words_are_those_that_stand_whole(pattern: str, words: tuple[str, ...]) -> None:
    """What may go on beside the text is no whole word."""
    assert words_of(pattern) == words

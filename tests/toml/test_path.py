"""Key paths have one spelling, and it can be read back."""

import pytest

from rkcompat.toml._path import Path, quoted, read_path, spell, unquoted

SPELLINGS: dict[str, Path] = {
    "driver.version": ("driver", "version"),
    "runtime[0].version": ("runtime", 0, "version"),
    "device_tree.reserved_sram[12]": ("device_tree", "reserved_sram", 12),
    'evidence."runtime[0].version".raw': ("evidence", "runtime[0].version", "raw"),
    '""."\\n"[1][2]."\\""': ("", "\n", 1, 2, '"'),
    '"é"': ("é",),
}


@pytest.mark.parametrize("text", SPELLINGS)
def test_a_path_is_spelled_in_one_way(text: str) -> None:
    """Keys that are not bare stand in quotes, so that a dot or bracket in a key is none of the path."""
    assert spell(SPELLINGS[text]) == text
    assert read_path(text) == SPELLINGS[text]


@pytest.mark.parametrize("text", ["", ".", "a.", ".a", "a..b", "a b", "[0]", "a[x]", "a[0", 'a."b', "a[-1]", "'a'", '"\\q"'])
def test_what_is_no_path_is_refused(text: str) -> None:
    """The message shows what was found and what a key looks like."""
    with pytest.raises(ValueError, match=r"^found .*, needed a key such as driver\.version or runtime\[0\]\.version$"):
        read_path(text)


def test_what_does_not_print_is_escaped() -> None:
    """Control characters and the marks that turn the direction of text around are shown by their number."""
    assert quoted('a"\\\n\t\x1b\x7f\x9b\u202e\U000e0001é') == '"a\\"\\\\\\n\\t\\u001b\\u007f\\u009b\\u202e\\U000e0001é"'


@pytest.mark.parametrize(("text", "value"), [("'a\\n'", "a\\n"), ('"a"', "a"), ('"\\u0041\\n"', "A\n")])
def test_a_string_of_toml_is_read(text: str, value: str) -> None:
    """Only a basic string has escapes."""
    assert unquoted(text) == value

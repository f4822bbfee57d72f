"""The known word that was meant."""

import pytest

from rkcompat.toml._nearest import nearest


@pytest.mark.parametrize(
    ("word", "meant"),
    [("verison", "version"), ("VERSION", "version"), ("Rknpu", "RKNPU"), ("zzz", None), ("", None), ("version" * 10, None)],
)
def test_the_nearest_word_is_found_in_any_case(word: str, meant: str | None) -> None:
    """Nothing is guessed where nothing is near, and nothing long is compared."""
    assert nearest(word, ["version", "date", "RKNPU"]) == meant

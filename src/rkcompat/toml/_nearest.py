"""The word that was meant."""

from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that looks most like this one, if any does."""
    from difflib import get_close_matches

    by_lower = {other.lower(): other for other in known}
    #: Longer than any known word, and the comparison takes the square of the length.
    close = get_close_matches(word.lower(), by_lower, 1) if len(word) <= 64 else []
    return by_lower[close[0]] if close else None

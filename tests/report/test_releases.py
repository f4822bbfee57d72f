"""Which releases would do is said as spans, never as a list of numbers."""

import msgspec
import pytest

from rkcompat.model.fact import Attribute, Value
from rkcompat.model.manifest import Board, Manifest
from rkcompat.model.matrix import Matrix, Release
from rkcompat.model.version import parse_version
from rkcompat.report._releases import releases_that

from .stack import BOARD, MATRIX


def matrix_of(values: dict[str, int | None], builds: dict[str, str] | None = None) -> Matrix:
    """A library whose releases have one number each, or none that is known; twins are written ``1.2.0#b``."""
    releases = tuple(
        Release(
            component="runtime",
            version=parse_version(text.partition("#")[0]),
            builds=((builds or {}).get(text, ""),) if builds else (),
            attributes={"number": {"*": value}} if value is not None else {},
        )
        for text, value in values.items()
    )
    attributes = MATRIX.attributes | {"runtime": {"number": Attribute(kind="number", title="number")}}
    return msgspec.structs.replace(MATRIX, releases={"librknnrt": releases}, attributes=attributes)


def is_high(value: Value) -> bool:
    """What is asked for here."""
    return isinstance(value, int) and value >= 5


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"1.0.0": 1, "1.1.0": 5, "1.2.0": 6}, "1.1.0 or newer"),
        ({"1.0.0": 5, "1.1.0": 5, "1.2.0": 1}, "1.1.0 or older"),
        ({"1.0.0": 1, "1.1.0": 5, "1.2.0": 1}, "1.1.0"),
        ({"1.0.0": 1, "1.1.0": 5, "1.2.0": 5, "1.3.0": 1}, "1.1.0 to 1.2.0"),
        ({"1.0.0": 5, "1.1.0": 1, "1.2.0": 5}, "1.0.0 or older or 1.2.0 or newer"),
        ({"1.0.0": 5, "1.1.0": 5}, "any known release"),
        ({"1.0.0": 1, "1.1.0": None, "1.2.0": 5, "1.3.0": None}, "1.2.0 or newer"),
        ({"1.0.0": 1, "1.1.0": 1}, ""),
        ({}, ""),
    ],
)
def test_releases_are_said_as_spans(values: dict[str, int | None], said: str) -> None:
    """What is not known of a release neither opens nor closes a span."""
    assert releases_that(is_high, "runtime.number", "librknnrt", BOARD, matrix_of(values)) == said


def test_two_builds_of_one_version_are_told_apart() -> None:
    """Where they answer differently, the number alone would mislead."""
    twins = matrix_of({"1.2.0#a": 1, "1.2.0#b": 5, "1.3.0": 1}, {"1.2.0#a": "aaa", "1.2.0#b": "bbb", "1.3.0": "ccc"})

    assert releases_that(is_high, "runtime.number", "librknnrt", BOARD, twins) == "1.2.0 (build bbb)"


def test_an_attribute_that_no_component_has_names_no_release() -> None:
    """A matrix may know less than a rule asks for."""
    assert releases_that(is_high, "runtime.unheard-of", "librknnrt", BOARD, MATRIX) == ""


def test_a_value_by_npu_is_that_of_the_board() -> None:
    """A board that is not known has only what stands for all others."""

    def is_old(value: Value) -> bool:
        return str(value) <= "0.6.9"

    unknown = Manifest(manifest=1, board=Board())

    assert releases_that(is_old, "runtime.driver-minimum", "librknnrt", BOARD, MATRIX) == "1.4.0 or older"
    assert releases_that(is_old, "runtime.driver-minimum", "librknnrt", unknown, MATRIX) == ""

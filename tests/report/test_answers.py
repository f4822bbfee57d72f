"""What is told of the set behind an answer, in every format for people and in JSON."""

import msgspec
import pytest

from rkcompat.model.matrix import Matrix, ValidatedSet
from rkcompat.model.resolution import Joined
from rkcompat.report import PLAIN, Look, load_format

from .stack import COMPATIBLE, INCOMPATIBLE, MATRIX

STYLES = ("text", "markdown", "html")


def with_set(**changed: object) -> Matrix:
    """The small matrix; its set, and one that can be joined to it, say this too."""
    row = MATRIX.sets[0]
    image = ValidatedSet(id="image-a", title="Image A of 2025", kind="image", socs=row.socs, components={}, note="without SRAM")
    return msgspec.structs.replace(MATRIX, sets=(image, msgspec.structs.replace(row, **changed)))


def shown(style: str, matrix: Matrix, **changed: object) -> str:
    """The report on the incompatible board with another matrix."""
    return load_format(style).one(msgspec.structs.replace(INCOMPATIBLE, **changed), matrix, Look(width=300))


@pytest.mark.parametrize("style", STYLES)
def test_a_note_on_a_set_is_shown_with_every_answer(style: str) -> None:
    """It may say what did not work there; that of a set which is joined stands beside it."""
    matrix = with_set(note="RKLLM does not know the platform there")
    first = INCOMPATIBLE.nearest[0]
    other = msgspec.structs.replace(first, changes=(), joined=(Joined(set="image-a", title="t", covers=("driver",)),))
    text = shown(style, matrix, nearest=(msgspec.structs.replace(first, joined=()), other))

    assert text.count("RKLLM does not know the platform there") == 2
    assert "without SRAM" in shown(style, matrix)


def test_a_program_reads_the_note_too() -> None:
    """No key where there is nothing to say."""
    stored = msgspec.json.decode(load_format("json").one(INCOMPATIBLE, with_set(note="with care"), PLAIN))

    assert stored["nearest"][0]["note"] == "with care"
    assert stored["nearest"][0]["joined"][0]["note"] == "without SRAM"
    assert "note" not in stored["nearest"][1]


@pytest.mark.parametrize(
    ("kind", "by", "title"),
    [
        ("sdk-release", "released by", "the vendor released this set together"),
        ("runtime-driver-pair", "named by", "the vendor names these versions together"),
        ("image", "run by", "somebody has run this set"),
        ("field-run", "run by", "somebody has run this set"),
    ],
)
def test_only_a_run_is_said_to_have_been_run(kind: str, by: str, title: str) -> None:
    """A release and a line of a README are no run, whoever stands behind them."""
    matrix = with_set(kind=kind)
    fits = msgspec.structs.replace(COMPATIBLE.nearest[0], joined=())

    assert f"\n  {by:12}Rockchip, 2025-04-09: the SDK's own examples (" in shown("text", matrix, nearest=(fits,))
    assert f"| who | {by} Rockchip, 2025-04-09: " in shown("markdown", matrix, nearest=(fits,))
    assert f"{by} Rockchip, 2025-04-09: " in shown("html", matrix, nearest=(fits,))
    for style in STYLES:
        assert title in shown(style, matrix, nearest=(fits,)).replace("The vendor", "the vendor").replace("Some", "some")
    assert msgspec.json.decode(shown("json", matrix, nearest=(fits,)))["nearest"][0]["kind"] == kind


def test_who_is_not_known_by_name_is_somebody() -> None:
    """What was run is nobody's name."""
    assert "run by      somebody: a detector (field report)" in shown(
        "text", with_set(kind="field-run", who="", when="", ran="a detector", basis="field-report")
    )


@pytest.mark.parametrize("style", STYLES)
def test_what_to_do_with_sets_that_were_joined(style: str) -> None:
    """Nobody ran them at once; an answer without such sets says nothing of it."""
    alone = msgspec.structs.replace(INCOMPATIBLE.nearest[0], joined=())

    assert "nobody is known to have run them at once: test them together" in shown(style, MATRIX)
    assert "test them together" not in shown(style, MATRIX, nearest=(alone,))

"""Every format, exactly: a report is read by people who know it and by programs that rely on it.

Where a change is meant, ``RKCOMPAT_GOLDEN=write pytest tests/report`` writes the files anew, and their diff is reviewed.
"""

import os
import re
from pathlib import Path

import pytest

from rkcompat.errors import Problem
from rkcompat.model.resolution import Resolution
from rkcompat.report import FORMATS, PLAIN, Batch, Look, Unusable, load_format
from rkcompat.report._explain import rule_to_json, rule_to_text

from .stack import COMPATIBLE, INCOMPATIBLE, LOCKED, MATRIX, RULES, UNDETERMINED
from .thirty import THIRTY

GOLDEN = Path(__file__).parent.parent / "golden"
CASES = {
    "compatible": COMPATIBLE,
    "incompatible": INCOMPATIBLE,
    "locked": LOCKED,
    "thirty": THIRTY,
    "undetermined": UNDETERMINED,
}
BATCH = Batch(
    (COMPATIBLE, Unusable("broken.toml", (Problem("broken.toml", 3, "found 'sco'", "did you mean soc?"),)), UNDETERMINED),
    2,
    "1 compatible, 1 undetermined, 1 unusable",
)


def assert_golden(name: str, text: str) -> None:
    """The text is that of the file, byte by byte."""
    place = GOLDEN / name
    if os.environ.get("RKCOMPAT_GOLDEN") == "write":
        place.write_bytes(text.encode())

    assert text.encode() == place.read_bytes()


@pytest.mark.parametrize("style", FORMATS)
@pytest.mark.parametrize("case", CASES)
def test_a_report_is_that_of_the_file(case: str, style: str) -> None:
    """One manifest."""
    assert_golden(f"{case}.{style}", load_format(style).one(CASES[case], MATRIX, PLAIN))


@pytest.mark.parametrize("style", FORMATS)
def test_a_report_on_several_is_that_of_the_file(style: str) -> None:
    """Three manifests, one of which cannot be used."""
    assert_golden(f"several.{style}", load_format(style).many(BATCH, MATRIX, PLAIN))


def test_a_verbose_report_is_that_of_the_file() -> None:
    """With satisfied rules, and with facts that would only tell more."""
    assert_golden("verbose.text", load_format("text").one(INCOMPATIBLE, MATRIX, Look(verbose=True)))


@pytest.mark.parametrize("rule", ["model-format-runtime", "driver-known-bad", "sram-kconfig"])
def test_an_explanation_is_that_of_the_file(rule: str) -> None:
    """A comparison, a prohibition, a rule with a fragment."""
    assert_golden(f"explain-{rule}.text", rule_to_text(RULES[rule], MATRIX))
    assert_golden(f"explain-{rule}.json", rule_to_json(RULES[rule], MATRIX))


@pytest.mark.parametrize("style", FORMATS)
@pytest.mark.parametrize("case", CASES)
def test_the_same_resolution_gives_the_same_bytes_whatever_the_order(case: str, style: str) -> None:
    """Findings, facts and missing facts come in an order of their own."""
    resolution = CASES[case]
    turned = Resolution(
        **{name: getattr(resolution, name) for name in resolution.__struct_fields__}
        | {name: getattr(resolution, name)[::-1] for name in ("findings", "facts", "missing")}
    )
    one = load_format(style).one

    assert one(turned, MATRIX, PLAIN) == one(resolution, MATRIX, PLAIN)


@pytest.mark.parametrize("case", CASES)
def test_colour_changes_no_word(case: str) -> None:
    """What is red says so in words too."""
    one = load_format("text").one
    colored = one(CASES[case], MATRIX, Look(color=True))

    assert "\x1b[" in colored
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == one(CASES[case], MATRIX, PLAIN)


@pytest.mark.parametrize("width", [60, 80, 100])
@pytest.mark.parametrize("case", CASES)
def test_a_report_keeps_to_its_columns(case: str, width: int) -> None:
    """On any terminal that is wide enough for its longest word."""
    text = load_format("text").one(CASES[case], MATRIX, Look(verbose=True, width=width))

    assert max(map(len, text.splitlines())) <= width
    assert not [line for line in text.splitlines() if line != line.rstrip()]

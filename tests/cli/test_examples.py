"""The examples say what they promise: real boards, each with the address of its report."""

import json
from pathlib import Path

import pytest

from .conftest import Rkcompat

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
PROMISES = {
    "container.toml": (0, None),
    "format-6-on-old-runtime.toml": (1, {"runtime"}),
    "good-rk3588.toml": (0, None),
    "rkllm-on-old-driver.toml": (1, {"driver"}),
    "sram-without-kernel-support.toml": (1, {"kernel-config"}),
}
"""Name to exit code, and to what the nearest answer changes."""


def test_every_example_is_promised_something() -> None:
    """None is left out."""
    assert {place.name for place in EXAMPLES.glob("*.toml")} == set(PROMISES)


@pytest.mark.parametrize("name", PROMISES)
def test_an_example_says_in_words_what_it_is_and_where_it_comes_from(name: str) -> None:
    """Before the first key."""
    head = (EXAMPLES / name).read_text().partition("manifest = 1")[0].splitlines()

    assert len(head) >= 2
    assert all(line.startswith("# ") for line in head)
    assert head[-1].startswith("# https://")


@pytest.mark.parametrize("name", PROMISES)
def test_an_example_does_as_it_says(rkcompat: Rkcompat, name: str) -> None:
    """The verdict, and the cheapest way out where it does not fit."""
    code, changed = PROMISES[name]
    done = rkcompat("resolve", EXAMPLES / name, "--format", "json")
    first = json.loads(done.out)["nearest"][0]

    assert done.code == code
    assert changed is None or {change["component"] for change in first["changes"]} == changed

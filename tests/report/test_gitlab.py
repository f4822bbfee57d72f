"""GitLab code quality: what the documentation of the report asks for."""

import json
import re
from typing import Any

import msgspec
import pytest

from rkcompat.model.resolution import Resolution
from rkcompat.report import PLAIN, load_format

from .hostile import HOSTILE
from .stack import COMPATIBLE, INCOMPATIBLE, LOCKED, MATRIX, UNDETERMINED
from .test_golden import BATCH
from .thirty import THIRTY

SEVERITIES = {"info", "minor", "major", "critical", "blocker"}


def issues(resolution: Resolution, **changed: object) -> list[dict[str, Any]]:
    """The issues of a report."""
    read = json.loads(load_format("gitlab").one(msgspec.structs.replace(resolution, **changed), MATRIX, PLAIN))
    assert isinstance(read, list)
    return read


@pytest.mark.parametrize(
    "found",
    [
        *(issues(one) for one in (INCOMPATIBLE, LOCKED, THIRTY, UNDETERMINED, HOSTILE)),
        json.loads(load_format("gitlab").many(BATCH, MATRIX, PLAIN)),
    ],
    ids=["incompatible", "locked", "thirty", "undetermined", "hostile", "several"],
)
def test_an_issue_has_all_that_is_asked_for(found: list[dict[str, Any]]) -> None:
    """A description, a rule, a fingerprint of its own, a severity, a path below the root and a line."""
    assert found
    assert len({issue["fingerprint"] for issue in found}) == len(found)
    for issue in found:
        assert set(issue) == {"description", "check_name", "fingerprint", "severity", "location"}
        assert issue["description"]
        assert issue["severity"] in SEVERITIES
        assert re.fullmatch(r"[0-9a-f]{32}", issue["fingerprint"])
        assert not issue["location"]["path"].startswith(("./", "/"))
        assert issue["location"]["lines"]["begin"] >= 1


def test_a_compatible_board_has_no_issue() -> None:
    """An empty list is a report too."""
    assert issues(COMPATIBLE) == []


def test_severities_are_told_apart() -> None:
    """And what is waived is worth knowing."""
    assert {issue["check_name"]: issue["severity"] for issue in issues(INCOMPATIBLE)} == {
        "model-format-runtime": "critical",
        "sram-kconfig": "critical",
        "driver-known-bad": "minor",
        "driver-advice": "info",
    }
    assert [issue["severity"] for issue in issues(UNDETERMINED)] == ["major"]
    assert [issue["severity"] for issue in issues(THIRTY) if "Waived" in issue["description"]] == ["info", "info"]


def test_two_manifests_have_issues_of_their_own() -> None:
    """The same rule on two boards is two issues."""
    assert issues(INCOMPATIBLE, path="a.toml")[0]["fingerprint"] != issues(INCOMPATIBLE, path="b.toml")[0]["fingerprint"]

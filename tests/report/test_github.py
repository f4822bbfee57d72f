"""Annotations, read as the runner of GitHub Actions reads them."""

import re
from collections import Counter
from typing import NamedTuple

import msgspec
import pytest

from rkcompat.model.resolution import Resolution
from rkcompat.report import PLAIN, load_format

from .hostile import HOSTILE
from .stack import COMPATIBLE, INCOMPATIBLE, MATRIX, UNDETERMINED
from .test_golden import BATCH
from .thirty import THIRTY


class Annotation(NamedTuple):
    """What the runner makes of a line."""

    kind: str
    properties: dict[str, str]
    text: str


def read(output: str) -> list[Annotation]:
    """The runner's own steps: a line that begins with ``::``, the head up to the next ``::``, then the escapes."""
    found = []
    for line in output.split("\n"):
        if line.lstrip().startswith("::"):
            head, text = line.lstrip()[2:].split("::", 1)
            kind, _, stated = head.partition(" ")
            pairs = (pair.split("=", 1) for pair in stated.split(",")) if stated else ()
            found.append(Annotation(kind, {name: plain(value) for name, value in pairs}, plain(text)))
    return found


def plain(text: str) -> str:
    """Escapes undone."""
    for escaped, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(escaped, character)
    return text


def annotations(resolution: Resolution, **changed: object) -> list[Annotation]:
    """The annotations of a report."""
    return read(load_format("github").one(msgspec.structs.replace(resolution, **changed), MATRIX, PLAIN))


def test_a_finding_is_an_annotation_at_its_line() -> None:
    """Error, warning and notice are severities."""
    found = annotations(INCOMPATIBLE)

    assert [one.kind for one in found] == ["error", "error", "warning", "notice"]
    assert found[0].properties == {"file": "manifest.toml", "line": "14", "title": "model-format-runtime"}
    assert found[0].text.startswith("The runtime takes the format of the model: found model[0] yolov8n.rknn")


def test_what_could_not_be_told_is_no_notice() -> None:
    """It fails the step as a violation does, and says how to find out."""
    (one,) = annotations(UNDETERMINED)

    assert one.kind == "error"
    assert "Find out driver version" in one.text


def test_a_step_has_no_more_than_ten_of_a_kind() -> None:
    """The last of them counts the rest: none is lost in silence."""
    found = annotations(THIRTY)
    errors = [one for one in found if one.kind == "error"]

    assert max(Counter(one.kind for one in found).values()) <= 10
    assert errors[-1].text == "and 17 more of this kind"
    assert len(errors) - 1 + 17 == sum(finding.verdict != "waived" and finding.rule.severity == "error" for finding in OPEN)


OPEN = [finding for finding in THIRTY.findings if finding.verdict in {"violated", "undetermined", "waived"}]


def test_a_waived_finding_is_a_notice() -> None:
    """It stays visible."""
    found = [one for one in annotations(THIRTY) if "Waived: " in one.text]

    assert [one.kind for one in found] == ["notice", "notice"]


def test_a_compatible_board_has_a_line_and_no_annotation() -> None:
    """The log says that it was looked at."""
    text = load_format("github").one(COMPATIBLE, MATRIX, PLAIN)

    assert text == "rkcompat: compatible: no rule is violated\n"


def test_an_unusable_manifest_is_an_error() -> None:
    """With every line of what is wrong."""
    found = read(load_format("github").many(BATCH, MATRIX, PLAIN))

    assert (found[0].kind, found[0].properties["file"]) == ("error", "broken.toml")
    assert "did you mean soc?" in found[0].text


def test_text_of_a_manifest_makes_no_command() -> None:
    """Neither a line of its own nor a property; only the commands of our own making are there."""
    output = load_format("github").one(HOSTILE, MATRIX, PLAIN)
    found = read(output)

    assert Counter(one.kind for one in found) == {"error": 1, "warning": 1, "notice": 1}
    assert all(set(one.properties) == {"file", "line", "title"} for one in found)
    assert not re.search(r"[\r\x1b\u202e\u2028]", output)
    assert len(output.splitlines()) == 4


@pytest.mark.parametrize("path", ["a:b,c.toml", "100%0A.toml", "x::y.toml"])
def test_a_path_is_read_back_as_it_is(path: str) -> None:
    """Whatever stands in it."""
    assert annotations(INCOMPATIBLE, path=path)[0].properties["file"] == path

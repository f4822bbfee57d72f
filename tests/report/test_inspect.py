"""What model files say of themselves is shown whole, and nothing that is not known is made up."""

import json
from pathlib import Path

import msgspec
import pytest

from rkcompat.artifacts import read_model
from rkcompat.model.artifact import ModelFile
from rkcompat.report._format import Look
from rkcompat.report._inspect import inspect_to_json, inspect_to_text

SAMPLES = Path(__file__).parent.parent / "samples"

FULL = ModelFile(
    path="models/yolov8n.rknn",
    size=4_177_224,
    kind="rknn",
    layout="full",
    format=7,
    schema=6,
    npu="RKNPU v2",
    target_platform=("rk3588", "rk3588s"),
    toolkit="2.3.2",
    compiler="2.3.2",
    compiler_build="e045de294f@2025-04-07T19:48:25",
    framework="ONNX",
    dynamic_shape=True,
    custom_string="line 3",
    batch_size=4,
    weight_bytes=3456,
    internal_bytes=8960,
    operators=("Conv", "InputOperator", "cstDualResidual"),
    oddities=("found header format 7 at byte 8, which no known toolkit writes",),
)
WEB_PAGE = ModelFile(path="page.rknn", size=1340, kind="unreadable", problem="found a web page, needed a .rknn or .rkllm model")
ENCRYPTED = ModelFile(path="secret.rknn", size=21164, kind="rknn", encrypted=True, encryption_level=2)
RKLLM = ModelFile(path="qwen.rkllm", size=9, kind="rkllm", toolkit="1.2.1")


def test_people_see_every_fact_with_its_name() -> None:
    """And what is odd, after all else."""
    assert (
        inspect_to_text([FULL])
        == """\
models/yolov8n.rknn: an RKNN model
  size        4,177,224 bytes
  layout      full
  format      7 (schema 6, which a runtime checks)
  platform    rk3588, rk3588s
  NPU type    RKNPU v2
  toolkit     2.3.2
  compiler    2.3.2 (e045de294f@2025-04-07T19:48:25)
  framework   ONNX
  shapes      dynamic
  batch size  4
  memory      3,456 bytes of weights, 8,960 bytes of internal tensors
  operators   Conv, InputOperator
  custom      cstDualResidual
  text        line 3
  note        found header format 7 at byte 8, which no known toolkit writes
"""
    )


def test_people_see_one_file_after_the_other() -> None:
    """In the order in which they were named, with an empty line between them."""
    assert (
        inspect_to_text([WEB_PAGE, ENCRYPTED, RKLLM])
        == """\
page.rknn: nothing that can be read
  error       found a web page, needed a .rknn or .rkllm model
  size        1,340 bytes

secret.rknn: an RKNN model
  size        21,164 bytes
  encrypted   level 2; nothing else can be read

qwen.rkllm: an RKLLM model
  size        9 bytes
  toolkit     1.2.1
"""
    )


@pytest.mark.parametrize(("format_number", "text"), [(0x1004, "0x1004"), (6, "6")])
def test_a_format_is_written_as_people_write_it(format_number: int, text: str) -> None:
    """A mini file's number says something in hexadecimal only."""
    assert f"\n  format      {text}\n" in inspect_to_text([ModelFile(path="a", size=1, kind="rknn", format=format_number)])


def test_people_see_the_first_operators_of_a_long_list() -> None:
    """A hostile file can have thousands."""
    file = msgspec.structs.replace(FULL, operators=tuple(f"Op{number}" for number in range(1000)))

    assert "Op39 and 960 more" in " ".join(inspect_to_text([file]).split())


def test_nothing_in_a_file_acts_on_the_terminal() -> None:
    """Neither its name nor what it says."""
    hostile = "\x1b[2J\u202egnp\n\x9b"
    file = ModelFile(path=f"{hostile}.rknn", size=1, kind="rknn", toolkit=hostile, operators=(hostile,), oddities=(hostile,))
    text, data = inspect_to_text([file]), inspect_to_json([file])

    assert r"\x1b[2J\u202egnp\x0a\x9b.rknn: an RKNN model" in text
    assert r"  toolkit     \x1b[2J\u202egnp\x0a\x9b" in text
    assert not set(text) & {"\x1b", "\u202e", "\x9b"}
    assert not set(data) & {"\x1b", "\u202e", "\x9b"}
    assert json.loads(data)["files"][0]["facts"]["toolkit"] == hostile


def test_colour_changes_no_word() -> None:
    """Only the names of the files are painted."""
    coloured = inspect_to_text([FULL, WEB_PAGE], Look(color=True))

    assert "\x1b[1;31mpage.rknn:\x1b[0m" in coloured
    assert coloured.replace("\x1b[1;31m", "").replace("\x1b[1m", "").replace("\x1b[0m", "") == inspect_to_text([FULL, WEB_PAGE])


def test_a_line_has_eighty_columns() -> None:
    """Words that are longer stay whole."""
    file = msgspec.structs.replace(FULL, oddities=("word " * 60,), custom_string="text " * 60)

    assert max(map(len, inspect_to_text([file]).split("\n"))) <= 80


def test_programs_get_what_is_known_and_no_more() -> None:
    """A fact that is not known has no key; a reason is an error, an oddity is information."""
    report = json.loads(inspect_to_json([FULL, WEB_PAGE, ENCRYPTED, RKLLM]))

    assert report == {
        "format": 1,
        "files": [
            {
                "path": "models/yolov8n.rknn",
                "kind": "rknn",
                "facts": {
                    "size": 4177224,
                    "layout": "full",
                    "format": 7,
                    "schema": 6,
                    "encrypted": False,
                    "npu": "RKNPU v2",
                    "target_platform": ["rk3588", "rk3588s"],
                    "toolkit": "2.3.2",
                    "compiler": "2.3.2",
                    "compiler_build": "e045de294f@2025-04-07T19:48:25",
                    "framework": "ONNX",
                    "dynamic_shape": True,
                    "custom_string": "line 3",
                    "batch_size": 4,
                    "weight_bytes": 3456,
                    "internal_bytes": 8960,
                    "operators": ["Conv", "InputOperator", "cstDualResidual"],
                },
                "problems": [{"severity": "info", "text": "found header format 7 at byte 8, which no known toolkit writes"}],
            },
            {
                "path": "page.rknn",
                "kind": "unreadable",
                "facts": {"size": 1340},
                "problems": [{"severity": "error", "text": "found a web page, needed a .rknn or .rkllm model"}],
            },
            {
                "path": "secret.rknn",
                "kind": "rknn",
                "facts": {"size": 21164, "encrypted": True, "encryption_level": 2},
                "problems": [],
            },
            {"path": "qwen.rkllm", "kind": "rkllm", "facts": {"size": 9, "toolkit": "1.2.1"}, "problems": []},
        ],
    }


def test_a_name_that_is_no_utf8_is_shown_in_escapes() -> None:
    """Python holds its bytes as half characters, which no JSON may hold."""
    file = ModelFile(path="caf\udce9.rknn", size=1, kind="rknn")

    assert json.loads(inspect_to_json([file]))["files"][0]["path"] == "caf\\udce9.rknn"
    assert inspect_to_text([file]).startswith("caf\\udce9.rknn: ")


@pytest.mark.parametrize("path", sorted((SAMPLES / "made").iterdir())[::5] + sorted((SAMPLES / "damaged").iterdir()))
def test_every_kind_of_file_can_be_shown(path: Path) -> None:
    """What the reader answers, both forms tell, and the same each time."""
    file = read_model(path)
    facts = json.loads(inspect_to_json([file]))["files"][0]["facts"]

    assert facts.get("schema") == file.schema
    assert (file.problem or "size") in " ".join(inspect_to_text([file]).split())
    assert inspect_to_json([file]) == inspect_to_json([read_model(path)])

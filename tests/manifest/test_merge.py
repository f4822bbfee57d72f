"""What a model's file says stands before what the manifest says of it."""

import msgspec
import pytest

from rkcompat.manifest import compare_model
from rkcompat.model.artifact import ModelFile
from rkcompat.model.manifest import Model

FILE = ModelFile(
    path="yolo.rknn",
    size=19596,
    kind="rknn",
    layout="full",
    format=6,
    schema=6,
    npu="RKNPU v2",
    target_platform=("rk3588",),
    toolkit="2.3.2",
    compiler="2.3.2",
    dynamic_shape=False,
)
FACTS = Model(
    kind="rknn",
    layout="full",
    format=6,
    npu="RKNPU v2",
    target_platform=("rk3588",),
    toolkit="2.3.2",
    compiler="2.3.2",
    encrypted=False,
    dynamic_shape=False,
)


def test_the_file_says_what_the_manifest_does_not() -> None:
    """And what only the manifest knows stays."""
    merged, differences = compare_model(Model(path="yolo.rknn", runtime="system", opset=19), FILE)

    assert merged == msgspec.structs.replace(FACTS, path="yolo.rknn", runtime="system", opset=19)
    assert differences == ()


def test_the_file_judges_and_every_difference_is_said() -> None:
    """In the words of the manifest, both sides."""
    written = Model(
        kind="rkllm",
        format=1,
        toolkit="1.6.0",
        compiler="2.3.0",
        target_platform=("rk3566", "rk3568"),
        npu="RKNPU lite",
        layout="mini",
        encrypted=True,
        dynamic_shape=True,
    )
    merged, differences = compare_model(written, FILE)

    assert merged == FACTS
    assert differences == (
        "kind: the manifest says rkllm, the file rknn",
        "format: the manifest says 1, the file 6",
        "toolkit: the manifest says 1.6.0, the file 2.3.2",
        "compiler: the manifest says 2.3.0, the file 2.3.2",
        "target_platform: the manifest says rk3566, rk3568, the file rk3588",
        "npu: the manifest says RKNPU lite, the file RKNPU v2",
        "layout: the manifest says mini, the file full",
        "encrypted: the manifest says true, the file false",
        "dynamic_shape: the manifest says true, the file false",
    )


@pytest.mark.parametrize(("said", "known"), [(1, 1), (1, 2), (2, 1), (4, 2), (1, 4), (6, 0x1004), (0x1004, 6), (3, 3)])
def test_formats_agree_where_the_schema_does(said: int, known: int) -> None:
    """The file's number is kept."""
    merged, differences = compare_model(Model(format=said), msgspec.structs.replace(FILE, format=known, schema=None))

    assert merged.format == known
    assert differences == ()


@pytest.mark.parametrize(
    ("said", "known", "shown"), [(1, 6, "1, the file 6"), (4, 0x1004, "4, the file 0x1004"), (3, 1, "3, the file 1")]
)
def test_other_formats_differ(said: int, known: int, shown: str) -> None:
    """The number of a mini file is known by its hexadecimal form."""
    _, differences = compare_model(Model(format=said), msgspec.structs.replace(FILE, format=known))

    assert differences == (f"format: the manifest says {shown}",)


def test_the_schema_stands_in_for_a_format_that_the_file_does_not_say() -> None:
    """They are one for every rule."""
    merged, differences = compare_model(Model(format=1), msgspec.structs.replace(FILE, format=None, schema=6))

    assert merged.format == 6
    assert differences == ("format: the manifest says 1, the file 6",)


@pytest.mark.parametrize("said", ["2.3.2", "v2.3.2", "2.3.2-429f97ae6b", "2.3.x", "2.3"])
def test_versions_agree_by_what_they_mean(said: str) -> None:
    """A build takes no part, and a range agrees with each of its versions."""
    merged, differences = compare_model(Model(toolkit=said), FILE)

    assert merged.toolkit == "2.3.2"
    assert differences == ()


def test_a_version_differs_from_a_range_without_it() -> None:
    """Also where the file is the one that is not exact."""
    _, differences = compare_model(
        Model(toolkit="2.2.x", compiler="2.3.2"), msgspec.structs.replace(FILE, toolkit="2.3.2", compiler="2.3")
    )

    assert differences == (
        "toolkit: the manifest says 2.2.x, the file 2.3.2",
        "compiler: the manifest says 2.3.2, the file 2.3",
    )


def test_platforms_agree_as_sets_in_any_case() -> None:
    """Their order and spelling say nothing."""
    file = msgspec.structs.replace(FILE, target_platform=("RK3566", "RK3568"), npu="rknpu V2")
    _, differences = compare_model(Model(target_platform=("rk3568", "rk3566"), npu="RKNPU v2"), file)

    assert differences == ()


def test_a_file_that_cannot_be_read_knows_nothing() -> None:
    """The damage is a finding of its own."""
    written = Model(path="a.rknn", format=1, kind="rknn")
    file = ModelFile(path="a.rknn", size=0, kind="unreadable", format=6, problem="the file is empty")

    assert compare_model(written, file) == (written, ())


def test_an_encrypted_file_leaves_the_rest_to_the_manifest() -> None:
    """Its format and platform cannot be read."""
    written = Model(format=6, target_platform=("rk3588",), encrypted=False)
    merged, differences = compare_model(written, ModelFile(path="a", size=9, kind="rknn", encrypted=True))

    assert merged == Model(kind="rknn", format=6, target_platform=("rk3588",), encrypted=True)
    assert differences == ("encrypted: the manifest says false, the file true",)


def test_a_file_of_rkllm_does_not_say_whether_it_is_encrypted() -> None:
    """The reader does not look for it there."""
    merged, _ = compare_model(Model(), ModelFile(path="a", size=9, kind="rkllm"))

    assert merged == Model(kind="rkllm")


def test_a_version_that_nobody_can_read_is_not_known() -> None:
    """What rules read of a model can always be read."""
    merged, differences = compare_model(Model(toolkit="2.3.2"), msgspec.structs.replace(FILE, toolkit="source_code"))

    assert merged.toolkit == "2.3.2"
    assert differences == ()


def test_what_does_not_print_is_escaped() -> None:
    """The file's text is not to be trusted."""
    _, differences = compare_model(Model(npu="RKNPU v2"), msgspec.structs.replace(FILE, npu="\x1b[31m"))

    assert differences == ("npu: the manifest says RKNPU v2, the file '\\x1b[31m'",)

"""A run is written down as a row that compiles, or what it lacks is said."""

import msgspec
import pytest
import tomli

from rkcompat.errors import UsageError
from rkcompat.matrix import load_matrix
from rkcompat.matrix._compile import compile_matrix
from rkcompat.matrix._record import set_to_toml
from rkcompat.model.manifest import Manifest
from rkcompat.model.matrix import ValidatedSet

MATRIX = load_matrix()

BOARD = """
manifest = 1
board   = { soc = "rk3588s", name = "ROCK 5B" }
image   = { id = "armbian", version = "25.2.1" }
kernel  = { release = "6.1.75-vendor-rk35xx" }
driver  = { family = "rknpu", version = "0.9.8" }
runtime = [{ library = "librknnrt", version = "2.3.2", loaded = true }, { library = "librknnrt", version = "1.4.0" }]
model   = [{ kind = "rknn", toolkit = "2.3.2" }, { kind = "rknn", toolkit = "v2.3.2" }]
lite    = { version = "2.3.2" }
"""


def text_of(board: str = BOARD, **run: str) -> str:
    """The recorded row of a manifest."""
    said = {"who": "ACME", "ran": "yolov8n, 24 h", "where": "line 3", "when": "2026-11-30"} | run
    return set_to_toml(msgspec.convert(tomli.loads(board), Manifest), MATRIX, "m.toml", **said)  # type: ignore[arg-type]


def compiled(text: str) -> ValidatedSet:
    """The row, through the compiler."""
    return compile_matrix({"validated/ours.toml": text.encode()}, "").sets[0]


def said(board: str, **run: str) -> str:
    """Why a manifest is not recorded."""
    with pytest.raises(UsageError) as caught:
        text_of(board, **run)
    return str(caught.value)


def test_a_record_compiles_without_another_source() -> None:
    """It says who, when, where and what itself, and is worth a field report."""
    row = compiled(text_of())

    assert {name: version.text for name, version in row.components.items()} == {
        "driver": "0.9.8",
        "kernel": "6.1.75-vendor-rk35xx",
        "lite": "2.3.2",
        "model": "2.3.2",
        "runtime": "2.3.2",
    }
    assert (row.socs, row.board, row.image) == (("rk3588",), "ROCK 5B", "armbian 25.2.1")
    assert (row.who, row.ran, row.where, row.when) == ("ACME", "yolov8n, 24 h", "line 3", "2026-11-30")
    assert (row.basis, row.works, row.sources) == ("field-report", True, ())


def test_the_same_run_has_the_same_id_and_another_has_not() -> None:
    """Two records of one day and place do not clash in one folder."""
    assert text_of() == text_of()
    assert compiled(text_of()).id != compiled(text_of(ran="resnet18")).id
    assert compiled(text_of(where="Ulm, Halle 3/B")).id.startswith("run-rk3588-2026-11-30-ulm-halle-3-b-")


@pytest.mark.parametrize("text", ['"quoted" \\ and\nmore', "\x1b[31m\u202e\x7f", "Müller, 上海", "\udcff"])
def test_whatever_is_said_is_read_back(text: str) -> None:
    """And nothing in the file acts upon a terminal."""
    written = text_of(who=text)

    assert compiled(written).who == text.encode("utf-8", "backslashreplace").decode()
    assert not {"\x1b", "\u202e", "\x7f"} & set(written)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"rk3588s"', '"rk9999"', "m.toml: board.soc: found 'rk9999', needed a SoC that the matrix knows"),
        ('toolkit = "v2.3.2"', 'toolkit = "2.3.0"', "m.toml: model[1].toolkit: found 2.3.0 beside 2.3.2, needed one model"),
        (', toolkit = "v2.3.2"', "", "m.toml: model[1].toolkit is not known"),
        (', version = "0.9.8"', "", "m.toml: driver.version is not known"),
        ('lite    = { version = "2.3.2" }', 'lite = { version = "2.3" }', "m.toml: lite.version: found 2.3, needed the exact"),
        (", loaded = true", "", "m.toml: runtime[1].version: found 1.4.0 beside 2.3.2, needed one runtime"),
    ],
)
def test_what_a_set_needs_is_said(old: str, new: str, message: str) -> None:
    """A set that says less than was run would mislead."""
    assert old in BOARD
    assert message in said(BOARD.replace(old, new))


def test_one_component_is_no_set() -> None:
    """Nothing ran together."""
    assert "found 1 component with a version, needed two" in said(
        'manifest = 1\nboard = { soc = "rk3588" }\nlite = { version = "2.3.2" }\n'
    )


def test_a_run_of_nobody_is_none() -> None:
    """Without another source the record must speak for itself."""
    assert "m.toml: who is empty, and the run is its own source\nhint: say who" in said(BOARD, who=" ")


def test_the_built_in_sets_name_sources() -> None:
    """What is handed out to others must be looked up by others; a record of one's own is for one's own folder."""
    assert [row.id for row in MATRIX.sets if not row.sources] == []

"""``matrix list`` and ``matrix show`` on the matrices as they are."""

import json

import pytest

from rkcompat import load_matrix
from rkcompat._api.matrices import find_rows
from rkcompat.report._matrix_show import rows_to_json, rows_to_text

from .conftest import Rkcompat, Write

MATRIX = load_matrix()


@pytest.mark.parametrize("kind", ["sources", "platforms", "components", "rules", "sets", "signatures", "facts"])
def test_a_kind_is_listed(rkcompat: Rkcompat, kind: str) -> None:
    """On 80 columns, and all of it for programs."""
    text, report = rkcompat("matrix", "list", kind), rkcompat("matrix", "list", kind, "-f", "json")

    assert (text.code, report.code) == (0, 0)
    assert max(map(len, text.out.splitlines())) <= 80
    assert len(json.loads(report.out)["rows"][kind]) == json.loads(report.out)["counts"][kind]


def test_the_facts_are_those_that_a_rule_can_read(rkcompat: Rkcompat) -> None:
    """A fact of the manifest, a kernel option, an attribute of a chip, of a release, and of the toolkit that made a model."""
    listed = rkcompat("matrix", "list", "facts").out.splitlines()
    told = {demand.fact for one in MATRIX.rules for demand in (*one.when, *one.require)}
    ids = {line.partition(": ")[0] for line in listed}
    rows = json.loads(rkcompat("matrix", "list", "facts", "-f", "json").out)["rows"]["facts"]

    assert "driver.version: driver version (version)" in listed
    assert {"kernel-config.CONFIG_…", "platform.cores", "runtime.highest-schema"} <= ids
    assert {fact for fact in told if not fact.startswith("kernel-config.")} <= ids
    assert len({row["id"] for row in rows}) == len(rows)


@pytest.mark.parametrize(
    ("words", "head"),
    [
        (["runtime-driver"], "runtime-driver: "),
        (["hdr"], "source hdr: "),
        (["rk3588s"], "platform rk3588: "),
        (["sdk-2.3.2"], "set sdk-2.3.2: "),
        (["adb-link"], "signature adb-link: "),
        (["librknnrt", "1.6.0"], "librknnrt 1.6.0: 2023-12-13"),
        (["librknnrt 1.6.0"], "librknnrt 1.6.0: 2023-12-13"),
        (["driver", "v0.9.8"], "driver 0.9.8: "),
    ],
)
def test_a_row_is_shown(rkcompat: Rkcompat, words: list[str], head: str) -> None:
    """By its id, another name of it, or component and version."""
    done = rkcompat("matrix", "show", *words)

    assert (done.code, done.out.startswith(head)) == (0, True)


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["sdk-2.3.2", "rk3588"], "ask for one at a time: rkcompat matrix show sdk-2.3.2"),
        (["rknpu 0.9.7"], "did you mean driver 0.9.7"),
        (["rknn_server", "2.3.2"], "did you mean server 2.3.2"),
        (["sdk-2.3.3"], "did you mean sdk-2.3.2"),
    ],
)
def test_what_is_no_id_is_answered_with_what_was_meant(rkcompat: Rkcompat, words: list[str], hint: str) -> None:
    """Several at once, the vendor's name of a component, a slip."""
    done = rkcompat("matrix", "show", *words)

    assert (done.code, done.out) == (2, "")
    assert done.err.endswith(f"\nhint: {hint}\n")


def test_every_row_is_shown() -> None:
    """Of each kind, for people and for programs."""
    for rows in (MATRIX.sets, MATRIX.signatures, tuple(MATRIX.platforms.values()), MATRIX.rules[:10]):
        for row in rows:
            assert rows_to_text((row,), MATRIX)
            assert json.loads(rows_to_json((row,), MATRIX))["format"] == 1


def test_a_version_is_shown_of_each_library_and_build(rkcompat: Rkcompat) -> None:
    """``runtime`` is both libraries of generation 2 and those of generation 1; 1.2.0 of librknnrt is two builds."""
    rows = json.loads(rkcompat("matrix", "show", "runtime", "1.2.0", "-f", "json").out)["rows"]

    assert [row["library"] for row in rows] == ["librknn_api", "librknn_runtime", "librknnrt", "librknnrt"]


@pytest.mark.parametrize(
    ("id", "hint"),
    [
        ("runtime-drivr", "did you mean runtime-driver"),
        ("librknnmrt", "there are librknnmrt 1.3.0b0, "),
        ("xyzzy", "rkcompat matrix list names what there is"),
    ],
)
def test_what_is_not_there_is_said(rkcompat: Rkcompat, id: str, hint: str) -> None:
    """With the nearest."""
    done = rkcompat("matrix", "show", id)

    assert (done.code, done.out) == (2, "")
    assert f"error: {id}: no row of the matrix has this id\nhint: {hint}" in done.err


def test_no_id_means_two_things() -> None:
    """Or `matrix show` would show one of them alone."""
    kinds = [
        {rule.id for rule in MATRIX.rules},
        set(MATRIX.sources),
        set(MATRIX.aliases),
        {row.id for row in (*MATRIX.sets, *MATRIX.signatures)},
    ]

    assert sum(map(len, kinds)) == len(set().union(*kinds))
    assert all(find_rows(id, MATRIX)[0].id == id for id in MATRIX.sources)  # type: ignore[union-attr]


def test_an_overlay_is_listed_and_shown(rkcompat: Rkcompat, write: Write) -> None:
    """As every verb that reads the matrices takes it."""
    source = 'matrix = 1\ntitle = "our page"\npublisher = "ACME"\nbasis = "vendor-document"\nread-on = "2026-11-30"\n'
    folder = write("acme/sources/acme.toml", source + 'citation = "page 1"\n').parent.parent

    assert "acme: our page (vendor document)\n" in rkcompat("matrix", "list", "sources", "--matrix", folder).out
    assert rkcompat("matrix", "show", "acme", "--matrix", folder).code == 0
    assert rkcompat("explain", "runtime-driver", "--matrix", folder).code == 0

"""What differs between two matrices, row by row."""

import msgspec
import pytest

from rkcompat.model.matrix import Matrix
from rkcompat.model.matrix_diff import FieldChange, RowChange
from rkcompat.model.version import parse_range, parse_version
from rkcompat.solve._check import check
from rkcompat.solve.lint._matrix_diff import diff_rows, rules_that_differ

from ..stack import FORMAT_6, RK3588, copy, stack, world_of

OLD = stack()


def but(**fields: object) -> Matrix:
    """The small stack with something else in it."""
    return msgspec.structs.replace(OLD, **fields)


def test_a_matrix_does_not_differ_from_itself() -> None:
    """Nor does its hash, its edition or the folders over it make a row."""
    assert diff_rows(OLD, but(sha256="1" * 64, edition="2027-01-01", overlays=("acme",))) == ()


def test_rows_come_and_go() -> None:
    """Of each kind, and the other way round they go."""
    fewer = but(
        sources={},
        platforms={},
        attributes={},
        releases={key: rows for key, rows in OLD.releases.items() if key != "driver"},
        rules=OLD.rules[1:],
        sets=OLD.sets[1:],
    )
    gone, come = diff_rows(OLD, fewer), diff_rows(fewer, OLD)

    assert {row.change for row in gone} == {"removed"}
    assert {row.change for row in come} == {"added"}
    assert [(row.kind, row.id) for row in gone] == [(row.kind, row.id) for row in come]
    assert {"source", "platform", "attribute", "release", "rule", "set"} == {row.kind for row in gone}
    assert RowChange(kind="release", id="driver 0.9.8", change="removed") in gone


def test_a_changed_rule_says_what_it_asks_now() -> None:
    """Only the fields that differ, and none that follow from others."""
    rule = next(rule for rule in OLD.rules if rule.id == "sram-driver")
    demand = rule.require[0]
    asks_more = msgspec.structs.replace(demand, range=parse_range(">=0.9.6"))
    other = msgspec.structs.replace(rule, severity="warning", require=(asks_more,), needed=(), scopes=("runtime",))
    rules = tuple(other if one.id == rule.id else one for one in OLD.rules)

    assert diff_rows(OLD, but(rules=rules)) == (
        RowChange(
            kind="rule",
            id="sram-driver",
            change="changed",
            title="sram-driver",
            fields=(
                FieldChange(name="severity", before="error", after="warning"),
                FieldChange(name="require", before="driver.version in-range >=0.8.0", after="driver.version in-range >=0.9.6"),
            ),
        ),
    )


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"highest-schema": {"*": 6}}, ("highest-schema: 1", "highest-schema: 6")),
        ({"highest-schema": {"*": 1}, "opens": {"*": ("drm", "misc")}}, ("", "opens: drm, misc")),
        ({}, ("highest-schema: 1", "")),
    ],
)
def test_of_a_table_only_the_keys_that_differ_are_told(value: dict[str, dict[str, object]], said: tuple[str, str]) -> None:
    """A release has many attributes."""
    release = next(one for one in OLD.releases["librknnrt"] if one.version.text == "1.4.0")
    plain = msgspec.structs.replace(release, attributes={"highest-schema": {"*": 1}})
    other = msgspec.structs.replace(release, attributes=value)
    (change,) = diff_rows(but(releases={"librknnrt": (plain,)}), but(releases={"librknnrt": (other,)}))

    assert change.id == "librknnrt 1.4.0"
    assert change.fields == (FieldChange(name="attributes", before=said[0], after=said[1]),)


def test_two_builds_of_one_version_are_two_rows() -> None:
    """And a version that gets a second build is named by it in both."""
    gone = diff_rows(OLD, but(releases=OLD.releases | {"librknnrt": OLD.releases["librknnrt"][1:]}))

    assert [(row.kind, row.id, row.change) for row in gone] == [("release", "librknnrt 1.3.0 aaa1", "removed")]


def test_a_set_tells_which_version_changed() -> None:
    """A version is told as it is written."""
    row = OLD.sets[0]
    other = msgspec.structs.replace(row, components=row.components | {"driver": parse_version("0.9.6")})
    (change,) = diff_rows(OLD, but(sets=(other, *OLD.sets[1:])))

    assert change.fields == (FieldChange(name="components", before="driver: 0.9.8", after="driver: 0.9.6"),)


def test_the_rules_that_judge_otherwise_are_named() -> None:
    """Not those that warn, nor those that say the same."""
    before = check(world_of(RK3588 + copy("1.6.0") + FORMAT_6), OLD)
    after = check(world_of(RK3588 + copy("1.4.0") + FORMAT_6), OLD)

    assert rules_that_differ(before, before) == ()
    assert rules_that_differ(before, after) == ("model-format-runtime",)

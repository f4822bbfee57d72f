"""What a rule's author writes, as demands; and every way to write it wrong, with the sentence that says so."""

from collections.abc import Callable
from pathlib import Path

import pytest

from rkcompat.errors import MatrixError
from rkcompat.matrix._compile import compile_matrix
from rkcompat.matrix._load import read_texts
from rkcompat.model.matrix import Matrix
from rkcompat.model.rule import Demand, Rule
from rkcompat.model.version import parse_range

Write = Callable[..., Path]

WHEN = 'when     = { feature = "multi-core", soc = "rk3588" }'
REQUIRE = 'require  = { driver = ">=0.9.0" }'


def compiled(folder: Path) -> Matrix:
    """The matrix of a folder."""
    return compile_matrix(read_texts(folder), "")


def rule_with(write_matrix: Write, old: str, new: str) -> Rule:
    """The rule ``multi-core-driver`` of the small matrix, with one text replaced."""
    return next(rule for rule in compiled(write_matrix(old, new)).rules if rule.id == "multi-core-driver")


WRITTEN = {
    'require = { driver = ">=0.8.0, <1" }': Demand(
        "driver.version", "board", "driver", "in-range", range=parse_range(">=0.8.0, <1")
    ),
    'require = { soc = "rk3588" }': Demand("soc", "board", "soc", "one-of", words=("rk3588",)),
    'require = { soc = ["rk3588", "rk3576"] }': Demand("soc", "board", "soc", "one-of", words=("rk3588", "rk3576")),
    'require = { soc = { none-of = ["rk2118"] } }': Demand("soc", "board", "soc", "none-of", words=("rk2118",)),
    'require = { "device-tree.npu-iommu" = true }': Demand(
        "device-tree.npu-iommu", "board", "device-tree", "one-of", words=(True,)
    ),
    'require = { kernel-config = { CONFIG_ROCKCHIP_RKNPU = "y" } }': Demand(
        "kernel-config.CONFIG_ROCKCHIP_RKNPU", "board", "kernel-config", "one-of", words=("y",)
    ),
    'require = { "model.damage" = { empty = true } }': Demand("model.damage", "model", "model", "empty", words=(True,)),
    'require = { "model.target-platform" = { shares = "platform.runs-models-for" } }': Demand(
        "model.target-platform", "model", "model", "shares", other="platform.runs-models-for", other_subject="soc"
    ),
    'require = { driver = { at-least = "runtime.driver-minimum" } }': Demand(
        "driver.version",
        "board",
        "driver",
        "at-least",
        other="runtime.driver-minimum",
        other_scope="runtime",
        other_subject="runtime",
    ),
    'require = { lite = { same-as = "runtime" } }': Demand(
        "lite.version", "board", "lite", "same-as", other="runtime.version", other_scope="runtime", other_subject="runtime"
    ),
}


@pytest.mark.parametrize(("written", "demand"), WRITTEN.items(), ids=WRITTEN)
def test_what_is_written_is_a_demand(write_matrix: Write, written: str, demand: Demand) -> None:
    """A component alone is its version; a word alone is a choice; a table names the test."""
    assert rule_with(write_matrix, REQUIRE, written).require == (demand,)


def test_a_rule_says_what_it_is_about(write_matrix: Write) -> None:
    """Subjects from the chip up, the features that call it, and the facts without which it waits."""
    rule = rule_with(write_matrix, "", "")

    assert rule.subjects == ("soc", "driver", "feature")
    assert rule.features == ("multi-core",)
    assert rule.needed == ("driver.version", "soc")
    assert rule.scopes == ()


def test_a_rule_may_need_less_than_it_reads(write_matrix: Write) -> None:
    """A fact that is not needed, and that no feature or container calls for, does not make anybody wait."""
    rule = rule_with(write_matrix, f"{WHEN}\n{REQUIRE}", 'require = { kernel = ">=5.10" }')

    assert rule.needed == ()


def test_a_basis_may_be_weaker_than_the_sources(write_matrix: Write) -> None:
    """A document that says something in passing carries less than its best page."""
    plain = rule_with(write_matrix, "", "")
    weaker = rule_with(write_matrix, 'severity = "warning"', 'severity = "warning"\nbasis = "inferred"')

    assert (plain.basis, weaker.basis) == ("vendor-document", "inferred")


WRONG = {
    "a fact that is none": ('{ drivr = "1" }', "there is no fact 'drivr'"),
    "an attribute that is none": (
        '{ driver = { at-least = "runtime.driver-minimun" } }',
        "there is no fact 'runtime.driver-minimun'; did you mean 'runtime.driver-minimum'",
    ),
    "two tests at once": (
        '{ soc = { one-of = "rk3588", none-of = "rk3588" } }',
        "soc: found ['none-of', 'one-of'], needed one test",
    ),
    "a test that is none": ('{ soc = { like = "rk35" } }', "soc: there is no test 'like'; there are in-range, one-of, "),
    "a test of something else": (
        '{ soc = { at-least = "driver" } }',
        "soc: the test 'at-least' looks at version or number, and this is a word",
    ),
    "a choice of nothing": ("{ soc = [] }", "soc: found [], needed a word or a list of words"),
    "a word that is a date": (
        "{ soc = 2026-11-29 }",
        "soc: found datetime.date(2026, 11, 29), needed a word or a list of words",
    ),
    "a range that is no comparison": (
        '{ driver = "0.9.8" }',
        "driver.version: found '0.9.8', needed a comparison such as >=0.8.0",
    ),
    "a range that is a number": ("{ driver = 9 }", "driver.version: found 9, needed a range such as '>=0.8.0'"),
    "a range that is a list": ('{ driver = ["0.9"] }', "driver.version: found ['0.9'], needed a range such as '>=0.8.0'"),
    "options that are no table": ('{ kernel-config = "y" }', "kernel-config: found 'y', needed a table of options"),
    "a comparison with a list": (
        '{ driver = { at-least = ["runtime"] } }',
        "driver.version: found ['runtime'], needed the name of a fact",
    ),
}


def test_all_that_is_wrong_with_a_rule_is_told_at_once(write_matrix: Write) -> None:
    """Each condition and each source, so that nobody mends one and meets the next."""
    rest = 'remedy   = "take another image"\nsources  = '
    with pytest.raises(MatrixError) as raised:
        rule_with(
            write_matrix,
            f'{REQUIRE}\n{rest}["guide#releases"]',
            f'require = {{ drivr = "1", kernel = "6.1", soc = [] }}\n{rest}["nowhere", "nobody"]',
        )

    assert [problem.text.removeprefix("rule 'multi-core-driver': ").partition(";")[0] for problem in raised.value.problems] == [
        "there is no fact 'drivr'",
        "kernel.release: found '6.1', needed a comparison such as >=0.8.0",
        "soc: found [], needed a word or a list of words",
        "there is no source 'nowhere' in sources/",
        "there is no source 'nobody' in sources/",
    ]


@pytest.mark.parametrize(("written", "said"), WRONG.values(), ids=WRONG)
def test_a_demand_that_cannot_be_used_is_refused(write_matrix: Write, written: str, said: str) -> None:
    """The message names the rule, the fact and both sides."""
    with pytest.raises(MatrixError) as raised:
        rule_with(write_matrix, REQUIRE, f"require = {written}")

    (problem,) = raised.value.problems
    assert problem.file == "rules/driver.toml"
    assert problem.text.startswith(f"rule 'multi-core-driver': {said}")


WRONG_ROWS = {
    "another format": (
        'matrix = 1\ntitle  = "the driver"',
        'matrix = 2\ntitle  = "the driver"',
        "rules/driver.toml: found matrix = 2, needed matrix = 1",
    ),
    "no source": ('sources  = ["run"]', "sources  = []", "rules/driver.toml: rule 'runtime-driver': names no source"),
    "a basis beyond the sources": (
        'severity = "warning"',
        'severity = "warning"\nbasis = "measured"',
        "rules/driver.toml: rule 'multi-core-driver': states the basis measured, and its strongest source is vendor-document",
    ),
    "a requirement and a prohibition": (
        REQUIRE,
        f'{REQUIRE}\nforbid = {{ kernel = ">=6" }}',
        "rules/driver.toml: rule 'multi-core-driver': needs either require or forbid",
    ),
    "a fact that is asked twice": (
        f"{WHEN}\n{REQUIRE}",
        'when = { soc = "rk3588" }\nforbid = { soc = "rk3576" }',
        "rules/driver.toml: rule 'multi-core-driver': when and forbid ask the same fact",
    ),
    "a component of a set that is none": (
        'driver = "0.9.8", kernel',
        'fan = "1", kernel',
        "validated/field.toml: set 'field-rock-5b-2.3.2': there is no component 'fan'",
    ),
    "a version of a set that is none": (
        'driver = "0.9.8", kernel',
        'driver = "new", kernel',
        "validated/field.toml: set 'field-rock-5b-2.3.2': found 'new', needed a version such as ",
    ),
    "a key of a release that is none": (
        'driver-minimum = { "RKNPU v2" = "0.8.2" }',
        'driver-maximum = { "RKNPU v2" = "0.8.2" }',
        "components/librknnrt.toml: release '2.3.2': the key 'driver-maximum' is no field of a release and no [attribute.",
    ),
    "a value for all where it differs": (
        'driver-minimum = { "RKNPU v2" = "0.8.2" }',
        'driver-minimum = "0.8.2"',
        "components/librknnrt.toml: release '2.3.2': driver-minimum differs by npu: found '0.8.2', needed a table",
    ),
    "a value of another kind": (
        'driver-minimum = { "RKNPU v2" = "0.8.2" }',
        'driver-minimum = { "RKNPU v2" = 8 }',
        "components/librknnrt.toml: release '2.3.2': found 8, needed a version",
    ),
}


@pytest.mark.parametrize(("old", "new", "said"), WRONG_ROWS.values(), ids=WRONG_ROWS)
def test_a_row_that_cannot_be_used_is_refused(write_matrix: Write, old: str, new: str, said: str) -> None:
    """The message names the file, the row and both sides."""
    with pytest.raises(MatrixError) as raised:
        compiled(write_matrix(old, new))

    (problem,) = raised.value.problems
    assert str(problem).startswith(said)


def test_a_folder_that_is_none_of_a_matrix_is_refused() -> None:
    """A typing error in a folder's name would hide all that lies in it."""
    with pytest.raises(MatrixError, match=r"rule/driver.toml: there is no folder 'rule' in a matrix\nhint: use sources, "):
        compile_matrix({"rule/driver.toml": b"matrix = 1"}, "")

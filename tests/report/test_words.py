"""Found and needed are two sides of one thing, said from the data alone: no rule has words of its own here."""

import msgspec
import pytest

from rkcompat.model.fact import FACTS, NO_DATA, Fact, Several, Value
from rkcompat.model.finding import Finding, Reading
from rkcompat.model.manifest import Application, Container, Lite, Manifest, Model, Runtime
from rkcompat.model.rule import Demand, Test
from rkcompat.model.version import parse_range, parse_version
from rkcompat.report._words import say_demand, say_found, say_needed, say_value, say_whose, title_of

from .stack import BOARD, FORMAT_TOO_NEW, HOLDS, KNOWN_BAD, MATRIX, RULES, SRAM_OFF, UNDETERMINED, violation


def ask(name: str, test: Test, *words: str | int | bool, other: str = "", within: str | None = None) -> Demand:
    """A demand on a fact."""
    fact = FACTS.get(name, Fact("word", "board", "x", name, ""))
    return Demand(name, fact.scope, fact.subject, test, words=words, other=other, range=parse_range(within) if within else None)


def failing(demand: Demand, *read: tuple[str, str, Value]) -> Finding:
    """A rule that asks one thing, and what was read."""
    rule = msgspec.structs.replace(RULES["runtime-driver"], require=(demand,))
    readings = tuple(Reading(about, fact, value, demand if fact == demand.fact else None) for about, fact, value in read)
    return Finding(rule=rule, verdict="violated", read=readings)


def needed(demand: Demand, *read: tuple[str, str, Value]) -> tuple[str, ...]:
    """What a failed demand needed, on the board of these tests."""
    return say_needed(failing(demand, *read), BOARD, MATRIX)


def test_both_sides_of_a_comparison_are_found_with_whose_they_are() -> None:
    """The model's format, and what the release of the library takes."""
    found = say_found(FORMAT_TOO_NEW, BOARD, MATRIX)

    assert [entry.text for entry in found] == [
        "model[0] yolov8n.rknn: format of the model 6",
        "runtime[0] librknnrt 1.4.0: highest model format it takes 1",
    ]
    assert [entry.key for entry in found] == ["model[0].format", "runtime[0].version"]


def test_a_comparison_needs_one_side_or_the_other() -> None:
    """The releases that would do are those of the matrix."""
    assert say_needed(FORMAT_TOO_NEW, BOARD, MATRIX) == (
        "format of the model at most 1 (runtime[0] librknnrt 1.4.0: highest model format it takes)",
        "or librknnrt 1.5.2 or newer (highest model format it takes at least 6)",
    )


def test_older_releases_may_do_where_the_other_side_cannot_change() -> None:
    """An older runtime takes an older driver; the gate is that of the board's NPU."""
    old = violation(
        "runtime-driver",
        ("board", "driver.version", parse_version("0.6.4")),
        ("runtime[0]", "runtime.driver-minimum", parse_version("0.8.0")),
    )

    assert say_needed(old, BOARD, MATRIX) == (
        "driver version at least 0.8.0 (runtime[0] librknnrt 1.4.0: driver below which it refuses to start)",
        "or librknnrt 1.4.0 or older (driver below which it refuses to start at most 0.6.4)",
    )


def test_no_release_is_named_where_none_would_do() -> None:
    """Nobody takes format 9."""
    finding = violation("model-format-runtime", ("model[0]", "model.schema", 9), ("runtime[0]", "runtime.highest-schema", 6))

    assert say_needed(finding, BOARD, MATRIX) == (
        "format of the model at most 6 (runtime[0] librknnrt 1.4.0: highest model format it takes)",
    )


def test_a_demand_on_an_attribute_names_the_releases_that_meet_it() -> None:
    """Where the attribute itself is asked for."""
    demand = Demand("runtime.highest-schema", "runtime", "runtime", "one-of", words=(6,))

    assert needed(demand, ("runtime[0]", "runtime.highest-schema", 1)) == (
        "highest model format it takes 6: librknnrt 1.5.2 or newer",
    )


@pytest.mark.parametrize(
    ("demand", "would_do"),
    [
        (
            Demand("runtime.driver-minimum", "runtime", "runtime", "in-range", range=parse_range("<0.7")),
            "librknnrt 1.4.0 or older",
        ),
        (Demand("runtime.highest-schema", "runtime", "runtime", "none-of", words=(1,)), ""),
    ],
)
def test_releases_are_named_for_the_tests_that_a_number_answers(demand: Demand, would_do: str) -> None:
    """Of the others nothing is said."""
    (line,) = needed(demand, ("runtime[0]", demand.fact, None))

    assert line.partition(": ")[2] == would_do


def test_a_prohibition_needs_that_not_all_come_together() -> None:
    """What was found is each of its conditions."""
    assert say_needed(KNOWN_BAD, BOARD, MATRIX) == (
        "not together: SoC rk3588; driver version 0.9.3; kernel release >=6.1, <6.2",
    )


def test_a_prohibition_of_one_thing_needs_that_it_is_not() -> None:
    """A release that is known to be bad."""
    rule = msgspec.structs.replace(RULES["driver-known-bad"], when=(ask("driver.version", "in-range", within="==0.9.3"),))

    assert say_needed(Finding(rule=rule, verdict="violated"), BOARD, MATRIX) == ("not driver version 0.9.3",)


def test_a_kernel_option_is_said_as_the_kernel_says_it() -> None:
    """``is not set`` and ``=y`` are the lines of a configuration."""
    assert [entry.text for entry in say_found(SRAM_OFF, BOARD, MATRIX)] == ["CONFIG_ROCKCHIP_RKNPU_SRAM is not set"]
    assert say_needed(SRAM_OFF, BOARD, MATRIX) == ("CONFIG_ROCKCHIP_RKNPU_SRAM=y",)


def test_an_option_with_another_value_shows_it() -> None:
    """As a module, where it had to be built in."""
    finding = violation("sram-kconfig", ("board", "kernel-config.CONFIG_ROCKCHIP_RKNPU_SRAM", "m"))

    assert say_found(finding, BOARD, MATRIX)[0].text == "CONFIG_ROCKCHIP_RKNPU_SRAM=m"


@pytest.mark.parametrize(
    ("demand", "said"),
    [
        (ask("driver.version", "in-range", within=">=0.8.0, <1"), "driver version >=0.8.0, <1"),
        (ask("driver.version", "in-range", within="==0.9.3"), "driver version 0.9.3"),
        (ask("soc", "one-of", "rk3588", "rk3576"), "SoC rk3588 or rk3576"),
        (ask("soc", "none-of", "rk2118"), "SoC other than rk2118"),
        (ask("device-tree.npu-iommu", "one-of", True), "IOMMU of the NPU: yes"),
        (ask("model.damage", "empty", True), "no damage of the model file"),
        (ask("model.custom-operators", "empty", False), "some custom operators of the model"),
        (ask("features", "shares", "sram", "nbuf"), "features in use with sram or nbuf"),
        (ask("kernel-config.CONFIG_X", "one-of", "y", "m"), "CONFIG_X=y or m"),
        (ask("kernel-config.CONFIG_X", "none-of", "n"), "CONFIG_X other than n"),
        (
            ask("driver.version", "at-least", other="runtime.driver-minimum"),
            "driver version at least the driver below which it refuses to start",
        ),
        (ask("lite.version", "same-as", other="runtime.version"), "RKNN-Toolkit-Lite2 version the same as the runtime version"),
        (
            ask("model.compiler", "minor-at-most", other="runtime.version"),
            "compiler that made the model at most the runtime version",
        ),
    ],
)
def test_a_demand_is_said_whatever_the_manifest(demand: Demand, said: str) -> None:
    """Every test has its words."""
    assert say_demand(demand, MATRIX) == said


def test_the_same_as_another_fact_names_its_value_and_its_owner() -> None:
    """Of the loaded copy."""
    demand = ask("lite.version", "same-as", other="runtime.version")

    assert needed(
        demand, ("board", "lite.version", parse_version("2.3.2")), ("runtime[0]", "runtime.version", parse_version("1.4.0"))
    ) == ("RKNN-Toolkit-Lite2 version the same as 1.4.0 (runtime[0]: runtime version)",)


def test_a_minor_number_is_said_as_a_series() -> None:
    """2.3.0 on 2.3.2 is no difference."""
    demand = ask("model.compiler", "minor-at-most", other="runtime.version")
    read = (("model[0]", "model.compiler", parse_version("2.3.0")), ("runtime[0]", "runtime.version", parse_version("1.4.0")))

    assert needed(demand, *read) == ("compiler that made the model at most 1.4.x (runtime[0]: runtime version)",)


def test_words_that_must_be_shared_are_listed() -> None:
    """Of the SoC's own list."""
    demand = ask("model.target-platform", "shares", other="platform.runs-models-for")
    read = (("model[0]", "model.target-platform", ("rk3576",)), ("board", "platform.runs-models-for", ("rk3566", "rk3568")))

    assert needed(demand, *read) == (
        "target platform of the model with rk3566 or rk3568 (rk3588: target platforms whose models the SoC runs)",
    )


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, "not known"),
        (NO_DATA, "not in the matrix"),
        (True, "yes"),
        (False, "no"),
        (6, "6"),
        (parse_version("v2.3.2"), "v2.3.2"),
        (("a", "b"), "a, b"),
        ((), "none"),
        (Several((1, 6)), "1 or 6"),
        (Several(("a", "b", "c")), "a, b or c"),
        (Several(tuple(parse_version(f"1.{number}.0") for number in range(9))), "1.0.0 to 1.8.0"),
        ("x" * 5000, "x" * 100 + "... (5000 characters)"),
    ],
)
def test_a_value_is_said_as_people_write_it(value: Value, said: str) -> None:
    """Unknown is a word too, and nobody reads megabytes."""
    assert say_value(value) == said


@pytest.mark.parametrize(
    ("about", "fact", "said"),
    [
        ("board", "driver.version", ""),
        ("board", "kernel-config.CONFIG_X", ""),
        ("board", "platform.cores", "rk3588"),
        ("board", "lite.python-versions", "lite 2.3.2"),
        ("board", "server.since", "server"),
        ("runtime[0]", "runtime.version", "runtime[0] librknnrt 1.4.0"),
        ("runtime[1]", "runtime.version", "runtime[1] second"),
        ("runtime[9]", "runtime.version", "runtime[9]"),
        ("runtime", "runtime.version", "runtime"),
        ("model[0]", "model.schema", "model[0] /opt/y.rknn"),
        ("model[0]", "model.highest", "model[0] /opt/y.rknn made by toolkit 2.3.0"),
        ("application[0]", "application.headers", "application[0] detector"),
        ("container[0]", "container.kind", "container[0] frigate"),
    ],
)
def test_a_fact_names_its_owner(about: str, fact: str, said: str) -> None:
    """As the manifest describes it; an index that leads nowhere is no fault."""
    manifest = Manifest(
        manifest=1,
        board=BOARD.board,
        lite=Lite(version="2.3.2"),
        runtime=(*BOARD.runtime, Runtime(id="second")),
        model=(Model(found_at="/opt/y.rknn", toolkit="2.3.0"),),
        application=(Application(id="detector"),),
        container=(Container(id="frigate"),),
    )

    assert say_whose(about, fact, manifest) == said


def test_what_is_open_is_said_to_be_not_known() -> None:
    """Both what was looked for and what it was to be held against."""
    finding = UNDETERMINED.findings[0]

    assert [entry.text for entry in say_found(finding, BOARD, MATRIX)] == [
        "driver version not known",
        "runtime[0] librknnrt 1.4.0: driver below which it refuses to start not known",
    ]
    assert say_needed(finding, BOARD, MATRIX) == ("driver version at least the driver below which it refuses to start",)


def test_a_satisfied_rule_says_what_it_needed() -> None:
    """Though nothing was kept of what was found."""
    assert say_found(HOLDS, BOARD, MATRIX) == ()
    assert say_needed(HOLDS, BOARD, MATRIX) == ("driver version at least the driver below which it refuses to start",)


@pytest.mark.parametrize(
    ("fact", "title"),
    [
        ("soc", "SoC"),
        ("kernel-config.CONFIG_X", "CONFIG_X"),
        ("runtime.highest-schema", "highest model format it takes"),
        ("platform.cores", "NPU cores of the SoC"),
        ("runtime.unheard-of", "runtime.unheard-of"),
    ],
)
def test_a_fact_has_a_title(fact: str, title: str) -> None:
    """From the list of facts, or from the matrix that has the attribute."""
    assert title_of(fact, MATRIX) == title

"""A rule held against a manifest: certain where the facts are, open where a needed one is not, silent where none is."""

import pytest

from rkcompat.model.fact import Between, Partly, Several
from rkcompat.solve._check import check, missing_facts, verdict_of

from .stack import FORMAT_6, RK3588, copy, findings, stack, verdicts, world_of


def test_a_requirement_that_holds_is_satisfied() -> None:
    """Format 6 on 2.3.2."""
    assert verdicts(RK3588 + copy("2.3.2") + FORMAT_6, "model-format-runtime") == ["satisfied"]


def test_a_requirement_that_fails_is_violated_with_both_sides() -> None:
    """The finding holds what was found on both sides, and whose it was."""
    (finding,) = findings(RK3588 + copy("1.4.0") + FORMAT_6, "model-format-runtime")

    assert finding.verdict == "violated"
    assert finding.about == ("model[0]", "runtime[0]")
    assert [(reading.about, reading.fact, reading.value) for reading in finding.read] == [
        ("model[0]", "model.schema", 6),
        ("runtime[0]", "runtime.highest-schema", 1),
    ]


@pytest.mark.parametrize(
    ("written", "verdict"), [(1, "satisfied"), (2, "satisfied"), (4, "satisfied"), (6, "violated"), (0x1004, "violated")]
)
def test_header_numbers_stand_for_the_schema_inside(written: int, verdict: str) -> None:
    """1, 2 and 4 are schema 1; 6 and 0x1004 are schema 6."""
    model = FORMAT_6.replace("format = 6", f"format = {written}")

    assert verdicts(RK3588 + copy("1.4.0") + model, "model-format-runtime") == [verdict]


def test_the_toolkit_tells_a_format_that_is_not_written() -> None:
    """A model made with 1.4.0 has schema 1."""
    model = FORMAT_6.replace("format = 6\n", "").replace("2.3.0", "1.4.0")

    assert verdicts(RK3588 + copy("1.4.0") + model, "model-format-runtime") == ["satisfied"]


@pytest.mark.parametrize(
    ("version", "verdict"),
    [
        ("1.5.x", "undetermined"),
        ("1.5", "undetermined"),
        ("1.6.x", "satisfied"),
        ("1.4.x", "violated"),
    ],
)
def test_a_range_decides_only_where_all_of_it_agrees(version: str, verdict: str) -> None:
    """1.5.x may be 1.5.0, which refuses format 6, or 1.5.2, which takes it."""
    assert verdicts(RK3588 + copy(version) + FORMAT_6, "model-format-runtime") == [verdict]


@pytest.mark.parametrize(
    ("version", "verdict", "why"),
    [
        ("1.4.5", "violated", "between 1.4.0, which takes 1, and 1.5.0, which takes 4: both refuse"),
        ("1.5.1", "not-applicable", "between 1.5.0, which refuses, and 1.5.2, which takes it"),
        ("1.5.3", "satisfied", "between two that take it"),
        ("2.9.0", "not-applicable", "after all that are known"),
    ],
)
def test_an_unlisted_release_is_looked_up_only_where_its_neighbours_agree(version: str, verdict: str, why: str) -> None:
    """What the matrix does not know leaves nothing open and judges nothing."""
    assert verdicts(RK3588 + copy(version) + FORMAT_6, "model-format-runtime") == [verdict], why


@pytest.mark.parametrize(
    ("version", "driver", "verdict"),
    [
        (">=1.6.0", "0.6.4", "undetermined"),
        (">=1.6.0", "0.9.8", "not-applicable"),
        ("1.6.x", "0.6.4", "violated"),
        ("2.x", "0.6.4", "not-applicable"),
        ("1.7.x", "0.6.4", "not-applicable"),
    ],
)
def test_a_range_is_not_judged_by_the_known_part_of_it(version: str, driver: str, verdict: str) -> None:
    """1.6.0 needs driver 0.7.0; what 2.3.0 and 2.3.2 need nobody knows, nor what a release between needs."""
    assert verdicts(RK3588.replace("0.9.8", driver) + copy(version), "runtime-driver") == [verdict]


def test_a_range_without_a_listed_release_is_looked_up_as_one_between_its_neighbours() -> None:
    """1.5.1.x: as 1.5.1 itself, which leaves nothing to find out."""
    assert verdicts(RK3588 + copy("1.5.1.x") + FORMAT_6, "model-format-runtime") == ["not-applicable"]


@pytest.mark.parametrize(
    ("version", "verdict"),
    [
        ("2.3", "satisfied"),
        ("2.2.x", "violated"),
        (">2.2.0, <=2.3.0", "not-applicable"),
        (">2.2.0, <2.3.0", "not-applicable"),
        (">=2.3.0, <=2.3.2", "satisfied"),
    ],
)
def test_a_range_settles_the_minor_number_only_where_all_of_it_has_one(version: str, verdict: str) -> None:
    """Below 2.3.0 its betas lie, and they are 2.3."""
    assert verdicts(RK3588 + copy(version) + FORMAT_6, "compiler-not-newer") == [verdict]


def test_values_that_remain_possible_are_not_those_that_lie_around() -> None:
    """The search keeps answers by value, and the three kinds answer otherwise."""
    kinds = Several((1, 6)), Between((1, 6)), Partly((1, 6)), (1, 6)

    assert len(set(kinds)) == len(kinds)
    assert Several((1, 6)) == Several((1, 6))


def test_a_known_bad_point_matches_that_version_alone() -> None:
    """0.9.3 on kernel 6.1 is bad; what is between it and its neighbours is not."""
    kernel = '[kernel]\nrelease = "6.1.43"\n'

    assert verdicts(kernel + RK3588.replace("0.9.8", "0.9.3"), "driver-known-bad") == ["violated"]
    assert verdicts(kernel + RK3588.replace("0.9.8", "0.9.4"), "driver-known-bad") == ["not-applicable"]
    assert verdicts(RK3588.replace("0.9.8", "0.9.3") + '[kernel]\nrelease = "5.10.160"\n', "driver-known-bad") == [
        "not-applicable"
    ]


def test_an_unknown_in_a_prohibition_makes_it_silent_and_is_told() -> None:
    """Without the kernel nobody knows whether 0.9.3 is bad here, and nobody is held up."""
    (finding,) = findings(RK3588.replace("0.9.8", "0.9.3"), "driver-known-bad")

    assert finding.verdict == "not-applicable"
    assert finding.missing == ("kernel.release",)


def test_a_used_feature_needs_what_it_requires() -> None:
    """The kernel configuration is needed only by those who use SRAM."""
    sram = RK3588 + copy("2.3.2") + '[use]\nfeatures = ["sram"]\n'

    assert verdicts(RK3588 + copy("2.3.2"), "sram-kernel") == ["not-applicable"]
    assert verdicts(sram, "sram-kernel") == ["undetermined"]
    assert verdicts(sram + "[kernel]\nconfig_complete = true\n", "sram-kernel") == ["violated"]


def test_a_requirement_that_holds_anyway_does_not_wait_for_its_condition() -> None:
    """Whatever the runtime is, driver 0.9.8 is new enough."""
    text = RK3588 + '[[runtime]]\nlibrary = "librknnrt"\n[use]\nfeatures = ["sram"]\n'

    assert verdicts(text, "sram-old-runtime") == ["satisfied"]


def test_a_rule_about_debugging_is_silent_without_it() -> None:
    """The server matters only to a PC."""
    server = '[server]\nversion = "1.3.0"\n[toolkit]\nversion = "2.3.2"\n'

    assert verdicts(RK3588 + server, "server-toolkit") == ["not-applicable"]
    assert verdicts(RK3588 + server + "[use]\nboard_debugging = true\n", "server-toolkit") == ["violated"]
    assert verdicts(RK3588 + "[use]\nboard_debugging = true\n", "server-toolkit") == ["undetermined"]


def test_loaded_copies_judge_and_the_others_do_not() -> None:
    """A new library beside the loaded old one does not help."""
    text = RK3588 + copy("2.3.2", "loaded = false") + copy("1.4.0", "loaded = true") + FORMAT_6
    (finding,) = findings(text, "model-format-runtime")

    assert finding.verdict == "violated"
    assert finding.about == ("model[0]", "runtime[1]")


def test_copies_that_answer_alike_need_not_be_told_apart() -> None:
    """Nobody knows which is loaded, and both refuse."""
    assert verdicts(RK3588 + copy("1.5.0") + copy("1.4.0") + FORMAT_6, "model-format-runtime") == ["violated"]


def test_copies_that_differ_leave_it_open_which_is_loaded() -> None:
    """The report asks for the loaded one."""
    (finding,) = findings(RK3588 + copy("2.3.2") + copy("1.4.0") + FORMAT_6, "model-format-runtime")

    assert finding.verdict == "undetermined"
    assert finding.missing == ("runtime.loaded",)


def test_a_model_that_names_its_runtime_is_judged_by_that_one() -> None:
    """The container's copy loads the container's model."""
    named = FORMAT_6 + 'runtime = "mine"\n'
    text = RK3588 + copy("1.4.0", "loaded = true") + copy("2.3.2", 'id = "mine"\nwhere = "container:frigate"') + named

    assert verdicts(text, "model-format-runtime") == ["satisfied"]


@pytest.mark.parametrize("loaded", ["loaded = true", ""])
def test_a_copy_that_a_model_names_is_held_against_the_driver(loaded: str) -> None:
    """The container's library runs on the host's driver, whatever the host itself loads."""
    mine = copy("1.6.0", 'id = "mine"\nwhere = "container:frigate"') + FORMAT_6 + 'runtime = "mine"\n'
    text = RK3588.replace("0.9.8", "0.6.4") + copy("1.4.0", loaded) + mine
    found = {finding.about: finding.verdict for finding in findings(text, "runtime-driver")}

    assert found[("runtime[1]",)] == "violated"


def test_a_copy_that_another_model_names_says_nothing_of_a_model_that_names_none() -> None:
    """It may be loaded by the old library just as well."""
    mine = copy("2.3.2", 'id = "mine"') + FORMAT_6 + 'runtime = "mine"\n'
    first, second = findings(RK3588 + copy("1.4.0") + mine + FORMAT_6, "model-format-runtime")

    assert first.verdict == "satisfied"
    assert second.missing == ("runtime.loaded",)


def test_a_copy_beside_one_that_a_model_names_still_judges_where_it_is_the_only_one_left() -> None:
    """Nothing else can be loaded for the model that names none."""
    named = copy("1.4.0", 'id = "mine"\nloaded = false') + FORMAT_6 + 'runtime = "mine"\n'
    found = findings(RK3588.replace("0.9.8", "0.6.4") + named + copy("1.6.0") + FORMAT_6, "runtime-driver")

    assert [(finding.about, finding.verdict) for finding in found] == [
        (("runtime[0]",), "satisfied"),
        (("runtime[1]",), "violated"),
    ]


def test_a_model_without_a_runtime_waits_for_one() -> None:
    """A runtime is needed where there is a model."""
    (finding,) = findings(RK3588 + FORMAT_6, "model-format-runtime")

    assert finding.verdict == "undetermined"
    assert finding.missing == ("runtime.library", "runtime.version")


def test_a_build_tells_two_releases_of_one_number_apart() -> None:
    """1.3.0 has a build for each chip family; without the build nobody can tell, and that is not a needed fact."""
    assert verdicts(RK3588 + copy("1.3.0", 'build = "aaa1@2022-05-04T20:17:01"'), "runtime-build-soc") == ["violated"]
    assert verdicts(RK3588 + copy("1.3.0", 'build = "bbb1@2022-05-04T20:16:33"'), "runtime-build-soc") == ["satisfied"]
    assert verdicts(RK3588 + copy("1.3.0"), "runtime-build-soc") == ["not-applicable"]


def test_nothing_collected_is_undetermined_and_says_what_is_missing() -> None:
    """An empty manifest is not a compatible board."""
    found = check(world_of(""), stack())

    assert verdict_of(found) == "undetermined"
    assert [missing.fact for missing in missing_facts(found) if missing.needed] == ["driver.family", "soc"]


def test_a_chip_that_nobody_knows_is_an_unknown_chip() -> None:
    """A made-up SoC is no reason to let a board pass."""
    assert verdicts(RK3588.replace("rk3588", "rk9999"), "soc-generation") == ["undetermined"]


def test_another_generation_is_refused() -> None:
    """RV1126 is generation 1."""
    assert verdicts('[board]\nsoc = "RV1126"\n', "soc-generation") == ["violated"]


def test_a_folded_name_is_the_same_chip() -> None:
    """RK3588S runs models for RK3588."""
    assert verdicts(RK3588.replace('"rk3588"', '"rk3588s"') + FORMAT_6, "model-platform") == ["satisfied"]


def test_a_warning_never_leaves_the_verdict_open() -> None:
    """An unknown compiler matters to nobody at the default."""
    model = FORMAT_6.replace('toolkit = "2.3.0"\n', "")
    found = check(world_of(RK3588 + copy("2.3.2") + model), stack())

    assert verdict_of(found) == "compatible"
    assert [finding.verdict for finding in found if finding.rule.id == "compiler-not-newer"] == ["not-applicable"]


def test_fail_on_decides_what_counts() -> None:
    """A compiler newer than the runtime warns; with fail_on = warning it fails."""
    text = RK3588 + copy("1.6.0") + FORMAT_6

    assert verdict_of(check(world_of(text), stack())) == "compatible"
    assert verdict_of(check(world_of(text), stack(), "warning"), "warning") == "incompatible"

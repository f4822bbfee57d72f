"""Command line over environment over file over default, and each value says where it comes from."""

import os

import pytest

from rkcompat.errors import UsageError
from rkcompat.policy._config import Config, ReadConfig, parse_config
from rkcompat.policy._settle import ENVIRONMENT, Settings, read_environment, settle

NOTHING = Config()


def read(text: str, path: str = "rkcompat.toml") -> ReadConfig:
    """A configuration file."""
    found = parse_config(text.encode(), path)
    assert found is not None
    return found


def origins(settings: Settings) -> dict[str, str]:
    """Key to where its value comes from."""
    return {one.key: one.origin for one in settings.origins}


def test_the_nearer_place_stands_over_the_farther() -> None:
    """All four of them."""
    file = read('fail-on = "info"\nunknown = "pass"\nmin-basis = "measured"\n')
    settings = settle(Config(fail_on="warning"), read_environment({"RKCOMPAT_UNKNOWN": "fail"}), file, "2026-11-29")

    assert (settings.fail_on, settings.unknown, settings.policy.min_basis) == ("warning", "fail", "measured")
    assert {key: origins(settings)[key] for key in ("fail-on", "unknown", "min-basis", "strict")} == {
        "fail-on": "command line",
        "unknown": "RKCOMPAT_UNKNOWN",
        "min-basis": "rkcompat.toml:3",
        "strict": "default",
    }


def test_the_command_line_can_take_back_what_a_file_says() -> None:
    """No is a word of its own."""
    assert settle(Config(strict=False), NOTHING, read("strict = true"), "2026-11-29").policy.strict is False


def test_locks_and_folders_add_up() -> None:
    """What the file locks, no other place unlocks; its folders are seen from where it lies."""
    file = read('lock = ["kernel"]\nmatrix = ["ours", "/theirs"]\n', "../rkcompat.toml")
    environment = read_environment({"RKCOMPAT_LOCK": "driver, kernel", "RKCOMPAT_MATRIX": os.pathsep.join(["a", "b"])})
    settings = settle(Config(lock=("runtime",), matrix=("c",)), environment, file, "2026-11-29")

    assert settings.config.lock == ("kernel", "driver", "runtime")
    assert settings.config.matrix == ("../ours", "/theirs", "a", "b", "c")
    assert origins(settings)["lock"] == "../rkcompat.toml:1, RKCOMPAT_LOCK, command line"


def test_strict_makes_warnings_count() -> None:
    """And leaves alone what is stricter."""
    assert settle(Config(strict=True), NOTHING, None, "2026-11-29").fail_on == "warning"
    assert settle(Config(strict=True, fail_on="info"), NOTHING, None, "2026-11-29").fail_on == "info"


def test_a_file_that_says_something_is_named_in_reports() -> None:
    """One that says nothing changes nothing."""
    assert settle(NOTHING, NOTHING, read("strict = true"), "2026-11-29").policy.notes == (
        "configuration: rkcompat.toml was read",
    )
    assert settle(NOTHING, NOTHING, read("# nothing"), "2026-11-29").policy.notes == ()


def test_a_variable_that_cannot_be_used_is_named() -> None:
    """All of them, each by its name."""
    with pytest.raises(UsageError) as caught:
        read_environment({"RKCOMPAT_FAIL_ON": "eror", "RKCOMPAT_STRICT": "perhaps", "RKCOMPAT_LOCK": "kernle"})

    assert [problem.file for problem in caught.value.problems] == ["RKCOMPAT_FAIL_ON", "RKCOMPAT_STRICT", "RKCOMPAT_LOCK"]
    assert caught.value.problems[0].hint == "did you mean 'error'"


def test_an_empty_variable_says_nothing() -> None:
    """As a pipeline leaves it."""
    assert read_environment(dict.fromkeys(ENVIRONMENT.values(), "")) == NOTHING


@pytest.mark.parametrize(("text", "value"), [("1", True), ("true", True), ("YES", True), ("0", False), ("no", False)])
def test_a_switch_is_written_as_people_do(text: str, value: bool) -> None:
    """In capitals too."""
    assert read_environment({"RKCOMPAT_EXIT_ZERO": text}).exit_zero is value


def test_waivers_know_where_they_are_written() -> None:
    """So that a report can say it."""
    file = read('[[waiver]]\nrule = "a"\nreason = "b"\nowner = "c"\nexpires = 2026-12-01\n')
    (waiver,) = settle(NOTHING, NOTHING, file, "2026-11-29").policy.waivers

    assert (waiver.place, waiver.expires) == ("rkcompat.toml:1", "2026-12-01")

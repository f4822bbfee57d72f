"""A waiver lets pass what it names, for its time, and nothing else."""

import pytest

from rkcompat.model.finding import Finding
from rkcompat.model.manifest import Manifest, Runtime
from rkcompat.model.rule import Rule
from rkcompat.model.waiver import Waiver
from rkcompat.model.words import Verdict
from rkcompat.policy._waive import is_meant_for, say_unmatched, unmatched, waive

MANIFEST = Manifest(manifest=1, runtime=(Runtime(id="system", path="/usr/lib/librknnrt.so"), Runtime(id="other")))


def finding(rule: str = "runtime-driver", verdict: Verdict = "violated", *about: str, was: tuple[str, ...] = ()) -> Finding:
    """What a rule says."""
    known = Rule(
        id=rule, title="", why="", layer="loading", severity="error", basis="measured", subjects=("runtime", "driver"), was=was
    )
    return Finding(rule=known, verdict=verdict, about=about or ("runtime[0]",), missing=("driver.version",))


def waiver(rule: str = "runtime-driver", *subjects: str, expires: str = "2026-12-01", manifest: str | None = None) -> Waiver:
    """What somebody answers for."""
    return Waiver(rule=rule, subjects=subjects, reason="until the flash day", owner="Ada", expires=expires, manifest=manifest)


def verdict_under(one: Waiver, found: Finding | None = None, today: str = "2026-11-29") -> str:
    """The verdict of a finding under a waiver."""
    return waive([found or finding()], MANIFEST, [one], today)[0].verdict


def test_a_waived_finding_says_why_and_who_answers() -> None:
    """It stays, with all that was found."""
    (waived,) = waive([finding()], MANIFEST, [waiver()], "2026-11-29")

    assert waived.verdict == "waived"
    assert waived.note == "until the flash day; Ada answers for it until 2026-12-01"
    assert waived.about == ("runtime[0]",)


@pytest.mark.parametrize(
    ("subjects", "verdict"),
    [
        (("runtime",), "waived"),
        (("runtime", "driver"), "waived"),
        (("runtime[0]",), "waived"),
        (("system",), "waived"),
        (("/usr/lib/librknnrt.so", "driver"), "waived"),
        (("runtime[1]",), "violated"),
        (("other",), "violated"),
        (("runtime", "model"), "violated"),
    ],
)
def test_subjects_must_all_be_concerned(subjects: tuple[str, ...], verdict: str) -> None:
    """By the component, the entry, its id or its path."""
    assert verdict_under(waiver("runtime-driver", *subjects)) == verdict


def test_the_last_day_still_counts() -> None:
    """The day after does not, and the finding says so."""
    assert verdict_under(waiver(), today="2026-12-01") == "waived"
    (found,) = waive([finding()], MANIFEST, [waiver()], "2026-12-02")

    assert found.verdict == "violated"
    assert found.note == "the waiver of Ada expired on 2026-12-01 and does not apply"


def test_a_waiver_that_was_renewed_counts() -> None:
    """Whichever stands first."""
    pair = [waiver(expires="2026-11-01"), waiver(expires="2027-11-01")]

    assert [waive([finding()], MANIFEST, order, "2026-11-29")[0].verdict for order in (pair, pair[::-1])] == ["waived"] * 2


def test_a_rule_is_known_by_its_former_id() -> None:
    """Rules are renamed; waivers stay good."""
    assert verdict_under(waiver("old-id"), finding("new-id", was=("old-id",))) == "waived"


def test_another_rule_that_waits_for_the_same_fact_still_waits() -> None:
    """A waiver never hides an unknown fact of another rule."""
    findings = [finding(verdict="undetermined"), finding("runtime-npu", "undetermined")]
    waived, other = waive(findings, MANIFEST, [waiver()], "2026-11-29")

    assert (waived.verdict, other.verdict) == ("waived", "undetermined")
    assert other.missing == ("driver.version",)


@pytest.mark.parametrize("verdict", ["satisfied", "not-applicable"])
def test_what_holds_needs_no_waiver(verdict: Verdict) -> None:
    """It stays as it is, so the waiver shows up as idle."""
    found = finding(verdict=verdict)

    assert waive([found], MANIFEST, [waiver()], "2026-11-29") == (found,)


@pytest.mark.parametrize(
    ("pattern", "path", "meant"),
    [
        (None, "anything.toml", True),
        ("line-*.toml", "boards/line-3.toml", True),
        ("boards/*", "boards/line-3.toml", True),
        ("boards/*", "line-3.toml", False),
        ("Line-*.toml", "line-3.toml", False),
        ("*", "-", True),
    ],
)
def test_a_manifest_is_named_by_a_pattern(pattern: str | None, path: str, meant: bool) -> None:
    """With a slash the path counts, without one the name."""
    assert is_meant_for(waiver(manifest=pattern), path) is meant


def test_a_waiver_is_idle_where_it_could_match_and_does_not() -> None:
    """One for another manifest was not asked; one that expired was needed."""
    used, idle, elsewhere = waiver(), waiver("runtime-npu"), waiver("runtime-npu", manifest="other.toml")
    expired = waiver("runtime-soc", expires="2020-01-01")
    findings = waive([finding(), finding("runtime-soc")], MANIFEST, [used, idle, expired], "2026-11-29")

    assert unmatched([used, idle, elsewhere, expired], ["here.toml"], findings) == (idle,)


def test_an_idle_waiver_of_a_rule_that_nobody_knows_names_the_one_that_was_meant() -> None:
    """Where nothing is like it, or the rule is known, the waiver is to go."""
    rules = {"runtime-npu", "runtime-driver"}

    assert say_unmatched(waiver("runtime-drivr"), rules).endswith(" matches nothing; did you mean runtime-driver")
    assert say_unmatched(waiver("quite-another"), rules).endswith(" matches nothing; take it out")
    assert say_unmatched(waiver("runtime-npu"), rules).endswith(" matches nothing; take it out")

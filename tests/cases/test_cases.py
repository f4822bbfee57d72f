"""Every rule is shown to bite, to let pass what fits, and to wait where it must."""

from pathlib import Path

import pytest

from rkcompat import check, load_matrix, read_manifest
from rkcompat.model.rule import Rule
from rkcompat.model.words import Verdict

CASES = Path(__file__).parent
MATRIX = load_matrix()
RULES = tuple(rule for rule in MATRIX.rules if not rule.disproved_by)


def waits(rule: Rule) -> bool:
    """Whether the rule can leave a verdict open: an error that reads a needed fact, and no prohibition."""
    return rule.severity == "error" and bool(rule.needed) and not rule.is_prohibition


def verdicts(rule: Rule, case: str) -> set[Verdict]:
    """What the rule says of the manifest of that name in its folder, of each thing it is asked of."""
    resolution = check(read_manifest(CASES / rule.id / f"{case}.toml"), MATRIX)

    return {finding.verdict for finding in resolution.findings if finding.rule.id == rule.id}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_rule_lets_pass_what_fits(rule: Rule) -> None:
    """A requirement is satisfied; of a prohibition some part does not hold."""
    expected = "not-applicable" if rule.is_prohibition else "satisfied"

    assert verdicts(rule, "compatible") == {expected}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_rule_bites(rule: Rule) -> None:
    """The manifest differs from the one that fits by what the rule is about."""
    assert verdicts(rule, "incompatible") == {"violated"}


@pytest.mark.parametrize("rule", [rule for rule in RULES if waits(rule)], ids=lambda rule: rule.id)
def test_a_rule_waits_for_a_needed_fact(rule: Rule) -> None:
    """A fact that nobody collected is no pass and no fault."""
    assert verdicts(rule, "undetermined") == {"undetermined"}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_what_fits_one_rule_fits_all(rule: Rule) -> None:
    """The manifest that shows a rule satisfied violates no other error: the rules do not contradict one another."""
    resolution = check(read_manifest(CASES / rule.id / "compatible.toml"), MATRIX)

    assert resolution.verdict == "compatible"


def test_each_folder_is_of_a_rule() -> None:
    """A rule that is gone takes its cases with it."""
    folders = {entry.name for entry in CASES.iterdir() if entry.is_dir() and not entry.name.startswith("__")}

    assert folders == {rule.id for rule in RULES}

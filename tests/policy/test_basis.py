"""Rules that are known by too little judge nothing, and are still seen."""

from rkcompat.model.finding import Finding
from rkcompat.model.rule import Rule
from rkcompat.model.words import Basis
from rkcompat.policy._basis import say_aside, set_aside


def finding(name: str, basis: Basis) -> Finding:
    """A violated rule."""
    rule = Rule(id=name, title="", why="", layer="loading", severity="error", basis=basis)
    return Finding(rule=rule, verdict="violated", missing=("driver.version",))


def test_weaker_rules_are_set_aside_with_the_reason() -> None:
    """The same basis is strong enough."""
    strong, same, weak = set_aside(
        [finding("a", "measured"), finding("b", "maintainer"), finding("c", "board-log")], "maintainer"
    )

    assert (strong.verdict, same.verdict, weak.verdict) == ("violated", "violated", "not-applicable")
    assert weak.note == "judges nothing: its basis, board-log, is weaker than maintainer"
    assert weak.missing == ()


def test_the_report_names_what_would_have_counted() -> None:
    """Each rule once."""
    findings = [finding("c", "inferred"), finding("c", "inferred"), finding("a", "measured")]

    assert say_aside(findings, "measured") == ("basis weaker than measured, not counted: c",)
    assert say_aside(findings, "inferred") == ()

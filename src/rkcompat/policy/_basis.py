"""Whose word counts: rules of a weaker basis than was asked for judge nothing, and stay visible."""

from collections.abc import Sequence

import msgspec

from ..model.finding import Finding
from ..model.rule import Rule
from ..model.words import BASES, Basis


def is_weaker(rule: Rule, basis: Basis) -> bool:
    """Whether a rule is known by less than this."""
    return BASES.index(rule.basis) > BASES.index(basis)


def say_aside(findings: Sequence[Finding], basis: Basis) -> tuple[str, ...]:
    """What a report notes of the rules that would not hold, or would wait for a fact, and are too weak to count."""
    open_ones = [finding.rule.id for finding in findings if finding.verdict in ("violated", "undetermined")]
    weak = {finding.rule.id for finding in findings if is_weaker(finding.rule, basis)}
    names = [name for name in dict.fromkeys(open_ones) if name in weak]
    return (f"basis weaker than {basis}, not counted: {', '.join(names)}",) if names else ()


def set_aside(findings: Sequence[Finding], basis: Basis) -> tuple[Finding, ...]:
    """The findings, those of weaker rules as not applicable with the reason."""
    return tuple(_aside(finding, basis) if is_weaker(finding.rule, basis) else finding for finding in findings)


def _aside(finding: Finding, basis: Basis) -> Finding:
    note = f"judges nothing: its basis, {finding.rule.basis}, is weaker than {basis}"
    return msgspec.structs.replace(finding, verdict="not-applicable", missing=(), note=note)

"""Who demands of whom in a rule: its conditions say who it binds, its demands what that must find."""

from collections.abc import Iterator
from itertools import combinations

from ...model.rule import Demand, Rule


def demanders(rule: Rule, demand: Demand) -> list[str]:
    """The subjects that make a demand on one other: the features, else the releases that it is about, else the platforms.

    A condition that only says of which something is not (``none-of``) names nobody who demands.
    """
    if rule.features:
        return ["feature"]
    asked = {one.subject for one in rule.when if one.test != "none-of"} - {demand.subject}
    return sorted(asked - {"soc"} or asked)


def links(rule: Rule) -> Iterator[tuple[str, str]]:
    """The subjects that a rule joins, each two as the one that demands and the one that must meet it.

    A comparison binds both its ends: there the one that stands higher in the stack is taken to demand; and so it is between
    things that must not come together.
    """
    for demand in rule.require:
        if not demand.other:
            yield from ((demander, demand.subject) for demander in demanders(rule, demand))
        elif demand.other_subject != demand.subject:
            yield higher_first(rule, demand.subject, demand.other_subject)
    if rule.is_prohibition:
        named = list(dict.fromkeys(one.subject for one in rule.when))
        joined = [subject for subject in named if subject != "soc"]
        for one, other in combinations(joined if len(joined) > 1 else named, 2):
            yield higher_first(rule, one, other)


def higher_first(rule: Rule, one: str, other: str) -> tuple[str, str]:
    """Two subjects of a rule, the one that stands higher in the stack first."""
    return (one, other) if rule.subjects.index(one) > rule.subjects.index(other) else (other, one)


def judged(rule: Rule) -> set[str]:
    """The subjects that a verdict on a rule is about: not those that are only its conditions."""
    ends = {end for pair in links(rule) for end in pair}
    return ends | {demand.subject for demand in rule.require} or set(rule.subjects)

"""Whether a rule with the id of another only narrows it: no manifest may fare better under it.

It applies wherever the other applies, asks for all that the other asks for, and waits wherever the other waits.
"""

from collections.abc import Iterable, Iterator

from ..model.rule import Demand, Rule
from ..model.version import Range
from ..model.words import SEVERITIES
from ._compile import bases_of
from ._demand import Attributes

_OWN_RULE = "write it as a rule of its own, with another id"


def ways_to_pass(rule: Rule, new: Rule, attributes: Attributes) -> Iterator[tuple[str, str]]:
    """Each way in which a manifest that `rule` stops could pass `new`, and what to do about it; none where it narrows."""
    if SEVERITIES.index(new.severity) < SEVERITIES.index(rule.severity):
        yield f"found severity {new.severity}, needed {rule.severity} or higher", "leave the severity, or raise it"
    if new.is_prohibition != rule.is_prohibition:
        yield "found require where the other has forbid, or the reverse", _OWN_RULE
        return
    if new.scopes != rule.scopes:
        found, needed = (", ".join(scopes) or "the board alone" for scopes in (new.scopes, rule.scopes))
        yield f"is asked of {found}, needed {needed}", _OWN_RULE
    for demand in _not_implied(new.when, by=rule.when):
        yield f"when: {demand.fact} leaves cases out to which the other applies", "drop or widen the condition"
    for demand in rule.require:
        if not any(_implies(mine, demand) for mine in new.require):
            yield f"require: {demand.fact} no longer asks for all that the other asks", "keep the demand, or tighten it"
    for fact in sorted(_waits_lost(rule, new, attributes)):
        yield f"reads {fact}, and where that is not known it would not apply, though the other may wait or judge", _OWN_RULE


def _not_implied(demands: Iterable[Demand], *, by: tuple[Demand, ...]) -> Iterator[Demand]:
    return (demand for demand in demands if not any(_implies(mine, demand) for mine in by))


def _waits_lost(rule: Rule, new: Rule, attributes: Attributes) -> set[str]:
    """Facts that leave `new` not applicable when unknown, where `rule` would be undetermined."""
    if not rule.needed:
        return set()
    reads = {fact for demand in new.when + new.require for fact in bases_of(demand, attributes)}
    added = {fact for demand in new.require if demand not in rule.require for fact in bases_of(demand, attributes)}
    return (set(rule.needed) & reads | added) - set(new.needed)


def _implies(stricter: Demand, demand: Demand) -> bool:
    """Whether whatever meets the first meets the second, and whatever fails the second fails the first."""
    if stricter == demand:
        return True
    if (stricter.fact, stricter.test, stricter.other) != (demand.fact, demand.test, demand.other) or demand.other:
        return False
    match demand.test:
        case "in-range":
            return stricter.range is not None and demand.range is not None and _lies_in(stricter.range, demand.range)
        case "one-of" | "shares":
            return set(stricter.words) <= set(demand.words)
        case "none-of":
            return set(stricter.words) >= set(demand.words)
    return False


def _lies_in(inner: Range, outer: Range) -> bool:
    return all(any(low <= first and end <= high for low, high in outer.spans) for first, end in inner.spans)

"""Which findings wait for facts in such a way that their rules may contradict each other: the quick look before the search."""

from collections.abc import Sequence

from ...model.fact import fact_of
from ...model.finding import Finding
from ...model.rule import Rule
from ...model.words import SEVERITIES, Severity
from .._world import World
from ._absent import need_not_be


def waiting_rules(world: World, findings: Sequence[Finding], fail_on: Severity) -> tuple[Rule, ...]:
    """The rules that may be violated together though none is alone; empty where nothing hangs together.

    Quick, since most manifests end here: it looks at what was found, and asks no rule anything.
    """
    strict = SEVERITIES[SEVERITIES.index(fail_on) :]
    rivals = {scope for scope, groups in world.groups.items() if any(len(group) > 1 for group in groups)}
    waiting = [finding for finding in findings if finding.missing and finding.rule.severity in strict]
    if rivals:  # what holds with one copy may wait for something with another; what judges nothing has a note
        hidden = [f for f in findings if not (f.missing or f.note or rivals.isdisjoint(f.rule.scopes))]
        waiting += [finding for finding in hidden if finding.rule.severity in strict]
    elif waiting:
        waiting = _entangled(waiting, world)
    if not waiting:
        return ()
    waived = {finding.rule.id for finding in findings if finding.verdict == "waived"}
    return tuple({finding.rule.id: finding.rule for finding in waiting if finding.rule.id not in waived}.values())


def _entangled(waiting: list[Finding], world: World) -> list[Finding]:
    """Those without the findings that some fact alone can put right, whatever the others are, until there is no more of them.

    That is a fact of which nothing is known and for which no other waits, or which there need not be: in a condition it can
    be such that the rule does not apply, in a single demand such that it is met. What remains waits for facts that others
    wait for too, or has several demands that may contradict each other.
    """
    needed = {fact for finding in waiting for fact in finding.rule.needed}
    facts = {fact for finding in waiting for fact in finding.missing}
    things = {fact: [thing for group in world.groups[fact_of(fact).scope] for thing in group] for fact in facts}
    unknown = {fact for fact in facts if all(thing[fact] is None for thing in things[fact])}
    free = {fact for fact in unknown - needed if all(need_not_be(fact, thing) for thing in things[fact])}
    while True:
        waits = [fact for finding in waiting for fact in finding.missing]
        loose = free | {fact for fact in unknown if waits.count(fact) == 1}
        left = [finding for finding in waiting if len(finding.rule.require) > 1 or loose.isdisjoint(finding.missing)]
        if len(left) == len(waiting):
            return waiting
        waiting = left

"""Why nothing helps: a smallest set of rules, facts, wishes and locks that forbids it together; and which lock to lift."""

from ...model.manifest import Manifest
from ...model.resolution import CoreItem
from ..search._search import search
from ._encode import Encoding


def minimal_core(encoding: Encoding, manifest: Manifest, node_limit: int) -> tuple[CoreItem, ...]:
    """Drop rules, wishes, locks and clauses one by one as long as nothing helps; what is left is minimal.

    Each fact that stands in it is needed too: without it, the clause that it closes would be met.
    """
    problem = encoding.problem
    clauses = list(range(len(problem.clauses)))
    slots = encoding.slots
    locks = [index for index, slot in enumerate(slots) if slot.locked]
    wishes = [index for index, slot in enumerate(slots) if slot.wants]

    def forbidden(kept: list[int], locked: list[int], wished: list[int]) -> bool:
        start = [slot.allowed(locked=index in locked, wanted=index in wished) for index, slot in enumerate(slots)]
        found = search(problem.only([problem.clauses[number] for number in kept]), node_limit=node_limit, start=start)
        return found.complete and not found.solutions

    for name in dict.fromkeys(origin.rule.id for origin in encoding.origins):
        rest = [number for number in clauses if encoding.origins[number].rule.id != name]
        if forbidden(rest, locks, wishes):
            clauses = rest
    for wish in list(wishes):
        rest = [other for other in wishes if other != wish]
        if forbidden(clauses, locks, rest):
            wishes = rest
    for lock in list(locks):
        rest = [other for other in locks if other != lock]
        if forbidden(clauses, rest, wishes):
            locks = rest
    for number in list(clauses):
        rest = [other for other in clauses if other != number]
        if forbidden(rest, locks, wishes):
            clauses = rest
    items: dict[tuple[str, str], CoreItem] = {}
    for number in clauses:
        origin = encoding.origins[number]
        items["rule", origin.rule.id] = CoreItem(kind="rule", name=origin.rule.id, text=origin.rule.title)
        for reading in origin.fixed:
            name = reading.fact if reading.about == "board" else f"{reading.about}: {reading.fact}"
            items["fact", name] = CoreItem(kind="fact", name=name, text=_shown(reading.value))
    for index in wishes:
        wanted = ", ".join(map(str, slots[index].wants))
        items["wish", slots[index].about] = CoreItem(kind="wish", name=slots[index].component, text=f"{wanted} is wanted")
    for index in locks:
        slot = slots[index]
        reason = manifest.lock.reason or "it is locked"
        text = f"{slot.about} stays {slot.options[0].label or 'as it is'}: {reason}"
        items["lock", slot.about] = CoreItem(kind="lock", name=slot.component, text=text)
    return tuple(items.values())


def opening_locks(encoding: Encoding, node_limit: int) -> tuple[str, ...]:
    """The locked components of which each alone, lifted, would let something help, the cheapest way first."""
    ways = []
    for component in sorted({slot.component for slot in encoding.slots if slot.locked}):
        found = search(encoding.problem, node_limit=node_limit, start=encoding.start(component)).solutions
        ways += [(found[0].key, component)] if found else []
    return tuple(component for _, component in sorted(ways))


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)

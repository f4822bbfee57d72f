"""Why nothing helps: a smallest set of rules, facts, wishes and locks that forbids it together; and which lock to lift."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from ...model.manifest import Manifest
from ...model.resolution import CoreItem
from ..search._search import search
from ._encode import Encoding

Item = TypeVar("Item")


def minimal_core(encoding: Encoding, manifest: Manifest, node_limit: int) -> tuple[CoreItem, ...]:
    """Drop rules, wishes, locks and clauses one by one as long as nothing helps; what is left is minimal.

    Each fact that stands in it is needed too: without it, the clause that it closes would be met.
    """
    problem = encoding.problem
    clauses = tuple(range(len(problem.clauses)))
    slots = encoding.slots
    locks = tuple(index for index, slot in enumerate(slots) if slot.locked)
    wishes = tuple(index for index, slot in enumerate(slots) if slot.wants)

    def forbidden(kept: Sequence[int], locked: Sequence[int], wished: Sequence[int]) -> bool:
        start = [slot.allowed(locked=index in locked, wanted=index in wished) for index, slot in enumerate(slots)]
        found = search(problem.only([problem.clauses[number] for number in kept]), node_limit=node_limit, start=start)
        return found.complete and not found.solutions

    clauses = needed_rules(encoding, clauses, lambda rest: forbidden(rest, locks, wishes))
    wishes = needed(wishes, lambda rest: forbidden(clauses, locks, rest))
    locks = needed(locks, lambda rest: forbidden(clauses, rest, wishes))
    clauses = needed(clauses, lambda rest: forbidden(rest, locks, wishes))
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


def needed_rules(encoding: Encoding, clauses: tuple[int, ...], enough: Callable[[tuple[int, ...]], bool]) -> tuple[int, ...]:
    """Leave out each rule, with all its clauses, without which what remains is still enough."""
    for name in dict.fromkeys(encoding.origins[number].rule.id for number in clauses):
        rest = tuple(number for number in clauses if encoding.origins[number].rule.id != name)
        if enough(rest):
            clauses = rest
    return clauses


def needed(items: tuple[Item, ...], enough: Callable[[tuple[Item, ...]], bool]) -> tuple[Item, ...]:
    """Leave out each one without which what remains is still enough; of what is left, none can be spared."""
    for item in items:
        rest = tuple(other for other in items if other is not item)
        if enough(rest):
            items = rest
    return items


def opening_locks(encoding: Encoding, node_limit: int) -> tuple[str, ...]:
    """The locked components of which each alone, lifted, would let something help, the cheapest way first."""
    ways = []
    for component in sorted({slot.component for slot in encoding.slots if slot.locked}):
        found = search(encoding.problem, node_limit=node_limit, start=encoding.start(component)).solutions
        ways += [(found[0].key, component)] if found else []
    return tuple(component for _, component in sorted(ways))


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)

"""From clauses that cannot be met together → the lines that show it: minimal, each following from those before."""

from collections.abc import Collection, Sequence
from typing import Literal

import msgspec

from ...model.explanation import Line
from ...model.version import Version
from ..nearest._core import needed, needed_rules
from ..nearest._encode import Encoding
from ..nearest._slots import Option, Slot
from ..search._propagate import Clause
from ..search._search import search


class Premises(msgspec.Struct, frozen=True):
    """What a refutation rests on: clauses by number, and what is held fast with the options that it leaves."""

    clauses: tuple[int, ...]
    held: tuple[tuple[int, int], ...]
    """A slot's index and the options that it may have."""


def minimal(encoding: Encoding, premises: Premises, node_limit: int = 20_000) -> Premises | None:
    """Drop what a refutation does not need: rules, then what is held, then single clauses; ``None`` where there is none.

    Without any one of what is left, some options would do.
    """
    problem = encoding.problem

    def refuted(clauses: Sequence[int], held: Sequence[tuple[int, int]]) -> bool:
        start = [(1 << variable.size) - 1 for variable in problem.variables]
        for index, mask in held:
            start[index] &= mask
        if not all(start):
            return True
        found = search(problem.only([problem.clauses[number] for number in clauses]), node_limit=node_limit, start=start)
        return found.complete and not found.solutions

    clauses, held = premises.clauses, premises.held
    if not refuted(clauses, held):
        return None
    clauses = needed_rules(encoding, clauses, lambda rest: refuted(rest, held))
    held = needed(held, lambda rest: refuted(clauses, rest))
    return Premises(needed(clauses, lambda rest: refuted(rest, held)), held)


def derive(encoding: Encoding, premises: Premises, wished: Collection[int], reason: str) -> tuple[Line, ...]:
    """Lay a refutation out: what is held first, then each narrowing with the lines that it follows from, then the clash.

    Args:
        premises: minimal ones.
        wished: the slots of which it was asked, among those that are held.
        reason: who says the locks.
    """
    lines: list[Line] = []
    domains = [(1 << len(slot.options)) - 1 for slot in encoding.slots]
    because: dict[int, tuple[int, ...]] = {}
    for index, mask in sorted(premises.held, key=lambda held: held[0] not in wished):
        slot = encoding.slots[index]
        domains[index] &= mask
        kind: Literal["wish", "lock", "fact"] = "wish" if index in wished else "lock" if slot.locked else "fact"
        told = reason if kind == "lock" else ""
        lines.append(Line(number=len(lines) + 1, kind=kind, about=slot.about, leaves=leaves(slot, mask), reason=told))
        because[index] = (len(lines),)
    left = list(premises.clauses)
    while left:
        number = _next(encoding, left, domains)
        if number is None:
            return (*lines, _cases(encoding, left, len(lines) + 1))
        left.remove(number)
        clause = encoding.problem.clauses[number]
        origin = encoding.origins[number]
        open_literals = [(index, mask) for index, mask in clause if domains[index] & mask]
        follows = tuple(
            sorted({line for index, mask in clause if not domains[index] & mask for line in because.get(index, ())})
        )
        if not open_literals:
            lines.append(Line(number=len(lines) + 1, kind="clash", rule=origin.rule, facts=origin.fixed, follows_from=follows))
            break
        index, mask = open_literals[0]
        follows = tuple(sorted({*follows, *because.get(index, ())}))
        domains[index] &= mask
        slot = encoding.slots[index]
        lines.append(
            Line(
                number=len(lines) + 1,
                kind="step",
                about=slot.about,
                leaves=leaves(slot, domains[index]),
                rule=origin.rule,
                facts=origin.fixed,
                follows_from=follows,
            )
        )
        because[index] = (len(lines),)
    return tuple(lines)


def _next(encoding: Encoding, left: Sequence[int], domains: Sequence[int]) -> int | None:
    """A clause that clashes, or else one that leaves a single way."""
    unit = None
    for number in left:
        ways = _ways(encoding.problem.clauses[number], domains)
        if ways == 0:
            return number
        if ways == 1 and unit is None:
            unit = number
    return unit


def _ways(clause: Clause, domains: Sequence[int]) -> int:
    return sum(bool(domains[index] & mask) for index, mask in clause)


def _cases(encoding: Encoding, left: Sequence[int], number: int) -> Line:
    """Where no single narrowing shows it: the rules of which each way of meeting one breaks another."""
    rules = {encoding.origins[clause].rule.id: encoding.origins[clause].rule for clause in left}
    return Line(number=number, kind="cases", reason=", ".join(rules), rule=next(iter(rules.values())))


def leaves(slot: Slot, mask: int) -> str:
    """Options as ranges, never as a list of all that lie between: ``1.5.2 or newer``, ``1.3.0 to 1.4.0``."""
    chosen = [option for bit, option in enumerate(slot.options) if mask >> bit & 1]
    if not chosen:
        return "nothing"
    if len(chosen) == len(slot.options):
        return "anything"
    parts = [option.label or "as it is" for option in chosen if option.version is None]
    return ", ".join([*parts, *_spans(_versions(slot.options), _versions(chosen))])


def _versions(options: Sequence[Option]) -> list[Version]:
    return [option.version for option in options if option.version is not None]


def _spans(known: Sequence[Version], chosen: Sequence[Version]) -> list[str]:
    order = sorted({version.low: version.text for version in known}.items())
    wanted = {version.low for version in chosen}
    spans: list[str] = []
    start: int | None = None
    for position in range(len(order) + 1):
        inside = position < len(order) and order[position][0] in wanted
        if inside and start is None:
            start = position
        if not inside and start is not None:
            first, last = order[start][1], order[position - 1][1]
            if start == position - 1:
                spans.append(first)
            elif position == len(order):
                spans.append(f"{first} or newer")
            elif start == 0:
                spans.append(f"{last} or older")
            else:
                spans.append(f"{first} to {last}")
            start = None
    return spans

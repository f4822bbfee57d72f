"""What clauses leave of the values of some variables: unit propagation, one clause at a time."""

from collections.abc import Iterable, Sequence

Literal = tuple[int, int]
"""A variable's index, and the values that meet the literal, one bit each."""

Clause = tuple[Literal, ...]
"""At least one of these literals must be met."""

Domains = tuple[int, ...]
"""The values that remain for each variable."""


def propagate(
    domains: Sequence[int],
    clauses: Sequence[Clause],
    occurs: Sequence[Sequence[int]],
    pending: Iterable[int],
    used: set[int] | None = None,
) -> Domains | None:
    """Take away what no solution can hold: where one literal is left that can be met, it must be; ``None`` where none is."""
    left = list(domains)
    queue = list(pending)
    waiting = set(queue)
    for number in queue:  # which grows: first in, first out, so that a clause is seen again only after all others
        waiting.discard(number)
        only: Literal | None = None
        for index, mask in clauses[number]:
            domain = left[index]
            met = domain & mask
            if met == domain:
                break
            if met:
                if only is not None:
                    break
                only = (index, met)
        else:
            if used is not None:
                used.add(number)
            if only is None:
                return None
            index, met = only
            left[index] = met
            for other in occurs[index]:
                if other not in waiting:
                    waiting.add(other)
                    queue.append(other)
    return tuple(left)


class Clauses:
    """Clauses as they are: little to prepare, and a proof can name every step."""

    def __init__(self, clauses: Iterable[Clause], variables: int, used: set[int] | None = None) -> None:
        self._clauses = list(clauses)
        self._given = len(self._clauses)
        self._used = used
        self._occurs: list[list[int]] = [[] for _ in range(variables)]
        for number, clause in enumerate(self._clauses):
            for index, _ in clause:
                self._occurs[index].append(number)

    def add(self, clause: Clause) -> None:
        """One more, which domains settled before know nothing of."""
        for index, _ in clause:
            self._occurs[index].append(len(self._clauses))
        self._clauses.append(clause)

    def start(self, domains: Domains) -> Domains | None:
        """What all clauses leave; ``None`` where they leave nothing."""
        return propagate(domains, self._clauses, self._occurs, range(len(self._clauses)), self._used)

    def settle(self, domains: Domains, changed: Iterable[int]) -> Domains | None:
        """The same of domains that were settled before these variables changed."""
        touched = [number for index in changed for number in self._occurs[index]]
        touched += range(self._given, len(self._clauses))
        return propagate(domains, self._clauses, self._occurs, touched, self._used)

    def branch(self, domains: Domains, values: Sequence[int]) -> Clause | None:
        """What to split on where the values, each the first of its domain, do not meet all: the shortest clause not met."""
        found: Clause | None = None
        for clause in self._clauses:
            if found is not None and len(clause) >= len(found):
                continue
            for index, mask in clause:
                if mask >> values[index] & 1:
                    break
            else:
                found = clause
        return found

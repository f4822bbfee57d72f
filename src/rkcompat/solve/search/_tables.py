"""Many clauses on few pairs of variables: a table a pair, arc consistency, and whether a thing changes before into what."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ._propagate import Clause, Clauses, Domains


class _Table(NamedTuple):
    """All clauses on two variables."""

    left: int
    right: int
    classes: list[tuple[int, int]]
    """Values of the left that leave the same of the right, and what they leave; each value is in one."""

    def class_of(self, value: int) -> tuple[int, int]:
        """The class that a value of the left is in."""
        bit = 1 << value
        for one in self.classes:
            if one[0] & bit:
                return one
        raise LookupError(value)


class Tables:
    """As `Clauses`, and a value goes, too, where no value of another variable goes with it."""

    def __init__(self, clauses: Iterable[Clause], domains: Domains) -> None:
        """Lay the clauses out for these domains and what is within them."""
        pairs: dict[tuple[int, int], list[tuple[int, int]]] = {}
        rest = []
        for clause in clauses:
            if len(clause) == 2 and clause[0][0] != clause[1][0]:
                (left, ours), (right, theirs) = sorted(clause)
                pairs.setdefault((left, right), []).append((ours, theirs))
            else:
                rest.append(clause)
        self._rest = Clauses(rest, len(domains))
        self._tables = [_table(pair, met, domains) for pair, met in sorted(pairs.items())]
        self._occurs: list[list[int]] = [[] for _ in domains]
        for number, table in enumerate(self._tables):
            self._occurs[table.left].append(number)
            self._occurs[table.right].append(number)

    def add(self, clause: Clause) -> None:
        """One more, which domains settled before know nothing of."""
        self._rest.add(clause)

    def start(self, domains: Domains) -> Domains | None:
        """What all clauses leave; ``None`` where they leave nothing."""
        left = self._rest.start(domains)
        return None if left is None else self.settle(left, range(len(left)))

    def settle(self, domains: Domains, changed: Iterable[int]) -> Domains | None:
        """The same of domains that were settled before these variables changed."""
        while True:
            narrowed = self._narrow(domains, changed)
            if narrowed is None:
                return None
            settled = self._rest.settle(narrowed, {*changed, *_unlike(domains, narrowed)})
            if settled is None or settled == narrowed:
                return settled
            domains, changed = settled, _unlike(narrowed, settled)

    def _narrow(self, domains: Domains, changed: Iterable[int]) -> Domains | None:
        """Arc consistency: keep the values that go with some value of each other variable."""
        left = list(domains)
        queue = sorted({number for index in changed for number in self._occurs[index]})
        waiting = set(queue)
        for number in queue:  # which grows, as in `propagate`
            waiting.discard(number)
            one, other, classes = self._tables[number]
            mine, theirs = left[one], left[other]
            kept = reached = 0
            for ours, allowed in classes:
                if ours & mine and allowed & theirs:
                    kept |= ours
                    reached |= allowed
            if not kept:
                return None
            for index, domain in ((one, mine & kept), (other, theirs & reached)):
                if domain != left[index]:
                    left[index] = domain
                    more = [table for table in self._occurs[index] if table != number and table not in waiting]
                    waiting.update(more)
                    queue += more
        return tuple(left)

    def branch(self, domains: Domains, values: Sequence[int]) -> Clause | None:
        """What to split on where the values, each the first of its settled domain, do not meet all.

        That is first whether a variable changes, of one of the pairs that are in the way: it decides over the cost, and a
        variable that stays takes much from the others. Where nothing of this is open, it is a clause that is not met.
        """
        found: Clause | None = None
        for table in self._tables:
            ours, allowed = table.class_of(values[table.left])
            if allowed >> values[table.right] & 1:
                continue
            for index in (table.left, table.right):
                if not values[index]:  # it has others too: a single value goes with all that are left of the other variable
                    return (index, 1), (index, domains[index] ^ 1)
            found = found or ((table.left, domains[table.left] & ~ours), (table.right, allowed))
        return found or self._rest.branch(domains, values)


def _table(pair: tuple[int, int], clauses: Sequence[tuple[int, int]], domains: Domains) -> _Table:
    """The clauses on a pair as one table; its left is the variable of which they bind fewer values."""
    left, right = pair
    bound_left = sum((domains[left] & ~ours).bit_count() for ours, _ in clauses)
    bound_right = sum((domains[right] & ~theirs).bit_count() for _, theirs in clauses)
    if bound_left > bound_right:
        left, right = right, left
        clauses = [(theirs, ours) for ours, theirs in clauses]
    classes: list[tuple[int, int]] = []
    free = domains[left]
    for ours, theirs in clauses:
        bound = domains[left] & ~ours
        if bound & ~free:  # classes of which only some values are bound fall in two
            parts = []
            for alike, allowed in classes:
                if alike & bound:
                    parts.append((alike & bound, allowed & theirs))
                if alike & ~bound:
                    parts.append((alike & ~bound, allowed))
            classes = parts
        if bound & free:
            classes.append((bound & free, theirs))
            free &= ~bound
    if free:
        classes.append((free, domains[right]))
    return _Table(left, right, classes)


def _unlike(before: Domains, after: Domains) -> list[int]:
    return [index for index, domain in enumerate(after) if domain != before[index]]

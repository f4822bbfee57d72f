"""Partial sets that agree, joined: each was run, and nobody is known to have run them at once."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import msgspec

from ...model.matrix import ValidatedSet
from ...model.resolution import Answer, Joined
from ...model.words import BASES, COMPONENTS
from ._answer import told_of
from ._slots import Slot

Adopted = tuple[ValidatedSet, tuple[int, ...]]
"""A set, and the option of each slot when it is adopted."""


def join_pairs(sets: Iterable[ValidatedSet], slots: Sequence[Slot]) -> Iterator[tuple[ValidatedSet, ValidatedSet]]:
    """Two sets of which each says something of the deployment that the other does not, and that agree on all that both name.

    They share something of it, or together they cover all of it.
    """
    here = {slot.component for slot in slots}.intersection(COMPONENTS)
    for one, other in combinations(sets, 2):
        mine, theirs = one.components.keys() & here, other.components.keys() & here
        if mine - theirs and theirs - mine and (mine & theirs or mine | theirs == here) and _agree(one, other):
            yield one, other


def _agree(one: ValidatedSet, other: ValidatedSet) -> bool:
    both = one.components.keys() & other.components.keys()
    return all(one.components[name].text == other.components[name].text for name in both)


def united(one: ValidatedSet, other: ValidatedSet) -> ValidatedSet:
    """Two sets as if they were one, for a search; no person ever sees it as one."""
    basis = max(one.basis, other.basis, key=BASES.index)
    return msgspec.structs.replace(one, id=f"{one.id} + {other.id}", components=other.components | one.components, basis=basis)


def joined_to(
    answer: Answer,
    parts: Sequence[ValidatedSet],
    values: Sequence[int],
    slots: Sequence[Slot],
    adopted: Iterable[Adopted],
) -> tuple[Joined, ...]:
    """The sets that an answer is joined of, and those that agree with it and cover more: what adds most first, until none adds.

    Each shares something with what is covered already or covers all the rest, and agrees with every other, also on what the
    deployment does not have.
    To a state that no set covers, a set is joined that covers two of its components at least.
    """
    told = told_of(slots, values).intersection(COMPONENTS)
    left = [
        (row, told & row.components.keys())
        for row, theirs in adopted
        if all(theirs[index] == values[index] for index, slot in enumerate(slots) if slot.component in row.components)
    ]
    covered, taken = set(answer.covers), list(parts)
    found = list(answer.joined)
    while True:
        more = [
            (-len(names - covered), BASES.index(row.basis), row.id, row, names - covered)
            for row, names in left
            if names - covered
            and (names & covered or names | covered == told if covered else len(names) > 1)
            and all(_agree(row, other) for other in taken)
        ]
        if not more:
            return tuple(found)
        *_, row, new = min(more, key=lambda entry: entry[:3])
        found.append(Joined(set=row.id, title=row.title, covers=tuple(name for name in COMPONENTS if name in new)))
        covered |= new
        taken.append(row)

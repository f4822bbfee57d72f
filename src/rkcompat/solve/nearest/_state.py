"""The facts of a deployment in a state: each thing at the option that is taken, with nothing of what was asked of it before."""

from collections.abc import Iterator, Sequence

import msgspec

from ...model.fact import FACTS, Value, is_stated
from .._ask import Things
from .._facts import Facts
from .._world import Group, World
from ._slots import Slot, slot_of


class States:
    """The states of one deployment."""

    def __init__(self, world: World, slots: tuple[Slot, ...]) -> None:
        """Take the present one, and what can change about it."""
        self._now = world
        self._slots = slots
        self.places = slot_of(slots)

    def things(self, things: Things, values: Sequence[int]) -> Things:
        """The board and some things, as they are in a state."""
        board = self._board(values)
        return (board, *(self._thing(facts, values, board) for facts in things[1:]))

    def world(self, values: Sequence[int]) -> World:
        """All facts of a state, as they would be judged: nothing counts as it did of an earlier release.

        Of a kernel configuration or a device tree that is made as required nothing is known.
        """
        now, board = self._now, _uncarried(self._board(values, remade=True), None)

        def group_of(group: Group) -> Group:
            moved = self._option(group[0].about, values) is not None
            return tuple(_uncarried(self._thing(facts, values, board), board) for facts in (group[:1] if moved else group))

        groups = {scope: tuple(map(group_of, groups)) for scope, groups in now.groups.items() if scope != "board"}
        return msgspec.structs.replace(
            now,
            board=board,
            groups={"board": ((board,),), **groups},
            loaders={about: tuple(map(group_of, groups)) for about, groups in now.loaders.items()},
            absent=frozenset(scope for scope in now.absent if self._option(scope, values) is None),
        )

    def _option(self, about: str, values: Sequence[int]) -> Facts | None:
        """What a thing has become; ``None`` where it stays."""
        index = self.places.get(about)
        taken = self._slots[index].options[values[index]].facts if index is not None and values[index] else ()
        return taken[0] if taken else None

    def _board(self, values: Sequence[int], *, remade: bool = False) -> Facts:
        """The board; with `remade` nothing is known of what is made as required."""
        stated: dict[str, Value] = {}
        board, gone = self._now.board, tuple(f"{name}." for name in self._remade(values)) if remade else ()
        if gone:
            kept = {name: fact for name, fact in board.items() if not name.startswith(gone) and is_stated(name)}
            complete = board.config_complete and "kernel-config." not in gone
            board = Facts(board.scope, board.about, kept, board.matrix, config_complete=complete)
        for slot, value in zip(self._slots, values, strict=True):
            new = self._option(slot.about, values) if value and slot.scope == "board" else None
            mine = f"{slot.component}."
            stated |= {name: fact for name, fact in (new or {}).items() if name in FACTS and name.startswith(mine)}
        return board.but(stated) if stated else board

    def _remade(self, values: Sequence[int]) -> Iterator[str]:
        """The kernel configuration or the device tree, where it is made as required."""
        for slot, value in zip(self._slots, values, strict=True):
            if value and not slot.options[value].facts:
                yield slot.component

    def _thing(self, facts: Facts, values: Sequence[int], board: Facts) -> Facts:
        one = self._option(facts.about, values) or facts
        stated = {name: value for name, value in one.items() if is_stated(name)}
        return Facts(one.scope, one.about, stated, one.matrix, board, config_complete=one.config_complete, carry=one.carry)


def _uncarried(facts: Facts, board: Facts | None) -> Facts:
    stated = {name: value for name, value in facts.items() if is_stated(name)}
    return Facts(facts.scope, facts.about, stated, facts.matrix, board, config_complete=facts.config_complete)

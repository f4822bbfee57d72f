"""Answers that mend what is violated and leave rules that no values of the unknown facts satisfy together."""

import msgspec

from rkcompat.model.matrix import Matrix
from rkcompat.model.reading import ReadManifest
from rkcompat.solve._world import build_world
from rkcompat.solve.nearest._nearest import Nearest, find_nearest
from rkcompat.solve.nearest._slots import build_slots
from rkcompat.solve.nearest._state import States
from rkcompat.solve.proof._write import prove

from ..stack import FORMAT_6, RK3588, board, copy, rule, stack, world_of

TEXT = RK3588 + copy("1.4.0") + FORMAT_6
"""The library is too old for the model; of the kernel's configuration nothing is known."""


def _matrix(option: str, *, only_new: bool = False) -> Matrix:
    when = {"runtime": ">=2.0.0"} if only_new else {}
    on = rule("line-on", when=when, require={"kernel-config": {"CONFIG_LINE": "y"}})
    other = rule("line-other", when=when, require={"kernel-config": {"CONFIG_LINE": option}})
    return msgspec.structs.replace(stack(), rules=(*stack().rules, on, other))


def _nearest(matrix: Matrix) -> Nearest:
    return find_nearest(build_world(board(TEXT), matrix), board(TEXT), matrix)


def test_no_answer_leaves_rules_that_contradict_each_other_whatever_is_not_known() -> None:
    """An option cannot be on and off; where it can be what both want, the answers are those without the two rules."""
    found = _nearest(_matrix("n"))

    assert found.answers == ()
    assert [one.id for one in found.contradicted] == ["line-on", "line-other"]
    assert [answer.set for answer in _nearest(_matrix("y")).answers] == [answer.set for answer in _nearest(stack()).answers]


def test_an_answer_to_which_the_contradiction_does_not_apply_stays() -> None:
    """Only new libraries are asked for both: an older one that takes the model is the answer, and no proof is written."""
    matrix = _matrix("n", only_new=True)
    found = _nearest(matrix)
    read = ReadManifest(path="m", sha256="a" * 64, text=TEXT, manifest=board(TEXT))

    assert [answer.set for answer in found.answers][:1] == ["sdk-1.6.0"]
    assert found.contradicted
    assert prove(read, build_world(board(TEXT), matrix), matrix) is None


def test_a_state_is_laid_out_with_all_that_changes() -> None:
    """A library, a model and the driver at once; what stays has the new board."""
    world = world_of(TEXT)
    slots = build_slots(world, board(TEXT), stack(), stack().sets)

    state = States(world, slots).world([len(slot.options) - 1 for slot in slots])

    last = {slot.about: slot.options[-1].version for slot in slots}
    assert state.board["driver.version"] == last["driver"]
    assert state.groups["runtime"][0][0]["runtime.version"] == last["runtime[0]"]
    assert state.groups["model"][0][0]["model.toolkit"] == last["model[0]"]
    assert state.loaders["model[0]"][0][0].board is state.board

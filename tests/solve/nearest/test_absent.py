"""A model beside a runtime library that was looked for and is not there."""

import pytest

from rkcompat.matrix import load_matrix
from rkcompat.model.finding import Finding
from rkcompat.solve._check import check
from rkcompat.solve._world import build_world
from rkcompat.solve.nearest._nearest import find_nearest

from ..stack import FORMAT_6, RK3588, board, stack, verdicts, world_of

ABSENT = 'absent = ["runtime"]\n'


def _asked(text: str) -> dict[str, Finding]:
    return {
        finding.rule.id: finding
        for finding in check(world_of(text), stack())
        if finding.verdict != "not-applicable" and "runtime" in finding.rule.subjects
    }


def test_a_model_needs_a_library() -> None:
    """That it is missing is the only thing that rules say of it: it has no version that could be too old or unknown."""
    found = _asked(ABSENT + RK3588 + FORMAT_6)

    assert {rule: finding.verdict for rule, finding in found.items()} == {"runtime-present": "violated"}
    assert found["runtime-present"].about == ("runtime",)


def test_no_model_needs_none() -> None:
    """A board on which nothing runs is in order."""
    assert _asked(ABSENT + RK3588) == {}


def test_a_feature_of_the_library_needs_one_too() -> None:
    """What is stated to be absent is not judged more mildly than what nobody tells."""
    used = RK3588 + '[use]\nfeatures = ["matmul-api"]\n'

    assert verdicts(ABSENT + used, "runtime-present") == ["violated"]
    assert verdicts(used, "runtime-present") == ["undetermined"]


def test_a_container_may_bring_the_library_that_the_board_has_not() -> None:
    """Nothing says that anybody looked into it."""
    boxed = RK3588 + FORMAT_6 + '[[container]]\nid = "box"\nkind = "docker"\n'

    assert verdicts(ABSENT + boxed, "runtime-present") == ["undetermined"]


@pytest.mark.parametrize(
    ("before", "after"), [("rknpu", "rocket"), ("rk3588", "rk2118"), ("rk3588", "rv1106")], ids=["rocket", "rk2118", "rv1106"]
)
def test_where_no_such_file_need_be_there_it_is_not_asked_for(before: str, after: str) -> None:
    """Mesa brings its own, RK2118 a system of its own, and librknnmrt can be linked into a program."""
    text = (ABSENT + RK3588 + FORMAT_6).replace(before, after)
    world = build_world(board(text), load_matrix())
    found = {finding.rule.id: finding.verdict for finding in check(world, load_matrix())}

    assert found["runtime-present"] == "not-applicable"


def test_whether_there_is_one_must_be_told() -> None:
    """A manifest that names none does not say that there is none."""
    assert verdicts(RK3588 + FORMAT_6, "runtime-present") == ["undetermined"]


def test_the_way_out_is_to_put_one_there() -> None:
    """One that takes the model, on this driver."""
    text = ABSENT + RK3588 + FORMAT_6
    answer = find_nearest(world_of(text), board(text), stack()).answers[0]

    assert [(change.about, change.before, change.after) for change in answer.changes] == [("runtime", "", "2.3.2")]
    assert answer.set == "image-a"
    assert answer.changes[0].builds == ()

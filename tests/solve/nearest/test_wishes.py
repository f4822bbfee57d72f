"""What somebody wants of an answer: it is held, it orders, and where it cannot be had, that is said."""

import dataclasses

import pytest
from hypothesis import given, settings, strategies as st

from rkcompat.model.version import parse_range
from rkcompat.model.wish import Want, Wishes
from rkcompat.solve._world import build_world
from rkcompat.solve.nearest._nearest import Nearest, find_nearest

from ...property.small_world import VERSIONS, Case, PlainRule, build_manifest, build_matrix, cases
from ..stack import FORMAT_6, RK3588, board, copy, stack, world_of

OLD_COPY = RK3588 + copy("1.4.0") + FORMAT_6


def _nearest(text: str, wishes: Wishes, top: int = 3) -> Nearest:
    return find_nearest(world_of(text), board(text), stack(), wishes=wishes, top=top)


def _want(component: str, text: str) -> Wishes:
    return Wishes(wants=(Want(component, parse_range(text)),))


def test_a_wish_narrows_the_sets() -> None:
    """The image's 2.3.2 is not wanted, so an older SDK comes first, and every set named has what is wanted."""
    found = _nearest(OLD_COPY, _want("runtime", "<2"), top=9)

    assert [answer.set for answer in found.answers][:1] == ["sdk-1.6.0"]
    assert {change.after for answer in found.answers for change in answer.changes if change.component == "runtime"} == {
        "1.5.2",
        "1.6.0",
    }


def test_a_board_that_works_is_changed_for_a_wish() -> None:
    """Nothing is wrong with 2.3.0; somebody wants 2.3.2 all the same."""
    found = _nearest(RK3588 + copy("2.3.0") + FORMAT_6, _want("runtime", ">=2.3.2"))

    assert [(change.about, change.after) for change in found.answers[0].changes] == [("runtime[0]", "2.3.2")]
    assert [step.step for step in found.plan] == [1]


def test_a_wish_that_nothing_known_meets_is_the_core_by_itself() -> None:
    """No release is 9: neither a rule nor a lock is to blame."""
    found = _nearest(OLD_COPY, _want("runtime", ">=9"))

    assert found.answers == ()
    assert [(item.kind, item.name, item.text) for item in found.core] == [("wish", "runtime", "runtime>=9 is wanted")]


def test_a_wish_against_a_lock_names_both_and_the_lock_to_lift() -> None:
    """Either of them dropped would do."""
    text = OLD_COPY + '[lock]\ncomponents = ["runtime"]\nreason = "frozen"\n'
    found = _nearest(text, _want("runtime", ">=2"))

    assert [(item.kind, item.name) for item in found.core] == [("wish", "runtime"), ("lock", "runtime")]
    assert found.opens == ("runtime",)


def test_a_wish_is_not_met_by_a_version_that_nobody_knows() -> None:
    """The copy may be 2.3.2 already; only putting 2.3.2 there makes it sure."""
    found = _nearest(RK3588 + '[[runtime]]\nlibrary = "librknnrt"\n', _want("runtime", ">=2.3.2"))

    assert [change.after for change in found.answers[0].changes] == ["2.3.2"]


@pytest.mark.parametrize("wishes", [_want("lite", ">=2"), Wishes(near="no-such-set")])
def test_a_wish_about_what_is_not_there_is_refused(wishes: Wishes) -> None:
    """Neither the board nor the matrix has it."""
    with pytest.raises(LookupError, match=r"lite|no-such-set"):
        _nearest(OLD_COPY, wishes)


def test_only_validated_names_no_set_of_the_rules_alone() -> None:
    """With the library locked nothing that somebody ran fits; the rules alone allow a converted model."""
    text = OLD_COPY + '[lock]\ncomponents = ["runtime"]\n'

    assert not _nearest(text, Wishes()).answers[0].validated
    assert _nearest(text, Wishes(only_validated=True)).answers == ()


def test_fewer_changes_first_counts_what_a_person_does() -> None:
    """One image for 100 before a library and a model for 36."""
    text = RK3588.replace("0.9.8", "0.7.2") + copy("1.4.0") + FORMAT_6

    assert _nearest(text, Wishes()).answers[0].set == "sdk-1.6.0"
    assert _nearest(text, Wishes(prefer="fewer-changes"), top=9).answers[0].cost <= 110
    acts = [
        len({change.action if change.action == "change-image" else change.about for change in answer.changes})
        for answer in _nearest(text, Wishes(prefer="fewer-changes"), top=9).answers
        if not answer.doubts
    ]
    assert acts == sorted(acts)


def test_newest_first_goes_to_the_last_release() -> None:
    """1.5.2 would be cheaper for a model of 1.5.2."""
    model = FORMAT_6.replace("2.3.0", "1.5.2")
    text = RK3588 + copy("1.4.0") + model

    assert _nearest(text, Wishes()).answers[0].cost <= _nearest(text, Wishes(prefer="newest")).answers[0].cost
    newest = _nearest(text, Wishes(prefer="newest")).answers[0]
    assert [change.after for change in newest.changes if change.component == "runtime"] == ["2.3.2"]


def test_near_a_set_comes_that_set_first() -> None:
    """Whatever it costs."""
    found = _nearest(OLD_COPY, Wishes(near="sdk-1.6.0"))

    assert found.answers[0].set == "sdk-1.6.0"


def test_the_lock_that_stands_in_the_way_is_named_cheapest_first() -> None:
    """To lift the library's lock costs 10, the model's 25."""
    text = OLD_COPY + '[lock]\ncomponents = ["runtime", "model", "driver"]\n'

    assert _nearest(text, Wishes()).opens == ("runtime", "model")


@settings(max_examples=500, deadline=None)
@given(cases, st.data())
def test_a_wish_is_a_rule_that_bears_on_the_answers_alone(case: Case, data: st.DataObject) -> None:
    """The same sets, costs and order as if a rule demanded it of everybody."""
    component = data.draw(st.sampled_from(sorted(case.now)))
    wanted = data.draw(st.sampled_from((">=", "<=", "==", "!="))) + data.draw(st.sampled_from(VERSIONS))
    ruled = dataclasses.replace(case, rules=(*case.rules, PlainRule((), ((component, wanted),))))
    manifest = build_manifest(case)
    matrix, strict = build_matrix(case), build_matrix(ruled)
    wished = find_nearest(build_world(manifest, matrix), manifest, matrix, wishes=_want(component, wanted))
    demanded = find_nearest(build_world(manifest, strict), manifest, strict)

    assert wished.answers == demanded.answers
    assert bool(wished.core) == bool(demanded.core)

"""The nearest set, the plan to it, and why there is none."""

import msgspec

from rkcompat.model.resolution import Answer
from rkcompat.solve._world import build_world
from rkcompat.solve.nearest._nearest import Nearest, find_nearest

from ..stack import FORMAT_6, RK3588, board, copy, rule, stack, world_of


def _nearest(text: str, **options: int) -> Nearest:
    return find_nearest(world_of(text), board(text), stack(), **options)


def _moves(answer: Answer) -> list[tuple[str, str, str]]:
    return [(change.about, change.before, change.after) for change in answer.changes]


def test_the_cheap_way_out_of_a_format_is_the_library() -> None:
    """No image, no conversion: a newer librknnrt that somebody ran on this driver."""
    found = _nearest(RK3588 + copy("1.4.0") + FORMAT_6)

    assert found.answers[0].set == "image-a"
    assert _moves(found.answers[0]) == [("runtime[0]", "1.4.0", "2.3.2")]
    assert found.answers[0].covers == ("runtime", "driver")
    assert found.answers[0].not_covered == ("model",)
    assert found.answers[0].assumed == {"kernel": "6.1.84"}
    assert found.search is not None
    assert found.search.proved


def test_a_gate_that_nobody_has_read_is_shown_and_ranks_after_one_that_is_known() -> None:
    """Runtime 2.3.0 has no known driver gate and no run on a driver this old; 1.6.0 has."""
    old = RK3588.replace("0.9.8", "0.7.2")
    found = _nearest(old + copy("1.4.0") + FORMAT_6)

    assert [(answer.set, answer.cost) for answer in found.answers] == [("sdk-1.6.0", 36), ("image-a", 110), ("sdk-2.3.0", 10)]
    assert [bool(answer.doubts) for answer in found.answers] == [False, False, True]
    assert found.answers[2].doubts == (
        "runtime.driver-minimum of 2.3.0 is not known; it was taken to be 0.7.0, as of the last release of which it is known",
    )


def test_of_each_way_the_best_is_named_before_the_next_best_of_the_same() -> None:
    """A newer library that is not certain to start is shown, and only with more room the second model of the first kind."""
    text = RK3588.replace("0.9.8", "0.7.2") + copy("1.4.0") + FORMAT_6

    assert [answer.set for answer in _nearest(text, top=1).answers] == ["sdk-1.6.0"]
    assert [answer.set for answer in _nearest(text, top=4).answers] == ["sdk-1.6.0", "sdk-1.5.2", "image-a", "sdk-2.3.0"]


def test_the_copy_that_the_model_names_is_the_one_to_replace() -> None:
    """The host's library is in order, and stays."""
    mine = copy("1.4.0", 'id = "mine"\nwhere = "container:frigate"') + FORMAT_6 + 'runtime = "mine"\n'
    found = _nearest(RK3588 + copy("2.3.2", "loaded = true") + mine)

    assert found.answers[0].set == "image-a"
    assert _moves(found.answers[0]) == [("runtime[1]", "1.4.0", "2.3.2")]


def test_each_copy_is_held_against_a_rule_as_a_whole() -> None:
    """One copy is in order, and of the other the rule does not speak: nothing is to be changed."""
    newer = rule("a-rule", when={"runtime": ">=1.5.0"}, require={"runtime": ">=1.6.0"})
    matrix = msgspec.structs.replace(stack(), rules=(newer,), sets=())
    text = RK3588 + copy("1.6.0") + copy("1.4.0")

    assert find_nearest(build_world(board(text), matrix), board(text), matrix).answers[0].changes == ()
    broken = RK3588 + copy("1.6.0") + copy("1.5.2")
    assert find_nearest(build_world(board(broken), matrix), board(broken), matrix).answers[0].changes != ()


def test_a_model_that_a_toolkit_of_the_set_may_have_made_is_not_converted_for_the_set() -> None:
    """Nothing that is known of it speaks against that; what the set says of it is assumed, never said to be covered."""
    untold = FORMAT_6.replace('toolkit = "2.3.0"\n', "")
    answer = next(one for one in _nearest(RK3588 + copy("1.4.0") + untold).answers if one.set == "sdk-1.6.0")

    assert _moves(answer) == [("runtime[0]", "1.4.0", "1.6.0")]
    assert answer.covers == ("runtime",)
    assert answer.assumed["model"] == "1.6.0"


def test_a_model_that_no_toolkit_of_the_set_can_have_made_is_converted() -> None:
    """Its format, or the chip that it is for, tells it from theirs; then the set covers it."""
    untold = FORMAT_6.replace('toolkit = "2.3.0"\n', "").replace("rk3588", "rk3566")
    answer = _nearest(RK3588 + copy("2.3.2") + untold).answers[0]

    assert _moves(answer) == [("model[0]", "", "2.3.2")]
    assert "model" in answer.covers


def test_a_locked_component_stays() -> None:
    """With the library locked the model is converted for it."""
    lock = '[lock]\ncomponents = ["runtime"]\nreason = "frozen"\n'
    found = _nearest(RK3588 + copy("1.4.0") + FORMAT_6 + lock)

    assert not found.answers[0].validated
    assert _moves(found.answers[0]) == [("model[0]", "2.3.0", "1.4.0")]


def test_everything_locked_gives_the_smallest_reason() -> None:
    """One rule and the two locks that close its ways; the lock on the kernel has no part in it."""
    lock = '[lock]\ncomponents = ["runtime", "model", "kernel"]\nreason = "frozen"\n'
    found = _nearest(RK3588 + copy("1.4.0") + FORMAT_6 + lock)

    assert found.answers == ()
    assert [(item.kind, item.name) for item in found.core] == [
        ("rule", "model-format-runtime"),
        ("lock", "runtime"),
        ("lock", "model"),
    ]


def test_a_fact_that_nothing_can_change_stands_in_the_reason() -> None:
    """A chip of another generation cannot be exchanged."""
    found = _nearest('[board]\nsoc = "rv1126"\n[driver]\nfamily = "rknpu"\nversion = "0.9.8"\n')

    assert found.answers == ()
    assert [(item.kind, item.name, item.text) for item in found.core] == [
        ("rule", "soc-generation", "soc-generation"),
        ("fact", "generation", "1"),
    ]


def test_what_only_an_image_changes_costs_one_image_and_names_those_known() -> None:
    """A driver that is too old goes with the image; the board's own images come first."""
    sram = RK3588.replace("0.9.8", "0.7.2") + copy("2.3.2") + '[use]\nfeatures = ["sram"]\n[kernel]\nrelease = "5.10.110"\n'
    found = _nearest(sram + '[kernel.config]\nCONFIG_ROCKCHIP_RKNPU_SRAM = "y"\n')
    answer = found.answers[0]

    assert answer.set == "image-a"
    assert _moves(answer) == [("driver", "0.7.2", "0.9.8"), ("kernel", "5.10.110", "6.1.84")]
    assert answer.cost == 100
    assert {change.action for change in answer.changes} == {"change-image"}
    assert answer.changes[0].images == ("Image A 6.1.84",)


def test_a_requested_feature_is_never_dropped() -> None:
    """SRAM without its kernel option needs another kernel, not fewer wishes."""
    text = RK3588 + copy("2.3.2") + '[use]\nfeatures = ["sram"]\n[kernel]\nconfig_complete = true\n'
    found = _nearest(text)

    assert not found.answers[0].validated
    assert _moves(found.answers[0]) == [("kernel-config", "", "as required")]


def test_a_compatible_board_is_told_the_set_that_covers_it() -> None:
    """Nothing changes; what the set leaves uncovered is named."""
    found = _nearest(RK3588 + copy("2.3.2") + FORMAT_6.replace("2.3.0", "2.3.2"))

    assert found.answers[0].cost == 0
    assert found.answers[0].set == "sdk-2.3.2"
    assert found.answers[0].not_covered == ("driver",)


def test_the_plan_leaves_no_state_broken_that_need_not_be() -> None:
    """The library first: a newer one still takes the old model, an older one not the new."""
    lock = '[lock]\ncomponents = ["toolkit"]\n'
    text = RK3588.replace("0.9.8", "0.7.2") + copy("1.4.0") + FORMAT_6.replace("2.3.0", "2.3.2") + lock
    found = _nearest(text)

    assert [[change.about for change in step.changes] for step in found.plan] == [["runtime[0]"], ["model[0]"]]
    assert [step.state_after for step in found.plan] == ["compatible", "compatible"]


def test_the_plan_of_many_acts_comes_at_once() -> None:
    """Thirty-two programs, each with its own old library: no state works before the last is replaced."""
    text = RK3588 + copy("1.4.0", "loaded = true") * 32 + FORMAT_6 + '[lock]\ncomponents = ["model"]\n'
    plan = _nearest(text).plan

    assert [step.changes[0].about for step in plan] == [f"runtime[{index}]" for index in range(32)]
    assert [step.state_after for step in plan] == ["down"] * 31 + ["compatible"]


def test_a_search_that_ends_at_its_limit_says_so() -> None:
    """No answer and no proof that there is none."""
    lock = '[lock]\ncomponents = ["runtime"]\n'
    found = _nearest(RK3588 + copy("1.4.0") + FORMAT_6 + lock, node_limit=0)

    assert found.answers == ()
    assert found.core == ()
    assert found.search is not None
    assert not found.search.proved


def test_a_driver_of_another_family_goes_with_the_image() -> None:
    """The mainline driver is no dead end: an image with the vendor's driver helps."""
    found = _nearest('[board]\nsoc = "rk3588"\n[driver]\nfamily = "rocket"\n' + copy("2.3.2"))

    assert found.answers[0].set == "image-a"
    assert [(change.about, change.after, change.action) for change in found.answers[0].changes] == [
        ("driver", "0.9.8", "change-image")
    ]


def test_a_release_that_is_told_as_a_range_is_not_changed_into_itself() -> None:
    """Kernel 6.1 of the board is kernel 6.1 of the set."""
    text = RK3588.replace("0.9.8", "0.9.3") + copy("2.3.2") + '[kernel]\nrelease = "6.1"\n'
    moves = [_moves(answer) for answer in _nearest(text, top=9).answers]

    assert moves
    assert all(before != after for answer in moves for _, before, after in answer)

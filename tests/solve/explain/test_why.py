"""Why and why not: refutations that are minimal, ranges that are ranges, and what would have it otherwise."""

import pytest

from rkcompat.model.explanation import Explanation
from rkcompat.model.version import parse_version
from rkcompat.solve.explain._why import why, why_not
from rkcompat.solve.nearest._nearest import find_nearest

from ..stack import FORMAT_6, RK3588, board, copy, stack, world_of

OLD = RK3588 + copy("1.4.0") + FORMAT_6


def _why_not(text: str, component: str, version: str | None = None) -> Explanation:
    wanted = parse_version(version) if version else None
    return why_not(world_of(text), board(text), stack(), component, wanted)


def _lines(lines: object) -> list[tuple[str, str, str, str | None]]:
    return [(line.kind, line.about, line.leaves, line.rule and line.rule.id) for line in lines]  # type: ignore[attr-defined]


def test_a_version_that_a_rule_forbids_is_refuted_in_its_own_terms() -> None:
    """What was asked, what stands, and the rule that they break."""
    explained = _why_not(OLD, "runtime", "1.5.0")

    assert explained.holds
    assert _lines(explained.now) == [
        ("wish", "runtime[0]", "1.5.0", None),
        ("fact", "model[0]", "2.3.0", None),
        ("clash", "", "", "model-format-runtime"),
    ]
    assert explained.now[2].follows_from == (1, 2)
    assert explained.ever == ()
    assert explained.way is not None
    assert [(change.about, change.after) for change in explained.way.changes] == [
        ("runtime[0]", "1.5.0"),
        ("model[0]", "1.4.0"),
    ]


def test_a_version_that_fits_is_forbidden_by_nothing() -> None:
    """And the cheapest way to it is itself."""
    explained = _why_not(OLD, "runtime", "1.6.0")

    assert not explained.holds
    assert explained.now == ()
    assert explained.way is not None


def test_what_the_rules_alone_allow_for_less_stands_beside_the_validated_set() -> None:
    """The runtime alone would do, and nobody ran it with this model; where the set is the cheapest there is nothing beside."""
    explained = _why_not(OLD, "runtime", "1.6.0")

    assert explained.way is not None
    assert explained.cheaper is not None
    assert explained.way.set == "sdk-1.6.0"
    assert [(change.about, change.after) for change in explained.cheaper.changes] == [("runtime[0]", "1.6.0")]
    assert (explained.cheaper.validated, explained.cheaper.cost < explained.way.cost) == (False, True)
    assert _why_not(RK3588 + copy("1.4.0"), "runtime", "1.6.0").cheaper is None


def test_a_lock_stands_in_the_refutation_with_who_says_it_and_what_lifting_it_opens() -> None:
    """With the model locked no old runtime helps, and the lock on the model is the one to lift."""
    text = OLD + '[lock]\ncomponents = ["model", "kernel"]\nreason = "the lab"\n'
    explained = _why_not(text, "runtime", "1.5.0")

    assert _lines(explained.ever) == _lines(explained.now)
    assert explained.ever[1].reason == "the lab"
    assert explained.way is None
    assert explained.opens == ("model",)


def test_steps_narrow_by_ranges_until_nothing_is_left() -> None:
    """A driver this old leaves old runtimes, which leave no format 6."""
    lock = '[lock]\ncomponents = ["model"]\n'
    explained = _why_not(RK3588 + copy("1.6.0") + FORMAT_6 + lock, "driver", "0.6.4")

    kinds = [line.kind for line in explained.ever]
    assert kinds[0] == "wish"
    assert kinds[-1] == "clash"
    assert "runtime[0]" in {line.about for line in explained.ever if line.kind == "step"}
    assert all("," not in line.leaves or " to " in line.leaves or "older" in line.leaves for line in explained.ever)


def test_each_line_follows_from_lines_before_it() -> None:
    """A derivation can be read from the top."""
    lock = '[lock]\ncomponents = ["model"]\n'
    for line in _why_not(RK3588 + copy("1.6.0") + FORMAT_6 + lock, "driver", "0.6.4").ever:
        assert all(number < line.number for number in line.follows_from)


def test_a_range_is_forbidden_only_where_all_that_lies_in_it_is() -> None:
    """Of 1.x some releases take the model, of 1.3.x none; what no list has is no range to ask about."""
    some, none = (_why_not(RK3588 + copy("2.3.2") + FORMAT_6, "runtime", version) for version in ("1.x", "1.3.x"))

    assert (some.holds, none.holds) == (False, True)
    assert [line.leaves for line in none.now if line.kind == "wish"] == ["1.3.0"]
    with pytest.raises(LookupError):
        _why_not(RK3588 + copy("2.3.2"), "runtime", "7.x")


def test_a_set_can_be_asked_about() -> None:
    """The set of 1.5.2 fits this board; nothing forbids it."""
    assert not _why_not(OLD, "sdk-1.5.2").holds


def test_all_of_a_set_that_is_asked_about_is_supposed() -> None:
    """Neither the runtime nor the driver of the set is a fact of this board."""
    explained = _why_not(RK3588 + copy("1.5.2") + '[use]\nfeatures = ["nbuf"]\n', "image-a")

    assert _lines(explained.now) == [
        ("wish", "runtime[0]", "2.3.2", None),
        ("wish", "driver", "0.9.8", None),
        ("clash", "", "", "nbuf-old-runtime"),
    ]


def test_what_the_answer_changes_is_told_why_it_cannot_stay() -> None:
    """The old runtime refuses the model."""
    world, manifest = world_of(OLD), board(OLD)
    found = find_nearest(world, manifest, stack())
    explained = why(world, manifest, stack(), "runtime", found.values)

    assert explained.version == "2.3.2"
    assert [(change.before, change.after) for change in explained.changes] == [("1.4.0", "2.3.2")]
    assert explained.now[-1].rule is not None
    assert explained.now[-1].rule.id == "model-format-runtime"


def test_what_the_answer_leaves_is_told_to_stay() -> None:
    """The model is not touched."""
    world, manifest = world_of(OLD), board(OLD)
    found = find_nearest(world, manifest, stack())

    assert why(world, manifest, stack(), "model", found.values).changes == ()

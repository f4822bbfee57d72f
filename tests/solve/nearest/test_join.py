"""Partial sets that agree: joined where none fits alone, named beside one that does, and never taken for one set."""

import msgspec

from rkcompat.model.matrix import Matrix, ValidatedSet
from rkcompat.model.resolution import Answer, Joined
from rkcompat.model.version import parse_version
from rkcompat.model.wish import Wishes
from rkcompat.solve._world import build_world
from rkcompat.solve.nearest._nearest import Nearest, find_nearest

from ..stack import FORMAT_6, RK3588, board, copy, stack


def _set(name: str, basis: str = "measured", **components: str) -> ValidatedSet:
    return msgspec.convert(
        {
            "id": name,
            "title": f"the set {name}",
            "kind": "field-run",
            "socs": ["rk3588"],
            "components": {component: parse_version(version) for component, version in components.items()},
            "basis": basis,
        },
        ValidatedSet,
    )


def _matrix(*sets: ValidatedSet) -> Matrix:
    return msgspec.structs.replace(stack(), sets=tuple(sorted(sets, key=lambda row: row.id)))


def _nearest(text: str, matrix: Matrix, **options: object) -> Nearest:
    return find_nearest(build_world(board(text), matrix), board(text), matrix, **options)  # type: ignore[arg-type]


MODELS = _set("models", runtime="1.5.2", model="1.5.2")
DRIVERS = _set("drivers", "field-report", runtime="1.5.2", driver="0.9.6")
OTHER = _set("other", runtime="1.6.0", driver="0.9.8")
NEEDED = RK3588.replace("0.9.8", "0.6.4") + copy("1.3.0") + FORMAT_6.replace("rk3588", "rk3566")
"""The model is for another chip and the driver too old for any runtime that takes it: both must change."""


def test_two_sets_of_which_each_alone_breaks_a_rule_are_joined() -> None:
    """The one has no driver that is new enough, the other no model for this chip; they name the same runtime."""
    found = _nearest(NEEDED, _matrix(MODELS, DRIVERS, OTHER))
    answer = found.answers[0]

    assert (answer.validated, answer.set, found.parts) == (False, None, ("drivers", "models"))
    assert answer.joined == (
        Joined(set="drivers", title="the set drivers", covers=("runtime", "driver")),
        Joined(set="models", title="the set models", covers=("model",)),
    )
    assert answer.covers == ("model", "runtime", "driver")
    assert answer.basis == "field-report"
    assert [(change.about, change.after) for change in answer.changes] == [
        ("runtime[0]", "1.5.2"),
        ("model[0]", "1.5.2"),
        ("driver", "0.9.6"),
    ]


def test_the_cheapest_state_that_the_rules_allow_stands_beside_what_was_joined() -> None:
    """Whoever sees the joined sets also sees that less would do by the rules alone."""
    first, *others = _nearest(NEEDED, _matrix(MODELS, DRIVERS, OTHER)).answers

    assert min(answer.cost for answer in others) < first.cost
    assert [answer.joined for answer in others if answer.set] == []


def test_sets_that_do_not_agree_are_not_joined() -> None:
    """Not those that name two runtimes, nor those that share nothing and leave something out."""
    assert _nearest(NEEDED, _matrix(MODELS, OTHER)).parts == ()
    apart = _set("apart", driver="0.9.6", kernel="6.1.84")
    more = '[lite]\nversion = "1.3.0"\n'
    assert _nearest(NEEDED + more, _matrix(MODELS, apart)).parts == ()


def test_sets_that_share_nothing_are_joined_where_together_they_cover_all() -> None:
    """An image and what was run on another: the whole of this board."""
    apart = _set("apart", driver="0.9.6", kernel="6.1.84")

    assert _nearest(NEEDED, _matrix(MODELS, apart)).parts == ("apart", "models")


def test_sets_are_not_joined_that_differ_on_what_nobody_states() -> None:
    """Neither the kernel nor the toolkit is known here, and yet the one was run with others than the other."""
    base = _set("models", runtime="1.5.2", model="1.5.2", toolkit="1.5.2", kernel="5.10.110")
    other = _set("now", runtime="1.5.2", driver="0.9.8", kernel="6.1.84")
    third = _set("third", runtime="1.5.2", driver="0.9.8", toolkit="1.6.0")
    found = _nearest(RK3588 + copy("1.4.0") + FORMAT_6, _matrix(base, other, third)).answers

    assert {answer.set: answer.joined for answer in found}["models"] == ()
    driver = _set("drivers", runtime="1.5.2", driver="0.9.6", toolkit="1.6.0")
    assert _nearest(NEEDED, _matrix(base, driver)).parts == ()


def test_what_was_joined_is_no_validated_set() -> None:
    """Who asks for those alone gets none."""
    found = _nearest(NEEDED, _matrix(MODELS, DRIVERS), wishes=Wishes(only_validated=True))

    assert found.answers == ()


def test_a_set_that_fits_alone_names_those_that_agree_with_it_and_cover_more() -> None:
    """The driver stays as it is; somebody else ran it with the same runtime. What does not agree is not named."""
    covered = _nearest(RK3588 + copy("1.4.0") + FORMAT_6, _matrix(MODELS, _set("now", runtime="1.5.2", driver="0.9.8"), OTHER))
    answer = next(one for one in covered.answers if one.set == "models")

    assert answer.validated
    assert answer.covers == ("model", "runtime")
    assert answer.joined == (Joined(set="now", title="the set now", covers=("driver",)),)


def test_a_state_that_the_rules_allow_names_what_was_run_of_it() -> None:
    """No set has a model for this chip, and a pair of the runtime and the driver was run as they stand."""
    found = _nearest(
        RK3588 + copy("1.5.2") + FORMAT_6.replace("rk3588", "rk3566") + '[lock]\ncomponents = ["runtime", "driver"]\n',
        _matrix(_set("pair", runtime="1.5.2", driver="0.9.8")),
    )

    def said(answer: Answer) -> tuple[str | None, tuple[Joined, ...]]:
        return answer.set, answer.joined

    assert said(found.answers[0]) == (None, (Joined(set="pair", title="the set pair", covers=("runtime", "driver")),))

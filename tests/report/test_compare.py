"""What another answer gains over the first one, and what it risks, in words."""

import pytest

from rkcompat.model.matrix import SetKind
from rkcompat.model.resolution import Answer, Change, Failed, Joined
from rkcompat.report._compare import gains_of, risks_of


def _change(about: str, before: str, after: str, action: str = "replace-library") -> Change:
    return Change(component=about.partition("[")[0], about=about, before=before, after=after, action=action)  # type: ignore[arg-type]


def _answer(*changes: Change, **more: object) -> Answer:
    known = {
        "validated": True,
        "set": "a-set",
        "title": "t",
        "basis": "board-log",
        "cost": 10,
        "changes": changes,
        "covers": ("runtime",),
        "not_covered": ("driver",),
    }
    return Answer(**{**known, **more})  # type: ignore[arg-type]


LIBRARY = _change("runtime[0]", "1.4.0", "2.3.0")
NEWER = _change("runtime[0]", "1.4.0", "2.3.2")
MODEL = _change("model[0]", "2.3.0", "1.4.0", "convert-model")
IMAGE = _change("driver", "0.8.2", "0.9.8", "change-image")
FIRST = _answer(LIBRARY)


def test_an_answer_that_says_nothing_else_gains_and_risks_nothing() -> None:
    """The same changes under another name."""
    same = _answer(LIBRARY, set="b-set")

    assert list(gains_of(same, FIRST, "field-run")) == []
    assert list(risks_of(same, FIRST)) == []


def test_what_is_covered_what_it_rests_on_and_how_new_it_is() -> None:
    """Each is told of the answer that has more of it, and of the one that has less."""
    better = _answer(NEWER, covers=("runtime", "driver"), not_covered=(), basis="measured")

    assert list(gains_of(better, FIRST, "field-run")) == [
        "was run with your driver too",
        "rests on stronger evidence: measured, not board log",
        "ends at a newer release than in the first answer: runtime 2.3.2",
    ]
    assert list(risks_of(FIRST, better)) == [
        "nobody is known to have run it with your driver",
        "rests on weaker evidence: board log, not measured",
        "ends at an older release than in the first answer: runtime 2.3.0",
    ]


def test_what_stays_and_what_changes_instead() -> None:
    """Convert the model again, or replace the library."""
    other = _answer(MODEL)

    assert list(gains_of(other, FIRST, "field-run")) == ["leaves runtime[0] as it is"]
    assert list(risks_of(other, FIRST)) == [
        "changes model[0] instead",
        "ends at an older release than in the first answer: model 1.4.0",
    ]
    assert next(risks_of(_answer(LIBRARY, MODEL), FIRST)) == "changes model[0] as well"
    assert list(gains_of(FIRST, _answer(LIBRARY, MODEL, IMAGE), "field-run")) == ["leaves model[0] and driver as they are"]


def test_an_image_is_harder_to_take_back_than_a_file() -> None:
    """Only where the first answer needs none."""
    assert "is harder to take back" in list(risks_of(_answer(IMAGE), FIRST))
    assert "is harder to take back" not in list(risks_of(_answer(LIBRARY, IMAGE), _answer(IMAGE)))


def test_what_failed_and_what_is_warned_of() -> None:
    """Told of the one that has it, and of the other as what speaks for it."""
    failed = _answer(LIBRARY, failed=(Failed(set="f", title="one network crashes"),), warnings=("a-rule", "b-rule"))
    warned = _answer(LIBRARY, warnings=("a-rule", "c-rule"))

    assert list(risks_of(failed, FIRST)) == [
        "failed for somebody: one network crashes",
        "does not follow the advice of a-rule and b-rule",
    ]
    assert list(gains_of(FIRST, failed, None)) == [
        "no failed run of it is known",
        "follows the advice of a-rule and b-rule, which the first answer does not",
    ]
    assert list(gains_of(warned, failed, None)) == [
        "no failed run of it is known",
        "follows the advice of b-rule, which the first answer does not",
    ]
    assert list(risks_of(warned, failed)) == ["does not follow the advice of c-rule"]


def test_what_was_inferred_and_what_nobody_ran() -> None:
    """A doubt is a risk in its own words; two sets joined are not one that was run."""
    doubtful = _answer(LIBRARY, doubts=("the gate of 2.3.0 is not known",))
    parts = (Joined(set="a", title="t", covers=("runtime",)), Joined(set="b", title="t", covers=("driver",)))
    joined = _answer(LIBRARY, validated=False, set=None, joined=parts)
    free = _answer(LIBRARY, validated=False, set=None, basis="inferred", covers=(), not_covered=("runtime", "driver"))

    assert list(gains_of(FIRST, doubtful, "field-run")) == ["nothing of it is inferred"]
    assert list(risks_of(doubtful, FIRST)) == ["the gate of 2.3.0 is not known"]
    assert list(risks_of(joined, FIRST)) == ["nobody is known to have run its parts at once"]
    assert list(risks_of(free, FIRST)) == ["nobody is known to have run it"]


def test_what_an_answer_changes_is_named_by_its_version() -> None:
    """Another kernel is not the one that the user has; neither is a library that the answer replaces."""
    known = _answer(LIBRARY, IMAGE, covers=("runtime", "driver", "kernel"), not_covered=())
    silent = _answer(LIBRARY, IMAGE, covers=(), not_covered=("runtime", "driver", "kernel"))

    assert next(gains_of(known, FIRST, "image")) == "was run with driver 0.9.8 and your kernel too"
    assert next(risks_of(silent, FIRST)) == "nobody is known to have run it with runtime 2.3.0 and your kernel"


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("sdk-release", "was released with your driver too"),
        ("runtime-driver-pair", "is named with your driver too"),
        ("image", "was run with your driver too"),
        (None, "covers your driver too"),
    ],
)
def test_what_is_known_of_more_is_said_as_it_is_known(kind: SetKind | None, said: str) -> None:
    """A release is no run, and neither are sets that were joined."""
    assert next(gains_of(_answer(LIBRARY, covers=("runtime", "driver")), FIRST, kind)) == said

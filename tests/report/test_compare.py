"""What another answer gains over the first one, and what it risks, in words."""

from rkcompat.model.resolution import Answer, Change, Joined
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

    assert list(gains_of(same, FIRST)) == []
    assert list(risks_of(same, FIRST)) == []


def test_what_is_covered_what_it_rests_on_and_how_new_it_is() -> None:
    """Each is told of the answer that has more of it, and of the one that has less."""
    better = _answer(NEWER, covers=("runtime", "driver"), not_covered=(), basis="measured")

    assert list(gains_of(better, FIRST)) == [
        "somebody ran it with this driver too",
        "rests on stronger evidence: measured, not board log",
        "ends at a newer release: runtime 2.3.2",
    ]
    assert list(risks_of(FIRST, better)) == [
        "nobody is known to have run it with this driver",
        "rests on weaker evidence: board log, not measured",
        "ends at an older release: runtime 2.3.0",
    ]


def test_what_stays_and_what_changes_instead() -> None:
    """Convert the model again, or replace the library."""
    other = _answer(MODEL)

    assert list(gains_of(other, FIRST)) == ["leaves runtime[0] as it is"]
    assert list(risks_of(other, FIRST)) == ["changes model[0] instead", "ends at an older release: model 1.4.0"]
    assert next(risks_of(_answer(LIBRARY, MODEL), FIRST)) == "changes model[0] as well"
    assert list(gains_of(FIRST, _answer(LIBRARY, MODEL, IMAGE))) == ["leaves model[0] and driver as they are"]


def test_an_image_is_harder_to_take_back_than_a_file() -> None:
    """Only where the first answer needs none."""
    assert "is harder to take back" in list(risks_of(_answer(IMAGE), FIRST))
    assert "is harder to take back" not in list(risks_of(_answer(LIBRARY, IMAGE), _answer(IMAGE)))


def test_what_was_inferred_and_what_nobody_ran() -> None:
    """A doubt is a risk in its own words; two sets joined are not one that was run."""
    doubtful = _answer(LIBRARY, doubts=("the gate of 2.3.0 is not known",))
    parts = (Joined(set="a", title="t", covers=("runtime",)), Joined(set="b", title="t", covers=("driver",)))
    joined = _answer(LIBRARY, validated=False, set=None, joined=parts)
    free = _answer(LIBRARY, validated=False, set=None, basis="inferred", covers=(), not_covered=("runtime", "driver"))

    assert list(gains_of(FIRST, doubtful)) == ["nothing of it is inferred"]
    assert list(risks_of(doubtful, FIRST)) == ["the gate of 2.3.0 is not known"]
    assert list(risks_of(joined, FIRST)) == ["its parts were run, and nobody is known to have run them at once"]
    assert list(risks_of(free, FIRST)) == ["nobody is known to have run it"]

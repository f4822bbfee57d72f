"""What `resolve` says where answers were left out, since no values of the unknown facts satisfy all rules together there."""

import msgspec

import rkcompat
from rkcompat.model.matrix import Matrix
from rkcompat.model.reading import ReadManifest
from rkcompat.model.resolution import Resolution
from rkcompat.model.version import parse_range
from rkcompat.model.wish import Want, Wishes
from tests.solve.stack import FORMAT_6, RK3588, board, copy, rule, stack


def _matrix(runtime: str) -> Matrix:
    """Two rules that want an option both on and off, of which nothing is known, with such a runtime."""
    when = {"runtime": runtime}
    on = rule("line-on", when=when, require={"kernel-config": {"CONFIG_LINE": "y"}})
    off = rule("line-off", when=when, require={"kernel-config": {"CONFIG_LINE": "n"}})
    return msgspec.structs.replace(stack(), rules=(*stack().rules, on, off))


def _resolve(text: str, matrix: Matrix, wishes: Wishes | None = None) -> Resolution:
    read = ReadManifest(path="m", sha256="a" * 64, text=text, manifest=board(text))
    return rkcompat.resolve(read, matrix, wishes=wishes)


OLD = RK3588 + copy("1.4.0") + FORMAT_6


def test_where_another_answer_stands_it_is_named_and_nothing_is_called_proved() -> None:
    """Only sets of newer runtimes are known: the rules alone allow an older one that takes the model."""
    sets = tuple(row for row in stack().sets if row.id in ("image-a", "sdk-2.3.0", "sdk-2.3.2"))
    found = _resolve(OLD, msgspec.structs.replace(_matrix(">=2.0.0"), sets=sets))

    assert [(change.about, change.after) for change in found.nearest[0].changes] == [("runtime[0]", "1.6.0")]
    assert found.search is None
    assert "answers were left out" in found.notes[-1]


def test_where_none_stands_the_reason_and_the_rules_say_so() -> None:
    """Exit 1, and not 4: not every change was tried."""
    found = _resolve(OLD, _matrix(">=1.0.0"))

    assert (found.nearest, found.exit_code) == ((), 1)
    assert found.reason.endswith("in no answer that was tried do values of the unknown facts satisfy all rules together")
    assert [item.name for item in found.core] == ["line-off", "line-on"]


def test_a_board_that_fits_keeps_its_reason() -> None:
    """What was left out concerns the sets beside it alone."""
    wishes = Wishes(wants=(Want("runtime", parse_range(">=1.6.0")),))
    found = _resolve(RK3588 + copy("1.6.0") + FORMAT_6, _matrix(">=2.0.0"), wishes)

    assert (found.verdict, found.exit_code, found.core) == ("compatible", 0, ())
    assert "no values" not in found.reason


def test_the_plan_leads_to_the_first_answer_that_is_named() -> None:
    """Of a board that fits the sets that it is are named, and none of them needs a step."""
    fits = RK3588 + copy("1.6.0") + FORMAT_6.replace("2.3.0", "1.6.0")
    found = _resolve(fits, stack(), Wishes(near="sdk-2.3.2"))

    assert (found.nearest[0].cost, found.plan) == (0, ())

"""A library that is of the right release and no use here: its file is for another system, or lacks what a program calls."""

import pytest

from rkcompat.matrix import load_matrix
from rkcompat.model.resolution import Answer
from rkcompat.model.words import Library
from rkcompat.solve.nearest._nearest import find_nearest

from ..stack import RK3588, board, copy, stack, world_of

GLIBC = '[libc]\nfamily = "glibc"\nversion = "2.36"\narch = ["aarch64"]\n'
"""A 64-bit Linux system."""


def _answers(text: str, top: int = 1) -> tuple[Answer, ...]:
    return find_nearest(world_of(text), board(text), stack(), top=top).answers


def _build(answer: Answer) -> list[tuple[str, str, str]]:
    return [(build.fact, build.before, build.after) for change in answer.changes for build in change.builds]


def test_the_file_of_the_same_release_for_this_system_is_the_way_out() -> None:
    """A 32-bit library where the system starts 64-bit programs alone."""
    answer = _answers(RK3588 + copy("2.3.2", 'arch = "armhf"') + GLIBC)[0]

    assert answer.set == "image-a"
    assert [(change.before, change.after, change.action) for change in answer.changes] == [
        ("2.3.2", "2.3.2", "replace-library")
    ]
    assert _build(answer) == [("runtime.arch", "armhf", "aarch64")]
    assert answer.doubts == ()


def test_the_build_for_another_c_library_is_replaced_too() -> None:
    """The file for Android, on Linux."""
    answer = _answers(RK3588 + copy("2.3.2", 'needs_libc = { family = "bionic" }') + GLIBC)[0]

    assert _build(answer) == [("runtime.libc-family", "bionic", "glibc")]
    assert answer.doubts == ()


@pytest.mark.parametrize("more", ['arch = "aarch64"', 'needs_libc = { family = "glibc", version = "2.17" }', ""])
def test_a_file_that_is_in_order_stays(more: str) -> None:
    """The release that is there is no change then, and a set that names it costs nothing."""
    answer = _answers(RK3588 + copy("2.3.2", more) + GLIBC)[0]

    assert (answer.cost, answer.changes) == (0, ())


@pytest.mark.parametrize(("family", "arch"), [("musl", "aarch64"), ("bionic", "armhf")])
def test_no_file_is_promised_that_is_known_not_to_exist(family: str, arch: str) -> None:
    """Nobody builds it for musl; nor, in this small stack, for 32-bit Android; only a release nobody knows is left."""
    libc = f'[libc]\nfamily = "{family}"\narch = ["{arch}"]\n'
    more = 'arch = "aarch64"\nneeds_libc = { family = "glibc" }'
    answers = _answers(RK3588 + copy("2.3.2", more) + libc, top=20)

    assert {change.after for answer in answers for change in answer.changes if change.component == "runtime"} <= {
        "1.3.0",
        "2.3.0",
    }
    assert all(answer.doubts for answer in answers)


def test_what_nobody_knows_of_a_release_is_said() -> None:
    """Of 2.3.0 the files are not known: it may be for this system or not."""
    text = RK3588 + copy("2.3.2", 'arch = "armhf"\nneeds_libc = { family = "bionic" }') + GLIBC
    doubtful = next(answer for answer in _answers(text, top=9) if answer.set == "sdk-2.3.0")

    assert doubtful.doubts[1:] == ("whether there is a librknnrt 2.3.0 for aarch64 and glibc is not known",)


def test_a_file_that_asks_for_too_new_a_glibc_gives_way_to_one_that_is_known_to_ask_for_less() -> None:
    """Of 1.6.0 it was read; of the vendor's file of 2.3.2 nobody knows it."""
    text = RK3588 + copy("2.3.2", 'needs_libc = { family = "glibc", version = "2.38" }') + GLIBC
    first, *others = _answers(text, top=9)

    assert [(change.after, build.after) for change in first.changes for build in change.builds] == [("1.6.0", "glibc 2.17")]
    assert first.doubts == ()
    assert ("which glibc librknnrt 2.3.2 asks for is not known",) in [answer.doubts for answer in others]


def test_lite_takes_a_library_for_64_bit_arm_alone() -> None:
    """Whatever else the system starts."""
    both = GLIBC.replace('["aarch64"]', '["armhf", "aarch64"]') + '[lite]\nversion = "2.3.2"\n'
    old = RK3588.replace("0.9.8", "0.9.6") + copy("1.4.0", 'arch = "armhf"')
    found = find_nearest(world_of(old + both), board(old + both), stack(), top=9).answers

    assert ("runtime.arch", "armhf", "aarch64") in [one for answer in found for one in _build(answer)]


def test_a_release_that_offers_what_a_program_calls_helps() -> None:
    """Function since 1.5.2; before it nothing helps."""
    text = RK3588 + copy("1.5.0") + '[[application]]\nmissing = ["rknn_new"]\n[lock]\ncomponents = ["driver"]\n'
    moves = {change.after for answer in _answers(text, top=20) for change in answer.changes if change.component == "runtime"}

    assert moves == {"1.5.2", "1.6.0", "2.3.0", "2.3.2"}


def test_a_release_that_is_known_to_lack_it_does_not() -> None:
    """The function went with 1.5.2, and 1.4.0 has it."""
    text = RK3588 + copy("1.6.0") + '[[application]]\nmissing = ["rknn_old"]\n'
    answers = _answers(text, top=20)

    assert {change.after for answer in answers for change in answer.changes if change.component == "runtime"}.isdisjoint(
        {"1.5.2"}
    )


def test_whether_a_release_offers_a_function_may_not_be_known() -> None:
    """Nobody has read those of 2.3.0; and one that drops others may lack what the program called before."""
    text = RK3588 + copy("1.5.0") + '[[application]]\nmissing = ["rknn_new"]\n'
    doubts = {answer.set: answer.doubts for answer in _answers(text, top=20)}

    assert doubts["sdk-2.3.0"][1:] == ("whether librknnrt 2.3.0 offers rknn_new is not known",)
    assert doubts["sdk-1.6.0"] == ("whether librknnrt 1.6.0 offers all else that application[0] calls is not known",)


def test_functions_of_two_libraries_are_nobodys() -> None:
    """No one library has them all: that stays as it is."""
    text = RK3588 + copy("1.5.0") + '[[application]]\nmissing = ["rknn_new", "rkllm_new"]\n'

    assert _answers(text) == ()


@pytest.mark.parametrize("library", ["librknnrt", "librknnmrt", "librkllmrt"])
def test_the_matrix_offers_the_functions_that_a_library_is_known_by(library: Library) -> None:
    """The readers of libraries have a table of their own, of the same symbol tables and headers."""
    from rkcompat.artifacts._exports import OFFERS

    rows = load_matrix().releases["rkllm-runtime" if library == "librkllmrt" else library]
    adds: dict[str, str] = {}
    gone: set[str] = set()
    for row in rows:
        for name in row.attributes.get("adds", {}).get("*", ()):  # type: ignore[union-attr]
            adds.setdefault(name, str(row.version))
        gone.update(row.attributes.get("drops", {}).get("*", ()))  # type: ignore[arg-type]

    assert adds == {name: offer.first for name, offer in OFFERS[library].items()}
    assert gone == {name for name, offer in OFFERS[library].items() if offer.last is not None}

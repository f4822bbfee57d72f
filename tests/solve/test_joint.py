"""Unknown facts that no values can satisfy: incompatible, though no single rule is violated."""

from rkcompat.solve._check import check
from rkcompat.solve._joint import contradiction

from .stack import FORMAT_6, RK3588, copy, stack, world_of


def _contradiction(text: str) -> list[str]:
    world = world_of(text)
    return [rule.id for rule in contradiction(world, check(world, stack()), stack())]


def test_unknown_facts_that_no_values_satisfy_are_a_contradiction() -> None:
    """A driver from 0.9.0 on wants an old runtime here, and the runtime must be new: no rule alone can tell."""
    text = RK3588.replace('version = "0.9.8"\n', "") + '[[runtime]]\nlibrary = "librknnrt"\n[use]\nfeatures = ["nbuf"]\n'

    assert _contradiction(text) == ["nbuf-new-driver", "nbuf-new-runtime", "nbuf-old-runtime"]


def test_facts_that_can_still_be_right_leave_it_open() -> None:
    """With driver 0.9.8 the runtime may be 1.5.2."""
    assert _contradiction(RK3588 + copy("1.5.x") + FORMAT_6) == []


def test_an_unlisted_release_between_two_that_differ_may_fit() -> None:
    """1.5.x may be one that the matrix does not know, which takes format 6 and an old driver."""
    text = RK3588.replace("0.9.8", "0.6.4") + copy("1.5.x") + FORMAT_6

    assert _contradiction(text) == []


def test_a_release_that_nobody_has_read_may_fit() -> None:
    """Of runtime 2.3.0 no gate is known: where the version is wholly open, nobody can say that nothing fits."""
    text = RK3588.replace("0.9.8", "0.6.4") + '[[runtime]]\nlibrary = "librknnrt"\n' + FORMAT_6

    assert _contradiction(text) == []


def test_which_copy_is_loaded_is_not_guessed() -> None:
    """Copies that differ leave the verdict open."""
    assert _contradiction(RK3588 + copy("2.3.2") + copy("1.4.0") + FORMAT_6) == []

"""Unknown facts that no values can satisfy: incompatible, though no single rule is violated."""

import msgspec

from rkcompat.matrix._compile import compile_rule
from rkcompat.matrix._shape import RuleRow
from rkcompat.solve._check import check
from rkcompat.solve._joint import contradiction
from rkcompat.solve._world import build_world

from .stack import FORMAT_6, RK3588, board, copy, stack, world_of


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
    """Copies that differ leave the verdict open where one of them would do."""
    assert _contradiction(RK3588 + copy("2.3.2") + copy("1.4.0") + FORMAT_6) == []


def test_copies_of_which_each_breaks_a_rule_of_its_own_are_a_contradiction() -> None:
    """The old one refuses the model, the new one the driver: whichever is loaded, nothing runs."""
    text = RK3588.replace("0.9.8", "0.6.4") + copy("1.6.0") + copy("1.4.0") + FORMAT_6

    assert _contradiction(text) == ["model-format-runtime", "runtime-driver"]
    assert _contradiction(text + copy("1.5.2")) == ["model-format-runtime", "runtime-driver"]
    assert _contradiction(RK3588.replace("0.9.8", "0.7.2") + copy("1.6.0") + copy("1.4.0") + FORMAT_6) == []


def test_a_copy_that_no_values_suit_does_not_speak_for_the_other() -> None:
    """With 1.6.0 no driver would do, with 1.4.0 an old one does."""
    row = RuleRow(
        id="nbuf-old-driver",
        title="t",
        why="w",
        layer="loading",
        severity="error",
        remedy="r",
        sources=("doc",),
        when={"feature": "nbuf"},
        require={"driver": "<0.7.0"},
    )
    old_driver = compile_rule(row, stack().sources, stack().attributes)
    rules = tuple(rule for rule in stack().rules if not rule.id.startswith("nbuf"))
    matrix = msgspec.structs.replace(stack(), rules=(old_driver, *rules))
    text = RK3588.replace('version = "0.9.8"\n', "") + '[use]\nfeatures = ["nbuf"]\n' + copy("1.6.0")

    def contradicted(manifest: str) -> list[str]:
        world = build_world(board(manifest), matrix)
        return [rule.id for rule in contradiction(world, check(world, matrix), matrix)]

    assert contradicted(text) == ["nbuf-old-driver", "runtime-driver"]
    assert contradicted(text + copy("1.4.0")) == []

"""Unknown facts that no values can satisfy: incompatible, though no single rule is violated."""

from typing import Any

import msgspec

from rkcompat.model.matrix import Matrix
from rkcompat.solve._check import check
from rkcompat.solve._world import build_world
from rkcompat.solve.joint._joint import contradiction

from ..stack import FORMAT_6, RK3588, board, copy, rule, stack, world_of


def _contradiction(text: str) -> list[str]:
    world = world_of(text)
    return [one.id for one in contradiction(world, check(world, stack()), stack())]


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
    old_driver = rule("nbuf-old-driver", when={"feature": "nbuf"}, require={"driver": "<0.7.0"})
    rules = tuple(one for one in stack().rules if not one.id.startswith("nbuf"))
    matrix = msgspec.structs.replace(stack(), rules=(old_driver, *rules))
    text = RK3588.replace('version = "0.9.8"\n', "") + '[use]\nfeatures = ["nbuf"]\n' + copy("1.6.0")

    def contradicted(manifest: str) -> list[str]:
        world = build_world(board(manifest), matrix)
        return [one.id for one in contradiction(world, check(world, matrix), matrix)]

    assert contradicted(text) == ["nbuf-old-driver", "runtime-driver"]
    assert contradicted(text + copy("1.4.0")) == []


def _matrix(**rules: dict[str, Any]) -> Matrix:
    """The small stack with these rules and no others, each with its conditions."""
    compiled = tuple(rule(name.replace("_", "-"), **body) for name, body in rules.items())
    return msgspec.structs.replace(stack(), rules=compiled)


def _core(text: str, matrix: Matrix) -> list[str]:
    world = build_world(board(text), matrix)
    return [one.id for one in contradiction(world, check(world, matrix), matrix)]


def test_facts_that_nobody_needs_to_tell_are_a_contradiction_too() -> None:
    """Neither the kernel nor the IOMMU is needed for a verdict, and none of either would do; a prohibition is part of it."""
    matrix = _matrix(
        iommu={"require": {"device-tree.npu-iommu": True}},
        new_kernel={"forbid": {"kernel": ">=6.1.0", "soc": "rk3588"}},
        old_kernel={"when": {"kernel": "<6.1.0"}, "require": {"device-tree.npu-iommu": False}},
    )

    assert _core(RK3588, matrix) == ["iommu", "new-kernel", "old-kernel"]
    assert _core(RK3588 + '[kernel]\nrelease = "6.x"\n', matrix) == ["iommu", "new-kernel", "old-kernel"]
    assert _core(RK3588.replace("rk3588", "rk3566"), matrix) == []


def test_two_copies_can_ask_one_unknown_fact_for_two_things() -> None:
    """A single rule, asked twice."""
    matrix = _matrix(same={"when": {"runtime": "<2.0.0"}, "require": {"toolkit": {"same-as": "runtime"}, "kernel": ">=5.0.0"}})
    text = RK3588 + '[toolkit]\npython = "3.10"\n' + copy("1.6.0", "loaded = true") + copy("1.5.2", "loaded = true")

    assert _core(text, matrix) == ["same"]
    assert _core(text.replace('[toolkit]\npython = "3.10"\n', ""), matrix) == []


def test_what_a_deployment_need_not_have_puts_no_rule_wrong() -> None:
    """Many a board has no toolkit, and no rule about one is broken then; where its Python is known there is one."""
    matrix = _matrix(new={"require": {"toolkit": ">=2.0.0"}}, old={"require": {"toolkit": "<1.6.0"}})

    assert _core(RK3588, matrix) == []
    assert _core(RK3588 + '[toolkit]\npython = "3.10"\n', matrix) == ["new", "old"]


def test_a_thing_that_a_feature_asks_for_must_be_there() -> None:
    """Without a toolkit the one rule is not met, with any the other."""
    matrix = _matrix(
        feature={"when": {"feature": "nbuf"}, "require": {"toolkit": ">=2.0.0"}},
        forbidden={"forbid": {"toolkit": ">=1.6.0"}},
    )

    assert _core(RK3588 + '[use]\nfeatures = ["nbuf"]\n', matrix) == ["feature", "forbidden"]
    assert _core(RK3588, matrix) == []


def test_a_text_that_nobody_has_read_may_be_any() -> None:
    """The kernel's release may be what the module was built for: only its number is tried, never its text."""
    matrix = _matrix(
        built_for={"require": {"driver.module-release": {"same-text": "kernel"}}},
        six={"require": {"kernel": ">=6.0.0"}},
        flag={"when": {"kernel": ">=6.0.0"}, "require": {"driver.module-signed": True}},
    )

    assert _core(RK3588 + '[driver.module_file]\nvermagic = "6.1.75-vendor SMP aarch64"\n', matrix) == []


def test_a_chip_that_the_matrix_does_not_know_may_fit() -> None:
    """Each known chip breaks a rule; nobody can say that of all others."""
    matrix = _matrix(
        one={"require": {"soc": {"none-of": ["rk3588"]}}},
        other={"require": {"soc": {"none-of": ["rk3566", "rv1126"]}}},
        serves={"require": {"platform.npu": {"same-as": "model.npu"}}},
    )

    assert _core('[driver]\nfamily = "rknpu"\n' + FORMAT_6, matrix) == []


def test_a_rule_that_somebody_has_waived_is_no_part_of_a_contradiction() -> None:
    """It is let pass wherever it is violated."""
    matrix = _matrix(on={"require": {"device-tree.npu-iommu": True}}, off={"require": {"device-tree.npu-iommu": False}})
    world = build_world(board(RK3588), matrix)
    findings = check(world, matrix)
    waived = tuple(msgspec.structs.replace(f, verdict="waived") if f.rule.id == "on" else f for f in findings)

    assert contradiction(world, findings, matrix) != ()
    assert contradiction(world, waived, matrix) == ()


def test_warnings_count_where_they_fail_the_gate() -> None:
    """As single ones do."""
    matrix = _matrix(
        on={"require": {"device-tree.npu-iommu": True}},
        off={"require": {"device-tree.npu-iommu": False}, "severity": "warning"},
    )
    world = build_world(board(RK3588), matrix)

    assert contradiction(world, check(world, matrix), matrix) == ()
    assert len(contradiction(world, check(world, matrix, "warning"), matrix, "warning")) == 2


def test_a_board_without_a_driver_has_no_version_of_it() -> None:
    """What is forbidden of every version is not forbidden of none."""
    matrix = _matrix(new={"forbid": {"driver": ">=0.9.0"}}, old={"forbid": {"driver": "<0.9.0"}})
    text = RK3588.replace('version = "0.9.8"\n', "")

    assert _core(text, matrix) == ["new", "old"]
    assert _core('absent = ["driver"]\n' + text.replace('family = "rknpu"\n', ""), matrix) == []
    assert _core(text.replace('family = "rknpu"\n', ""), matrix) == []

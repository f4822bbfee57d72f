"""The order of the changes: what is down, what comes last, and what comes together."""

from rkcompat.model.resolution import Step
from rkcompat.solve.nearest._nearest import find_nearest

from ..stack import FORMAT_6, RK3588, board, copy, stack, world_of

SRAM = '[use]\nfeatures = ["sram"]\n[kernel]\nconfig_complete = true\n'
"""A wish that needs another kernel configuration."""

MODULE = RK3588.replace("0.9.8", "0.7.2") + 'linkage = "module"\n'
"""An old driver that can be replaced without an image."""


def plan(text: str) -> tuple[Step, ...]:
    """The steps to the first answer."""
    return find_nearest(world_of(text), board(text), stack()).plan


def acts(steps: tuple[Step, ...]) -> list[tuple[str, list[str]]]:
    """Each step's act, and what it changes."""
    return [(step.changes[0].action, [change.about for change in step.changes]) for step in steps]


def test_what_is_hard_to_take_back_comes_last() -> None:
    """The library and the image are both needed, and either order leaves one state down."""
    steps = plan(RK3588 + copy("1.4.0") + FORMAT_6 + SRAM)

    assert acts(steps) == [("replace-library", ["runtime[0]"]), ("change-image", ["kernel-config"])]
    assert [step.state_after for step in steps] == ["down", "compatible"]


def test_the_image_comes_first_where_that_spares_a_broken_state() -> None:
    """The old library works on the new driver, the new one not on the old."""
    wish = '[use]\nfeatures = ["sram"]\n[kernel.config]\nCONFIG_ROCKCHIP_RKNPU_SRAM = "y"\n'
    steps = plan(RK3588.replace("0.9.8", "0.6.4") + copy("1.4.0") + wish)

    assert acts(steps) == [("change-image", ["driver"]), ("replace-library", ["runtime[0]"])]
    assert [step.state_after for step in steps] == ["compatible", "compatible"]


def test_a_module_is_replaced_alone_only_where_the_driver_is_one() -> None:
    """Built in by what anything says, or not known to be a module, it comes with an image."""
    sram = MODULE + copy("2.3.2") + '[use]\nfeatures = ["sram"]\n[kernel.config]\nCONFIG_ROCKCHIP_RKNPU_SRAM = "y"\n'

    assert acts(plan(sram)) == [("replace-module", ["driver"])]
    assert acts(plan(sram.replace('"module"', '"builtin"')))[0][0] == "change-image"
    assert acts(plan(sram.replace('linkage = "module"\n', "")))[0][0] == "change-image"
    assert acts(plan(sram + 'CONFIG_ROCKCHIP_RKNPU = "y"\n'))[0][0] == "change-image"


def test_a_module_comes_with_the_image_where_that_changes_anyway() -> None:
    """A module that was built for the old kernel would be lost with it."""
    steps = plan(MODULE + copy("2.3.2") + SRAM)

    assert acts(steps) == [("change-image", ["driver", "kernel-config"])]
    assert {change.action for change in steps[0].changes} == {"change-image"}


def test_a_module_that_the_image_brings_is_not_paid_for() -> None:
    """The image alone, a module alone, and an image that somebody finds cheaper to flash than to build a module."""
    both = find_nearest(world_of(MODULE + copy("2.3.2") + SRAM), board(MODULE + copy("2.3.2") + SRAM), stack()).answers[0]
    wish = copy("2.3.2") + '[use]\nfeatures = ["sram"]\n[kernel.config]\nCONFIG_ROCKCHIP_RKNPU_SRAM = "y"\n'
    alone = find_nearest(world_of(MODULE + wish), board(MODULE + wish), stack()).answers[0]
    flashed = find_nearest(world_of(MODULE + wish), board(MODULE + wish), stack(), weights={"change-image": 5}).answers[0]
    tree = MODULE + wish + '[lock]\ncomponents = ["device-tree"]\n'
    kept = find_nearest(world_of(tree), board(tree), stack(), weights={"change-image": 5}).answers[0]
    image = tree.replace("device-tree", "image")
    locked = find_nearest(world_of(image), board(image), stack(), weights={"change-image": 5}).answers[0]

    assert (both.cost, len(both.changes)) == (100, 2)
    assert [(alone.cost, change.action) for change in alone.changes] == [(60, "replace-module")]
    assert [(flashed.cost, change.action) for change in flashed.changes] == [(5, "change-image")]
    assert [(kept.cost, change.action) for change in kept.changes] == [(5, "change-image")]
    assert [(locked.cost, change.action) for change in locked.changes] == [(60, "replace-module")]

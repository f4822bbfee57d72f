"""What has no version changes into what the rules ask of it, and says so."""

import msgspec

from rkcompat.model.resolution import Change, Resolution
from rkcompat.report._published import publish

from .stack import FORMAT_TOO_NEW, INCOMPATIBLE, KNOWN_BAD, MATRIX, RULES, SRAM_OFF

_CHANGE = Change(component="kernel-config", about="kernel-config", before="", after="as required", action="change-image")
_NEAREST = msgspec.structs.replace(INCOMPATIBLE.nearest[0], changes=(_CHANGE,))
_STEP = msgspec.structs.replace(INCOMPATIBLE.plan[0], changes=(_CHANGE,))
_PLAN = msgspec.structs.replace(INCOMPATIBLE, nearest=(_NEAREST,), plan=(_STEP,), findings=(FORMAT_TOO_NEW, SRAM_OFF))


def after(resolution: Resolution) -> str:
    """What the published answer changes the kernel configuration into."""
    return publish(resolution, MATRIX).nearest[0].changes[0].after


def test_a_kernel_configuration_changes_into_the_options_that_are_asked_for() -> None:
    """The answer and the step say which, and with what value."""
    assert after(_PLAN) == "CONFIG_ROCKCHIP_RKNPU_SRAM=y"
    assert "a kernel configuration with CONFIG_ROCKCHIP_RKNPU_SRAM=y" in publish(_PLAN, MATRIX).plan[0].do


def test_a_prohibition_asks_by_its_name() -> None:
    """No single value would do."""
    rule = msgspec.structs.replace(KNOWN_BAD.rule, severity="error", when=RULES["sram-kconfig"].require)
    forbidden = msgspec.structs.replace(KNOWN_BAD, rule=rule)

    assert after(msgspec.structs.replace(_PLAN, findings=(forbidden,))) == "what the rule driver-known-bad asks"


def test_a_rule_that_holds_or_that_need_not_hold_asks_nothing() -> None:
    """Satisfied, or a warning where errors alone count."""
    holds = msgspec.structs.replace(SRAM_OFF, verdict="satisfied")
    weak = msgspec.structs.replace(SRAM_OFF, rule=msgspec.structs.replace(SRAM_OFF.rule, severity="warning"))

    assert after(msgspec.structs.replace(_PLAN, findings=(holds, weak))) == "what the rules ask"

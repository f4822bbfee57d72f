"""The page of all rules: one section a rule, and nothing that Markdown would act upon."""

import msgspec

from rkcompat.model.rule import Rule
from rkcompat.report._rules_page import rules_to_markdown

from .stack import MATRIX, RULES


def section_of(rule: Rule) -> list[str]:
    """The lines below the heading of a rule on a page of its own."""
    matrix = msgspec.structs.replace(MATRIX, rules=(rule, *(other for other in MATRIX.rules if other.id != rule.id)))
    page = rules_to_markdown(matrix, {"A chapter": (rule.id,)})
    return page.partition(f"### {rule.id}\n")[2].splitlines()


def test_chapters_come_first_with_how_many_rules_they_have() -> None:
    """The links are those that a page of Markdown gives its headings."""
    page = rules_to_markdown(MATRIX, {"Drivers, and rknn_server": ("driver-advice", "driver-known-bad")})

    assert "- [Drivers, and rknn_server](#drivers-and-rknn_server): 2" in page.splitlines()
    assert "## Drivers, and rknn_server" in page.splitlines()


def test_a_requirement_says_when_it_holds_what_it_needs_and_who_says_so() -> None:
    """With the text for the kernel word by word, and the source's section and place."""
    lines = section_of(RULES["sram-kconfig"])

    assert "- **When**: features in use with sram" in lines
    assert "- **Needed**: CONFIG_ROCKCHIP_RKNPU_SRAM=y" in lines
    assert lines[lines.index("```text") + 1 :][:2] == ["CONFIG_ROCKCHIP_RKNPU=y", "CONFIG_ROCKCHIP_RKNPU_SRAM=y"]
    stated = 'V2.5.0, section "4.1.5": what SRAM for the NPU needs (vendor document; V2.5.0, page 97)'
    assert f"  - RKNN2 SDK Development Guide {stated}" in lines


def test_a_prohibition_says_what_must_not_come_together() -> None:
    """It names the rule beside it, the set that ran against it and its former id."""
    lines = section_of(RULES["driver-known-bad"])

    assert "- **Not together**: SoC rk3588; driver version 0.9.3; kernel release >=6.1, <6.2" in lines
    assert "  - [driver-advice](#driver-advice) (info): Driver 0.9.6 or newer is advised" in lines
    assert "- **Was**: driver-093" in lines
    assert any("`sdk-2.3.2`" in line for line in lines)


def test_a_disproved_rule_judges_nothing() -> None:
    """Who shows it to be wrong stands with it."""
    lines = section_of(msgspec.structs.replace(RULES["driver-advice"], disproved_by=("runs",)))

    assert any(line.startswith("| disproved: judges nothing | performance |") for line in lines)
    assert lines[lines.index("- **Disproved by**") + 1].startswith("  - [librknnrt 1.4.0 and 1.5.2 on models")


def test_marks_of_markdown_are_text() -> None:
    """A symbol's underscores, an angle bracket and a table's bar stay what they are."""
    lines = section_of(msgspec.structs.replace(RULES["driver-advice"], why="__strdup, rknn_init, a<b, *c*, d|e, `f'"))

    assert "\\_\\_strdup, rknn_init, a\\<b, \\*c\\*, d\\|e, \\`f'" in lines

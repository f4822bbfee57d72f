"""The HTML page in a browser: accessible by axe-core's rules in light and dark, and as wide as a phone."""

from importlib import resources
from pathlib import Path

import pytest

from rkcompat import diagnose, load_matrix
from rkcompat.report import PLAIN, load_format
from rkcompat.report._diagnosis_html import diagnosis_to_html

from .browser import ask, needs_browser
from .stack import COMPATIBLE, INCOMPATIBLE, LOCKED, MATRIX, UNDETERMINED
from .test_golden import BATCH
from .thirty import THIRTY

PAGES = {
    "compatible": load_format("html").one(COMPATIBLE, MATRIX, PLAIN),
    "incompatible": load_format("html").one(INCOMPATIBLE, MATRIX, PLAIN),
    "locked": load_format("html").one(LOCKED, MATRIX, PLAIN),
    "several": load_format("html").many(BATCH, MATRIX, PLAIN),
    "thirty": load_format("html").one(THIRTY, MATRIX, PLAIN),
    "undetermined": load_format("html").one(UNDETERMINED, MATRIX, PLAIN),
}

pytestmark = needs_browser


def accessible(page: str, folder: Path, *, dark: bool) -> object:
    """What axe-core finds on a page: the rule and the element of each fault, and how many rules it tried."""
    page = page.replace("default-src 'none'; style-src 'unsafe-inline'", "style-src 'unsafe-inline'")
    axe = (resources.files("axe_core_python") / "axe.min.js").read_text(encoding="utf-8")
    page = page.replace("</head>", f"<script>{axe}</script></head>")
    script = """
        const found = await view.axe.run(view.document);
        return {faults: found.violations.flatMap(v => v.nodes.map(n => `${v.id}: ${n.html}`)), passed: found.passes.length};
    """
    return ask(page, script, folder, dark=dark)


@pytest.mark.parametrize(("name", "dark"), [*((name, False) for name in PAGES), ("thirty", True), ("compatible", True)])
def test_a_page_is_accessible(name: str, dark: bool, tmp_path: Path) -> None:
    """Contrast, names, roles, order of headings, what scrolls is reached by keyboard."""
    found = accessible(PAGES[name], tmp_path, dark=dark)

    assert isinstance(found, dict)
    assert found["faults"] == []
    assert found["passed"] > 15


@pytest.mark.parametrize("dark", [False, True])
def test_the_page_of_a_log_is_accessible(dark: bool, tmp_path: Path) -> None:
    """With the bars of SRAM."""
    log = tmp_path / "app.log"
    log.write_text("E RKNN: 6, 1\nE RKNN: Invalid RKNN model version 6\nSRAM total size: 192512, used: 65536, free: 126976\n")
    found = accessible(diagnosis_to_html(diagnose([log]), load_matrix()), tmp_path, dark=dark)

    assert isinstance(found, dict)
    assert found["faults"] == []
    assert found["passed"] > 15


def test_axe_sees_a_fault_where_there_is_one(tmp_path: Path) -> None:
    """The test above can fail."""
    broken = PAGES["incompatible"].replace("--soft: #57606a", "--soft: #dddddd").replace('<html lang="en">', "<html>")
    found = accessible(broken, tmp_path, dark=False)

    assert isinstance(found, dict)
    assert {fault.partition(":")[0] for fault in found["faults"]} == {"color-contrast", "html-has-lang"}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_scrolls_in_one_direction(name: str, tmp_path: Path) -> None:
    """No part is wider than the screen, down to the narrowest phone; wide tables scroll within themselves."""
    script = """
        const root = view.document.documentElement;
        return {page: root.scrollWidth, screen: root.clientWidth};
    """
    found = ask(PAGES[name], script, tmp_path, width=320)

    assert found["page"] <= found["screen"]


def test_text_of_the_picture_can_be_read_on_a_phone(tmp_path: Path) -> None:
    """No smaller than eleven pixels."""
    script = """
        return Array.from(view.document.querySelectorAll("svg text")).map(
            text => parseFloat(view.getComputedStyle(text).fontSize) * text.getScreenCTM().a);
    """
    sizes = ask(PAGES["thirty"], script, tmp_path, width=360)

    assert min(sizes) >= 11


def test_text_of_the_picture_stays_within_its_box(tmp_path: Path) -> None:
    """What is too long is cut."""
    script = """
        const over = [];
        for (const text of view.document.querySelectorAll("svg text:not(.mark)")) {
            const box = text.previousElementSibling.tagName === "rect" ? text.previousElementSibling
                : text.previousElementSibling.previousElementSibling;
            if (text.getBBox().x + text.getBBox().width > box.getBBox().x + box.getBBox().width) over.push(text.textContent);
        }
        return over;
    """

    assert ask(PAGES["thirty"], script, tmp_path) == []


def test_dark_and_light_differ(tmp_path: Path) -> None:
    """As the reader's system asks."""
    script = "return view.getComputedStyle(view.document.body).backgroundColor;"

    assert ask(PAGES["compatible"], script, tmp_path) == "rgb(255, 255, 255)"
    assert ask(PAGES["compatible"], script, tmp_path, dark=True) == "rgb(15, 20, 25)"

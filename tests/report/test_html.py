"""The HTML page: whole in itself, harmless whatever a manifest says, and with an answer to what is to be done."""

from html.parser import HTMLParser

import msgspec
import pytest

from rkcompat.model.resolution import KnownFact, Resolution
from rkcompat.report import PLAIN, load_format

from .hostile import HOSTILE
from .stack import COMPATIBLE, FORMAT_TOO_NEW, INCOMPATIBLE, KNOWN_BAD, LOCKED, MATRIX, RULES, UNDETERMINED
from .test_golden import BATCH
from .thirty import THIRTY

EVERY = {
    "compatible": COMPATIBLE,
    "incompatible": INCOMPATIBLE,
    "locked": LOCKED,
    "thirty": THIRTY,
    "undetermined": UNDETERMINED,
    "hostile": HOSTILE,
}
VOID = {"meta", "br", "rect", "circle", "path"}


class Page(HTMLParser):
    """Elements, attributes, texts; every element must be closed in its turn."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element of its own."""
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """An element ends, and it is the last that began."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """What a reader sees; the style is not that."""
        if "style" not in self.open:
            self.text += data


def page(resolution: Resolution, **changed: object) -> Page:
    """The page of a report."""
    return Page(load_format("html").one(msgspec.structs.replace(resolution, **changed), MATRIX, PLAIN))


@pytest.mark.parametrize("case", EVERY)
def test_a_page_needs_no_network_and_runs_nothing(case: str) -> None:
    """No script, no picture, no style from elsewhere, no handler; links lead to the web or into the page."""
    read = page(EVERY[case])

    assert read.open == []
    assert not {tag for tag, _ in read.elements} & {"script", "img", "link", "iframe", "object", "form", "base"}
    for _, attributes in read.elements:
        assert not [name for name in attributes if name.startswith("on") or name in {"src", "style"}]
        assert (attributes.get("href") or "https://").startswith(("https://", "#"))


@pytest.mark.parametrize("case", EVERY)
def test_every_name_on_a_page_is_there_once(case: str) -> None:
    """So that what refers to it finds it."""
    names = [attributes["id"] for _, attributes in page(EVERY[case]).elements if "id" in attributes]

    assert len(set(names)) == len(names)


def test_a_page_of_several_has_them_all_in_their_order() -> None:
    """With a list at the top that leads to each."""
    read = Page(load_format("html").many(BATCH, MATRIX, PLAIN))
    names = [attributes["id"] for _, attributes in read.elements if "id" in attributes]
    targets = [
        str(attributes["href"])[1:] for tag, attributes in read.elements if tag == "a" and "#r" in str(attributes["href"])
    ]

    assert read.open == []
    assert len(set(names)) == len(names)
    assert [target for target in targets if target in names] == ["r1-report", "r2-report", "r3-report"]
    assert "did you mean soc?" in read.text


@pytest.mark.parametrize(
    ("resolution", "said"),
    [
        (COMPATIBLE, "Nothing: no rule speaks against this deployment."),
        (msgspec.structs.replace(COMPATIBLE, findings=(KNOWN_BAD,)), "Nothing; what is advised against stands below."),
        (INCOMPATIBLE, "replace librknnrt (/usr/lib/librknnrt.so) 1.4.0 by librknnrt 2.3.2"),
        (msgspec.structs.replace(INCOMPATIBLE, plan=()), "Follow the remedy of each error below."),
        (LOCKED, "Lift one of the locks"),
        (UNDETERMINED, "cat /sys/kernel/debug/rknpu/version"),
    ],
)
def test_the_first_thing_said_is_what_to_do(resolution: Resolution, said: str) -> None:
    """Whatever the verdict."""
    text = page(resolution).text
    begin = text.index("What to do")

    assert said in text[begin : begin + 300]


def test_what_breaks_is_marked_in_the_picture_and_said_in_words() -> None:
    """For who sees red, for who does not, and for who sees nothing."""
    read = page(THIRTY)
    marked = [attributes["class"] for tag, attributes in read.elements if tag == "path"]

    assert "link violated" in marked
    assert "yolov8-2.rknn format 6 and librknnrt 1.4.0: does not fit (model-format-runtime)." in read.text
    assert "kernel 6.1.75-vendor-rk35xx: does not fit (sram-kconfig)." not in read.text  # the kernel's link says it
    assert "✕" in read.text


def test_what_is_only_advised_against_is_no_misfit() -> None:
    """A warning has a mark of its own, unless it is what fails the check."""
    facts = (KnownFact(fact="driver.version", value="0.9.3"), KnownFact(fact="kernel.release", value="6.1.75"))
    mild = page(INCOMPATIBLE, findings=(KNOWN_BAD,), facts=facts)
    strict = page(INCOMPATIBLE, findings=(KNOWN_BAD,), facts=facts, fail_on="warning")

    assert "driver 0.9.3 and kernel 6.1.75: advised against (driver-known-bad)." in mild.text
    assert {attributes["class"] for tag, attributes in mild.elements if tag == "path"} == {"link warned"}
    assert "✕" not in mild.text
    assert "driver 0.9.3 and kernel 6.1.75: does not fit (driver-known-bad)." in strict.text


def test_a_report_without_facts_has_no_picture() -> None:
    """There is nothing to draw."""
    assert "svg" not in {tag for tag, _ in page(COMPATIBLE).elements}


def test_sets_stand_side_by_side() -> None:
    """What each changes, beside what is there now."""
    text = load_format("html").one(THIRTY, MATRIX, PLAIN)

    assert "<th scope='row'>driver</th><td>0.9.3</td><td class=new>0.9.8</td><td>as it is now</td>" in text


def test_an_evil_name_is_shown() -> None:
    """Escaped, not dropped."""
    assert r"\x1b[2J\x0d\x0a::error file=x::pwned\x0a<script>alert(1)</script>" in page(HOSTILE).text


def test_a_part_that_must_be_there_and_was_not_looked_at_is_drawn() -> None:
    """As not known: the picture shows where to look."""
    read = page(UNDETERMINED)

    assert "NPU driver not known" in read.text
    assert "part undetermined" in [attributes.get("class") for _, attributes in read.elements]


def test_a_fragment_keeps_its_columns() -> None:
    """It is there to be copied; a tab of it becomes spaces, as in the text."""
    rule = msgspec.structs.replace(RULES["model-format-runtime"], fragment='\t&rknpu {\n\t\tstatus = "okay";\n\t};\n')
    text = page(INCOMPATIBLE, findings=(msgspec.structs.replace(FORMAT_TOO_NEW, rule=rule),)).text

    assert '        &rknpu {                status = "okay";        };' in text

"""Markdown, rendered by a reader of it: our words are marked up, those of a manifest are not."""

import re
from html.parser import HTMLParser

import msgspec
import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from rkcompat.model.resolution import Resolution
from rkcompat.report import PLAIN, Look, load_format
from rkcompat.report._markdown_parts import code, code_in_cell, text
from rkcompat.report._summary import MOST_ROWS

from .hostile import EVIL, HOSTILE
from .stack import COMPATIBLE, INCOMPATIBLE, LOCKED, MATRIX, UNDETERMINED
from .test_golden import BATCH
from .thirty import THIRTY

READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def tokens(markdown: str) -> list[Token]:
    """Blocks, and what stands in them."""
    return [token for block in READER.parse(markdown) for token in (block, *(block.children or ()))]


class _Shown(HTMLParser):
    """What a reader of the page sees."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self.tags: set[str] = set()
        self.feed(html)

    def handle_data(self, data: str) -> None:
        """What a reader sees."""
        self.text += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        self.tags.add(tag)


@pytest.mark.parametrize(
    "stated",
    [
        "# head",
        "- item",
        "1. item",
        "12) item",
        "+ item",
        "> quote",
        "=====",
        "**bold** _it_ ~~gone~~",
        "`code`",
        "a|b",
        "[a](http://x.example)",
        "![a](http://x.example/a.png)",
        "<b>x</b> &amp; &lt;",
        "http://x.example",
        "www.x.example",
        "user@x.example",
        "\\* \\",
        "$x$",
        "    code",
    ],
)
def test_text_is_shown_as_it_is(stated: str) -> None:
    """In a paragraph, and in a list where marks of a block would count."""
    for lead in ("", "- "):
        shown = _Shown(READER.render(lead + text(stated)))

        assert shown.text.strip() == stated.strip()
        assert shown.tags <= {"p", "ul", "li"}


@pytest.mark.parametrize("stated", ["x", "", "`", "a`b``c", "``", " x ", "a|b"])
def test_a_code_span_holds_any_text(stated: str) -> None:
    """In a table too, where a bar would end the cell."""
    rows = READER.render(f"|h|\n|-|\n|{code_in_cell(stated)}|\n")

    assert _Shown(READER.render(code(stated))).text.strip() == stated.strip()
    assert re.sub(r"<.*?>", "", rows.split("<td>")[1].split("</td>")[0]).strip() == stated.strip()


@pytest.mark.parametrize("style", ["markdown", "summary"])
def test_text_of_a_manifest_makes_no_mark_up(style: str) -> None:
    """No heading, link, picture or element that a report without it would not have."""
    found = tokens(load_format(style).one(HOSTILE, MATRIX, PLAIN))
    links = {str(token.attrGet("href")) for token in found if token.type == "link_open"}
    headings = [token for token in found if token.type == "heading_open"]
    marks = {token.content for token in found if token.type.startswith("html")}

    assert {link.partition("://")[2].partition("/")[0] for link in links} <= {"github.com", "example.org"}
    assert len(headings) <= 8
    assert marks <= {"<br>", "<!-- -->", "<details><summary>Nearest sets</summary>\n", "</details>\n"}
    assert not [token for token in found if token.type == "image"]


def test_evil_text_is_readable() -> None:
    """It is escaped, not dropped."""
    shown = _Shown(READER.render(text(EVIL)))

    assert r"\x1b[2J\x0d\x0a::error file=x::pwned\x0a<script>alert(1)</script>" in shown.text


@pytest.mark.parametrize("resolution", [COMPATIBLE, INCOMPATIBLE, LOCKED, UNDETERMINED, THIRTY])
def test_the_report_begins_with_the_verdict(resolution: Resolution) -> None:
    """And its tables are tables."""
    for style in ("markdown", "summary"):
        markdown = load_format(style).one(resolution, MATRIX, PLAIN)

        assert resolution.verdict in markdown.splitlines()[0].lower()
        assert "<p>|" not in READER.render(markdown)


def test_the_report_says_what_the_text_says() -> None:
    """Found with its place, needed, sources, the remedy with its fragment, sets, steps, notes."""
    shown = _Shown(READER.render(load_format("markdown").one(INCOMPATIBLE, MATRIX, PLAIN))).text

    for part in (
        "found model[0] yolov8n.rknn: format of the model 6 (line 14)",
        "needed or librknnrt 1.5.2 or newer",
        'stated in librknnrt 1.4.0 and 1.5.2 on models of format 6, section "table 2" (measured)',
        "CONFIG_ROCKCHIP_RKNPU_SRAM=y\n",
        "runtime (runtime[0]) 1.4.0 -> 2.3.2",
        "after it: compatible",
        "yolov8n.rknn was not read",
    ):
        assert part in shown


def test_satisfied_rules_are_shown_on_request() -> None:
    """As in the text."""
    assert "runtime-driver" in load_format("markdown").one(INCOMPATIBLE, MATRIX, Look(verbose=True))
    assert "runtime-driver" not in load_format("markdown").one(INCOMPATIBLE, MATRIX, PLAIN)


def test_waived_findings_stay_visible() -> None:
    """With their reasons."""
    for style in ("markdown", "summary"):
        assert "the model is replaced in March" in load_format(style).one(THIRTY, MATRIX, PLAIN)


def test_a_report_on_several_has_them_all() -> None:
    """The unusable one too."""
    for style in ("markdown", "summary"):
        markdown = load_format(style).many(BATCH, MATRIX, PLAIN)

        assert "did you mean soc?" in markdown
        assert "board.toml" in markdown


def test_a_summary_is_as_long_as_can_be_read() -> None:
    """More rows are counted, more manifests than a step may show are left out."""
    many = msgspec.structs.replace(
        THIRTY, findings=tuple(msgspec.structs.replace(one, about=(f"model[{n}]",)) for n, one in enumerate(OPEN * 4))
    )
    rows = [line for line in load_format("summary").one(many, MATRIX, PLAIN).splitlines() if line.startswith("| error")]
    fleet = load_format("summary").many(msgspec.structs.replace(BATCH, entries=(THIRTY,) * 200), MATRIX, PLAIN)

    assert len(rows) == MOST_ROWS
    assert len(fleet.encode()) < 1024 * 1024
    assert "more manifests are left out" in fleet


OPEN = [finding for finding in THIRTY.findings if finding.verdict == "violated" and finding.rule.severity == "error"]

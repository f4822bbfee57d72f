"""The part of the text report that says what does not fit, and what is not known."""

from collections.abc import Iterator

from ._page import UNBROKEN, Page
from ._shape import EvidenceShape, ReportShape
from ._view import Block, blocks_of, place_of, say_source, waiting_for

_PAINT = {"error": "bad", "warning": "warn", "info": "strong"}


def put_violated(page: Page, report: ReportShape) -> None:
    """One block for each violated rule, however many libraries or models violate it; a line where it is only worth knowing."""
    for block in blocks_of(report):
        rule = block.rule
        page.blank()
        if rule.severity == "info":
            page.line(rule.title, head=f"info: {rule.rule}: ")
        else:
            page.line(f"{rule.rule} ({rule.layer.replace('-', ' ')})", head=f"{rule.severity}: ", paint=_PAINT[rule.severity])
            page.line(rule.title, indent=2, hang=0)
            _put_details(page, block)


def put_waived(page: Page, report: ReportShape) -> None:
    """What does not hold and is let pass: each rule with what was found and who answers for it."""
    for block in blocks_of(report, "waived"):
        page.blank()
        page.line(f"{block.rule.rule} ({block.rule.severity})", head="waived: ", paint="strong")
        page.line(block.rule.title, indent=2, hang=0)
        page.field("found", *dict.fromkeys(map(_with_place, block.found)))
        page.field("needed", *block.needed)
        page.field("waived", *block.notes)


def _put_details(page: Page, block: Block) -> None:
    page.field("found", *dict.fromkeys(map(_with_place, block.found)))
    page.field("needed", *block.needed)
    page.field("stated in", *_stated_in(block))
    page.field("beside", *block.beside)
    page.field("change", block.rule.remedy)
    if block.rule.fragment:
        page.verbatim(block.rule.fragment)
    page.field("note", *block.notes)


def _with_place(found: EvidenceShape) -> str:
    place = place_of(found) if found.read_from else place_of(found).replace(" ", UNBROKEN)
    return f"{found.text}  ({place})" if place else found.text


def _stated_in(block: Block) -> Iterator[str]:
    yield from map(say_source, block.sources)
    if block.more_sources:
        yield f"and {block.more_sources} more: rkcompat explain {block.rule.rule}"


def put_missing(page: Page, report: ReportShape, *, verbose: bool) -> None:
    """The facts that are not known, with the command that shows them and the rules that wait for them."""
    for needed, title in ((True, "not known, and needed"), (False, "not known; would tell more")):
        facts = list(waiting_for(report, needed=needed)) if needed or verbose else []
        if facts:
            page.heading(title)
        for waiting in facts:
            for name, keys in waiting.facts:
                page.line(f"{name} ({', '.join(keys)})", indent=2)
            page.field("find out", waiting.how, indent=4)
            page.field("decides", waiting.decides, indent=4)

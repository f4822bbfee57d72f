"""The stack as a picture: the parts from top to bottom, and at their side what relies on what, red where it breaks."""

from collections.abc import Iterator

from ._html_text import escape
from ._shape import ReportShape
from ._stack import Link, Part, Stack, stack_of

_WIDTH = 480
_ROW = 58
_BOX = 46
_LANE = 16
_MOST_LANES = 9
_TEXT_X = 14

#: Columns of a text that fit beside the lanes; what is longer is cut, and stands whole in the list of facts.
_LONGEST = 38

#: More parts than these are no picture any more.
_MOST = 40

_SAID = {"violated": "does not fit", "undetermined": "not known"}
_SIGN = {"violated": "✕", "undetermined": "?"}


def picture(report: ReportShape, prefix: str) -> Iterator[str]:
    """An inline SVG with its description; nothing where the report names no part of the stack."""
    stack = stack_of(report)
    if not stack.parts:
        return
    parts = stack.parts[:_MOST]
    row = {part.key: place for place, part in enumerate(parts)}
    links = [link for link in stack.links if link.upper in row and link.lower in row]
    lanes = _lanes(links, row)
    count = min(_MOST_LANES, max(lanes.values(), default=0) + 1)
    right = _WIDTH - count * _LANE - 12
    height = len(parts) * _ROW
    yield "<figure>"
    yield (
        f'<svg viewBox="0 0 {_WIDTH} {height}" role="img" aria-labelledby="{prefix}picture-title {prefix}picture-text">'
        f'<title id="{prefix}picture-title">The stack, from top to bottom</title>'
        f'<desc id="{prefix}picture-text">{escape(_description(stack))}</desc>'
    )
    for part in parts:
        yield _box(part, stack, row[part.key] * _ROW, right)
    # what breaks is drawn last, over what holds
    for link in sorted(links, key=lambda link: ("", "undetermined", "violated").index(link.verdict)):
        yield _line(link, row, right, min(lanes[link], _MOST_LANES - 1))
    yield "</svg>"
    left_out = f" {len(stack.parts) - _MOST} more parts are not drawn." if len(stack.parts) > _MOST else ""
    yield f'<figcaption class="soft">{_legend(stack)}{left_out}</figcaption></figure>'


def _lanes(links: list[Link], row: dict[str, int]) -> dict[Link, int]:
    """A lane beside the boxes for each link, so that no two lie upon each other; the short ones are the closest."""
    taken: list[list[tuple[int, int]]] = []
    lanes: dict[Link, int] = {}
    for link in sorted(links, key=lambda link: (row[link.lower] - row[link.upper], row[link.upper])):
        span = row[link.upper], row[link.lower]
        free = (n for n, spans in enumerate(taken) if all(span[1] <= start or end <= span[0] for start, end in spans))
        lanes[link] = next(free, len(taken))
        if lanes[link] == len(taken):
            taken.append([])
        taken[lanes[link]].append(span)
    return lanes


def _box(part: Part, stack: Stack, y: int, right: int) -> str:
    verdict = "violated" if part.key in stack.broken else "undetermined" if part.key in stack.open else ""
    second = "  ".join(filter(None, (part.key if part.kind in ("model", "runtime") else "", part.place)))
    mark = (
        f'<text class="mark {verdict}" x="{right - 12}" y="{y + 32}" text-anchor="end">{_SIGN[verdict]}</text>'
        if verdict
        else ""
    )
    version = escape(_cut(part.version, _LONGEST - len(part.name)))
    name = f'<tspan class="name">{escape(_cut(part.name, _LONGEST - 12))}</tspan> {version}'
    below = f'<text class="small" x="{_TEXT_X}" y="{y + 41}">{escape(_cut(second, _LONGEST))}</text>' if second else ""
    return (
        f'<rect class="part {verdict}" x="1" y="{y + 4}" width="{right - 2}" height="{_BOX}" rx="6"/>'
        f'<text x="{_TEXT_X}" y="{y + (23 if second else 32)}">{name}</text>{below}{mark}'
    )


def _line(link: Link, row: dict[str, int], right: int, lane: int) -> str:
    """A bracket from the one box to the other, with an arrow at the lower end and a sign where it breaks."""
    top, bottom = row[link.upper] * _ROW + 34, row[link.lower] * _ROW + 20
    x = right + 10 + lane * _LANE
    drawn = f'<path class="link {link.verdict}" d="M{right} {top}H{x}V{bottom}H{right + 3}m6 -4l-6 4l6 4"/>'
    if not link.verdict:
        return drawn
    middle = (top + bottom) // 2
    return (
        f"{drawn}"
        f'<circle class="badge" cx="{x}" cy="{middle}" r="9"/>'
        f'<text class="mark {link.verdict}" x="{x}" y="{middle + 5}" text-anchor="middle">{_SIGN[link.verdict]}</text>'
    )


def _description(stack: Stack) -> str:
    """The picture in words, for who does not see it."""
    names = {part.key: " ".join(filter(None, (part.name, part.version))) for part in stack.parts}
    said = [f"Parts: {'; '.join(names.values())}."]
    for link in stack.links:
        if link.verdict:
            rules = ", ".join(link.rules)
            said.append(f"{names[link.upper]} and {names[link.lower]}: {_SAID[link.verdict]} ({rules}).")
    linked = {key for link in stack.links if link.verdict for key in (link.upper, link.lower)}
    for verdict, marked in (("violated", stack.broken), ("undetermined", stack.open)):
        said += [f"{names[key]}: {_SAID[verdict]} ({', '.join(rules)})." for key, rules in marked.items() if key not in linked]
    return " ".join(said)


def _legend(stack: Stack) -> str:
    signs = []
    if stack.broken:
        signs.append("✕ and red: does not fit.")
    if stack.open:
        signs.append("? and dashed: a fact is missing.")
    return " ".join(["An arrow goes from a part to what it relies on.", *signs])


def _cut(text: str, longest: int) -> str:
    longest = max(8, longest)
    return text if len(text) <= longest else f"{text[: longest - 1]}…"

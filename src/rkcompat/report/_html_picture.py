"""The stack as a picture: its parts from top to bottom, at their side what relies on what; red what breaks, amber a warning."""

from collections.abc import Iterator

from ._html_text import escape
from ._shape import ReportShape
from ._stack import MARKS, Link, Part, Stack, stack_of

#: Units of the drawing, which a phone shows at nearly one pixel each.
_WIDTH = 400
_ROW = 58
_BOX = 46
_LANE = 15
_MARGIN = 14

#: The width of a character of the larger and of the smaller text, generously; what does not fit is cut.
_LARGE = 8.4
_SMALL = 7.2

#: More lanes leave no room for the boxes, more parts are no picture any more.
_MOST_LANES = 8
_MOST = 40

_SAID = {"violated": "does not fit", "warned": "advised against", "undetermined": "not known"}
_SIGN = {"": "", "violated": "✕", "warned": "!", "undetermined": "?"}
_LAST_ON_TOP = ("", *reversed(MARKS))


def picture(report: ReportShape, prefix: str) -> Iterator[str]:
    """An inline SVG with its description; nothing where the report names no part of the stack."""
    stack = stack_of(report)
    if not stack.parts:
        return
    parts = stack.parts[:_MOST]
    row = {part.key: place for place, part in enumerate(parts)}
    links = [link for link in stack.links if link.upper in row and link.lower in row]
    lanes = _lanes(links, row)
    right = _WIDTH - min(_MOST_LANES, max(lanes.values(), default=0) + 1) * _LANE - 12
    yield "<figure>"
    yield (
        f'<svg viewBox="0 0 {_WIDTH} {len(parts) * _ROW}" role="img" '
        f'aria-labelledby="{prefix}picture-title {prefix}picture-text">'
        f'<title id="{prefix}picture-title">The stack, from top to bottom</title>'
        f'<desc id="{prefix}picture-text">{escape(_description(stack))}</desc>'
    )
    yield from (_box(part, stack, row[part.key] * _ROW, right) for part in parts)
    for link in sorted(links, key=lambda link: _LAST_ON_TOP.index(link.verdict)):
        yield _line(link, row, right, min(lanes[_trunk(link)], _MOST_LANES - 1))
    yield "</svg>"
    left_out = f" {len(stack.parts) - _MOST} more parts are not drawn." if len(stack.parts) > _MOST else ""
    yield f'<figcaption class="soft">{_legend(stack)}{left_out}</figcaption></figure>'


def _trunk(link: Link) -> str:
    """The end at which links are bundled: many models come from one toolkit, many libraries rely on one driver."""
    return link.upper if "toolkit" in link.upper else link.lower


def _lanes(links: list[Link], row: dict[str, int]) -> dict[str, int]:
    """A lane beside the boxes for each bundle, so that no two lie upon each other; the short ones are the closest."""
    spans: dict[str, tuple[int, int]] = {}
    for link in links:
        start, end = spans.get(_trunk(link), (_MOST, 0))
        spans[_trunk(link)] = min(start, row[link.upper]), max(end, row[link.lower])
    lanes: dict[str, int] = {}
    taken: list[list[tuple[int, int]]] = []
    for trunk, span in sorted(spans.items(), key=lambda one: (one[1][1] - one[1][0], one)):
        free = (n for n, spans in enumerate(taken) if all(span[1] <= start or end <= span[0] for start, end in spans))
        lanes[trunk] = next(free, len(taken))
        if lanes[trunk] == len(taken):
            taken.append([])
        taken[lanes[trunk]].append(span)
    return lanes


def _box(part: Part, stack: Stack, y: int, right: int) -> str:
    verdict = stack.mark_of(part.key)
    room = right - _MARGIN - 26
    name = _cut(part.name, int(room / _LARGE * 0.7))
    version = _cut(part.version, int(room / _LARGE) - len(name) - 1)
    second = _cut(" ".join(filter(None, (part.key if "[" in part.key else "", part.place))), int(room / _SMALL))
    below = f'<text class="small" x="{_MARGIN}" y="{y + 41}">{escape(second)}</text>' if second else ""
    mark = f'<text class="mark {verdict}" x="{right - 10}" y="{y + 32}" text-anchor="end">{_SIGN[verdict]}</text>'
    first = f'<tspan class="name">{escape(name)}</tspan> {escape(version)}'
    return (
        f'<rect class="part {verdict}" x="1" y="{y + 4}" width="{right - 2}" height="{_BOX}" rx="6"/>'
        f'<text x="{_MARGIN}" y="{y + (23 if second else 32)}">{first}</text>'
        f"{below}{mark if verdict else ''}"
    )


def _line(link: Link, row: dict[str, int], right: int, lane: int) -> str:
    """A bracket from the one box to the other, with an arrow at the lower end and a sign where it breaks."""
    top, bottom = row[link.upper] * _ROW + 34, row[link.lower] * _ROW + 20
    x = right + 12 + lane * _LANE
    drawn = f'<path class="link {link.verdict}" d="M{right} {top}H{x}V{bottom}H{right + 3}m6 -4l-6 4l6 4"/>'
    if not link.verdict:
        return drawn
    return (
        f'{drawn}<circle class="badge" cx="{x}" cy="{top}" r="8"/>'
        f'<text class="mark {link.verdict}" x="{x}" y="{top + 5}" text-anchor="middle">{_SIGN[link.verdict]}</text>'
    )


def _description(stack: Stack) -> str:
    """The picture in words, for who does not see it."""
    names = {part.key: " ".join(filter(None, (part.name, part.version))) for part in stack.parts}
    said = [f"Parts: {'; '.join(names.values())}."]
    linked = set()
    for link in stack.links:
        if link.verdict:
            linked |= {link.upper, link.lower}
            said.append(f"{names[link.upper]} and {names[link.lower]}: {_SAID[link.verdict]} ({', '.join(link.rules)}).")
    for verdict, marked in stack.marked.items():
        said += [f"{names[key]}: {_SAID[verdict]} ({', '.join(rules)})." for key, rules in marked.items() if key not in linked]
    return " ".join(said)


def _legend(stack: Stack) -> str:
    signs = ["An arrow goes from a part to what it relies on."]
    if stack.marked["violated"]:
        signs.append("✕ and red: does not fit.")
    if stack.marked["warned"]:
        signs.append("! and amber: advised against.")
    if stack.marked["undetermined"]:
        signs.append("? and dashed: a fact is missing.")
    return " ".join(signs)


def _cut(text: str, longest: int) -> str:
    longest = max(4, longest)
    return text if len(text) <= longest else f"{text[: longest - 1]}…"

"""The table of layers that ``RKNN_LOG_LEVEL=3`` prints and the bitmap of the driver's SRAM → values."""

import re
from collections.abc import Iterable

from ..model.log import Hit
from ..model.performance import Layer, SramUse
from ._clean import clean

_MOST_LINES = 20_000
"""Lines of a table; the largest models have some hundred layers."""

_LAYER = re.compile(
    r"(?<!\S)(\d{1,5}) {1,20}(\w{1,60}) {1,40}(\S{1,120}) {1,40}(\w{1,16}) {1,40}\([\d,]{1,60}\) {1,40}\([\d,]{1,60}\)"
    r" {0,40}\| {0,40}0x[0-9a-f]{1,16}[ *]{1,4}0x[0-9a-f]{1,16} {1,8}(0x[0-9a-f]{1,16}) {0,8}\| {0,8}(\\|0x[0-9a-f]{1,16})",
    re.ASCII,
)
_ROW = re.compile(r"\[\d{1,4}\] \[([*.]{1,64})\]")


class SramTable:
    """Collects the lines of tables and bitmaps while a log is read."""

    starts = frozenset({b"SramHit", b"bitmap"})
    """The words with which one begins."""

    def __init__(self) -> None:
        self.is_open = False
        self._table: list[str] = []
        self._bitmap: list[str] = []
        self._is_bitmap = False

    def add(self, line: bytes, words: Iterable[bytes]) -> None:
        """Take a line, which may begin a table, stand in it, or end it."""
        begun = self.starts.intersection(words)
        if begun:
            self.is_open, self._is_bitmap = True, b"bitmap" in begun
            (self._bitmap if self._is_bitmap else self._table).clear()
            return
        lines = self._bitmap if self._is_bitmap else self._table
        lines.append(clean(line[:512].decode("utf-8", "replace"))[0])
        if len(lines) >= _MOST_LINES or b"Predict" in words or b"free" in words:
            self.is_open = False

    def layers(self) -> tuple[Layer, ...]:
        """The layers of the last table, those that a terminal broke in two among them."""
        text = " ".join(line.removeprefix("D RKNN: ").removeprefix("I RKNN: ") for line in self._table)
        return tuple(
            Layer(
                number=int(number),
                operator=operator,
                tensor=tensor,
                data_type=data_type,
                size=int(size, 16),
                hit=None if hit == "\\" else int(hit, 16),
            )
            for number, operator, tensor, data_type, size, hit in _LAYER.findall(text)
        )

    def bitmap(self) -> str:
        """The last bitmap in one piece."""
        return "".join(row[1] for line in self._bitmap if (row := _ROW.search(line)))


def sram_use(hits: Iterable[Hit], table: SramTable) -> SramUse | None:
    """All that a log says of SRAM, the last of each; ``None`` where it says nothing."""
    said: dict[str, int] = {}
    for hit in hits:
        for name in _NAMES.get(hit.signature.id, ()):
            key = {"sram-allocated": "allocated", "sram-hit-predicted": "saved_a_frame"}.get(hit.signature.id, name)
            said[key] = int(hit.groups[name])
    if "total" in said and "free" in said:
        said.setdefault("used", said["total"] - said["free"])
    layers, bitmap = table.layers(), table.bitmap()
    if not (said or layers or bitmap):
        return None
    return SramUse(**said, layers=layers, bitmap=bitmap)


_NAMES = {
    "sram-allocated": ("bytes",),
    "sram-hit-predicted": ("bytes",),
    "sram-usage": ("total", "used", "free"),
    "sram-queried": ("total", "free"),
}
"""Signature to the groups that are sizes."""

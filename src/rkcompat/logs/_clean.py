"""A line as somebody pasted it → the line as the program printed it."""

import re

ANSI = re.compile(rb"\x1b\[[0-9;?]{0,32}[ -/]?[@-~]|\x1b\][^\x07\x1b]{0,200}(?:\x07|\x1b\\)?|\x1b[@-Z\\^_]")
"""Colours and cursor movements of a terminal."""

_WIDE: dict[int, str] = {
    **{wide: chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5F)},
    0x3000: " ",
    0x00A0: " ",
    **dict.fromkeys((0x2018, 0x2019), "'"),
    **dict.fromkeys((0x201C, 0x201D), '"'),
}
"""What an input method writes in place of ASCII."""

_CONTAINER = re.compile(r'^\{"log":"(.*?)(?:\\r)?\\n","stream":.*$')
"""Docker's json-file driver."""

_LEVEL_AND_TAG = r"\1 \2: "

_PREFIXES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.ASCII), replacement)
    for pattern, replacement in (
        (r"^[>|`*\s]{1,20}(?=\S)", ""),  # Markdown: quotation, table, code, list
        (r"^\[? ?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?:?\s{0,4}", ""),
        (r"^\[ {0,9}\d{1,9}\.\d{1,9}\] ?", ""),  # dmesg
        (r"^\[[A-Z][a-z]{2} [A-Z][a-z]{2} {1,2}\d{1,2} [\d:]{8} \d{4}\] ?", ""),  # dmesg -T
        (r"^<\d{1,3}>", ""),  # dmesg -r
        (r"^[A-Z][a-z]{2} {1,2}\d{1,2} [\d:]{8} \S{1,64} [^\s:\[\]]{1,64}(?:\[\d{1,8}\])?: ", ""),  # journal, syslog
        (r"^\S{1,64} [^\s:\[\]]{1,64}\[\d{1,8}\]: ", ""),  # journal after its time stamp
        (r"^\d\d-\d\d [\d:]{8}\.\d{3} {1,6}\d{1,8} {1,6}\d{1,8} ([VDIWEF]) (\S{1,40}?) {0,20}: ", _LEVEL_AND_TAG),  # logcat
        (r"^\d{1,8}-\d{1,8}(?:/\S{1,80})? {1,4}([VDIWEF])/(\S{1,40}?) {0,20}: ", _LEVEL_AND_TAG),  # Android Studio
        (r"^([VDIWEF])/(\S{1,40}?) {0,20}(?:\( {0,8}\d{1,8}\))?: ", _LEVEL_AND_TAG),  # logcat, brief
        (r"^[\w.-]{1,64} {1,40}\| ", ""),  # docker compose
        (
            r"^([EWIDV]) (RKNN|rkllm|RKNNAPI|RKNPU) {0,8}: {0,2}\[[\d:]{5,8}\.\d{1,6}\] ?",
            _LEVEL_AND_TAG,
        ),  # the runtime's own stamp
    )
)

_MOST_PREFIXES = 5
"""Prefixes of one line: container, journal, logcat and the program each add theirs."""

_STARTS = re.compile(r"^(?:[VDIWEF] [\w-]{2,20}(?:\(\d{1,8}\))?:|\[|RKNPU\b)")
"""How a line begins that does not continue the one before."""


def clean(line: str) -> tuple[str, bool]:
    """The line without what was put before it, and whether it begins a message, where it may also continue one."""
    if not line.isascii():
        line = line.translate(_WIDE)
    if "&" in line and ";" in line:
        from html import unescape

        line = unescape(line)
    if line.startswith('{"log":"'):
        line = _CONTAINER.sub(r"\1", line)
    begins = False
    for _ in range(_MOST_PREFIXES):
        before = line
        for number, (pattern, replacement) in enumerate(_PREFIXES):
            line, found = pattern.subn(replacement, line, count=1)
            begins |= bool(found and number)
        if line == before:
            break
    return line.rstrip(" \t\r`"), begins or _STARTS.match(line) is not None

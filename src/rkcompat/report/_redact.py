"""Text that is about to leave the house → the same without what belongs to a person or a network."""

import re

_IS = r"\s{0,4}(?:is)?\s{0,4}[:=]\s{0,4}"

_REPLACED: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?<![\w/.])(?:/(?:home|Users|export/home)/[^/\s'\":]{1,64}|/root)(?=/|\b)"), "~"),
    (re.compile(r"[A-Za-z]:\\Users\\[^\\\s'\":]{1,64}"), "~"),
    # a build is COMMIT@DATE, an address in a mail or a kernel's banner is USER@HOST
    (re.compile(r"\b(?![0-9a-f]{0,16}@\d{4}-)[\w.+-]{1,64}@[A-Za-z0-9][\w.-]{0,253}"), "USER@HOST"),
    (re.compile(r"\b(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}\b"), "MAC"),
    (re.compile(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])(?::\d{1,5})?"), "ADDRESS"),
    (re.compile(r"(?<![:\w])(?:[0-9A-Fa-f]{1,4}:){3,7}:?[0-9A-Fa-f]{1,4}(?![:\w])"), "ADDRESS"),
    (
        re.compile(rf"(?i)\b(serial(?:[ _-]?(?:number|no))?|(?:device|machine)[ _-]?id|imei)\b({_IS})\S{{1,80}}"),
        r"\1\2SERIAL",
    ),
    (re.compile(r"(?i)(?<!@)\b(user(?:name)?|host(?:name)?)(\s{0,4}[:=]\s{0,4})\S{1,80}"), r"\1\2NAME"),
    (re.compile(r"^(Linux )\S{1,64}( \d)"), r"\1HOST\2"),
    (re.compile(r"(?i)\b(token|password|passwd|secret|api[_-]?key)(\s{0,4}[:=]\s{0,4})\S{1,200}"), r"\1\2SECRET"),
)
"""What is looked for, in this order, and what stands in its place."""


def redact(text: str) -> str:
    """The text with paths below a home, addresses, names of users and hosts, serial numbers and secrets replaced."""
    for pattern, replacement in _REPLACED:
        text = pattern.sub(replacement, text)
    return text

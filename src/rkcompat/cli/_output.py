"""Where reports go, and how they look there."""

import os
import sys
from collections.abc import Collection, Iterable

from ..errors import Problem, UsageError
from ..report import FORMATS, PLAIN, Look

#: Wider lines are hard to read.
_WIDEST = 100


def look_of(color: str, *, verbose: bool) -> Look:
    """How a report on stdout looks: on a terminal as wide as that, elsewhere always the same."""
    terminal = sys.stdout is not None and sys.stdout.isatty()
    width = PLAIN.width
    if terminal:
        from shutil import get_terminal_size

        width = min(get_terminal_size().columns, _WIDEST)
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return Look(verbose=verbose, width=width, color=color == "always" or (color == "auto" and terminal and not plain))


def parse_outputs(stated: Iterable[str], formats: Collection[str] = tuple(FORMATS)) -> dict[str, str]:
    """``FORMAT=FILE`` each → file to format, one of `formats`.

    Raises:
        UsageError: with everything that is wrong.
    """
    outputs: dict[str, str] = {}
    problems = []
    for text in stated:
        name, _, file = text.partition("=")
        if name not in formats or not file:
            problems.append(Problem("--output", None, f"found {text!r}, needed FORMAT=FILE", f"formats: {', '.join(formats)}"))
        elif file in outputs:
            problems.append(Problem("--output", None, f"{file!r} is named twice"))
        outputs[file] = name
    if problems:
        raise UsageError(*problems)
    return outputs


def write_files(texts: dict[str, str]) -> None:
    """Write each file whole or not at all: beside its place first, and moved there when all are written.

    Raises:
        UsageError: one cannot be written; then none is.
    """
    beside: dict[str, str] = {}
    name = ""
    try:
        for name, text in texts.items():
            place = os.path.realpath(name)
            if os.path.exists(place) and not os.path.isfile(place):  # a pipe or a device is written to, never replaced
                _write(place, text, "w")
                continue
            part = os.path.join(os.path.dirname(place), f".{os.path.basename(place)}.{os.getpid()}")
            beside[part] = place
            _write(part, text, "x")
        for part in list(beside):
            name = beside[part]
            os.replace(part, name)
            del beside[part]
    except OSError as fault:
        raise UsageError(Problem(name, None, f"cannot be written: {fault.strerror}")) from None
    finally:
        for part in beside:
            if os.path.exists(part):
                os.unlink(part)


def _write(place: str, text: str, mode: str) -> None:
    with open(place, mode, encoding="utf-8", errors="backslashreplace", newline="\n") as file:
        file.write(text)

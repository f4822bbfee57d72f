"""Where reports go, and how they look there."""

import os
import stat
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


def parse_outputs(
    stated: Iterable[str], formats: Collection[str] = tuple(FORMATS), *, inputs: Iterable[str] = ()
) -> dict[str, str]:
    """``FORMAT=FILE`` each → file to format, one of `formats`; none of the `inputs` is written over.

    Raises:
        UsageError: with everything that is wrong.
    """
    outputs: dict[str, str] = {}
    places: set[str] = set()
    read = {os.path.realpath(file) for file in inputs if file != "-"}
    problems = []
    for text in stated:
        name, _, file = text.partition("=")
        place = os.path.realpath(file)
        if name not in formats or file in ("", "-") or file.endswith("/"):
            hint = f"formats: {', '.join(formats)}; to stdout writes --format"
            problems.append(Problem("--output", None, f"found {text!r}, needed FORMAT=FILE", hint))
        elif place in places:
            problems.append(Problem("--output", None, f"{file!r} is named twice"))
        elif place in read:
            problems.append(Problem("--output", None, f"{file!r} is what is read, and would be written over"))
        outputs[file] = name
        places.add(place)
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
            target = _target(name)
            if target is not None:
                _write(target, text, "w")
                continue
            place = os.path.realpath(name)
            part = os.path.join(os.path.dirname(place), f".rkcompat-{os.getpid()}-{len(beside)}")
            beside[part] = place
            _write(part, text, "x")
            if os.path.exists(place):
                os.chmod(part, stat.S_IMODE(os.stat(place).st_mode))
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


def _target(name: str) -> str | int | None:
    """What is written to as it is and never replaced: a pipe, a device, where stdout goes; ``None`` of a file.

    Raises:
        OSError: it cannot be looked at, and is not merely missing.
    """
    try:
        status = os.stat(name)
    except FileNotFoundError:
        return None
    if sys.stdout is not None and os.path.samestat(status, os.fstat(1)):  # ``/dev/stdout``, and stdout may be a file
        return os.dup(1)
    return None if stat.S_ISREG(status.st_mode) else name


def _write(place: str | int, text: str, mode: str) -> None:
    with open(place, mode, encoding="utf-8", errors="backslashreplace", newline="\n") as file:
        file.write(text)

"""What goes to the two streams: reports to stdout, talk to stderr."""

import os
import sys
from collections.abc import Iterable
from contextlib import suppress

from ..errors import Problem, UsageError

#: Characters of a line on stderr; a message may quote what a manifest holds.
_LONGEST = 1000


def put_report(text: str) -> None:
    """Write a report to stdout; a reader that stops reading is no fault.

    Raises:
        UsageError: it cannot be written.
    """
    out = sys.stdout
    if out is None:  # the caller closed it
        return
    try:
        out.flush()
        out.buffer.write(_encoded(text, out.encoding or "utf-8"))
        out.buffer.flush()
    except BrokenPipeError:
        _stop_writing()
    except OSError as fault:
        raise unwritable(fault) from None


def _encoded(text: str, encoding: str) -> bytes:
    r"""The bytes of a report; where stdout is not in UTF-8, ``\u00fc`` for whatever is no ASCII: JSON and XML stay valid."""
    if encoding.lower().replace("-", "").replace("_", "") != "utf8" and not text.isascii():
        import json
        import re

        text = re.sub(r"[^\x00-\x7f]+", lambda found: json.dumps(found[0])[1:-1], text)
    return text.encode(encoding, "backslashreplace")


def unwritable(fault: OSError) -> UsageError:
    """That stdout cannot be written; nothing more is tried there."""
    _stop_writing()
    return UsageError(Problem("standard output", None, f"cannot be written: {fault.strerror}"))


def _stop_writing() -> None:
    """Let what is still buffered go nowhere, or Python complains when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def put_problems(problems: Iterable[Problem]) -> None:
    """Say on stderr what is wrong with an input; the name of a file breaks no line."""
    from ..report._text_safe import printable

    for problem in problems:
        put_line(f"error: {problem._replace(file=printable(problem.file))}")


def put_line(text: str) -> None:
    """Say something on stderr, safely whatever it quotes and however long that is."""
    from ..report._text_safe import inert, printable

    if sys.stderr is None:  # the caller closed it
        return
    with suppress(OSError):  # the exit code says it still
        for line in text.split("\n"):
            shown = line if len(line) <= _LONGEST else f"{line[:_LONGEST]}... ({len(line)} characters)"
            sys.stderr.write(inert(printable(shown)) + "\n")

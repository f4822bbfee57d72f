"""The command line: one file a verb, loaded only when it is asked for."""

import os
import sys
from collections.abc import Sequence

from .._version import VERSION
from ._exit import Exit

_REQUEST = "please report this line and the manifest (RKCOMPAT_DEBUG=1 shows more)"


def run(words: Sequence[str]) -> int:
    """Run the command line on the words after the program's name and return the exit code; nothing is raised.

    The version is told before anything is loaded. A fault of rkcompat itself shows one line; with ``RKCOMPAT_DEBUG`` set the
    traceback as well.
    """
    from ..errors import RkcompatError
    from ._talk import put_line, put_problems, put_report, unwritable

    code: object = None
    try:
        if list(words) == ["--version"]:
            put_report(f"rkcompat {VERSION}\n")
            return Exit.COMPATIBLE
        from ._verbs import build

        build().main(list(words), prog_name="rkcompat")
    except SystemExit as end:
        code = end.code
    except RkcompatError as fault:
        put_problems(fault.problems)
        return Exit.UNUSABLE
    except Exception as fault:  # noqa: BLE001 (whatever it is, it must not look like a verdict)
        module, line = _place(fault)
        if isinstance(fault, OSError) and module.startswith(("typer", "click")):  # they write the help
            put_problems(unwritable(fault).problems)
            return Exit.UNUSABLE
        if os.environ.get("RKCOMPAT_DEBUG"):
            import traceback

            traceback.print_exception(fault, file=sys.stderr)
        put_line(f"internal fault: {type(fault).__name__}: {str(fault)[:200]} ({module}, line {line}); {_REQUEST}")
        return Exit.FAULT
    return code if isinstance(code, int) else Exit.COMPATIBLE


def _place(fault: Exception) -> tuple[str, int]:
    """The module and the line that raised it, as a developer looks it up."""
    frame = fault.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    return (frame.tb_frame.f_globals.get("__name__", ""), frame.tb_lineno) if frame else ("", 0)

"""``rkcompat render REPORT``."""

import sys
from typing import Annotated

import typer

from ..errors import Problem, UsageError
from . import _options as option
from ._judge import Reporting, write_reports
from ._output import parse_outputs

app = typer.Typer(rich_markup_mode=None, add_completion=False)

#: Bytes of a stored report; those on a thousand boards are far below.
_MOST = 256 * 1024 * 1024

_Report = Annotated[
    str, typer.Argument(metavar="REPORT", help="A report in JSON, of one manifest or several; - is standard input.")
]


@app.command()
def render(
    report: _Report,
    *,
    format: option.ReportFormat = "text",
    output: option.Output = None,
    verbose: option.Verbose = False,
    quiet: option.Quiet = False,
    color: option.Color = "auto",
) -> None:
    """Write a stored report in another format; nothing is judged anew.

    The exit code says whether it was written, not what the report says.
    """
    from ..report._stored import parse_report

    outputs = parse_outputs(output or ())
    document = parse_report(_read(report), report)
    write_reports(outputs, Reporting(format, output or (), verbose, quiet, color), document)


def _read(path: str) -> bytes:
    if path == "-":
        content = sys.stdin.buffer.read(_MOST + 1)
    else:
        try:
            with open(path, "rb") as file:
                content = file.read(_MOST + 1)
        except (OSError, ValueError) as fault:
            raise UsageError(Problem(path, None, f"cannot be read: {getattr(fault, 'strerror', None) or fault}")) from None
    if len(content) > _MOST:
        raise UsageError(Problem(path, None, f"found more than {_MOST} bytes, needed a report"))
    return content

"""``rkcompat matrix record MANIFEST``."""

import os
from contextlib import suppress
from datetime import date
from typing import Annotated

import typer

from .._api.matrices import record as record_run
from .._api.reading import read_manifest
from ..errors import Problem, UsageError
from ..matrix import load_matrix
from . import _options as option
from ._output import write_files
from ._settings import read_overlays
from ._talk import put_report


def record(
    manifest: Annotated[str, typer.Argument(metavar="MANIFEST", help="What was run; - is standard input.")],
    *,
    who: Annotated[str, typer.Option("--who", metavar="WHO", help="Who ran it.")],
    ran: Annotated[str, typer.Option("--ran", metavar="WHAT", help="What was run, and how it went.")],
    where: Annotated[str, typer.Option("--where", metavar="PLACE", help="Where: a laboratory, a line, a fleet.")],
    when: Annotated[str | None, typer.Option("--when", metavar="DATE", help="2026-11-29; today if none is named.")] = None,
    failed: Annotated[bool, typer.Option("--failed", help="It did not work: kept as evidence, never proposed.")] = False,
    force: Annotated[bool, typer.Option("--force", help="It ran, though rules forbid it or cannot judge it.")] = False,
    set: option.Set = None,
    matrix: option.MatrixFolders = None,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="A new file, in the validated/ of a folder for --matrix."),
    ] = None,
) -> None:
    """Write a run down as a validated set, which resolve then knows."""
    day = _day(when)
    if output is not None and os.path.lexists(output):
        raise UsageError(Problem(output, None, "there is a file of this name, and a record replaces none", "name another"))
    read = read_manifest(manifest, settings=set or ())
    known = load_matrix(overlays=read_overlays(matrix))
    text = record_run(read, who=who, ran=ran, where=where, when=day, works=not failed, force=force, matrix=known)
    if output is None:
        put_report(text)
    else:
        with suppress(OSError):  # what cannot be made cannot be written to, and that is said
            os.mkdir(os.path.dirname(output))
        write_files({output: text})


def _day(stated: str | None) -> str:
    """The day as it is written in a matrix.

    Raises:
        UsageError: it is none.
    """
    if stated is None:
        return date.today().isoformat()  # noqa: DTZ011 (the day at the place where it was run)
    try:
        return date.fromisoformat(stated).isoformat()
    except ValueError:
        raise UsageError(Problem("--when", None, f"found {stated!r}, needed a day such as 2026-11-29")) from None

"""``rkcompat inspect FILE…``."""

from typing import Annotated

import typer

from .._api.files import inspect as read_file
from ..errors import UsageError
from ..model.artifact_any import Artifact
from ..model.artifact_elf import Application, RuntimeLibrary
from . import _options as option
from ._exit import Exit, worst
from ._output import look_of
from ._talk import put_problems, put_report

app = typer.Typer(rich_markup_mode=None, add_completion=False)

_Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE...",
        help="Models, libraries, programs, kernels and their modules and configurations, device trees, wheels.",
    ),
]


@app.command()
def inspect(file: _Files, format: option.Format = "text", color: option.Color = "auto") -> None:
    """Show what files say of themselves; nothing in them is run.

    Of a program and libraries it says what each library lacks of the functions that the program calls.
    """
    from ..report._inspect import inspect_to_json, inspect_to_text

    files: list[Artifact] = []
    codes: list[int] = []
    for name in file:
        try:
            files.append(read_file(name))
            codes.append(Exit.INCOMPATIBLE if files[-1].problem else Exit.COMPATIBLE)
        except UsageError as fault:
            put_problems(fault.problems)
            codes.append(Exit.UNUSABLE)
    files = _together(files)
    if files:
        put_report(inspect_to_json(files) if format == "json" else inspect_to_text(files, look_of(color, verbose=False)))
    raise typer.Exit(worst(codes))


def _together(files: list[Artifact]) -> list[Artifact]:
    """The same, each program with what the libraries lack of the functions that it calls."""
    libraries = [file for file in files if isinstance(file, RuntimeLibrary)]
    if not libraries or not any(isinstance(file, Application) for file in files):
        return files
    from ..artifacts import with_missing

    return [with_missing(file, libraries) if isinstance(file, Application) else file for file in files]

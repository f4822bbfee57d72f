"""``rkcompat inspect FILE…``."""

from typing import Annotated

import typer

from .._api import inspect as read_file
from ..errors import UsageError
from ..model.artifact import ModelFile
from . import _options as option
from ._exit import Exit, worst
from ._output import look_of
from ._talk import put_problems, put_report

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def inspect(
    file: Annotated[list[str], typer.Argument(metavar="FILE...", help="Model files, .rknn.")],
    format: option.Format = "text",
    color: option.Color = "auto",
) -> None:
    """Show what model files say of themselves; nothing in them is run."""
    from ..report._inspect import inspect_to_json, inspect_to_text

    files: list[ModelFile] = []
    codes: list[int] = []
    for name in file:
        try:
            files.append(read_file(name))
            codes.append(Exit.INCOMPATIBLE if files[-1].problem else Exit.COMPATIBLE)
        except UsageError as fault:
            put_problems(fault.problems)
            codes.append(Exit.UNUSABLE)
    if files:
        put_report(inspect_to_json(files) if format == "json" else inspect_to_text(files, look_of(color, verbose=False)))
    raise typer.Exit(worst(codes))

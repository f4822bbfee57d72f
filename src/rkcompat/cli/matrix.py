"""``rkcompat matrix …``: the verbs for those who keep the matrices."""

from pathlib import Path
from typing import Annotated

import typer

from .._api.matrices import lint as lint_folder
from ..matrix import matrix_folder
from . import _options as option
from ._exit import Exit
from ._talk import put_report
from .matrix_coverage import coverage
from .matrix_diff import diff
from .matrix_list import list_rows
from .matrix_record import record
from .matrix_show import show

app = typer.Typer(rich_markup_mode=None, add_completion=False, no_args_is_help=True)


@app.callback()
def work() -> None:
    """Work on the matrices."""


@app.command()
def lint(
    folder: Annotated[
        str | None, typer.Argument(metavar="[FOLDER]", help="A whole matrix; the built-in one if none is named.")
    ] = None,
    matrix: option.MatrixFolders = None,
    links: Annotated[bool, typer.Option("--links", help="Ask each source's address on the web, too.")] = False,
) -> None:
    """Prove that matrices keep their promises; each finding names its file."""
    from ..report._text_safe import printable

    problems = lint_folder(matrix_folder() if folder is None else Path(folder), overlays=matrix or (), links=links)
    lines = [printable(line) for problem in problems for line in str(problem).split("\n")]
    put_report("".join(f"{line}\n" for line in lines) or "the matrices keep their promises\n")
    raise typer.Exit(Exit.INCOMPATIBLE if problems else Exit.COMPATIBLE)


app.command("list")(list_rows)
app.command()(show)
app.command()(coverage)
app.command()(diff)
app.command()(record)

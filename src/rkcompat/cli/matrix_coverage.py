"""``rkcompat matrix coverage COMPONENT COMPONENT``."""

from typing import Annotated

import typer

from .._api.matrices import coverage as find_coverage
from ..matrix import load_matrix
from . import _options as option
from ._output import look_of, parse_outputs, write_files
from ._settings import read_overlays
from ._talk import put_report

_FORMATS = ("text", "json", "svg")

_Component = typer.Argument(metavar="COMPONENT", help="Such as runtime; the first makes the rows, the second the columns.")


def coverage(
    row: Annotated[str, _Component],
    column: Annotated[str, typer.Argument(metavar="COMPONENT", help="Such as model or driver.")],
    *,
    soc: Annotated[str, typer.Option("--soc", metavar="SOC", help="The chip that is asked about.")] = "rk3588",
    matrix: option.MatrixFolders = None,
    format: option.Format = "text",
    output: Annotated[
        list[str] | None,
        typer.Option("--output", "-o", metavar="FORMAT=FILE", help="Write it to a file too: text, json, svg (a heat map)."),
    ] = None,
    color: option.Color = "auto",
) -> None:
    """Show what is known of each pair of releases: by a rule, by somebody who ran it, or not at all."""
    from ..report._coverage import coverage_to_json, coverage_to_text
    from ..report._coverage_svg import coverage_to_svg
    from ..report._format import PLAIN

    outputs = parse_outputs(output or (), _FORMATS)
    known = load_matrix(overlays=read_overlays(matrix))
    found = find_coverage(row, column, soc=soc, matrix=known)
    show = {"text": coverage_to_text, "json": coverage_to_json, "svg": coverage_to_svg}
    write_files({file: show[name](found, known, PLAIN) for file, name in outputs.items()})
    put_report(show[format](found, known, look_of(color, verbose=False)))

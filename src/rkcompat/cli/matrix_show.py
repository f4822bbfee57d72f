"""``rkcompat matrix show ID``."""

from typing import Annotated

import typer

from .._api.matrices import find_rows
from ..matrix import load_matrix
from . import _options as option
from ._output import look_of
from ._settings import read_overlays
from ._talk import put_report


def show(
    id: Annotated[
        list[str], typer.Argument(metavar="ID...", help="Of a rule, source, SoC, set or signature; or librknnrt 1.6.0.")
    ],
    *,
    matrix: option.MatrixFolders = None,
    format: option.Format = "text",
    color: option.Color = "auto",
) -> None:
    """Show one row with all that is known of it: a source with who cites it, a release with its attributes."""
    from ..report._matrix_show import rows_to_json, rows_to_text

    known = load_matrix(overlays=read_overlays(matrix))
    rows = find_rows(" ".join(id), known)
    put_report((rows_to_json if format == "json" else rows_to_text)(rows, known, look_of(color, verbose=False)))

"""``rkcompat matrix list [KIND]``."""

from typing import Annotated, Literal, get_args

import typer

from ..matrix import load_matrix
from . import _options as option
from ._output import look_of
from ._settings import read_overlays
from ._talk import put_report

_Kind = Literal["sources", "platforms", "components", "rules", "sets", "signatures", "facts"]


_Listed = Annotated[
    _Kind | None,
    typer.Argument(
        metavar="[KIND]", help=f"What to list: {', '.join(get_args(_Kind))}; how much there is of each if none is named."
    ),
]


def list_rows(
    kind: _Listed = None,
    *,
    matrix: option.MatrixFolders = None,
    format: option.Format = "text",
    color: option.Color = "auto",
) -> None:
    """List what is known, a line a row."""
    from ..report._matrix_list import list_to_json, list_to_text

    known = load_matrix(overlays=read_overlays(matrix))
    kinds = (kind,) if kind else ()
    put_report((list_to_json if format == "json" else list_to_text)(known, kinds, look_of(color, verbose=False)))

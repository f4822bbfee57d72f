"""``rkcompat graph [MANIFEST]``."""

from typing import Annotated, Literal

import typer

from .._api.matrices import draw
from ..errors import Problem, UsageError
from ..matrix import load_matrix
from ..report._graph import graph_to_dot, graph_to_json, graph_to_mermaid
from ..report._graph_svg import graph_to_svg
from . import _options as option
from ._output import write_files
from ._settings import read_overlays
from ._talk import put_report

app = typer.Typer(rich_markup_mode=None, add_completion=False)

_FORMATS = {"dot": graph_to_dot, "mermaid": graph_to_mermaid, "json": graph_to_json, "svg": graph_to_svg}

_Manifest = Annotated[
    str | None, typer.Argument(metavar="[MANIFEST]", help="What a deployment has, judged; without it, the matrix.")
]
_Format = Annotated[Literal["dot", "mermaid", "json", "svg"], typer.Option("--format", "-f", help="How the graph is written.")]
_Around = Annotated[
    str | None, typer.Option("--around", metavar="NODE", help="One node and its neighbours: 'librknnrt 1.6.0', rk3588.")
]
_Affected = Annotated[str | None, typer.Option("--affected-by", metavar="NODE", help="All that a change of a node can reach.")]
_Path = Annotated[
    tuple[str, str] | None, typer.Option("--path", metavar="NODE NODE", help="The shortest chain of demands between two nodes.")
]
_Out = Annotated[str | None, typer.Option("--output", "-o", metavar="FILE", help="Write to a file, not to stdout.")]


@app.command()
def graph(
    manifest: _Manifest = None,
    *,
    format: _Format = "dot",
    around: _Around = None,
    affected_by: _Affected = None,
    path: _Path = None,
    output: _Out = None,
    matrix: option.MatrixFolders = None,
) -> None:
    """Draw who demands what of whom: the components, a node and its surroundings, a chain, or a judged manifest."""
    if sum(asked is not None for asked in (manifest, around, affected_by, path)) > 1:
        raise UsageError(Problem("graph", None, "found more than one of MANIFEST, --around, --affected-by, --path, needed one"))
    known = load_matrix(overlays=read_overlays(matrix))
    text = _FORMATS[format](draw(known, manifest=manifest, around=around, affected_by=affected_by, path=path))
    if output:
        write_files({output: text})
    else:
        put_report(text)

"""``rkcompat explain RULE``."""

from typing import Annotated

import typer

from .._api.matrices import explain as find_rule
from ..matrix import load_matrix
from ..report._explain import rule_to_json, rule_to_text
from . import _options as option
from ._output import look_of
from ._settings import read_overlays
from ._talk import put_report

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def explain(
    rule: Annotated[str, typer.Argument(metavar="RULE", help="The id of a rule, as a report shows it.")],
    matrix: option.MatrixFolders = None,
    format: option.Format = "text",
    color: option.Color = "auto",
) -> None:
    """Show a rule: what it asks, why, who says it and where, who says something else, what to do."""
    known = load_matrix(overlays=read_overlays(matrix))
    found = find_rule(rule, known)
    show = rule_to_json if format == "json" else rule_to_text
    put_report(show(found, known, look_of(color, verbose=False)))

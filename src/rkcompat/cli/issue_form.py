"""``rkcompat issue-form MANIFEST``."""

from typing import Annotated

import typer

from .._api.judging import check
from .._api.logs import add_log, read_log
from .._api.reading import read_manifest
from ..matrix import load_matrix
from . import _options as option
from ._settings import read_overlays
from ._talk import put_report
from .diagnose import parse_answers

app = typer.Typer(rich_markup_mode=None, add_completion=False)

_Answers = Annotated[
    list[str] | None,
    typer.Option("--answer", metavar="ID=yes|no", help="Whether the official example runs: official-example-runs=no."),
]


@app.command()
def issue_form(
    manifest: option.Manifest,
    *,
    log: option.Log = None,
    answer: _Answers = None,
    set: option.Set = None,
    matrix: option.MatrixFolders = None,
) -> None:
    """Write the report that a vendor asks for, as Markdown.

    Only named fields leave: no addresses, no names, no serial numbers, no paths below a home. What is still missing is listed
    with the command that gets it.
    """
    from ..report._issue_form import issue_form as write_form

    answers = parse_answers(answer or ())
    known = load_matrix(overlays=read_overlays(matrix))
    read = read_manifest(manifest, settings=set or ())
    if log:
        read = add_log(read, read_log(log, known), known)
    hits = read.log.hits if read.log else ()
    put_report(write_form(check(read, known), known, hits, example_runs=answers.get("official-example-runs")))

"""``rkcompat what-if MANIFEST COMPONENT=VERSION…``."""

from typing import Annotated

import typer

from .._api.questions import what_if as suppose
from .._api.reading import read_manifest
from ..matrix import load_matrix
from ..policy._config import Config
from ..report._what_if import what_if_to_json, what_if_to_text
from . import _options as option
from ._output import look_of
from ._settings import read_settings
from ._talk import put_report

app = typer.Typer(rich_markup_mode=None, add_completion=False)

_Changes = Annotated[
    list[str],
    typer.Argument(
        metavar="COMPONENT=VERSION...", help="What would be changed: runtime=2.3.2, runtime[1]=2.3.2, driver.nodes=/dev/rknpu."
    ),
]
_Features = Annotated[
    list[str] | None,
    typer.Option("--feature", metavar="FEATURE", help="A feature that would be used too; any number of times."),
]


@app.command("what-if")
def what_if(
    manifest: option.Manifest,
    changes: _Changes,
    *,
    feature: _Features = None,
    format: option.Format = "text",
    fail_on: option.StatedFailOn = None,
    unknown: option.StatedUnknown = None,
    config: option.ConfigFile = None,
    isolated: option.Isolated = False,
    set: option.Set = None,
    matrix: option.MatrixFolders = None,
    color: option.Color = "auto",
) -> None:
    """Say what a change would break and mend, without making it; the exit code is that of the state after it."""
    read = read_manifest(manifest, settings=set or ())
    settled = read_settings(Config(fail_on=fail_on, unknown=unknown, matrix=tuple(matrix or ())), config, isolated=isolated)
    known = load_matrix(overlays=settled.config.matrix or ())
    settings = list(changes)
    if feature:
        settings.append(f"use.features={','.join((*read.manifest.use.features, *feature))}")
    before, after = suppose(read, settings, known, fail_on=settled.fail_on, unknown=settled.unknown, policy=settled.policy)
    show = what_if_to_json if format == "json" else what_if_to_text
    put_report(show(before, after, tuple(settings), known, look_of(color, verbose=False)))
    raise typer.Exit(after.exit_code)

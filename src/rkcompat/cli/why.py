"""``rkcompat why MANIFEST COMPONENT[=VERSION]``."""

from typing import Annotated

import typer

from .._api.questions import why as explain_why, why_not as explain_why_not
from .._api.reading import read_manifest
from ..matrix import load_matrix
from ..policy._config import Config
from ..report._why import why_to_json, why_to_text
from . import _options as option
from ._output import look_of
from ._settings import read_settings
from ._talk import put_report
from .resolve import with_locks

app = typer.Typer(rich_markup_mode=None, add_completion=False)

_Manifest = Annotated[str, typer.Argument(metavar="MANIFEST", help="A file; - is standard input.")]
_What = Annotated[str, typer.Argument(metavar="COMPONENT[=VERSION]", help="What the answer has: runtime, driver=0.9.8.")]


@app.command()
def why(
    manifest: _Manifest,
    what: _What,
    *,
    format: option.Format = "text",
    fail_on: option.StatedFailOn = None,
    config: option.ConfigFile = None,
    isolated: option.Isolated = False,
    set: option.Set = None,
    matrix: option.MatrixFolders = None,
    color: option.Color = "auto",
) -> None:
    """Say why the answer to a manifest has the version of a component that it has; of another version, why not."""
    settings = read_settings(Config(fail_on=fail_on, matrix=tuple(matrix or ())), config, isolated=isolated)
    read = with_locks(read_manifest(manifest, settings=set or ()), settings.config.lock or ())
    known = load_matrix(overlays=settings.config.matrix or ())
    component, _, version = what.partition("=")
    explained = explain_why(read, component, known, fail_on=settings.fail_on, policy=settings.policy)
    if version and version != explained.version:
        explained = explain_why_not(read, component, version, known, fail_on=settings.fail_on, policy=settings.policy)
    show = why_to_json if format == "json" else why_to_text
    put_report(show(explained, read.manifest, known, look_of(color, verbose=False)))

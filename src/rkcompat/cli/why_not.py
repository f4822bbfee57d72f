"""``rkcompat why-not MANIFEST COMPONENT=VERSION|SET``."""

from typing import Annotated

import typer

from .._api.questions import why_not as explain_why_not
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
_What = Annotated[str, typer.Argument(metavar="COMPONENT=VERSION|SET", help="What is asked about: runtime=1.4.0, sdk-2.3.2.")]


@app.command("why-not")
def why_not(
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
    """Say what forbids a version or a validated set here, and the cheapest way to have it all the same."""
    settings = read_settings(Config(fail_on=fail_on, matrix=tuple(matrix or ())), config, isolated=isolated)
    read = with_locks(read_manifest(manifest, settings=set or ()), settings.config.lock or ())
    known = load_matrix(overlays=settings.config.matrix or ())
    component, sign, version = what.partition("=")
    explained = explain_why_not(
        read, component, version if sign else None, known, fail_on=settings.fail_on, policy=settings.policy
    )
    show = why_to_json if format == "json" else why_to_text
    put_report(show(explained, read.manifest, known, look_of(color, verbose=False)))

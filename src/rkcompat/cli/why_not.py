"""``rkcompat why-not MANIFEST COMPONENT=VERSION|SET``."""

from typing import Annotated

import typer

from .._api.questions import why_not as explain_why_not
from . import _options as option
from ._question import open_question

app = typer.Typer(rich_markup_mode=None, add_completion=False)

_What = Annotated[str, typer.Argument(metavar="COMPONENT=VERSION|SET", help="What is asked about: runtime=1.4.0, sdk-2.3.2.")]


@app.command("why-not")
def why_not(
    manifest: option.Manifest,
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
    asked = open_question(manifest, facts=set, fail_on=fail_on, matrix=matrix, config=config, isolated=isolated)
    component, sign, version = what.partition("=")
    wanted = version if sign else None
    known, fail, policy = asked.matrix, asked.settings.fail_on, asked.settings.policy
    asked.put(explain_why_not(asked.read, component, wanted, known, fail_on=fail, policy=policy), format, color)

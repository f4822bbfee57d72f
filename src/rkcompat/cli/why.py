"""``rkcompat why MANIFEST COMPONENT[=VERSION]``."""

from typing import Annotated

import typer

from .._api.questions import why as explain_why, why_not as explain_why_not
from . import _options as option
from ._exit import Exit
from ._question import open_question

app = typer.Typer(rich_markup_mode=None, add_completion=False)

_What = Annotated[
    str, typer.Argument(metavar="COMPONENT[=VERSION]", help="What the answer has: runtime, runtime[1], driver=0.9.8.")
]


@app.command()
def why(
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
    """Say why the answer to a manifest has the version of a component that it has; of another version, why not.

    While needed facts are missing there is no answer: it names them, and the exit code is 3.
    """
    asked = open_question(manifest, facts=set, fail_on=fail_on, matrix=matrix, config=config, isolated=isolated)
    component, _, version = what.partition("=")
    known, fail, policy = asked.matrix, asked.settings.fail_on, asked.settings.policy
    explained = explain_why(asked.read, component, known, fail_on=fail, policy=policy)
    if version and version != explained.version and not explained.missing:
        explained = explain_why_not(asked.read, component, version, known, fail_on=fail, policy=policy)
    asked.put(explained, format, color)
    if explained.missing and explained.question == "why":
        raise typer.Exit(Exit.UNDETERMINED)

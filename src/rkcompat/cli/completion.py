"""``rkcompat completion SHELL``."""

from typing import Annotated, Literal

import typer

app = typer.Typer(rich_markup_mode=None, add_completion=False)

_Shell = Annotated[Literal["bash", "zsh", "fish"], typer.Argument(metavar="bash|zsh|fish", help="The shell it is for.")]


@app.command()
def completion(shell: _Shell) -> None:
    """Write what makes a shell complete verbs, options and their values.

    For bash: rkcompat completion bash > ~/.local/share/bash-completion/completions/rkcompat
    """
    from typer.completion import shell_complete

    from ._verbs import COMPLETE, build, know_shells

    know_shells()
    raise typer.Exit(shell_complete(build(), {}, "rkcompat", COMPLETE, f"source_{shell}"))

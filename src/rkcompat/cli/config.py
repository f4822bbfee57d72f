"""``rkcompat config show``."""

import typer

from ..policy._config import Config
from ..report._config import settings_to_json, settings_to_text
from . import _options as option
from ._output import look_of
from ._settings import read_settings
from ._talk import put_report

app = typer.Typer(rich_markup_mode=None, add_completion=False, no_args_is_help=True)


@app.callback()
def config() -> None:
    """Look at the configuration."""


@app.command()
def show(
    *,
    config: option.ConfigFile = None,
    isolated: option.Isolated = False,
    format: option.Format = "text",
    color: option.Color = "auto",
) -> None:
    """Show every value, and where it comes from: a file, the environment, or nobody."""
    settings = read_settings(Config(), config, isolated=isolated)
    show_as = settings_to_json if format == "json" else settings_to_text
    put_report(show_as(settings.file.path if settings.file else None, settings.origins, look_of(color, verbose=False)))

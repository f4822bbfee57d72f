"""``rkcompat schema manifest|config|matrix``."""

from typing import Annotated

import msgspec
import typer

from .._api.gate import SchemaName, schema as schema_of
from ._talk import put_report

app = typer.Typer(rich_markup_mode=None, add_completion=False)

_What = Annotated[SchemaName, typer.Argument(metavar="manifest|config|matrix", help="What is written.")]


@app.command()
def schema(what: _What) -> None:
    """Print the JSON Schema with which an editor completes and checks a file; the first line of a file can name it.

    A manifest then begins with #:schema ./manifest.schema.json.
    """
    put_report(msgspec.json.format(msgspec.json.encode(schema_of(what)), indent=2).decode() + "\n")

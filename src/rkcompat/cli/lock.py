"""``rkcompat lock MANIFEST``."""

import os
from typing import Annotated

import typer

from .._api.gate import accept, read_lock
from .._api.judging import check
from .._api.reading import read_manifest
from ..errors import Problem, UsageError
from ..matrix import load_matrix
from ..policy._config import Config
from . import _options as option
from ._exit import Exit
from ._inputs import lock_beside
from ._output import write_files
from ._settings import read_settings
from ._talk import put_line, put_problems, put_report

app = typer.Typer(rich_markup_mode=None, add_completion=False)

_Manifest = Annotated[str, typer.Argument(metavar="MANIFEST", help="What is accepted; - is standard input.")]
_Place = Annotated[
    str | None,
    typer.Option("--output", "-o", metavar="FILE", help="In place of rkcompat.lock beside the manifest; - is standard output."),
]
_Force = Annotated[bool, typer.Option("--force", help="Accept what is not compatible, or what nobody can tell of.")]


@app.command()
def lock(
    manifest: _Manifest,
    *,
    output: _Place = None,
    force: _Force = False,
    set: option.Set = None,
    fail_on: option.StatedFailOn = None,
    strict: option.Strict = None,
    min_basis: option.MinBasis = None,
    config: option.ConfigFile = None,
    isolated: option.Isolated = False,
    matrix: option.MatrixFolders = None,
) -> None:
    """Write down what a manifest has, with the hashes of the very files, so that check --locked holds boards to it.

    Only what is compatible is accepted; else the exit code is that of check.
    """
    stated = Config(fail_on=fail_on, strict=strict, min_basis=min_basis, matrix=tuple(matrix or ()))
    settings = read_settings(stated, config, isolated=isolated)
    read = read_manifest(manifest, settings=set or ())
    known = load_matrix(overlays=settings.config.matrix or ())
    resolution = check(read, known, fail_on=settings.fail_on, policy=settings.policy)
    if resolution.verdict != "compatible" and not force:
        told = f"found a manifest that is {resolution.verdict} ({resolution.reason}), needed one that is compatible"
        put_problems([Problem(manifest, None, told, "rkcompat check says why; --force accepts it all the same")])
        raise typer.Exit(Exit.INCOMPATIBLE if resolution.verdict == "incompatible" else Exit.UNDETERMINED)
    text = accept(read, resolution, known)
    if output == "-":
        put_report(text)
        return
    place = output or lock_beside(manifest)
    if output is None and not force:
        _refuse_another(place, manifest)
    write_files({place: text})
    put_line(f"{place}: written")


def _refuse_another(place: str, manifest: str) -> None:
    """One lock lies beside the manifests of a folder; that of another of them is not written over.

    Raises:
        UsageError: there is such a one, or a file that is no lock.
    """
    if not os.path.exists(place):
        return
    other = os.path.basename(read_lock(place).lock.manifest.path)
    if other != os.path.basename(manifest):
        told = f"found the lock of {other}, needed none or that of {os.path.basename(manifest)}"
        raise UsageError(Problem(place, None, told, "write this one elsewhere with -o FILE, which check --lock-file takes"))

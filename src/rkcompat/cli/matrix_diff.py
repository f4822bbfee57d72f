"""``rkcompat matrix diff OLD [NEW]``."""

from typing import Annotated

import typer

from .._api.matrices import diff_matrices
from .._api.reading import read_manifest
from ..errors import ManifestError
from ..matrix import load_folder, load_matrix
from ..model.matrix import Matrix
from ..model.reading import ReadManifest
from . import _options as option
from ._exit import Exit
from ._inputs import find_manifests
from ._output import look_of
from ._talk import put_problems, put_report

_BUILT_IN = "built-in"


def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help="A folder of matrices, or built-in.")],
    new: Annotated[
        str, typer.Argument(metavar="[NEW]", help="The same; built-in, with --matrix, if none is named.")
    ] = _BUILT_IN,
    *,
    manifests: Annotated[
        list[str] | None,
        typer.Option("--manifests", metavar="DIR", help="Judge these by both; a file or a folder, any number of times."),
    ] = None,
    matrix: option.MatrixFolders = None,
    format: option.Format = "text",
    color: option.Color = "auto",
) -> None:
    """Show which rows differ between two matrices, and which manifests they judge otherwise, by which rule."""
    from ..report._matrix_diff import diff_to_json, diff_to_text

    before, after = _load(old, ()), _load(new, matrix or ())
    reads: list[ReadManifest] = []
    code = Exit.COMPATIBLE
    for path in find_manifests(manifests or ()):
        try:
            reads.append(read_manifest(path))
        except ManifestError as fault:
            put_problems(fault.problems)
            code = Exit.UNUSABLE
    found = diff_matrices(before, after, reads)
    put_report((diff_to_json if format == "json" else diff_to_text)(found, look_of(color, verbose=False)))
    raise typer.Exit(code)


def _load(name: str, overlays: "list[str] | tuple[str, ...]") -> Matrix:
    return load_matrix(overlays=overlays) if name == _BUILT_IN else load_folder(name, overlays=overlays)

"""``rkcompat verify-proof MANIFEST PROOF``."""

from pathlib import Path
from typing import Annotated

import typer

from .._api.questions import parse_proof, verify_proof as follow
from .._api.reading import read_manifest
from ..errors import Problem, UsageError
from ..matrix import load_matrix
from . import _options as option
from ._settings import read_overlays
from ._talk import put_report
from .resolve import Lock, parse_locks, with_locks

app = typer.Typer(rich_markup_mode=None, add_completion=False)

_Manifest = Annotated[str, typer.Argument(metavar="MANIFEST", help="The manifest that was resolved.")]
_Proof = Annotated[str, typer.Argument(metavar="PROOF", help="What resolve wrote with -o proof=FILE.")]

#: A proof of the built-in matrix has some ten thousand bytes.
_MOST = 16 * 1024 * 1024


@app.command("verify-proof")
def verify_proof(
    manifest: _Manifest, proof: _Proof, *, set: option.Set = None, lock: Lock = None, matrix: option.MatrixFolders = None
) -> None:
    """Check that an answer fits and that nothing cheaper exists, without the solver that found it; 1 where it does not hold."""
    read = with_locks(read_manifest(manifest, settings=set or ()), parse_locks(lock or ()))
    known = load_matrix(overlays=read_overlays(matrix))
    refused = follow(read, parse_proof(_read(proof), proof), known)
    put_report("the proof holds\n" if refused is None else f"the proof is refused: {refused}\n")
    raise typer.Exit(0 if refused is None else 1)


def _read(name: str) -> bytes:
    place = Path(name)
    try:
        if not place.is_file() or place.stat().st_size > _MOST:
            raise UsageError(Problem(name, None, f"found no regular file of at most {_MOST} bytes, needed a proof"))
        return place.read_bytes()
    except (OSError, ValueError) as fault:
        raise UsageError(Problem(name, None, f"cannot be read: {getattr(fault, 'strerror', None) or fault}")) from None

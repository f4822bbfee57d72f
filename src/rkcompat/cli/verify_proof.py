"""``rkcompat verify-proof MANIFEST PROOF``."""

from pathlib import Path
from typing import Annotated

import typer

from .._api.questions import parse_proof, verify_proof as follow
from .._api.reading import read_manifest
from ..errors import Problem, UsageError
from ..matrix import load_matrix
from ..model.matrix import Matrix
from ..model.reading import ReadManifest
from ..policy._config import Config
from ..report._proof import proof_to_text
from . import _options as option
from ._exit import Exit
from ._output import look_of
from ._settings import read_settings
from ._talk import put_line, put_report
from .resolve import Lock, parse_locks, with_locks

app = typer.Typer(rich_markup_mode=None, add_completion=False)

_Manifest = Annotated[str, typer.Argument(metavar="MANIFEST", help="The manifest that was resolved.")]
_Proof = Annotated[str, typer.Argument(metavar="PROOF", help="What resolve wrote with -o proof=FILE.")]

#: A proof of the built-in matrix has some ten thousand bytes.
_MOST = 16 * 1024 * 1024


@app.command("verify-proof")
def verify_proof(
    manifest: _Manifest,
    proof: _Proof,
    *,
    set: option.Set = None,
    lock: Lock = None,
    matrix: option.MatrixFolders = None,
    config: option.ConfigFile = None,
    isolated: option.Isolated = False,
) -> None:
    """Check that an answer fits and that nothing cheaper exists, without the solver that found it; 1 where it does not hold.

    What resolve was given of --set, --lock, --matrix, --config and --isolated has to be given again.
    """
    stated_here = Config(matrix=tuple(matrix or ()), lock=parse_locks(lock or ()))
    settings = read_settings(stated_here, config, isolated=isolated).config
    read = with_locks(read_manifest(manifest, settings=set or ()), settings.lock or ())
    known = load_matrix(overlays=settings.matrix or ())
    stated = parse_proof(_read(proof), proof)
    refused = follow(read, stated, known)
    if refused is None:
        put_report(proof_to_text(stated, known, look_of("never", verbose=False)))
        return
    put_report(f"the proof is refused: {refused}\n")
    again = "what resolve was given of --set, --lock, --matrix, --config and --isolated has to be given again"
    put_line(f"hint: {again}; {_given(read, known)}")
    raise typer.Exit(Exit.INCOMPATIBLE)


def _given(read: ReadManifest, matrix: Matrix) -> str:
    """What holds here of all that a proof is of beside the manifest's file."""
    locks = read.manifest.lock.components
    said = (("--set", read.settings), ("locked", locks), ("--matrix", matrix.overlays))
    return "; ".join(f"{name}: {', '.join(values) or 'nothing'}" for name, values in said)


def _read(name: str) -> bytes:
    place = Path(name)
    try:
        if not place.is_file() or place.stat().st_size > _MOST:
            raise UsageError(Problem(name, None, f"found no regular file of at most {_MOST} bytes, needed a proof"))
        return place.read_bytes()
    except (OSError, ValueError) as fault:
        raise UsageError(Problem(name, None, f"cannot be read: {getattr(fault, 'strerror', None) or fault}")) from None

"""Find the matrices, and load them by the shortest way: the compiled form where it still says what the files say."""

import os
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec

from ..errors import MatrixError, Problem
from ..model.matrix import Matrix
from ._shape import SHAPES

COMPILED_FORMAT = 3
"""Raised whenever the compiled form of the same files would come out different."""

_PACKAGE = Path(__file__).resolve().parent.parent


def matrix_folder() -> Path:
    """The folder of the built-in matrices: in the package of a wheel, else at the root of the checkout.

    Raises:
        MatrixError: the installation has none.
    """
    for folder in (_PACKAGE / "matrices", _PACKAGE.parent.parent / "matrices"):
        if (folder / "rules").is_dir():
            return folder
    raise MatrixError(Problem(str(_PACKAGE / "matrices"), None, "the built-in matrices are missing", "install rkcompat again"))


def read_texts(folder: Path) -> dict[str, bytes]:
    """The contents of the folder's TOML files, by ``FOLDER/NAME.toml``."""
    texts = {}
    for part in SHAPES:
        try:
            names = sorted(entry.name for entry in os.scandir(folder / part) if entry.name.endswith(".toml"))
        except FileNotFoundError:
            continue
        for name in names:
            with open(folder / part / name, "rb") as file:
                texts[f"{part}/{name}"] = file.read()
    return texts


def fingerprint(texts: Iterable[tuple[str, bytes]]) -> str:
    """The SHA-256 of all names and contents: equal for equal files, whatever their times and their order on the disk."""
    whole = sha256()
    for name, content in sorted(texts):
        whole.update(f"{name}\0{len(content)}\0".encode())
        whole.update(content)
    return whole.hexdigest()


def load_matrix() -> Matrix:
    """The built-in matrix.

    The compiled form is used only where its name carries the hash of the very files that are there, so it is never stale:
    in a wheel it lies beside them, for a checkout in the user's cache folder.

    Raises:
        MatrixError: with everything that is wrong in the files.
    """
    folder = matrix_folder()
    texts = read_texts(folder)
    digest = fingerprint(texts.items())
    name = compiled_name(digest)
    for place in (folder / name, cache_folder() / name):
        try:
            return msgspec.msgpack.decode(place.read_bytes(), type=Matrix)
        except (OSError, msgspec.DecodeError):
            continue
    from ._compile import compile_matrix

    matrix = compile_matrix(texts, digest)
    if not (folder / "..").resolve() == _PACKAGE:  # a wheel carries its own; a checkout's is kept for the next run
        _keep(matrix, cache_folder() / name)
    return matrix


def compiled_name(digest: str) -> str:
    """The file name of the compiled form of the files with this fingerprint."""
    return f"compiled-{COMPILED_FORMAT}-{digest[:32]}.msgpack"


def cache_folder() -> Path:
    """Where the compiled form of a checkout's matrices is kept."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(home) / "rkcompat"


def _keep(matrix: Matrix, place: Path) -> None:
    """Write the compiled form for the next run; a cache that cannot be written is no fault."""
    beside = place.with_name(f"{place.name}.{os.getpid()}")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        for old in place.parent.glob("compiled-*.msgpack"):
            old.unlink(missing_ok=True)
        beside.write_bytes(msgspec.msgpack.encode(matrix))
        beside.replace(place)
    except OSError:
        with suppress(OSError):
            beside.unlink()

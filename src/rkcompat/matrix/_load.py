"""Find the matrices, and load them by the shortest way: the compiled form where it still says what the files say."""

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from .._sha256 import sha256
from ..errors import MatrixError, Problem
from ..model.matrix import Matrix
from ..toml._read import LARGEST

COMPILED_FORMAT = 5
"""Raised whenever the compiled form of the same files would come out different."""

#: Compiled forms with overlays that stay in the cache: a person goes to and fro between a few.
_OVERLAID_KEPT = 4

FOLDERS = ("sources", "platforms", "components", "rules", "validated", "signatures")
"""The folders of a matrix, as `_shape.SHAPES` has them, which is loaded when files are compiled."""

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
    """The contents of the folder's TOML files, by ``FOLDER/NAME.toml``; of one that is too large, enough to see that."""
    texts = {}
    for part in FOLDERS:
        try:
            names = sorted(entry.name for entry in os.scandir(folder / part) if _is_matrix_file(entry))
        except FileNotFoundError:
            continue
        for name in names:
            with open(folder / part / name, "rb") as file:
                texts[f"{part}/{name}"] = file.read(LARGEST + 1)
    return texts


def _is_matrix_file(entry: "os.DirEntry[str]") -> bool:
    return entry.name.endswith(".toml") and entry.is_file()


def fingerprint(texts: Iterable[tuple[str, bytes]]) -> str:
    """The SHA-256 of all names and contents: equal for equal files, whatever their times and their order on the disk."""
    whole = sha256()
    for name, content in sorted(texts):
        whole.update(f"{name}\0{len(content)}\0".encode())
        whole.update(content)
    return whole.hexdigest()


def load_matrix(*, overlays: "Sequence[str | os.PathLike[str]]" = ()) -> Matrix:
    """The built-in matrix, with folders laid over it, each over all before it.

    The compiled form is used only where it is of the very files that are there, so it is never stale: in a wheel it lies
    beside them, for a checkout and with overlays in the user's cache folder. Where names, sizes and times are those of the
    last run, the files are not read again.

    Args:
        overlays: folders of the same shape; their rows add, fill in what is not known, and narrow rules.

    Raises:
        MatrixError: with everything that is wrong in the files, and what an overlay would replace.
    """
    folder = matrix_folder()
    if not overlays:
        unchanged = _unchanged(folder)
        if unchanged is not None:
            return unchanged
    texts = read_texts(folder)
    if overlays:
        return _load_overlaid(texts, tuple(dict.fromkeys(os.fspath(place) for place in overlays)))
    digest = fingerprint(texts.items())
    name = compiled_name(digest)
    if _in_wheel(folder):
        return _compiled(folder / name) or _compile(texts, digest)
    matrix = _compile(texts, digest)
    _keep(matrix, cache_folder() / name, "compiled-*.msgpack", 1)
    _write(cache_folder() / _STAMP, f"{_stamp(folder)} {name}".encode())
    return matrix


def _compile(texts: dict[str, bytes], digest: str) -> Matrix:
    from ._compile import compile_matrix

    return compile_matrix(texts, digest)


def _in_wheel(folder: Path) -> bool:
    return folder.parent == _PACKAGE


def _unchanged(folder: Path) -> Matrix | None:
    """The compiled form, where a look at the folders shows that no file has changed since it was made."""
    try:
        if _in_wheel(folder):
            newest = max((time for part in FOLDERS for *_, time in _states(folder / part, ".toml")), default=0)
            with os.scandir(folder) as entries:
                for entry in entries:
                    made = entry.name.startswith(f"compiled-{COMPILED_FORMAT}-")
                    if made and newest <= entry.stat().st_mtime_ns + _INSTALLING:
                        return _compiled(Path(entry.path))
            return None
        known, _, name = (cache_folder() / _STAMP).read_text().partition(" ")
        return _compiled(cache_folder() / name) if known == _stamp(folder) else None
    except (OSError, ValueError):
        return None


_STAMP = "stamp"
"""The cache's file that says of which state of a checkout's files which compiled form is."""

_INSTALLING = 10 * 10**9
"""Nanoseconds between the first and the last file that an installer writes, with room to spare."""


def _stamp(folder: Path) -> str:
    """Of all files' names, sizes and times, and of the code that compiles them."""
    files = [(folder / part, name, size, time) for part in FOLDERS for name, size, time in _states(folder / part, ".toml")]
    code = [(part, *state) for part in _CODE for state in _states(_PACKAGE / part, ".py")]
    told = "\n".join(f"{place}/{name} {size} {time}" for place, name, size, time in [*files, *code])
    return sha256(told.encode()).hexdigest()


_CODE = ("matrix", "model")
"""The packages whose code decides what the compiled form is."""


def _states(folder: Path, ending: str) -> list[tuple[str, int, int]]:
    """Name, size and time in nanoseconds of each file with this ending, in order."""
    with suppress(FileNotFoundError), os.scandir(folder) as entries:
        named = [(entry.name, entry.stat()) for entry in entries if entry.name.endswith(ending)]
        return sorted((name, status.st_size, status.st_mtime_ns) for name, status in named)
    return []


def _load_overlaid(texts: dict[str, bytes], overlays: tuple[str, ...]) -> Matrix:
    """The matrix with overlays, compiled or kept from another run; it names the folders as this run does."""
    over = [read_overlay(folder) for folder in overlays]
    digest = _digest([texts, *over])
    code = sha256(repr([_states(_PACKAGE / part, ".py") for part in _CODE]).encode()).hexdigest()[:16]
    kept = cache_folder() / f"overlaid-{code}-{compiled_name(digest)}"
    matrix = _compiled(kept)
    if matrix is None:
        from ._overlay import compile_overlaid

        matrix = compile_overlaid(texts, placed_texts(overlays, over), digest)
        _keep(matrix, kept, "overlaid-*.msgpack", _OVERLAID_KEPT)
    return msgspec.structs.replace(matrix, overlays=overlays)


def read_overlay(folder: str) -> dict[str, bytes]:
    """The contents of an overlay's TOML files, by ``FOLDER/NAME.toml``.

    Raises:
        MatrixError: it cannot be read, holds nothing, or has a folder that no matrix has.
    """
    hint = f"a matrix has the folders {', '.join(FOLDERS)}"
    try:
        texts = read_texts(Path(folder))
        strange = [
            entry.name
            for entry in sorted(os.scandir(folder), key=lambda entry: entry.name)
            if entry.name not in FOLDERS and entry.is_dir() and any(list(map(_is_matrix_file, os.scandir(entry))))
        ]
    except OSError as fault:
        raise MatrixError(Problem(folder, None, f"cannot be read: {fault.strerror}")) from None
    if strange:
        raise MatrixError(*(Problem(f"{folder}/{name}", None, "no such folder belongs to a matrix", hint) for name in strange))
    if not texts:
        raise MatrixError(Problem(folder, None, "found no file of a matrix in it", hint))
    return texts


def load_folder(folder: "str | os.PathLike[str]", *, overlays: "Sequence[str | os.PathLike[str]]" = ()) -> Matrix:
    """The matrix of a folder that stands for itself, such as that of another release; no compiled form is used or kept.

    Raises:
        MatrixError: with everything that is wrong in it, and what an overlay would replace.
    """
    from ._overlay import compile_overlaid

    folders = tuple(dict.fromkeys(os.fspath(place) for place in (folder, *overlays)))
    parts = [read_overlay(place) for place in folders]
    below, *over = placed_texts(folders, parts)
    return msgspec.structs.replace(compile_overlaid(below, over, _digest(parts)), overlays=folders[1:])


def placed_texts(folders: Sequence[str], parts: Sequence[dict[str, bytes]]) -> list[dict[str, bytes]]:
    """The contents by the names of the files as the user reaches them."""
    return [{f"{folder}/{name}": text for name, text in part.items()} for folder, part in zip(folders, parts, strict=True)]


def _digest(parts: Sequence[dict[str, bytes]]) -> str:
    """The fingerprint of a folder, or of one with others over it."""
    if len(parts) == 1:
        return fingerprint(parts[0].items())
    return fingerprint((f"{place}: {name}", text) for place, part in enumerate(parts) for name, text in part.items())


def compiled_name(digest: str) -> str:
    """The file name of the compiled form of the files with this fingerprint."""
    return f"compiled-{COMPILED_FORMAT}-{digest[:32]}.msgpack"


def cache_folder() -> Path:
    """Where the compiled form of a checkout's matrices is kept."""
    stated = os.environ.get("XDG_CACHE_HOME", "")
    # a relative one is to be ignored, says the XDG specification; it would litter whatever folder one stands in
    home = stated if os.path.isabs(stated) else os.path.join(os.path.expanduser("~"), ".cache")
    return Path(home) / "rkcompat"


def _compiled(place: Path) -> Matrix | None:
    try:
        return msgspec.msgpack.decode(place.read_bytes(), type=Matrix)
    except (OSError, msgspec.DecodeError):
        return None


def _keep(matrix: Matrix, place: Path, like: str, most: int) -> None:
    """Write the compiled form for the next run, beside the newest of its like; a cache that cannot be written is no fault."""
    try:
        kept = sorted(place.parent.glob(like), key=lambda old: old.stat().st_mtime, reverse=True)
        for old in kept[most - 1 :]:
            old.unlink(missing_ok=True)
    except OSError:
        return
    _write(place, msgspec.msgpack.encode(matrix))


def _write(place: Path, content: bytes) -> None:
    """Beside its place, then moved there."""
    beside = place.with_name(f"{place.name}.{os.getpid()}")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(content)
        beside.replace(place)
    except OSError:
        with suppress(OSError):
            beside.unlink()

"""What programs printed → facts, and what they say of a deployment."""

import os
import stat
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from ..errors import Problem, UsageError
from ..matrix import load_matrix
from ..model.log import ReadLog
from ..model.manifest import Manifest
from ..model.matrix import Matrix
from ..model.reading import ReadManifest
from .judging import with_lines
from .reading import read_manifest

if TYPE_CHECKING:
    from ..model.diagnosis import Answer, Diagnosis


def read_log(paths: Sequence["str | os.PathLike[str]"], matrix: Matrix | None = None) -> ReadLog:
    """Read what programs printed: files, or ``-`` for standard input; of any length.

    Raises:
        UsageError: with every log that cannot be opened.
        MatrixError: the built-in matrix is needed and cannot be used.
    """
    import sys
    from contextlib import ExitStack

    from ..logs import read_logs

    files: list[tuple[str, BinaryIO]] = []
    problems = []
    with ExitStack() as stack:
        for path in paths:
            name = os.fspath(path)
            try:
                file = sys.stdin.buffer if name == "-" else stack.enter_context(open(name, "rb"))
            except (OSError, ValueError) as fault:
                problems.append(Problem(name, None, f"cannot be read: {getattr(fault, 'strerror', None) or fault}"))
            else:
                if _is_endless(file):
                    problems.append(Problem(name, None, "found a device, needed what a program printed"))
                files.append((name, file))
        if problems:
            raise UsageError(*problems)
        try:
            return read_logs(files, (matrix or load_matrix()).signatures)
        except OSError as fault:  # a folder opens on some systems, and a pipe may break
            raise UsageError(Problem("log", None, f"cannot be read: {fault.strerror}")) from None


def _is_endless(file: BinaryIO) -> bool:
    """Whether it is a device, which may never end; a terminal ends when the person says so."""
    try:
        mode = os.fstat(file.fileno()).st_mode
    except (OSError, ValueError):  # no file of the system's
        return False
    return stat.S_ISBLK(mode) or (stat.S_ISCHR(mode) and not file.isatty())


def add_log(read: ReadManifest, log: ReadLog, matrix: Matrix | None = None) -> ReadManifest:
    """The manifest with what a log says in it; `check` and `resolve` then judge both.

    Raises:
        MatrixError: the built-in matrix is needed and cannot be used.
    """
    from ..logs import merge_log

    merged = merge_log(read.manifest, log, matrix or load_matrix())
    return msgspec.structs.replace(read, manifest=merged.manifest, log=log, differences=merged.differences)


def diagnose(
    logs: Sequence["str | os.PathLike[str]"],
    matrix: Matrix | None = None,
    *,
    beside: "str | os.PathLike[str] | None" = None,
    settings: Sequence[str] = (),
    answers: "Mapping[str, Answer] | None" = None,
) -> "Diagnosis":
    """Say what logs mean: which layer failed first, and what the facts in them lead to.

    Args:
        logs: files, or ``-`` for standard input.
        matrix: what is known of the stack; the built-in one where none is given.
        beside: a manifest with what is known besides.
        settings: facts to override or add, each ``KEY=VALUE``.
        answers: to the questions of an earlier diagnosis, by their ids.

    Raises:
        ManifestError: the manifest cannot be used.
        UsageError: a log cannot be read.
        MatrixError: the built-in matrix is needed and cannot be used.
    """
    from ..logs import diagnose_log
    from .resolving import resolve

    matrix = matrix or load_matrix()
    read = _read_beside(logs, matrix, beside, settings)
    assert read.log is not None
    return diagnose_log(read.log, with_lines(resolve(read, matrix), read.text), matrix, answers or {})


def log_to_manifest(
    logs: Sequence["str | os.PathLike[str]"],
    matrix: Matrix | None = None,
    *,
    beside: "str | os.PathLike[str] | None" = None,
    settings: Sequence[str] = (),
) -> str:
    """The manifest that logs support, as TOML: evidence names each line, and quotes it without names and addresses.

    Raises:
        ManifestError: the manifest cannot be used.
        UsageError: a log cannot be read.
        MatrixError: the built-in matrix is needed and cannot be used.
    """
    from ..manifest import manifest_to_toml
    from ..report._redact import redact

    manifest = _read_beside(logs, matrix or load_matrix(), beside, settings).manifest
    evidence = {
        key: msgspec.structs.replace(known, raw=redact(known.raw)) if known.raw else known
        for key, known in manifest.evidence.items()
    }
    return manifest_to_toml(msgspec.structs.replace(manifest, evidence=evidence))


def question_ids() -> tuple[str, ...]:
    """The ids of all questions that a diagnosis can ask."""
    from ..logs import question_ids as ids

    return ids()


def _read_beside(
    logs: Sequence["str | os.PathLike[str]"],
    matrix: Matrix,
    beside: "str | os.PathLike[str] | None",
    settings: Sequence[str],
) -> ReadManifest:
    """The manifest with what the logs say in it; where there is none, what they say alone."""
    if beside is not None:
        read = read_manifest(beside, settings=settings)
        return add_log(read, read_log(logs, matrix), matrix)
    log = read_log(logs, matrix)
    manifest = Manifest(manifest=1)
    if settings:
        from ..manifest import apply_settings

        manifest = apply_settings(manifest, settings)
    return add_log(ReadManifest(path=log.files[0], sha256=log.sha256, text="", manifest=manifest), log, matrix)

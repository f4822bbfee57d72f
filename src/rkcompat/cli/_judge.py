"""What `check` and `resolve` have in common: read, judge, report, and the exit code."""

from collections import Counter
from collections.abc import Callable, Sequence

import msgspec
import typer

from .._api import read_manifest, with_lines
from ..errors import ManifestError
from ..matrix import load_matrix
from ..model.matrix import Matrix
from ..model.reading import ReadManifest
from ..model.resolution import Resolution
from ..report import PLAIN, Batch, Look, Unusable, load_format
from ._exit import Exit, worst
from ._output import look_of, parse_outputs, write_files
from ._talk import put_problems, put_report


class Reporting(msgspec.Struct, frozen=True):
    """How the answer is to be reported."""

    format: str
    output: Sequence[str]
    verbose: bool
    quiet: bool
    color: str
    overlays: Sequence[str] = ()
    """Folders that are laid over the built-in matrices."""


Judge = Callable[[ReadManifest, Matrix], Resolution]


def judge_one(path: str, settings: Sequence[str], judge: Judge, reporting: Reporting) -> None:
    """Judge one manifest, report, and end with its exit code.

    Raises:
        ManifestError: it cannot be used; nothing was reported then.
    """
    outputs = parse_outputs(reporting.output)
    read = read_manifest(path, settings=settings)
    matrix = load_matrix(overlays=reporting.overlays)
    resolution = _judge(read, matrix, judge)
    _report(outputs, reporting, lambda name, look: load_format(name).one(resolution, matrix, look))
    raise typer.Exit(resolution.exit_code)


def judge_many(paths: Sequence[str], settings: Sequence[str], judge: Judge, reporting: Reporting) -> None:
    """Judge several manifests, report on all, and end with the worst exit code; an unusable one does not stop the rest."""
    outputs = parse_outputs(reporting.output)
    matrix = load_matrix(overlays=reporting.overlays)
    entries: list[Resolution | Unusable] = []
    for path in paths:
        try:
            entries.append(_judge(read_manifest(path, settings=settings), matrix, judge))
        except ManifestError as fault:
            put_problems(fault.problems)
            entries.append(Unusable(path, fault.problems))
    counts = Counter("unusable" if isinstance(entry, Unusable) else entry.verdict for entry in entries)
    code = worst(Exit.UNUSABLE if isinstance(entry, Unusable) else entry.exit_code for entry in entries)
    batch = Batch(tuple(entries), code, ", ".join(f"{number} {verdict}" for verdict, number in sorted(counts.items())))
    _report(outputs, reporting, lambda name, look: load_format(name).many(batch, matrix, look))
    raise typer.Exit(code)


def _judge(read: ReadManifest, matrix: Matrix, judge: Judge) -> Resolution:
    return with_lines(judge(read, matrix), read.text)


def _report(outputs: dict[str, str], reporting: Reporting, render: Callable[[str, Look], str]) -> None:
    """Files first: whoever reads the exit code finds them written."""
    look = look_of(reporting.color, verbose=reporting.verbose)
    write_files(
        {file: render(name, msgspec.structs.replace(PLAIN, verbose=reporting.verbose)) for file, name in outputs.items()}
    )
    if not reporting.quiet:
        put_report(render(reporting.format, look))

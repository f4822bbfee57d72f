"""What `check` and `resolve` have in common: read, judge, report, and the exit code."""

from collections import Counter
from collections.abc import Callable, Sequence

import msgspec
import typer

from .._api.judging import settle, with_lines
from .._api.logs import add_log, read_log
from .._api.reading import read_manifest
from ..errors import ManifestError
from ..matrix import load_matrix
from ..model.matrix import Matrix
from ..model.policy import Policy
from ..model.reading import ReadManifest
from ..model.resolution import Resolution
from ..report import FORMATS, PLAIN, Batch, Document, Unusable, load_format, publish, publish_many
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
    logs: Sequence[str] = ()
    """What programs printed, to be read beside the manifest."""
    policy: Policy | None = None
    """What those who run the gate have decided."""


Judge = Callable[[ReadManifest, Matrix], Resolution]


Prove = Callable[[ReadManifest, Matrix], str]
"""The text of a proof of the same judgement."""

PROOF = "proof"
"""What ``-o proof=FILE`` asks for beside the report formats: it is made from the manifest, not from the report."""


def judge_one(path: str, settings: Sequence[str], judge: Judge, reporting: Reporting, prove: Prove | None = None) -> None:
    """Judge one manifest, report, and end with its exit code.

    Raises:
        ManifestError: it cannot be used; nothing was reported then.
    """
    outputs = parse_outputs(reporting.output, [*FORMATS, PROOF] if prove else FORMATS, inputs=(path, *reporting.logs))
    read = read_manifest(path, settings=settings)
    matrix = load_matrix(overlays=reporting.overlays)
    if reporting.logs:
        read = add_log(read, read_log(reporting.logs, matrix), matrix)
    (resolution,) = _settle([_judge(read, matrix, judge)], reporting)
    proofs = {file: prove(read, matrix) for file, name in outputs.items() if prove and name == PROOF}
    reports = {file: name for file, name in outputs.items() if file not in proofs}
    write_reports(reports, reporting, publish(resolution, matrix), proofs)
    raise typer.Exit(resolution.exit_code)


def judge_many(paths: Sequence[str], settings: Sequence[str], judge: Judge, reporting: Reporting) -> None:
    """Judge several manifests, report on all, and end with the worst exit code; an unusable one does not stop the rest."""
    outputs = parse_outputs(reporting.output, inputs=paths)
    matrix = load_matrix(overlays=reporting.overlays)
    judged: dict[str, Resolution] = {}
    unusable: dict[str, Unusable] = {}
    for path in paths:
        try:
            judged[path] = _judge(read_manifest(path, settings=settings), matrix, judge)
        except ManifestError as fault:
            put_problems(fault.problems)
            unusable[path] = Unusable(path, fault.problems)
    settled = dict(zip(judged, _settle(list(judged.values()), reporting), strict=True))
    entries = [settled[path] if path in settled else unusable[path] for path in paths]
    counts = Counter("unusable" if isinstance(entry, Unusable) else entry.verdict for entry in entries)
    code = worst(Exit.UNUSABLE if isinstance(entry, Unusable) else entry.exit_code for entry in entries)
    batch = Batch(tuple(entries), code, ", ".join(f"{number} {verdict}" for verdict, number in sorted(counts.items())))
    write_reports(outputs, reporting, publish_many(batch, matrix))
    raise typer.Exit(code)


def _settle(resolutions: Sequence[Resolution], reporting: Reporting) -> tuple[Resolution, ...]:
    return settle(resolutions, reporting.policy) if reporting.policy else tuple(resolutions)


def _judge(read: ReadManifest, matrix: Matrix, judge: Judge) -> Resolution:
    return with_lines(judge(read, matrix), read.text)


def write_reports(
    outputs: dict[str, str], reporting: Reporting, document: Document, more: dict[str, str] | None = None
) -> None:
    """Make every report, then write the files, then stdout: whoever reads it finds them, and a fault leaves nothing behind."""
    plain = msgspec.structs.replace(PLAIN, verbose=reporting.verbose)
    files = {file: load_format(name).write(document, plain) for file, name in outputs.items()}
    look = look_of(reporting.color, verbose=reporting.verbose)
    shown = "" if reporting.quiet else load_format(reporting.format).write(document, look)
    write_files(files | (more or {}))
    if not reporting.quiet:
        put_report(shown)

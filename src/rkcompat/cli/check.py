"""``rkcompat check MANIFEST…``."""

import os
from typing import Annotated

import typer

from .._api.judging import check as check_manifest
from ..errors import Problem, UsageError
from ..model.finding import Finding
from ..model.matrix import Matrix
from ..model.reading import ReadManifest
from ..model.resolution import Resolution
from ..policy._config import Config
from . import _options as option
from ._inputs import find_manifests, lock_beside
from ._judge import Reporting, judge_many, judge_one
from ._settings import read_settings

app = typer.Typer(rich_markup_mode=None, add_completion=False)

_Manifests = Annotated[
    list[str],
    typer.Argument(metavar="MANIFEST...", help="Files; - is standard input, a folder its *.toml with the key manifest."),
]


@app.command()
def check(
    manifest: _Manifests,
    *,
    format: option.StatedFormat = None,
    output: option.Output = None,
    fail_on: option.StatedFailOn = None,
    unknown: option.StatedUnknown = None,
    strict: option.Strict = None,
    min_basis: option.MinBasis = None,
    exit_zero: option.ExitZero = None,
    config: option.ConfigFile = None,
    isolated: option.Isolated = False,
    locked: option.Locked = False,
    lock_file: option.LockFile = None,
    set: option.Set = None,
    log: option.Log = None,
    matrix: option.MatrixFolders = None,
    verbose: option.Verbose = False,
    quiet: option.Quiet = False,
    color: option.Color = "auto",
) -> None:
    """Hold manifests against every rule: the gate.

    Of several manifests the worst exit code counts.
    """
    stated = Config(
        fail_on=fail_on,
        unknown=unknown,
        strict=strict,
        min_basis=min_basis,
        exit_zero=exit_zero,
        format=format,
        matrix=tuple(matrix or ()),
    )
    settings = read_settings(stated, config, isolated=isolated)

    def judge(read: ReadManifest, known: Matrix) -> Resolution:
        more: tuple[Finding, ...] = ()
        if locked or lock_file is not None:
            from .._api.gate import deviations, read_lock

            more = deviations(read, read_lock(lock_file or lock_beside(read.path)), known)
        return check_manifest(
            read, known, fail_on=settings.fail_on, unknown=settings.unknown, policy=settings.policy, more=more
        )

    reporting = Reporting(
        settings.format, output or (), verbose, quiet, color, settings.config.matrix or (), log or (), settings.policy
    )
    if len(manifest) == 1 and not os.path.isdir(manifest[0]):
        judge_one(manifest[0], set or (), judge, reporting)
    if log:
        raise UsageError(
            Problem("--log", None, f"found {len(manifest)} manifests or a folder, needed one manifest", "a log is of one board")
        )
    judge_many(find_manifests(manifest), set or (), judge, reporting)

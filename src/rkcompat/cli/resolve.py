"""``rkcompat resolve MANIFEST``."""

from collections.abc import Sequence
from typing import Annotated, cast, get_args

import msgspec
import typer

from .._api.questions import prove
from .._api.resolving import resolve as resolve_manifest
from ..errors import Problem, UsageError
from ..model.manifest import Lockable
from ..model.matrix import Matrix
from ..model.reading import ReadManifest
from ..model.resolution import Resolution
from ..model.wish import Wishes
from ..model.words import Severity
from ..policy._config import Config
from . import _options as option, _wishes as wish
from ._judge import Reporting, judge_one
from ._settings import read_settings

app = typer.Typer(rich_markup_mode=None, add_completion=False)

Lock = Annotated[
    list[str] | None,
    typer.Option("--lock", metavar="COMPONENT", help="What must not change, besides the manifest's own locks: kernel,driver."),
]
_Top = Annotated[int, typer.Option("--top", min=1, max=100, help="How many sets to name.")]


@app.command()
def resolve(
    manifest: option.Manifest,
    *,
    format: option.StatedFormat = None,
    output: option.OutputOrProof = None,
    fail_on: option.StatedFailOn = None,
    unknown: option.StatedUnknown = None,
    strict: option.Strict = None,
    min_basis: option.MinBasis = None,
    exit_zero: option.ExitZero = None,
    config: option.ConfigFile = None,
    isolated: option.Isolated = False,
    set: option.Set = None,
    log: option.Log = None,
    matrix: option.MatrixFolders = None,
    lock: Lock = None,
    want: wish.WantOption = None,
    feature: wish.FeatureOption = None,
    prefer: wish.PreferOption = "cheapest",
    only_validated: wish.OnlyValidatedOption = False,
    near: wish.NearOption = None,
    top: _Top = 3,
    verbose: option.Verbose = False,
    quiet: option.Quiet = False,
    color: option.Color = "auto",
) -> None:
    """Check a manifest, and find the nearest validated set with the steps that lead to it."""
    stated = Config(
        fail_on=fail_on,
        unknown=unknown,
        strict=strict,
        min_basis=min_basis,
        exit_zero=exit_zero,
        format=format,
        matrix=tuple(matrix or ()),
        lock=parse_locks(lock or ()),
    )
    settings = read_settings(stated, config, isolated=isolated)
    locks, policy = settings.config.lock or (), settings.policy
    wishes = Wishes(wants=wish.parse_wants(want or ()), prefer=prefer, only_validated=only_validated, near=near)

    def judge(read: ReadManifest, known: Matrix) -> Resolution:
        return resolve_manifest(
            wish.with_features(with_locks(read, locks), feature or ()),
            known,
            fail_on=settings.fail_on,
            unknown=settings.unknown,
            top=top,
            policy=policy,
            wishes=wishes,
        )

    def proof(read: ReadManifest, known: Matrix) -> str:
        if policy.waivers or policy.weights or policy.min_basis != "inferred":
            told = "found waivers, weights or --min-basis, needed the rules and costs as they are"
            raise UsageError(Problem("proof", None, told, "a proof speaks of nobody's exceptions: --isolated"))
        if feature or wishes != Wishes():
            told = "found --want, --feature, --prefer, --only-validated or --near, needed the manifest as it is"
            raise UsageError(Problem("proof", None, told, "--set takes a fact into a proof: --set use.features=sram"))
        return proof_of(with_locks(read, locks), known, settings.fail_on)

    overlays = settings.config.matrix or ()
    reporting = Reporting(settings.format, output or (), verbose, quiet, color, overlays, log or (), policy)
    judge_one(manifest, set or (), judge, reporting, proof)


def proof_of(read: ReadManifest, matrix: Matrix, fail_on: Severity) -> str:
    """The certificate of the first answer, as JSON.

    Raises:
        UsageError: nothing could be proved.
    """
    proof = prove(read, matrix, fail_on=fail_on)
    if proof is None:
        told = "no proof can be written: the search ended at its limit, or it is not known which copy a model loads"
        raise UsageError(Problem(read.path, None, told, "state loaded = true for the copy that is, or write no proof"))
    return msgspec.json.format(msgspec.json.encode(proof), indent=1).decode() + "\n"


def parse_locks(stated: Sequence[str]) -> tuple[Lockable, ...]:
    """``kernel,driver`` each → what can be locked.

    Raises:
        UsageError: with every word that names nothing.
    """
    known = get_args(Lockable)
    words = [word.strip() for text in stated for word in text.split(",") if word.strip()]
    unknown = [word for word in words if word not in known]
    if not words and stated:
        raise UsageError(Problem("--lock", None, "found no component", f"there are {', '.join(known)}"))
    if unknown:
        from .._api.components import did_you_mean

        raise UsageError(
            *(
                Problem(
                    "--lock",
                    None,
                    f"there is no component {word!r}",
                    f"{did_you_mean(word, known)}there are {', '.join(known)}",
                )
                for word in unknown
            )
        )
    return cast("tuple[Lockable, ...]", tuple(words))


def with_locks(read: ReadManifest, locks: tuple[Lockable, ...]) -> ReadManifest:
    """The same manifest with more locks."""
    lock = read.manifest.lock
    components = tuple(dict.fromkeys((*lock.components, *locks)))
    manifest = msgspec.structs.replace(read.manifest, lock=msgspec.structs.replace(lock, components=components))
    return msgspec.structs.replace(read, manifest=manifest)

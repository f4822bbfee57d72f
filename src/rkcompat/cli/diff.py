"""``rkcompat diff OLD NEW``."""

import os
from typing import Annotated

import typer

from .._api.gate import Side, compare, judge_side
from .._api.reading import read_manifest
from ..errors import Problem, UsageError
from ..matrix import load_matrix
from ..model.manifest_diff import ManifestDiff
from ..model.matrix import Matrix
from ..model.reading import ReadManifest
from ..policy._config import Config
from ..policy._settle import Settings
from . import _options as option
from ._inputs import find_manifests
from ._output import look_of
from ._settings import read_settings
from ._talk import put_report

app = typer.Typer(rich_markup_mode=None, add_completion=False)

_SIDE = "A manifest, a report in JSON, a bundle of collect, or a folder of manifests."
_Old = Annotated[str, typer.Argument(metavar="OLD", help=_SIDE)]
_New = Annotated[str, typer.Argument(metavar="NEW", help=_SIDE)]

#: Bytes of a stored report; those on a thousand boards are far below.
_MOST = 256 * 1024 * 1024

#: The line with which a bundle begins.
_BUNDLE = b"rkc! "


@app.command()
def diff(
    old: _Old,
    new: _New,
    *,
    format: option.Format = "text",
    fail_on: option.StatedFailOn = None,
    config: option.ConfigFile = None,
    isolated: option.Isolated = False,
    matrix: option.MatrixFolders = None,
    color: option.Color = "auto",
) -> None:
    """Show which facts and verdicts differ, and of manifests and bundles which change broke or mended what.

    Several are compared name by name. The exit code says whether it could be told, not what differs.
    """
    from ..report._diff import manifests_to_json, manifests_to_text

    settings = read_settings(Config(fail_on=fail_on, matrix=tuple(matrix or ())), config, isolated=isolated)
    known = load_matrix(overlays=settings.config.matrix or ())
    before, after = (_sides(place, known, settings) for place in (old, new))
    if len(before) == len(after) == 1:
        after = dict(zip(before, after.values(), strict=True))  # two alone are compared whatever they are called
    pairs = [(before[name], after[name]) for name in before if name in after]
    removed = tuple(name for name in before if name not in after)
    added = tuple(name for name in after if name not in before)
    changes = tuple(compare(one, other, known, settings.fail_on, settings.policy) for one, other in pairs)
    show = manifests_to_json if format == "json" else manifests_to_text
    put_report(show(ManifestDiff(changes=changes, removed=removed, added=added), look_of(color, verbose=False)))


def _sides(place: str, matrix: Matrix, settings: Settings) -> dict[str, Side]:
    """The deployments that one word of the command line means, by the name under which they are compared.

    Raises:
        ManifestError: a manifest cannot be used.
        CollectError: a bundle cannot be used.
        UsageError: what is there is nothing that can be compared.
    """
    if os.path.isdir(place):
        return {os.path.basename(path): _of_manifest(path, matrix, settings) for path in find_manifests([place])}
    content = _read(place) if place != "-" else b""
    if content.lstrip()[:1] == b"{":
        from ..report._facts import judged_in
        from ..report._stored import parse_report

        return {judged.path: Side(judged=judged) for judged in judged_in(parse_report(content, place))}
    return {
        place: _of_bundle(place, content, matrix, settings) if _BUNDLE in content else _of_manifest(place, matrix, settings)
    }


def _of_manifest(path: str, matrix: Matrix, settings: Settings) -> Side:
    return judge_side(read_manifest(path), matrix, settings.fail_on, settings.policy)


def _of_bundle(path: str, content: bytes, matrix: Matrix, settings: Settings) -> Side:
    from hashlib import sha256

    from ..collect import bundle_to_manifest, parse_bundle

    manifest = bundle_to_manifest(parse_bundle(content, path)).manifest
    read = ReadManifest(path=path, sha256=sha256(content).hexdigest(), text="", manifest=manifest)
    return judge_side(read, matrix, settings.fail_on, settings.policy)


def _read(place: str) -> bytes:
    try:
        with open(place, "rb") as file:
            content = file.read(_MOST + 1)
    except (OSError, ValueError) as fault:
        raise UsageError(Problem(place, None, f"cannot be read: {getattr(fault, 'strerror', None) or fault}")) from None
    if len(content) > _MOST:
        raise UsageError(Problem(place, None, f"found more than {_MOST} bytes, needed a manifest, a report or a bundle"))
    return content

"""rkcompat: does this Rockchip NPU deployment fit together, why not, and what is the nearest set that does?

    import rkcompat

    read = rkcompat.read_manifest("manifest.toml")
    resolution = rkcompat.resolve(read)
    print(resolution.verdict)

The public names load on first use, so that a program pays only for what it asks for.
"""

from typing import TYPE_CHECKING, Any

from ._version import VERSION as __version__  # noqa: N811, the name that Python gives it

_HOMES = {
    "CollectError": "errors",
    "Collected": "collect",
    "ManifestError": "errors",
    "Matrix": "model.matrix",
    "MatrixError": "errors",
    "Policy": "model.policy",
    "Problem": "errors",
    "Proof": "model.proof",
    "ReadManifest": "model.reading",
    "Resolution": "model.resolution",
    "RkcompatError": "errors",
    "Rule": "model.rule",
    "Target": "collect",
    "UnreachableError": "errors",
    "UsageError": "errors",
    "Waiver": "model.waiver",
    "Want": "model.wish",
    "Wishes": "model.wish",
    "accept": "_api.gate",
    "adb_target": "collect",
    "add_log": "_api.logs",
    "bundle_to_manifest": "collect",
    "check": "_api.judging",
    "coverage": "_api.matrices",
    "deviations": "_api.gate",
    "diagnose": "_api.logs",
    "diff_manifests": "_api.gate",
    "diff_matrices": "_api.matrices",
    "explain": "_api.matrices",
    "find_rows": "_api.matrices",
    "inspect": "_api.files",
    "lint": "_api.matrices",
    "load_matrix": "matrix",
    "load_policy": "_api.gate",
    "local_target": "collect",
    "log_to_manifest": "_api.logs",
    "manifest_to_toml": "manifest",
    "over_host": "collect",
    "parse_bundle": "collect",
    "parse_proof": "_api.questions",
    "parse_range": "model.version",
    "probe": "collect",
    "prove": "_api.questions",
    "read_lock": "_api.gate",
    "read_log": "_api.logs",
    "read_manifest": "_api.reading",
    "record": "_api.matrices",
    "resolve": "_api.resolving",
    "scan_container": "collect",
    "scan_rootfs": "collect",
    "schema": "_api.gate",
    "settle": "_api.judging",
    "ssh_target": "collect",
    "verify_proof": "_api.questions",
    "what_if": "_api.questions",
    "why": "_api.questions",
    "why_not": "_api.questions",
    "with_lines": "_api.judging",
}
"""Public name to the module that holds it."""

__all__ = ["__version__", *_HOMES]  # noqa: PLE0604, the names are strings

if TYPE_CHECKING:  # "name as name" is what makes a name public to a type checker
    from ._api.files import inspect as inspect
    from ._api.gate import (
        accept as accept,
        deviations as deviations,
        diff_manifests as diff_manifests,
        load_policy as load_policy,
        read_lock as read_lock,
        schema as schema,
    )
    from ._api.judging import check as check, settle as settle, with_lines as with_lines
    from ._api.logs import add_log as add_log, diagnose as diagnose, log_to_manifest as log_to_manifest, read_log as read_log
    from ._api.matrices import (
        coverage as coverage,
        diff_matrices as diff_matrices,
        explain as explain,
        find_rows as find_rows,
        lint as lint,
        record as record,
    )
    from ._api.questions import (
        parse_proof as parse_proof,
        prove as prove,
        verify_proof as verify_proof,
        what_if as what_if,
        why as why,
        why_not as why_not,
    )
    from ._api.reading import read_manifest as read_manifest
    from ._api.resolving import resolve as resolve
    from .collect import (
        Collected as Collected,
        Target as Target,
        adb_target as adb_target,
        bundle_to_manifest as bundle_to_manifest,
        local_target as local_target,
        over_host as over_host,
        parse_bundle as parse_bundle,
        probe as probe,
        scan_container as scan_container,
        scan_rootfs as scan_rootfs,
        ssh_target as ssh_target,
    )
    from .errors import (
        CollectError as CollectError,
        ManifestError as ManifestError,
        MatrixError as MatrixError,
        Problem as Problem,
        RkcompatError as RkcompatError,
        UnreachableError as UnreachableError,
        UsageError as UsageError,
    )
    from .manifest import manifest_to_toml as manifest_to_toml
    from .matrix import load_matrix as load_matrix
    from .model.matrix import Matrix as Matrix
    from .model.policy import Policy as Policy
    from .model.proof import Proof as Proof
    from .model.reading import ReadManifest as ReadManifest
    from .model.resolution import Resolution as Resolution
    from .model.rule import Rule as Rule
    from .model.version import parse_range as parse_range
    from .model.waiver import Waiver as Waiver
    from .model.wish import Want as Want, Wishes as Wishes


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'rkcompat' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)

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
    "UsageError": "errors",
    "Waiver": "model.waiver",
    "accept": "_gate",
    "add_log": "_api",
    "check": "_api",
    "deviations": "_gate",
    "diagnose": "_api",
    "diff_manifests": "_gate",
    "explain": "_api",
    "inspect": "_api",
    "lint": "_api",
    "load_matrix": "matrix",
    "load_policy": "_gate",
    "parse_proof": "_api",
    "prove": "_api",
    "read_lock": "_gate",
    "read_log": "_api",
    "read_manifest": "_api",
    "resolve": "_api",
    "schema": "_gate",
    "settle": "_api",
    "verify_proof": "_api",
    "what_if": "_api",
    "why": "_api",
    "why_not": "_api",
    "with_lines": "_api",
}
"""Public name to the module that holds it."""

__all__ = ["__version__", *_HOMES]  # noqa: PLE0604, the names are strings

if TYPE_CHECKING:  # "name as name" is what makes a name public to a type checker
    from ._api import (
        add_log as add_log,
        check as check,
        diagnose as diagnose,
        explain as explain,
        inspect as inspect,
        lint as lint,
        parse_proof as parse_proof,
        prove as prove,
        read_log as read_log,
        read_manifest as read_manifest,
        resolve as resolve,
        settle as settle,
        verify_proof as verify_proof,
        what_if as what_if,
        why as why,
        why_not as why_not,
        with_lines as with_lines,
    )
    from ._gate import (
        accept as accept,
        deviations as deviations,
        diff_manifests as diff_manifests,
        load_policy as load_policy,
        read_lock as read_lock,
        schema as schema,
    )
    from .errors import (
        ManifestError as ManifestError,
        MatrixError as MatrixError,
        Problem as Problem,
        RkcompatError as RkcompatError,
        UsageError as UsageError,
    )
    from .matrix import load_matrix as load_matrix
    from .model.matrix import Matrix as Matrix
    from .model.policy import Policy as Policy
    from .model.proof import Proof as Proof
    from .model.reading import ReadManifest as ReadManifest
    from .model.resolution import Resolution as Resolution
    from .model.rule import Rule as Rule
    from .model.waiver import Waiver as Waiver


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

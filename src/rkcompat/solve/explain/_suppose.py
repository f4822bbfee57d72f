"""Another version of a component → the key of the manifest that holds it, and what the old version said forgotten."""

from collections.abc import Sequence

from msgspec.structs import replace

from ...model.manifest import Manifest, Model, Runtime
from ._names import read_name

_KEYS = {
    "driver": "driver.version",
    "kernel": "kernel.release",
    "toolkit": "toolkit.version",
    "rkllm-toolkit": "rkllm_toolkit.version",
    "lite": "lite.version",
    "server": "server.version",
}


def suppose(manifest: Manifest, name: str) -> tuple[Manifest, tuple[str, ...], str] | None:
    """The manifest without what only the present version of a component shows, what else to set, and the key of its version.

    Of several libraries it is the one that is named by its entry or id, else the first that is loaded, else the first that
    may be; of several models the one named, else the first. ``None`` where the name is no component's.
    """
    component, index = read_name(manifest, name)
    if component in ("runtime", "rkllm-runtime"):
        at = _library(manifest.runtime, is_rkllm=component == "rkllm-runtime") if index is None else index
        more = (f"runtime[{at}].library=librkllmrt",) if component == "rkllm-runtime" else ()
        kept = tuple(
            replace(one, build=None, sha256=None) if place == at else one for place, one in enumerate(manifest.runtime)
        )
        return replace(manifest, runtime=kept), more, f"runtime[{at}].version"
    if component in ("model", "rkllm-model"):
        at = _model(manifest.model, is_rkllm=component == "rkllm-model") if index is None else index
        more = (f"model[{at}].kind=rkllm",) if component == "rkllm-model" else ()
        models = tuple(
            replace(one, format=None, compiler=None) if place == at else one for place, one in enumerate(manifest.model)
        )
        return replace(manifest, model=models), more, f"model[{at}].toolkit"
    if component == "driver":
        return replace(manifest, driver=replace(manifest.driver, date=None, module_file=None)), (), _KEYS[component]
    return (manifest, (), _KEYS[component]) if component in _KEYS else None


def _library(copies: Sequence[Runtime], *, is_rkllm: bool) -> int:
    mine = [index for index, copy in enumerate(copies) if (copy.library == "librkllmrt") is is_rkllm]
    by_trust = sorted(mine, key=lambda index: (True, None, False).index(copies[index].loaded))
    return by_trust[0] if by_trust else len(copies)


def _model(models: Sequence[Model], *, is_rkllm: bool) -> int:
    mine = [index for index, model in enumerate(models) if (model.kind == "rkllm") is is_rkllm]
    return mine[0] if mine else len(models)

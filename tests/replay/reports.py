"""Public field reports: the versions that people wrote down, and whether it ran."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from rkcompat import check
from rkcompat.model.manifest import Manifest
from rkcompat.model.matrix import Matrix
from rkcompat.model.reading import ReadManifest
from rkcompat.model.resolution import Resolution

from .score import Score, is_warning, score

CORPUS = Path(__file__).parent / "field-reports.jsonl"

CAUSES: dict[str, set[str]] = {
    "abi-arch": {"application", "libc", "runtime", "rkllm-runtime", "toolkit", "lite"},
    "connection": {"server"},
    "container": {"container", "runtime", "driver", "device-tree"},
    "corrupted-file": {"model", "runtime"},
    "driver-too-old": {"driver"},
    "dts-config": {"device-tree", "kernel-config", "driver"},
    "kernel-module": {"driver", "kernel", "kernel-config", "image"},
    "lib-missing": {"runtime", "application", "libc"},
    "memory": {"driver", "device-tree", "kernel-config", "feature"},
    "model-newer-than-runtime": {"model", "runtime", "rkllm-model", "rkllm-runtime"},
    "model-older-than-runtime": {"model", "runtime", "rkllm-model", "rkllm-runtime"},
    "op-unsupported": {"model", "runtime", "toolkit", "feature", "soc"},
    "runtime-too-old": {"runtime", "rkllm-runtime", "model", "driver", "soc"},
    "server-mismatch": {"server"},
    "toolkit-bug": {"toolkit", "lite", "runtime", "model", "driver", "rkllm-runtime"},
    "wrong-runtime-family": {"runtime", "soc", "toolkit", "model", "lite"},
    "wrong-runtime-loaded": {"runtime", "model", "rkllm-runtime"},
    "wrong-target-platform": {"model", "soc", "runtime", "rkllm-model", "rkllm-runtime"},
}
"""The cause that a reader found, and the subjects one of which a warning of it must name."""

_VERSION = re.compile(r"(?:API |RKNN-Toolkit1 )?v?(\d+\.\d+(?:\.(?:\d+|x))?(?:(?:a|b|rc)\d+)?(?:\+[0-9a-f]+)?)")
_CHIP = re.compile(r"r[kv]\d{4}[a-z0-9]*")
_FEATURES = {"matmul": "matmul-api", "perf_debug": "perf-debug", "dynamic_shape": "dynamic-shape"}
"""A word of the report's feature, and the feature of a manifest that it means."""


def replay(matrix: Matrix) -> Iterator[Score]:
    """Judge each report of something that ran, or that failed in a way that versions predict."""
    with CORPUS.open(encoding="utf-8") as file:
        for line in file:
            report = json.loads(line)
            if report["outcome"] == "works" or (report["outcome"].startswith("fails") and report["predictable"] == "yes"):
                yield judge(report, matrix)


def judge(report: Mapping[str, Any], matrix: Matrix) -> Score:
    """A failure draws a warning about its cause; what ran is not called incompatible."""
    manifest = manifest_of(report, matrix)
    resolution = check(ReadManifest(path=report["id"], sha256="", text="", manifest=manifest), matrix)
    if report["outcome"] == "works":
        return score(report["id"], "pass", resolution, good=resolution.verdict != "incompatible")
    return score(report["id"], "flag", resolution, good=_names_the_cause(report["cause"], resolution))


def _names_the_cause(cause: str, resolution: Resolution) -> bool:
    belongs = CAUSES.get(cause)
    warned = [finding for finding in resolution.findings if is_warning(finding)]
    return any(belongs is None or belongs & set(finding.rule.subjects) for finding in warned)


def manifest_of(report: Mapping[str, Any], matrix: Matrix) -> Manifest:
    """The facts that a report states, and no others."""
    feature, system = report["feature"] or "", report["os"] or ""
    chip = _chip_of(report["soc"], matrix)
    rkllm = feature.startswith("RKLLM") or bool(report["rkllm_runtime"] or report["rkllm_toolkit"])
    stated: dict[str, Any] = {"manifest": 1, "board": {"soc": chip} if chip else {}}
    release = re.match(r"\d+\.\d+[\w.+-]*", report["kernel"] or "")
    stated["kernel"] = {"release": release[0]} if release else {}
    stated["driver"] = _driver_of(report)
    stated["runtime"] = [*_runtimes_of(report, chip, matrix), *_rkllm_runtimes_of(report, rkllm)]
    if version_in(report["toolkit"]) and not _is_the_models(report):
        stated["toolkit"] = {"version": version_in(report["toolkit"])}
    for key, table in (("lite2", "lite"), ("server", "server")):
        if version_in(report[key]):
            stated[table] = {"version": version_in(report[key])}
    if report["container"]:
        stated["container"] = [{"kind": str(report["container"]).split()[0]}]
    if "musl" in system:
        stated["libc"] = {"family": "musl"}
    stated["use"] = _use_of(report, feature)
    stated["model"] = _models_of(report, rkllm=rkllm)
    return msgspec.convert(stated, Manifest)


def version_in(text: str | None) -> str | None:
    """The version that a field begins with; ``None`` where it begins with something else."""
    found = _VERSION.match(text or "")
    return found[1] if found else None


def _chip_of(text: str | None, matrix: Matrix) -> str | None:
    """The chip, where one is named; of several only small ones, which share their runtime, count as one."""
    chips = sorted({matrix.aliases.get(name, name) for name in _CHIP.findall((text or "").lower())})
    small = all(chip in matrix.platforms and matrix.platforms[chip].runtime_library == "librknnmrt" for chip in chips)
    return chips[0] if chips and (len(chips) == 1 or small) else None


def _driver_of(report: Mapping[str, Any]) -> dict[str, Any]:
    version = version_in(report["driver"])
    family = "galcore" if report["driver"] == "galcore" else "rocket" if "rocket" in (report["kernel"] or "") else "rknpu"
    if version is None and family == "rknpu":
        return {}
    driver: dict[str, Any] = {"family": family}
    if version:
        driver["version"] = version
    vermagic = [line.partition(":")[2].strip() for line in report["log"] if line.startswith("vermagic:")]
    if vermagic:
        driver["module_file"] = {"vermagic": vermagic[0]}
    return driver


def _runtimes_of(report: Mapping[str, Any], chip: str | None, matrix: Matrix) -> Iterator[dict[str, Any]]:
    version = version_in(report["runtime"])
    if version:
        small = chip in matrix.platforms and matrix.platforms[chip].runtime_library == "librknnmrt"
        build = {"build": report["runtime_build"]} if "@" in (report["runtime_build"] or "") else {}
        yield {"library": "librknnmrt" if small else "librknnrt", "version": version, "loaded": True} | build


def _rkllm_runtimes_of(report: Mapping[str, Any], rkllm: bool) -> Iterator[dict[str, Any]]:
    if rkllm:
        version = version_in(report["rkllm_runtime"])
        yield {"library": "librkllmrt", "loaded": True} | ({"version": version} if version else {})


def _is_the_models(report: Mapping[str, Any]) -> bool:
    """Whether the toolkit's version is the one written in the model: ``2.3.0 (model)``."""
    return re.search(r"\bmodel\b", report["toolkit"] or "") is not None


def _use_of(report: Mapping[str, Any], feature: str) -> dict[str, Any]:
    use: dict[str, Any] = {"features": [name for word, name in _FEATURES.items() if word in feature]}
    if "rknn_server" in feature or any("RKNNAPI" in line for line in report["log"]):
        use["board_debugging"] = True
    if feature == "core mask":
        use["core_mask"] = "0_1"
    return use


def _models_of(report: Mapping[str, Any], *, rkllm: bool) -> list[dict[str, Any]]:
    target = _CHIP.search((report["target_platform"] or "").lower())
    platform = {"target_platform": [target[0]]} if target else {}
    if rkllm:
        made = version_in(report["rkllm_toolkit"])
        return [{"kind": "rkllm", "toolkit": made} | platform] if made else []
    number = str(report["model_version"] or "")
    format = {"format": int(number)} if number.isdigit() else {}
    if not (format or platform or _is_the_models(report)):
        return []
    made = version_in(report["toolkit"]) if _is_the_models(report) else None
    return [{"kind": "rknn"} | format | platform | ({"toolkit": made} if made else {})]

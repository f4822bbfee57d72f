"""Black-box runs: what real runtime libraries answered to rknn_init, by model, driver version and hardware id."""

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from rkcompat import check, read_manifest
from rkcompat.manifest import manifest_to_toml
from rkcompat.model.manifest import Manifest
from rkcompat.model.matrix import Matrix
from rkcompat.model.resolution import Resolution

from .score import Must, Score, score

TABLE = Path(__file__).parent / "runtime-model-runs.tsv"
SAMPLES = Path(__file__).parent.parent / "samples"
MODELS = {path.name: path for path in sorted(SAMPLES.rglob("*.rknn"))}

_HARDWARE = {"0x46495245": "rk3588", "0": "rk3566"}
"""The id that the simulated driver answered, as the chip that it stands for."""

_OTHER_CHIPS = ("rk2118", "rk3588", "rv1103b")
"""Chips whose models librknnmrt takes on an RV1106, because it looks at no platform."""

_BUILDS = {
    "1.2.0/356x": "9db21b35d@2022-01-14T15:16:23",
    "1.2.0/3588": "1867aec5b@2022-01-14T15:16:40",
    "1.3.0/356x": "9b36d4d74@2022-05-04T20:17:01",
    "1.3.0/3588": "c193be371@2022-05-04T20:16:33",
}
"""The build that a release's label means, where it has one library for each family of chips."""


def rows() -> list[dict[str, str]]:
    """All runs, those whose model is not among the samples too."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def replay(matrix: Matrix, folder: Path) -> Iterator[Score]:
    """Judge each run whose model is among the samples; manifests are written to `folder`."""
    for number, row in enumerate(rows()):
        if row["model_file"] not in MODELS:
            continue
        path = folder / f"{number}.toml"
        path.write_text(manifest_to_toml(manifest_of(row)), encoding="utf-8")
        yield judge(row, check(read_manifest(path), matrix))


def manifest_of(row: Mapping[str, str]) -> Manifest:
    """One library, one model file, a driver and a chip: all that the run consisted of."""
    library, label = row["runtime"].split(" ", 1)
    runtime = {"library": library, "version": label.partition("/")[0], "loaded": True}
    if label in _BUILDS:
        runtime["build"] = _BUILDS[label]
    return msgspec.convert(
        {
            "manifest": 1,
            "board": {"soc": "rv1106" if library == "librknnmrt" else _HARDWARE[row["hw_sent"]]},
            "driver": {"family": "rknpu", "version": row["driver_sent"]},
            "runtime": [runtime],
            "model": [{"path": str(MODELS[row["model_file"]])}],
        },
        Manifest,
    )


def judge(row: Mapping[str, str], resolution: Resolution) -> Score:
    """A refusal is incompatible, a model that was taken compatible.

    Two kinds of row leave more than one answer open. Of an encrypted model nothing can be read, so that it cannot be told is
    right as well. A file that was doctored and that a runtime happens to take may be called damaged.
    """
    refused = row["rc"].split()[-1] != "0"
    of_another_chip = row["runtime"].startswith("librknnmrt") and any(chip in row["model_file"] for chip in _OTHER_CHIPS)
    must: Must = "flag" if refused or of_another_chip else "pass"
    right = {"incompatible" if must == "flag" else "compatible"}
    if "forcrypt" in row["model_file"]:
        must, right = "pass", {"incompatible" if refused else "compatible", "undetermined"}
    elif row["model"].startswith("malformed/") and not refused:
        must, right = "pass", {"compatible", "undetermined", "incompatible"}
    name = f"{row['runtime']} < {row['model_file']}"
    return score(name, must, resolution, good=resolution.verdict in right)

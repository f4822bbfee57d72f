"""The facts of device trees and Python packages, as people write them."""

from collections.abc import Iterator

from ..model.artifact_package import PythonPackage
from ..model.artifact_tree import DeviceTreeFile
from ..model.manifest import Region


def say_tree(file: DeviceTreeFile) -> Iterator[tuple[str, str]]:
    """Each known fact: its label, and its value."""
    yield "board", file.model or ""
    yield "compatible", ", ".join(file.compatible)
    yield "changes", "another tree: an overlay" if file.is_overlay else ""
    if npu := file.tree.npu:
        iommu = {True: "IOMMU in use", False: "no IOMMU in use", None: None}[npu.iommu]
        yield "NPU", ", ".join(filter(None, (npu.node, npu.compatible, npu.status and f"status {npu.status}", iommu)))
    for region in file.sram:
        yield "SRAM", _region(region)
    if file.tree.npu and file.sram:
        yield "to the NPU", _region(file.tree.sram) if file.tree.sram else "none of it"
    for owned in file.tree.reserved_sram or ():
        yield "to others", f"{owned.owner}: {_region(owned)}"


def _region(region: Region) -> str:
    return f"[{region.start:#x}, {region.start + region.size:#x}), {region.size / 1024:g} KiB"


def say_package(file: PythonPackage) -> Iterator[tuple[str, str]]:
    """Each known fact: its label, and its value."""
    yield "package", f"{file.name} {file.version}" + (f" (commit {file.commit})" if file.commit else "")
    yield "component", file.component or ""
    yield "Python", ", ".join(file.python)
    yield "platforms", ", ".join(file.platforms)
    yield "state", "installed" if file.is_installed else "a wheel"

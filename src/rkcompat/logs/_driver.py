"""Why a driver is too low for its runtime: seven situations that look the same in a log, told apart by the facts around it."""

from collections.abc import Iterator

from ..model.diagnosis import Reason
from ..model.log import ReadLog
from ..model.manifest import Manifest, Runtime
from ..model.matrix import Matrix
from ..model.version import Version, parse_version


def why_too_low(manifest: Manifest, log: ReadLog, matrix: Matrix) -> tuple[Reason, ...]:
    """Every situation that the facts show, the one that decides first; what is not known is not claimed."""
    return tuple(_reasons(manifest, log, matrix))


def _reasons(manifest: Manifest, log: ReadLog, matrix: Matrix) -> Iterator[Reason]:
    driver = manifest.driver
    file = driver.module_file
    if manifest.container or any((copy.where or "").startswith("container") for copy in manifest.runtime):
        yield Reason(
            id="container-over-an-old-host",
            text="The program runs in a container, and the driver is the host's: a newer image of the container brings"
            " a newer library and no newer driver. Change the host's image, or take the library that belongs to"
            " its driver.",
        )
    if _is_refused(manifest, log):
        yield Reason(
            id="module-does-not-load",
            text="A rknpu.ko was built for another kernel or against other symbols: the kernel refuses it, and the old"
            " driver goes on. Build it with the running kernel's own source, or flash the image that carries it.",
        )
    elif driver.linkage == "builtin" or manifest.kernel.config.get("CONFIG_ROCKCHIP_RKNPU") == "y":
        yield Reason(
            id="driver-is-built-in",
            text="The driver is part of the kernel image: no rknpu.ko replaces it. Another driver means another"
            " kernel, and so another image.",
        )
    elif file is not None and file.version and driver.version and not _same(file.version, driver.version):
        yield Reason(
            id="module-was-copied",
            text=f"A rknpu.ko of {file.version} lies on the disk, and {driver.version} runs: the module was copied and"
            " never loaded. Unload the old one or boot again; where it does not load, dmesg says why.",
        )
    copy = _loaded(manifest)
    if copy is None or not copy.version:
        return
    others = [other for other in manifest.runtime if other is not copy and other.library == copy.library and other.version]
    if any(not _same(other.version or "", copy.version) for other in others):
        yield Reason(
            id="several-copies",
            text=f"Several copies of {copy.library} are there, and the loaded one is {copy.version}: another copy may"
            " be the one that belongs to this driver. Keep one, and see which is loaded: grep librk"
            " /proc/PID/maps.",
        )
    yield from _validated(manifest, copy, matrix)


def _is_refused(manifest: Manifest, log: ReadLog) -> bool:
    """Whether the kernel said that it refused a module, or one is there that it must refuse."""
    file, release = manifest.driver.module_file, manifest.kernel.release
    vermagic = (file.vermagic or "").split() if file else []
    other = bool(vermagic) and release is not None and vermagic[0] != release and "modversions" not in vermagic
    return other or any(hit.signature.id == "module-format-refused" for hit in log.hits)


def _validated(manifest: Manifest, copy: Runtime, matrix: Matrix) -> Iterator[Reason]:
    """What somebody ran with this driver: an older runtime, or none at all."""
    if manifest.driver.version is None:
        return
    component = "rkllm-runtime" if copy.library == "librkllmrt" else "runtime"
    soc = matrix.aliases.get((manifest.board.soc or "").lower())
    driver, loaded = parse_version(manifest.driver.version), parse_version(copy.version or "0")
    seen: list[Version] = [
        row.components[component]
        for row in matrix.sets
        if row.works
        and component in row.components
        and "driver" in row.components
        and _overlap(row.components["driver"], driver)
        and (soc is None or soc in row.socs)
    ]
    if any(_overlap(version, loaded) for version in seen):
        return
    older = [version for version in seen if version.high <= loaded.low]
    if older:
        newest = max(older, key=lambda version: version.low)
        yield Reason(
            id="runtime-upgraded-alone",
            text=f"Driver {driver} is known to run with {component} {newest}, and {loaded} is loaded: the library was"
            " upgraded and the rest was not. Go back to that library, or take an image with the driver that the"
            " new one asks for.",
        )
    else:
        yield Reason(
            id="image-never-validated",
            text=f"Nobody is known to have run {component} {loaded} with driver {driver}: this image was not made for"
            " this library. Take an image that is known to carry both.",
        )


def _loaded(manifest: Manifest) -> Runtime | None:
    """The copy that is loaded, the RKLLM one first: it is the one whose text says too low."""
    copies = [copy for copy in manifest.runtime if copy.loaded] or [copy for copy in manifest.runtime if copy.loaded is None]
    return min(copies, key=lambda copy: copy.library != "librkllmrt", default=None)


def _same(one: str, other: str) -> bool:
    return _overlap(parse_version(one), parse_version(other))


def _overlap(one: Version, other: Version) -> bool:
    return one.low < other.high and other.low < one.high

"""How a person carries a step out: what to see to first, the commands, and those that take it back. Nothing here is run."""

import re
from collections.abc import Callable
from shlex import quote

import msgspec

from ..model.manifest import Runtime
from ..model.matrix import Matrix
from ..model.resolution import Action, Change, Resolution, Step
from ._entry import entry_of
from ._origin import is_on_pypi
from ._root import say_replaced
from ._steps import CALLED, is_new, library_of, path_of, toolkits_of


class Procedure(msgspec.Struct, frozen=True):
    """One step as a person does it; words in capitals are to be filled in."""

    first: tuple[str, ...] = ()
    """What to keep and what must be so before, each in a sentence."""
    run: tuple[str, ...] = ()
    """Shell commands."""
    undo: tuple[str, ...] = ()
    """The commands that lead back to the state before."""


def procedure_of(step: Step, resolution: Resolution, matrix: Matrix) -> Procedure:
    """What to do for a step."""
    return _PROCEDURES[step.changes[0].action](step, resolution, matrix)


def _library(step: Step, resolution: Resolution, matrix: Matrix) -> Procedure:
    change, manifest = step.changes[0], resolution.manifest
    entry = entry_of(change.about, manifest)
    if isinstance(entry, Runtime) and (entry.where or "").startswith("container"):
        return Procedure(("build the container's image again with this file: what is copied into a container is lost with it",))
    new, path = library_of(change, manifest, matrix), path_of(change, manifest, matrix)
    if is_new(change):
        return Procedure(
            run=(
                f"sudo install -m 644 {new}.so {path}",
                "sudo ldconfig",
                "# start the programs again; of a tree to be flashed, the paths are below its top",
            ),
            undo=(f"sudo rm {path}", "sudo ldconfig"),
        )
    old = getattr(entry, "library", None) or new
    replaced = getattr(entry, "path", None) or f"PATH/{old}.so"
    keep = _kept(old, change, ".so")
    return Procedure(
        run=(
            f"cp -p {quote(replaced)} {quote(keep)}",
            f"sudo install -m 644 {quote(new)}.so {quote(path)}",
            *(("sudo ldconfig",) if path != replaced else ()),
            "# start the programs again; of a tree to be flashed, the paths are below its top",
        ),
        undo=(
            f"sudo install -m 644 {quote(keep)} {quote(replaced)}",
            *((f"sudo rm {quote(path)}", "sudo ldconfig") if path != replaced else ()),
        ),
    )


def _server(step: Step, resolution: Resolution, matrix: Matrix) -> Procedure:
    keep = quote(_kept("rknn_server", step.changes[0]))
    return Procedure(
        run=(
            f"cp -p /usr/bin/rknn_server {keep}",
            "sudo install -m 755 rknn_server /usr/bin/rknn_server",
            "# start rknn_server again; of a tree to be flashed, the paths are below its top",
        ),
        undo=(f"sudo install -m 755 {keep} /usr/bin/rknn_server",),
    )


def _kept(name: str, change: Change, ending: str = "") -> str:
    """What the old file is called where it is kept: not in a folder that the loader searches."""
    known = change.before if change.before and change.before.isprintable() and not set(change.before) & set("<>=!, ") else "old"
    return f"{name}-{known}{ending}"


def _wheel(step: Step, resolution: Resolution, matrix: Matrix) -> Procedure:
    change = step.changes[0]
    before = (_pip(change.component, change.before, matrix),) if change.before else ()
    return Procedure(run=(_pip(change.component, change.after, matrix),), undo=before)


def _model(step: Step, resolution: Resolution, matrix: Matrix) -> Procedure:
    """The script that converts is the user's own; the toolkit is what a release changes about it."""
    needed = toolkits_of(step, resolution)
    return Procedure(run=(*(_pip(toolkit, version, matrix) for toolkit, version in needed), "python3 CONVERT.py"))


def _pip(component: str, version: str, matrix: Matrix) -> str:
    name = CALLED[component]
    wheel = f"{name}=={version}" if is_on_pypi(component, version, matrix) else f"{name.replace('-', '_')}-{version}-WHEEL.whl"
    return f"python3 -m pip install {quote(wheel)}"


_OPTION = "CONFIG_ROCKCHIP_RKNPU"

_BETTER = (
    "better is a complete image, then a kernel and module rebuilt of the board's BSP; a module alone where all this holds:"
)

_ALONE = (
    "symbols: built against Module.symvers of this kernel; with CONFIG_MODVERSIONS every CRC is the same",
    f"configuration: built with the .config of this kernel and {_OPTION}=m",
    "signature: signed with a key of this kernel where it enforces signatures",
    "device tree: power domain, clocks and reserved memory of the NPU are those that the new driver asks for",
    "use: no process has the NPU open (fuser -v /dev/dri/renderD* /dev/rknpu)",
    "keep the image that runs now so that the board can be started from it",
)
"""What must hold for a module alone besides its vermagic: what the kernel asks when it loads one, and the driver of it."""


_FOLDER = re.compile(r"^((?:/usr)?/lib/modules/)[^/]+(?=/)")
"""Where the modules of one kernel release lie."""

_ELSEWHERE = (
    "place: {found} is not of the running kernel {release}, and the new module goes below that release's folder; "
    "where no rknpu.ko is there yet, there is none to keep, and the way back is to remove the new one"
)


def _of_the_running_kernel(path: str, release: str | None) -> str:
    """The same place below the folder of the running kernel, which is where it looks for its modules."""
    return _FOLDER.sub(lambda folder: folder[1] + release, path) if release else path


def _module(step: Step, resolution: Resolution, matrix: Matrix) -> Procedure:
    manifest = resolution.manifest
    release = manifest.kernel.release or "$(uname -r)"
    found = manifest.driver.module_file.path if manifest.driver.module_file else None
    path = _of_the_running_kernel(found, manifest.kernel.release) if found else None
    place = quote(path) if path else '"/lib/modules/$(uname -r)/kernel/drivers/rknpu/rknpu.ko"'
    change, file = step.changes[0], manifest.driver.module_file
    known = msgspec.structs.replace(change, before=file.version or change.before) if file else change
    keep = quote(_kept("rknpu", known, ".ko"))
    source = f"source: KERNEL/drivers/rknpu holds that of driver {change.after}, not that which the BSP brought"
    return Procedure(
        first=(
            _BETTER,
            *((source,) if change.after != change.before else ()),
            f"vermagic: modinfo -F vermagic rknpu.ko names {release} and the flags of the running kernel",
            *_ALONE,
            *((_ELSEWHERE.format(found=found, release=release),) if path != found else ()),
        ),
        run=(
            "make -C KERNEL M=drivers/rknpu modules",
            f"cp -p {place} {keep}",
            f"sudo install -m 644 KERNEL/drivers/rknpu/rknpu.ko {place}",
            "sudo depmod -a",
            "sudo modprobe -r rknpu && sudo modprobe rknpu",
        ),
        undo=(f"sudo install -m 644 {keep} {place}", "sudo depmod -a", "sudo modprobe -r rknpu && sudo modprobe rknpu"),
    )


_RAW = (
    "IMAGE.img is a raw image of the whole medium and the board is in maskrom or loader mode; "
    "a packed update.img is written with the maker's own tool"
)


def _image(step: Step, resolution: Resolution, matrix: Matrix) -> Procedure:
    manifest = resolution.manifest
    first = ["keep the image that runs now on a medium of its own, and start the board from it once", _RAW]
    if any(change.component == "driver" for change in step.changes):
        first.append("take a complete image of the board's maker, or else rebuild kernel and modules of its BSP")
        if manifest.driver.linkage != "module" or manifest.kernel.config.get(_OPTION) == "y":
            built_in = manifest.driver.linkage == "builtin" or manifest.kernel.config.get(_OPTION) == "y"
            known = "built into the kernel" if built_in else "not known to be a module"
            first.append(f"copy no rknpu.ko alone: the driver is {known}, and beside a built-in one the file has no effect")
    first.append(say_replaced(step, resolution, matrix))
    return Procedure(
        tuple(first),
        ("sudo rkdeveloptool db LOADER.bin", "sudo rkdeveloptool wl 0 IMAGE.img", "sudo rkdeveloptool rd"),
        ("sudo rkdeveloptool db LOADER.bin", "sudo rkdeveloptool wl 0 OLD.img", "sudo rkdeveloptool rd"),
    )


_PROCEDURES: dict[Action, Callable[[Step, Resolution, Matrix], Procedure]] = {
    "replace-library": _library,
    "install-wheel": _wheel,
    "replace-server": _server,
    "change-toolkit": _wheel,
    "convert-model": _model,
    "replace-module": _module,
    "change-image": _image,
}
"""Every act with how it is done."""

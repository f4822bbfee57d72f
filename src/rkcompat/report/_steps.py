"""What a person does to change a component, in words: the act, the way back, and whose it is."""

import posixpath
from collections.abc import Mapping

import msgspec

from ..model.manifest import Manifest
from ..model.matrix import Matrix
from ..model.platform import Platform
from ..model.resolution import Action, Change, Resolution, Step
from ._build import say_after, say_before
from ._entry import entry_of


class _Act(msgspec.Struct, frozen=True):
    start: str
    each: str
    """Said of each change that the act makes."""
    undo: str
    owner: str


_ACTS: dict[Action, _Act] = {
    "replace-library": _Act(
        "replace ", "{what}{before} by {new} {after}", "keep the file that is there now and copy it back", "image"
    ),
    "install-wheel": _Act(
        "install ", "{new} {after}{instead}", "install the version that is there now again", "Python environment"
    ),
    "replace-server": _Act(
        "replace ", "{what}{before} by {after}", "keep the program that is there now and copy it back", "image"
    ),
    "change-toolkit": _Act(
        "install ", "{new} {after}{instead}", "install the version that is there now again", "converting PC"
    ),
    "convert-model": _Act(
        "convert ", "{what} again{target} with toolkit {after}", "keep the model file that is there now", "converting PC"
    ),
    "replace-module": _Act(
        "build and install ",
        "rknpu.ko {after} for the running kernel{instead}",
        "keep the module that is there now, copy it back and run depmod",
        "image",
    ),
    "change-image": _Act(
        "flash an image that brings ",
        "{new} {after}",
        "keep a full copy of the image that runs now and flash it again",
        "image",
    ),
}
"""Every act with its words."""

_NEW_LIBRARY = _Act("put ", "{new} {after} in {folder}", "remove the file again", "image")
"""A library where there is none: nothing is replaced, and there is nothing to copy back."""

#: More images than these tire the reader; a change's own list has them all.
_IMAGES = 3

#: Who owns a library by where it lies; one that lies on the host came with the image.
_PLACES = ("container", "application")

CALLED = {
    "lite": "rknn-toolkit-lite2",
    "server": "rknn_server",
    "toolkit": "rknn-toolkit2",
    "rkllm-toolkit": "rkllm-toolkit",
    "runtime": "the runtime library",
    "rkllm-runtime": "librkllmrt",
    "kernel-config": "a kernel configuration with",
    "device-tree": "a device tree with",
}
"""What a component is called where it is installed."""


def say_step(step: Step, manifest: Manifest, matrix: Matrix) -> str:
    """The act: ``replace librknnrt (/usr/lib/librknnrt.so) 1.4.0 by librknnrt 2.3.2``."""
    act = _act_of(step.changes[0])
    text = act.start + " and ".join(_say_change(act.each, change, manifest, matrix) for change in step.changes)
    images = list(dict.fromkeys(image for change in step.changes for image in change.images))
    more = f", and {len(images) - _IMAGES} more" if len(images) > _IMAGES else ""
    return f"{text} ({'; '.join(images[:_IMAGES])}{more} {'carry' if len(images) > 1 else 'carries'} it)" if images else text


def say_undo(step: Step) -> str:
    """The way back, and what to keep for it."""
    return _act_of(step.changes[0]).undo


def _act_of(change: Change) -> _Act:
    return _NEW_LIBRARY if is_new(change) else _ACTS[change.action]


def is_new(change: Change) -> bool:
    """Whether it is a library that the manifest has no copy of."""
    return change.action == "replace-library" and "[" not in change.about


def folder_of(library: str, manifest: Manifest) -> str:
    """Where a library goes that was nowhere: where Rockchip's guide to rknn_server puts it."""
    if manifest.libc is not None and manifest.libc.family == "bionic":
        return "/vendor/lib" if manifest.libc.arch == ("armhf",) else "/vendor/lib64"
    return "/oem/usr/lib" if library == "librknnmrt" else "/usr/lib"


def owner_of(change: Change, manifest: Manifest, owners: Mapping[str, str] = {}) -> str:
    """Who must change a component: whom the configuration names, else what brings it."""
    where = getattr(entry_of(change.about, manifest), "where", None) or ""
    brings = next((place for place in _PLACES if where.startswith(place)), _ACTS[change.action].owner)
    return owners.get(change.component) or brings


def library_of(change: Change, manifest: Manifest, matrix: Matrix) -> str:
    """The library that a change of a runtime brings: that of the platform, else the one that is there now."""
    platform = _platform(manifest, matrix)
    if change.component == "runtime" and platform and platform.runtime_library:
        return platform.runtime_library
    return getattr(entry_of(change.about, manifest), "library", None) or CALLED.get(change.component, change.component)


def path_of(change: Change, manifest: Manifest, matrix: Matrix) -> str:
    """Where the library that a change brings goes: beside the present one; ``PATH`` where nobody saw that."""
    new = library_of(change, manifest, matrix)
    if is_new(change):
        return f"{folder_of(new, manifest)}/{new}.so"
    entry = entry_of(change.about, manifest)
    present: str = getattr(entry, "path", None) or f"PATH/{new}.so"
    is_same = (getattr(entry, "library", None) or new) == new
    return present if is_same else posixpath.join(posixpath.dirname(present), f"{new}.so")


def toolkits_of(step: Step, resolution: Resolution) -> tuple[tuple[str, str], ...]:
    """The toolkits that a conversion installs, with their versions: those that no other step of the plan installs."""
    installed = {
        (change.component, change.after)
        for one in resolution.plan
        for change in one.changes
        if change.action == "change-toolkit"
    }
    needed = ((change.component.replace("model", "toolkit"), change.after) for change in step.changes)
    return tuple(dict.fromkeys(toolkit for toolkit in needed if toolkit not in installed))


def _platform(manifest: Manifest, matrix: Matrix) -> Platform | None:
    return matrix.platforms.get(matrix.aliases.get((manifest.board.soc or "").lower(), ""))


def _say_change(each: str, change: Change, manifest: Manifest, matrix: Matrix) -> str:
    entry = entry_of(change.about, manifest)
    platform = _platform(manifest, matrix)
    old = getattr(entry, "library", None) or CALLED.get(change.component, change.component)
    if change.action == "convert-model":
        old = change.about
    place = getattr(entry, "path", None) or getattr(entry, "found_at", None)
    new = library_of(change, manifest, matrix)
    return each.format(
        what=f"{old} ({place})" if place else old,
        new=new,
        folder=folder_of(new, manifest),
        before=(f" {change.before}" if change.before else "") + say_before(change.builds),
        instead=f" in place of {change.before}" if change.before else "",
        after=change.after + say_after(change.builds),
        target=f" for {platform.id}" if platform else "",
    )

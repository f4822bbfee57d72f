"""What a file should be by its name and its folder, and whether it is."""

import re
from typing import Any, cast

import msgspec

from ..model.artifact_any import Artifact
from ..model.artifact_elf import Application, Linked, RuntimeLibrary
from ..model.words import LIBRARIES

_KINDS: tuple[tuple[re.Pattern[str], tuple[str, ...], str], ...] = (
    (
        re.compile(rf"(?:{'|'.join(LIBRARIES)})(?:_android)?\.so(?:\.[\d.]+)?"),
        ("runtime-library",),
        "a runtime library",
    ),
    (re.compile(r"rknn_server(?:_proxy)?"), ("rknn-server",), "the program rknn_server"),
    (re.compile(r".+\.ko(?:\.(?:xz|zst|gz))?"), ("kernel-module",), "a kernel module"),
    (re.compile(r"modules\.builtin\.modinfo"), ("builtin-modules",), "a list of built-in modules"),
    (re.compile(r"(?:z?Image|vmlinuz).*"), ("kernel-image",), "a kernel"),
    (re.compile(r"config\.gz|\.config|config-\d.*"), ("kernel-config",), "a kernel configuration"),
    (re.compile(r".+\.dtbo?"), ("device-tree",), "a device tree"),
    (re.compile(r".+\.dtsi?|.+\.dtso"), ("device-tree-source",), "device tree source"),
    (re.compile(r".+\.whl"), ("python-package",), "a Python wheel"),
    (re.compile(r".+\.(?:rknn|rkllm)"), ("rknn", "rkllm"), "a .rknn or .rkllm model"),
)
"""A file's name, what it then is, and that in words."""

_ARCH_OF_FOLDER = {
    "aarch64-linux-gnu": "aarch64",
    "arm64-v8a": "aarch64",
    "lib64": "aarch64",
    "aarch64": "aarch64",
    "arm-linux-gnueabihf": "armhf",
    "armeabi-v7a": "armhf",
    "armhf": "armhf",
    "armhf-uclibc": "armhf",
}
"""Folders that hold libraries of one machine."""

#: Rockchip's repositories have librknn_api.so as a link to the library of generation 2.
_ALIASES = {"librknn_api": ("librknnrt", "librknnmrt")}


_ANY = "a model, a library or program, a kernel, its module or configuration, a device tree, or a wheel"
"""What can be read, whatever it is called."""


def wanted_by_name(path: str) -> str:
    """A few words on what a file of this name should be."""
    name = re.split(r"[/\\]", path)[-1]
    return next((words for pattern, _, words in _KINDS if pattern.fullmatch(name)), _ANY)


def check_name(artifact: Artifact) -> Artifact:
    """The same, with a problem where it is not what its name or its folder says."""
    *folders, name = re.split(r"[/\\]", artifact.path)
    problem = artifact.problem or _problem(artifact, folders, name)
    return (
        artifact
        if problem == artifact.problem
        else cast("Artifact", msgspec.structs.replace(cast("Any", artifact), problem=problem))
    )


def _problem(artifact: Artifact, folders: list[str], name: str) -> str | None:
    for pattern, kinds, words in _KINDS:
        if pattern.fullmatch(name) and artifact.kind not in (*kinds, "unreadable"):
            return f"found {_words(artifact)}, needed {words} by its name"
    if isinstance(artifact, RuntimeLibrary) and (problem := _library_problem(artifact, name)):
        return problem
    if isinstance(artifact, Linked) and not isinstance(artifact, Application):
        for folder in reversed(folders):
            wanted = _ARCH_OF_FOLDER.get(folder)
            if wanted and wanted != artifact.arch:
                return f"found a library or program for {artifact.arch}, needed one for {wanted} by its folder {folder}"
    return None


def _library_problem(library: RuntimeLibrary, name: str) -> str | None:
    stated = name.partition(".so")[0].removesuffix("_android")
    if stated != library.library and stated in LIBRARIES and library.library not in _ALIASES.get(stated, ()):
        return f"found {library.library}, needed {stated} by its name"
    if library.generation == 2 and library.arch not in {"aarch64", "armhf"}:
        return f"found a {library.library} for {library.arch}, needed one for aarch64 or armhf, the machines with such an NPU"
    return None


def _words(artifact: Artifact) -> str:
    words = {kind: words for _, kinds, words in _KINDS for kind in kinds}
    if isinstance(artifact, Application):
        return "an ELF program or library with no version line in it"
    return words.get(artifact.kind, artifact.kind)

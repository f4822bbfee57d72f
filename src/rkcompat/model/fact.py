"""The facts that rules can read: their names, what they are about, and how a person finds each out."""

from typing import Final, Literal, NamedTuple

import msgspec

from .version import Version

Kind = Literal["version", "number", "word", "flag", "words"]
"""What the value of a fact is; `tests` in `rkcompat.model.rule` apply to some of these kinds only."""

Scope = Literal["board", "runtime", "model", "rkllm-runtime", "rkllm-model", "application", "container"]
"""What there can be several of: a fact of scope ``runtime`` is asked of each copy that judges."""


class NoData:
    """The value of a fact that the matrix, not the manifest, does not know."""

    def __repr__(self) -> str:
        return "NO_DATA"


NO_DATA: Final = NoData()


class Several(tuple["Scalar", ...]):
    """The values that remain possible, where a range such as ``1.6.x`` or an unnamed build leaves it open."""

    def __eq__(self, other: object) -> bool:
        """Equal values of one kind: what remains possible is not what lies around it."""
        return type(self) is type(other) and super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        """A tuple has its own."""
        return not self == other

    __hash__ = tuple.__hash__


class Between(Several):
    """The values of the two releases around one that no list holds: where they do not answer alike, nobody knows."""


class Partly(Several):
    """The values of some releases that a range may stand for; of the others the matrix does not know it."""


Scalar = str | int | bool | Version | tuple[str, ...]
Value = Scalar | Several | NoData | None
"""A fact's value; ``None`` is unknown."""


class Fact(NamedTuple):
    """One fact that rules can read."""

    kind: Kind
    scope: Scope
    subject: str
    """The word of the report's ``subjects``."""
    title: str
    """What it is, as a report says it."""
    how: str
    """A command that shows it, or where to look."""
    always_needed: bool = False
    """Whether no verdict is possible without it where a rule asks for it."""


_MAPPED = "/proc/PID/root$(grep -om1 '/[^ ]*librknn[^ ]*' /proc/PID/maps)"
_RUNTIME = f"strings -n 8 {_MAPPED} | grep 'librknn.* version'  (PID of the program that uses the NPU)"
_LITE = "python3 -m pip show rknn-toolkit-lite2"
_DT = "/proc/device-tree"

FACTS: dict[str, Fact] = {
    "soc": Fact("word", "board", "soc", "SoC", "tr '\\0' '\\n' < /proc/device-tree/compatible", True),
    "generation": Fact(
        "number", "board", "soc", "NPU generation of the SoC", "tr '\\0' '\\n' < /proc/device-tree/compatible", True
    ),
    "kernel.release": Fact("version", "board", "kernel", "kernel release", "uname -r"),
    "driver.family": Fact(
        "word", "board", "driver", "driver family", "ls /sys/bus/platform/drivers /dev/dri /dev/rknpu /dev/accel", True
    ),
    "driver.version": Fact("version", "board", "driver", "driver version", "cat /sys/kernel/debug/rknpu/version", True),
    "driver.linkage": Fact("word", "board", "driver", "driver linkage", "zcat /proc/config.gz | grep CONFIG_ROCKCHIP_RKNPU="),
    "driver.nodes": Fact("words", "board", "driver", "kinds of device node", "ls -l /dev/dri /dev/rknpu"),
    "driver.module-version": Fact("version", "board", "driver", "version of the rknpu.ko on the disk", "modinfo rknpu"),
    "driver.module-vermagic": Fact(
        "word", "board", "driver", "vermagic of the rknpu.ko on the disk", "modinfo -F vermagic rknpu"
    ),
    "driver.module-release": Fact(
        "word", "board", "driver", "kernel release that the rknpu.ko on the disk was built for", "modinfo -F vermagic rknpu"
    ),
    "driver.module-flags-unlike": Fact(
        "words",
        "board",
        "driver",
        "flags of the vermagic that rknpu.ko and the kernel's configuration do not have alike",
        "modinfo -F vermagic rknpu; zcat /proc/config.gz | grep -E 'CONFIG_(SMP|PREEMPT|PREEMPT_BUILD|MODULE_UNLOAD|MODVERSIONS)='",
    ),
    "driver.module-signed": Fact("flag", "board", "driver", "signature of the rknpu.ko on the disk", "modinfo -F signer rknpu"),
    "device-tree.npu-status": Fact("word", "board", "device-tree", "status of the NPU node", f"cat {_DT}/npu@*/status"),
    "device-tree.npu-iommu": Fact(
        "flag", "board", "device-tree", "IOMMU of the NPU", f"ls {_DT}/npu@*/iommus; cat {_DT}/iommu@*/status"
    ),
    "device-tree.sram": Fact("flag", "board", "device-tree", "SRAM region of the NPU", f"ls {_DT}/npu@*/rockchip,sram"),
    "device-tree.sram-aligned": Fact(
        "flag", "board", "device-tree", "4 KiB alignment of the SRAM region", f"xxd {_DT}/sram@*/rknpu-sram@*/reg"
    ),
    "device-tree.sram-bytes": Fact(
        "number", "board", "device-tree", "size of the NPU's SRAM region", f"xxd {_DT}/sram@*/rknpu-sram@*/reg"
    ),
    "device-tree.sram-overlaps": Fact(
        "words", "board", "device-tree", "owners of SRAM regions that overlap the NPU's", f"xxd {_DT}/sram@*/*/reg"
    ),
    "toolkit.version": Fact("version", "board", "toolkit", "RKNN-Toolkit2 version", "python3 -m pip show rknn-toolkit2"),
    "toolkit.python": Fact("word", "board", "toolkit", "Python of RKNN-Toolkit2", "python3 --version"),
    "rkllm-toolkit.version": Fact(
        "version", "board", "rkllm-toolkit", "RKLLM-Toolkit version", "python3 -m pip show rkllm-toolkit"
    ),
    "rkllm-toolkit.python": Fact("word", "board", "rkllm-toolkit", "Python of RKLLM-Toolkit", "python3 --version"),
    "lite.version": Fact("version", "board", "lite", "RKNN-Toolkit-Lite2 version", _LITE),
    "lite.python": Fact("word", "board", "lite", "Python of RKNN-Toolkit-Lite2", "python3 --version"),
    "server.version": Fact(
        "version", "board", "server", "rknn_server version", "strings /usr/bin/rknn_server | grep 'rknn_server version'"
    ),
    "libc.family": Fact("word", "board", "libc", "C library", "ldd --version"),
    "libc.version": Fact("version", "board", "libc", "C library version", "ldd --version"),
    "libc.arch": Fact("words", "board", "libc", "processors that the system has a loader for", "ls /lib/ld-* /lib/*/ld-*"),
    "features": Fact("words", "board", "feature", "features in use", "write them under [use] features"),
    "board-debugging": Fact("flag", "board", "server", "debugging from a PC", "write it under [use] board_debugging"),
    "cores-used": Fact("number", "board", "soc", "NPU cores in the core mask", "write it under [use] core_mask"),
    "runtime.library": Fact(
        "word", "runtime", "runtime", "runtime library", "cat /proc/PID/maps | grep -E 'librknn|librkllm'", True
    ),
    "runtime.version": Fact("version", "runtime", "runtime", "runtime version", _RUNTIME, True),
    "runtime.present": Fact(
        "flag", "runtime", "runtime", "a runtime library on the board", "find / -name 'librknn*rt.so' 2>/dev/null", True
    ),
    "runtime.build": Fact("word", "runtime", "runtime", "runtime build", _RUNTIME),
    "runtime.arch": Fact("word", "runtime", "runtime", "architecture of the runtime", "file /usr/lib/librknnrt.so"),
    "runtime.libc-family": Fact(
        "word", "runtime", "runtime", "C library that the runtime needs", "readelf -d /usr/lib/librknnrt.so"
    ),
    "runtime.libc-version": Fact(
        "version", "runtime", "runtime", "C library version that the runtime needs", "readelf -V /usr/lib/librknnrt.so"
    ),
    "rkllm-runtime.present": Fact(
        "flag",
        "rkllm-runtime",
        "rkllm-runtime",
        "an RKLLM runtime library on the board",
        "find / -name 'librkllmrt.so' 2>/dev/null",
        True,
    ),
    "rkllm-runtime.version": Fact(
        "version",
        "rkllm-runtime",
        "rkllm-runtime",
        "RKLLM runtime version",
        "the line 'rkllm-runtime version' of the program's log",
        True,
    ),
    "runtime.loaded": Fact(
        "flag",
        "runtime",
        "runtime",
        "which copy is loaded",
        "grep -E 'librk(nn|llm)' /proc/PID/maps  (PID of the program that uses the NPU)",
        True,
    ),
    "model.damage": Fact("words", "model", "model", "damage of the model file", "rkcompat inspect FILE"),
    "model.disagreements": Fact(
        "words", "model", "model", "differences between the model file and the manifest", "rkcompat inspect FILE"
    ),
    "model.schema": Fact("number", "model", "model", "format of the model", "rkcompat inspect FILE", True),
    "model.header": Fact("word", "model", "model", "header number of the model file", "rkcompat inspect FILE"),
    "model.target-platform": Fact("words", "model", "model", "target platform of the model", "rkcompat inspect FILE", True),
    "model.npu": Fact("word", "model", "model", "NPU type of the model", "rkcompat inspect FILE"),
    "model.layout": Fact("word", "model", "model", "layout of the model file", "rkcompat inspect FILE"),
    "model.toolkit": Fact("version", "model", "model", "toolkit that made the model", "rkcompat inspect FILE"),
    "model.compiler": Fact("version", "model", "model", "compiler that made the model", "rkcompat inspect FILE"),
    "model.encrypted": Fact("flag", "model", "model", "encryption of the model", "rkcompat inspect FILE"),
    "model.dynamic-shape": Fact("flag", "model", "model", "dynamic shapes of the model", "rkcompat inspect FILE"),
    "model.custom-operators": Fact("words", "model", "model", "custom operators of the model", "rkcompat inspect FILE"),
    "model.opset": Fact("number", "model", "model", "ONNX opset of the model", "the conversion log"),
    "model.quantized": Fact("flag", "model", "model", "quantisation of the model", "rkcompat inspect FILE"),
    "rkllm-model.toolkit": Fact(
        "version", "rkllm-model", "rkllm-model", "RKLLM-Toolkit that made the model", "tail -c 64 FILE.rkllm | strings", True
    ),
    "rkllm-model.target-platform": Fact(
        "words",
        "rkllm-model",
        "rkllm-model",
        "target platform of the RKLLM model",
        "the line 'rkllm-toolkit version' of the program's log",
    ),
    "application.headers": Fact(
        "version",
        "application",
        "application",
        "release of rknn_api.h that the application was built with",
        "the application's build",
    ),
    "application.rkllm-headers": Fact(
        "version",
        "application",
        "application",
        "release of rkllm.h that the application was built with",
        "the application's build",
    ),
    "application.libc-family": Fact(
        "word", "application", "application", "C library that the application needs", "readelf -d PROGRAM"
    ),
    "application.libc-version": Fact(
        "version", "application", "application", "C library version that the application needs", "readelf -V PROGRAM"
    ),
    "application.missing": Fact(
        "words",
        "application",
        "application",
        "functions that the application calls and its runtime lacks",
        "nm -D --undefined-only PROGRAM, nm -D --defined-only /usr/lib/librknnrt.so",
    ),
    "application.node-access": Fact(
        "flag",
        "application",
        "application",
        "permission of the application's user on the NPU's device node",
        "id USER; ls -l /dev/dri /dev/rknpu",
    ),
    "container.kind": Fact("word", "container", "container", "kind of container", "cat /proc/1/cgroup; ls /.dockerenv"),
    "container.device-tree-visible": Fact(
        "flag",
        "container",
        "container",
        "device tree inside the container",
        "ls /proc/device-tree/compatible (inside the container)",
    ),
    "container.npu-node": Fact(
        "flag",
        "container",
        "container",
        "NPU device node inside the container",
        "ls -l /dev/dri /dev/rknpu (inside the container)",
    ),
}
"""Every fact that a rule may name, beside ``kernel-config.CONFIG_…`` and the attributes of releases and platforms."""

DERIVED_FROM = {
    "generation": "soc",
    "model.compiler": "model.toolkit",
    "model.npu": "model.target-platform",
}
"""A fact that follows from another where the manifest does not state it, and what would settle it."""

KERNEL_CONFIG = "kernel-config."
"""What the name of a kernel option as a fact begins with; its value is a word, ``y``, ``m``, ``n`` or as it stands."""


_KEYS = {
    "soc": "board.soc",
    "generation": "board.soc",
    "features": "use.features",
    "board-debugging": "use.board_debugging",
    "cores-used": "use.core_mask",
    "driver.module-version": "driver.module_file.version",
    "driver.module-vermagic": "driver.module_file.vermagic",
    "driver.module-release": "driver.module_file.vermagic",
    "driver.module-flags-unlike": "driver.module_file.vermagic",
    "driver.module-signed": "driver.module_file.signed",
    "device-tree.npu-status": "device_tree.npu.status",
    "device-tree.npu-iommu": "device_tree.npu.iommu",
    "device-tree.sram": "device_tree.sram",
    "device-tree.sram-aligned": "device_tree.sram",
    "device-tree.sram-bytes": "device_tree.sram.size",
    "device-tree.sram-overlaps": "device_tree.reserved_sram",
    "model.schema": "format",
    "model.header": "format",
    "model.damage": "path",
    "model.disagreements": "path",
    "model.custom-operators": "path",
    "container.npu-node": "devices",
    "application.libc-family": "needs_libc.family",
    "application.libc-version": "needs_libc.version",
    "application.node-access": "user",
    "runtime.libc-family": "needs_libc.family",
    "runtime.libc-version": "needs_libc.version",
}


def manifest_key(fact: str, about: str) -> str:
    """The key of the manifest that states a fact: ``runtime.highest-schema`` of ``runtime[1]`` is ``runtime[1].version``."""
    owner, _, rest = fact.partition(".")
    if fact.startswith(KERNEL_CONFIG):
        return f"kernel.config.{rest}"
    if owner == "platform":
        return "board.soc"
    if fact.endswith(".present"):
        return "absent"
    key = _KEYS.get(fact)
    if key is None:
        key = rest if fact in FACTS else "toolkit" if owner in ("model", "rkllm-model") else "version"
        key = key.replace("-", "_")
        if about == "board":
            key = f"{owner.replace('-', '_')}.{key}"
    return key if about == "board" else f"{about}.{key}"


def is_stated(name: str) -> bool:
    """Whether it is a fact that a manifest can state, and no attribute of a release or a platform."""
    return name in FACTS or name.startswith(KERNEL_CONFIG)


def fact_of(name: str) -> Fact:
    """A fact that a manifest can state, ``kernel-config.CONFIG_…`` among them."""
    if name in FACTS:
        return FACTS[name]
    option = name.removeprefix(KERNEL_CONFIG)
    return Fact("word", "board", "kernel-config", option, f"zcat /proc/config.gz | grep -w {option}")


class Attribute(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A fact that follows from a release: which number it takes, since when it has something."""

    kind: Kind
    title: str
    by: Literal["npu", "soc"] | None = None
    """Whether the value differs by NPU type or SoC; the key ``*`` stands for all others."""
    carry: bool = False
    """Whether a later release of which nothing is known is taken to be as the last known one, marked as inferred, when a set is searched."""


RELEASE_OF: dict[str, tuple[str, str]] = {
    "toolkit": ("toolkit", "toolkit.version"),
    "rkllm-toolkit": ("rkllm-toolkit", "rkllm-toolkit.version"),
    "lite": ("lite", "lite.version"),
    "server": ("server", "server.version"),
    "driver": ("driver", "driver.version"),
    "runtime": ("runtime", "runtime.version"),
    "rkllm-runtime": ("rkllm-runtime", "rkllm-runtime.version"),
    "model": ("toolkit", "model.toolkit"),
    "rkllm-model": ("rkllm-toolkit", "rkllm-model.toolkit"),
    "application": ("rkllm-runtime", "application.rkllm-headers"),
}
"""Whose attributes a rule may name, with the component whose release has them and the fact that names the release.

A model has those of the toolkit that made it, an application those of the headers that it was built with.
"""

SUBJECT_OF: dict[str, tuple[Scope, str]] = {
    "platform": ("board", "soc"),
    "toolkit": ("board", "toolkit"),
    "rkllm-toolkit": ("board", "rkllm-toolkit"),
    "lite": ("board", "lite"),
    "server": ("board", "server"),
    "driver": ("board", "driver"),
    "runtime": ("runtime", "runtime"),
    "rkllm-runtime": ("rkllm-runtime", "rkllm-runtime"),
    "application": ("application", "application"),
    "model": ("model", "model"),
    "rkllm-model": ("rkllm-model", "rkllm-model"),
}
"""Scope and subject of whose attributes a rule may name: ``runtime.highest-schema``, ``platform.cores``."""

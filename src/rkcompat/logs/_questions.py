"""What to look at in each layer, and what to try, where versions do not explain a failure."""

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from ..model.diagnosis import Answer, Question
from ..model.manifest import Manifest
from ..model.words import Layer

CHECKS: Final[Mapping[Layer, tuple[str, ...]]] = {
    "conversion": (
        "the first line of the conversion log that begins with E; all after it follows from it",
        "the opset of the ONNX file and each operator in it against the operator list of the toolkit's release",
        "target_platform against the chip: rkcompat matrix list platforms",
    ),
    "loading": (
        "rkcompat inspect FILE: is it a whole model, of which format, for which chip",
        "grep -E 'librknn|librkllm' /proc/PID/maps: which copy of the library is loaded",
        "sha256sum of the file on the board and where it came from",
    ),
    "runtime-initialization": (
        "ls -l /dev/dri /dev/rknpu; id: is there a node of the NPU, and may this user open it",
        "dmesg | grep -i -e rknpu -e iommu: did the driver start, with an IOMMU or without",
        "grep -i cma /proc/meminfo: free contiguous memory against the model's size",
    ),
    "execution": (
        "dmesg at that moment: job timeout, IOMMU fault, soft reset",
        "tensor attributes that the program sets against those that rknn_query gives: type, layout, size",
        "the official example with its own model on the same board",
        "clock, supply and temperature of the NPU while it runs",
    ),
    "performance": (
        "cat /sys/class/devfreq/*npu*/cur_freq and its governor while the model runs",
        "cat /sys/class/thermal/thermal_zone*/temp: does it throttle",
        "times of loading, preprocessing, inference and postprocessing apart, not inference alone",
    ),
}
"""Each layer with what belongs to it, the quickest first."""

CHECKS_OF_CAUSE: Final[Mapping[str, tuple[str, ...]]] = {
    "memory": (
        "grep -i cma /proc/meminfo: free contiguous memory against the size that was refused",
        "dmesg | grep -i -e iommu -e rknpu: IOMMU mode, page faults",
        "ulimit -n, and how many contexts the program holds open",
    ),
    "op-unsupported": (
        "each operator of the network against the operator list of the runtime's release",
        "the opset of the ONNX file: 12 to 19 from toolkit 1.6.0 on",
        "whether the operator was meant to be a custom one, registered before the first run",
    ),
    "connection": (
        "adb kill-server; adb devices: is the board there and authorized",
        "one adb on the PC only; another cable or port",
    ),
    "server-mismatch": (
        "ps | grep rknn_server on the board, and its own lines when it is started by hand",
        "strings rknn_server | grep build: its release against the toolkit's",
    ),
}
"""Where a cause says more than its layer does."""


class _Try(msgspec.Struct, frozen=True):
    """A question, and when it separates causes."""

    question: Question
    layers: tuple[Layer, ...] = ()
    causes: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()


_TRIES: Final = (
    _Try(
        Question(
            id="runs-on-the-host",
            text="Does the same program run on the host, outside the container?",
            yes="The container is at fault: its device node, its device tree, or the copy of the library in it.",
            no="The container plays no part: the host's driver, runtime or model is at fault.",
        ),
        causes=("container",),
        subjects=("container",),
    ),
    _Try(
        Question(
            id="runs-as-root",
            text="Does the same program run as root?",
            yes="The user may not open the NPU's node: add the user to the node's group, mostly render.",
            no="It is no matter of permission: the driver is not there, not bound, or another one.",
        ),
        causes=("kernel-module",),
    ),
    _Try(
        Question(
            id="c-example-runs",
            text="Does the C example run where Python does not?",
            yes="Runtime, driver and model are in order: RKNN-Toolkit-Lite2 or its call is at fault.",
            no="Python plays no part: runtime, driver or model is at fault.",
        ),
        causes=("toolkit-bug",),
        subjects=("lite",),
    ),
    _Try(
        Question(
            id="official-example-runs",
            text="Does the official example of the runtime's release run on this board, with its own model?",
            yes="The stack of this board is in order: the model or the program is at fault.",
            no="The model and the program play no part: driver, runtime or image is at fault.",
        ),
        layers=("loading", "runtime-initialization", "execution"),
    ),
    _Try(
        Question(
            id="runs-after-boot",
            text="Does it run right after a boot, before anything else used the NPU?",
            yes="Something fills up or is not given back: memory, file descriptors, contexts.",
            no="It never fits: size of the model against CMA, reserved memory and IOMMU.",
        ),
        causes=("memory",),
    ),
    _Try(
        Question(
            id="runs-on-one-core",
            text="Does it run with one core only (RKNN_NPU_CORE_0)?",
            yes="The use of several cores is at fault: supply, clock, or a known-bad driver.",
            no="The number of cores plays no part.",
        ),
        layers=("execution",),
    ),
)


def ask(
    layer: Layer, cause: str, subjects: Iterable[str], manifest: Manifest, answers: Mapping[str, Answer]
) -> tuple[Question, ...]:
    """The questions that separate what is open, each with its answer where there is one."""
    named = set(subjects) | ({"container"} if manifest.container else set()) | ({"lite"} if manifest.lite else set())
    return tuple(
        msgspec.structs.replace(one.question, answer=answers.get(one.question.id))
        for one in _TRIES
        if layer in one.layers or cause in one.causes or named & set(one.subjects)
    )


def question_ids() -> tuple[str, ...]:
    """The names that ``--answer`` knows."""
    return tuple(one.question.id for one in _TRIES)


def checks_for(layer: Layer, cause: str) -> tuple[str, ...]:
    """What to look at, of the cause where that says more."""
    return CHECKS_OF_CAUSE.get(cause) or CHECKS[layer]

"""The report to hand to a vendor, in Markdown: named fields only, nothing of a person or a network."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

import msgspec

from ..model.diagnosis import Answer
from ..model.log import Hit
from ..model.manifest import Manifest, Model, Runtime
from ..model.matrix import Matrix
from ..model.resolution import Resolution
from ._redact import redact
from ._text_safe import printable

_LINES = 60
"""Lines of the log that are handed over: those that say something, not all."""

_LONGEST = 300


class Field(msgspec.Struct, frozen=True):
    """One thing that is asked for."""

    label: str
    read: Callable[[Manifest], str]
    """What the manifest says; empty where it does not."""
    how: str
    """The command that gets it."""


def _say(*parts: object) -> str:
    return " ".join(str(part) for part in parts if part not in (None, ""))


def _copy(copy: Runtime) -> str:
    loaded = None if copy.loaded is None else "loaded" if copy.loaded else "not loaded"
    where = None if copy.where is None else copy.where.partition(":")[0]
    return _say(copy.library, copy.version, copy.build and f"({copy.build})", copy.path, copy.arch, where, loaded)


def _model(model: Model) -> str:
    name = (model.path or model.found_at or "").rpartition("/")[2]
    return _say(
        name,
        model.kind,
        None if model.format is None else f"format {model.format}",
        model.toolkit and f"toolkit {model.toolkit}",
        model.compiler and f"compiler {model.compiler}",
        model.encrypted and "encrypted",
        model.dynamic_shape and "dynamic shapes",
    )


def _nodes(manifest: Manifest) -> str:
    return ", ".join(manifest.driver.nodes or ())


def _of_models(manifest: Manifest, read: Callable[[Model], object]) -> str:
    return "; ".join(dict.fromkeys(str(value) for model in manifest.model if (value := read(model)) not in (None, "", ())))


def _quantized(manifest: Manifest) -> str:
    return _of_models(manifest, lambda one: None if one.quantized is None else "yes" if one.quantized else "no")


FIELDS: Final = (
    Field("SoC", lambda m: _say(m.board.soc), "tr '\\0' '\\n' < /proc/device-tree/compatible"),
    Field("board", lambda m: _say(m.board.name), "cat /proc/device-tree/model"),
    Field("image", lambda m: _say(m.image.id, m.image.version) if m.image else "", "cat /etc/os-release"),
    Field("kernel", lambda m: _say(m.kernel.release), "uname -r"),
    Field(
        "driver",
        lambda m: _say(m.driver.family, m.driver.version, m.driver.date, m.driver.linkage),
        "cat /sys/kernel/debug/rknpu/version",
    ),
    Field("device nodes", _nodes, "ls -l /dev/dri /dev/rknpu"),
    Field("toolkit", lambda m: _say(m.toolkit.version) if m.toolkit else "", "python3 -m pip show rknn-toolkit2"),
    Field("Lite2", lambda m: _say(m.lite.version) if m.lite else "", "python3 -m pip show rknn-toolkit-lite2"),
    Field(
        "runtime", lambda m: "; ".join(map(_copy, m.runtime)), "strings -n 8 /usr/lib/librknnrt.so | grep 'librknnrt version'"
    ),
    Field(
        "loaded copy",
        lambda m: "; ".join(_copy(copy) for copy in m.runtime if copy.loaded),
        "grep -E 'librknn|librkllm' /proc/PID/maps",
    ),
    Field(
        "rknn_server",
        lambda m: _say(m.server.version, m.server.build) if m.server else "",
        "strings /usr/bin/rknn_server | grep build",
    ),
    Field("C library", lambda m: _say(m.libc.family, m.libc.version) if m.libc else "", "ldd --version"),
    Field(
        "container", lambda m: ", ".join(_say(one.kind or "yes") for one in m.container), "ls /.dockerenv; cat /proc/1/cgroup"
    ),
    Field("model", lambda m: "; ".join(filter(None, map(_model, m.model))), "rkcompat inspect FILE"),
    Field(
        "target platform", lambda m: _of_models(m, lambda one: ", ".join(one.target_platform or ())), "rkcompat inspect FILE"
    ),
    Field("ONNX opset", lambda m: _of_models(m, lambda one: one.opset), "the conversion log"),
    Field("quantized", _quantized, "the conversion script"),
    Field("features", lambda m: ", ".join(m.use.features), "write them under [use] features"),
)
"""What a vendor asks for, in the order in which it asks."""

_ABSENT = {"rknn_server": "server", "container": "container", "Lite2": "lite", "toolkit": "toolkit"}
"""Fields that a manifest can call absent."""


def issue_form(resolution: Resolution, matrix: Matrix, hits: Iterable[Hit], *, example_runs: Answer | None) -> str:
    """The complete report; what is still missing is listed with the command that gets it."""
    return "\n".join(_lines(resolution, matrix, tuple(hits), example_runs)) + "\n"


def _lines(resolution: Resolution, matrix: Matrix, hits: tuple[Hit, ...], example_runs: Answer | None) -> Iterator[str]:
    manifest = resolution.manifest
    values = {field.label: field.read(manifest) or _absent(field, manifest) for field in FIELDS}
    yield "## What fails"
    yield ""
    yield "<!-- one sentence: what was done, what was expected, what came instead; where the model comes from -->"
    yield ""
    yield "## The stack"
    yield ""
    yield "| | |"
    yield "|---|---|"
    for field in FIELDS:
        if values[field.label]:
            yield f"| {field.label} | {_cell(values[field.label])} |"
    yield f"| official example runs | {example_runs or 'not tried'} |"
    yield from _log(hits)
    yield ""
    yield "## What rkcompat says"
    yield ""
    yield f"{resolution.verdict}: {_cell(resolution.reason)} (matrix of {matrix.edition}, {matrix.sha256[:12]})"
    yield ""
    violated = {finding.rule.id: finding.rule for finding in resolution.findings if finding.verdict == "violated"}
    for name, rule in sorted(violated.items(), key=lambda item: (item[1].severity != "error", item[0])):
        yield f"- {rule.severity} `{name}`: {_cell(rule.title)}"
    missing = [field for field in FIELDS if not values[field.label]]
    if missing or example_runs is None or not hits:
        yield ""
        yield "## Still missing"
        yield ""
    for field in missing:
        yield f"- {field.label}: `{field.how}`"
    if not hits:
        yield "- log: run the program with `RKNN_LOG_LEVEL=3` and add its output with `--log FILE`"
    if example_runs is None:
        yield "- official example: run the runtime's `rknn_mobilenet_demo`, then `--answer official-example-runs=yes`"


def _log(hits: tuple[Hit, ...]) -> Iterator[str]:
    """The lines that say something, in a fence that none of them can close."""
    if not hits:
        return
    yield ""
    yield "## The log"
    yield ""
    yield "````text"
    for hit in hits[:_LINES]:
        times = f"  ({hit.count} times)" if hit.count > 1 else ""
        yield printable(redact(hit.text[:_LONGEST])).replace("````", "```") + times
    if len(hits) > _LINES:
        yield f"({len(hits) - _LINES} more)"
    yield "````"


def _absent(field: Field, manifest: Manifest) -> str:
    return "none" if _ABSENT.get(field.label) in manifest.absent else ""


def _cell(text: str) -> str:
    """Text that stays in its cell."""
    shown = printable(redact(text[:_LONGEST]))
    for sign in "\\`*_|<>[]&":
        shown = shown.replace(sign, f"\\{sign}")
    return shown

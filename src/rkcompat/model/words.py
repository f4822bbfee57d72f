"""The closed word lists of the field: components, verdicts, severities, layers, bases."""

from typing import Literal

Component = Literal[
    "toolkit",
    "model",
    "lite",
    "runtime",
    "server",
    "driver",
    "kernel",
    "image",
    "rkllm-toolkit",
    "rkllm-model",
    "rkllm-runtime",
]
"""A node of the stack that has a version of its own."""

Verdict = Literal["satisfied", "violated", "undetermined", "not-applicable", "waived"]
"""What one rule says of one manifest."""

Compatibility = Literal["compatible", "incompatible", "undetermined"]
"""What all rules together say of one manifest."""

Severity = Literal["info", "warning", "error"]
"""How bad a violated rule is: ``error`` will not work, ``warning`` is advised against, ``info`` is worth knowing."""

Layer = Literal["conversion", "loading", "runtime-initialization", "execution", "performance"]
"""The five layers of troubleshooting, in the order in which a deployment meets them."""

Basis = Literal[
    "measured",
    "vendor-source",
    "vendor-document",
    "maintainer",
    "board-log",
    "third-party-document",
    "field-report",
    "inferred",
]
"""How a fact is known, strongest first."""

Library = Literal["librknnrt", "librknnmrt", "librkllmrt", "librknn_api", "librknn_runtime"]
"""The runtime libraries; the last two are of generation 1."""

CLibrary = Literal["glibc", "musl", "uclibc", "bionic"]
"""The families of C libraries: what is built for one does not start on another."""

ReportFormat = Literal["text", "json", "markdown", "html", "sarif", "junit", "github", "summary", "gitlab", "cyclonedx"]
"""The report formats, by the names that a user gives; a test holds them against `rkcompat.report.FORMATS`."""

COMPONENTS: tuple[Component, ...] = Component.__args__  # type: ignore[attr-defined]
SEVERITIES: tuple[Severity, ...] = Severity.__args__  # type: ignore[attr-defined]
LAYERS: tuple[Layer, ...] = Layer.__args__  # type: ignore[attr-defined]
LIBRARIES: tuple[Library, ...] = Library.__args__  # type: ignore[attr-defined]
BASES: tuple[Basis, ...] = Basis.__args__  # type: ignore[attr-defined]

ERROR_BASES: frozenset[Basis] = frozenset(BASES[: BASES.index("board-log") + 1])
"""The bases that can carry an ``error`` alone; weaker ones need several independent field reports."""

"""CycloneDX 1.6: the deployed stack as a bill of materials, through cyclonedx-python-lib."""

from typing import TYPE_CHECKING, Any

import msgspec

from ..errors import Problem, UsageError
from ._format import Format, Look
from ._issue import reports_of
from ._json_text import encode
from ._shape import Document, ReportShape
from ._stack import Kind, Mark, Part, Stack, stack_of
from ._text_safe import printable
from ._view import say_board

if TYPE_CHECKING:
    from cyclonedx.model.component import Component

_TYPES: dict[Kind, str] = {
    "toolkit": "application",
    "rkllm_toolkit": "application",
    "model": "machine-learning-model",
    "application": "application",
    "container": "container",
    "lite": "library",
    "server": "application",
    "runtime": "library",
    "libc": "library",
    "driver": "device-driver",
    "kernel": "operating-system",
    "image": "firmware",
    "board": "device",
}
"""What CycloneDX calls each part; the image is what is flashed as a whole."""

_WHEELS: dict[Kind, str] = {"toolkit": "rknn-toolkit2", "rkllm_toolkit": "rkllm-toolkit", "lite": "rknn-toolkit-lite2"}
"""What is installed from a package index, by its name there."""

#: Characters of a version, as the standard has it from 1.6 on.
_LONGEST_VERSION = 1024


def _write(document: Document, look: Look) -> str:
    try:
        from cyclonedx.model import Property
        from cyclonedx.model.bom import Bom, BomMetaData
        from cyclonedx.model.component import Component, ComponentType
        from cyclonedx.model.tool import ToolRepository
        from cyclonedx.output.json import JsonV1Dot6
    except ImportError:
        hint = "pip install 'rkcompat[cyclonedx]'"
        raise UsageError(
            Problem("cyclonedx", None, "this format needs cyclonedx-python-lib, which is not there", hint)
        ) from None
    reports = [report for report in reports_of(document) if isinstance(report, ReportShape)]
    several = len(reports) > 1
    tool = Component(name=document.tool.name, version=document.tool.version, type=ComponentType.APPLICATION, bom_ref="rkcompat")
    bom = Bom(
        metadata=BomMetaData(
            tools=ToolRepository(components=[tool]),
            component=_device(reports[0], "device") if len(reports) == 1 else None,
            properties=[Property(name="rkcompat:verdict", value=document.verdict)],
        )
    )
    for place, report in enumerate(reports):
        prefix = f"{place}:" if several else ""
        _add(bom, report, prefix, several=several)
    made = msgspec.json.decode(JsonV1Dot6(bom).output_as_string())
    return encode(_same_each_time(made))


def _add(bom: Any, report: ReportShape, prefix: str, *, several: bool) -> None:
    """The parts of one deployment, and which relies on which."""
    stack = stack_of(report)
    made = {part.key: _component(part, report, stack, prefix) for part in stack.parts if part.facts}
    root = _device(report, f"{prefix}device") if several else bom.metadata.component
    if several:
        bom.components.add(root)
    for component in made.values():
        bom.components.add(component)
    bom.register_dependency(root, made.values())
    for upper, component in made.items():
        bom.register_dependency(
            component, [made[link.lower] for link in stack.links if link.upper == upper and link.lower in made]
        )


def _device(report: ReportShape, reference: str) -> "Component":
    """The board as a whole, which all the parts are of."""
    from cyclonedx.model import Property
    from cyclonedx.model.component import Component, ComponentType

    said = {"verdict": report.verdict, "reason": report.exit.reason, "manifest": report.manifest.path}
    return Component(
        name=printable(say_board(report)),
        type=ComponentType.DEVICE,
        bom_ref=reference,
        properties=[Property(name=f"rkcompat:{name}", value=printable(value)) for name, value in said.items()],
    )


_MARKS: dict[str, tuple[Mark, ...]] = {"violates": ("violated", "warned"), "undetermined": ("undetermined",)}
"""What a property is called, and the marks whose rules it lists."""


def _component(part: Part, report: ReportShape, stack: Stack, prefix: str) -> "Component":
    from cyclonedx.model import HashAlgorithm, HashType, Property
    from cyclonedx.model.component import Component, ComponentType
    from packageurl import PackageURL

    version = printable(part.say("version", "release", "soc", "compiler", "toolkit"))[:_LONGEST_VERSION] or None
    wheel = _WHEELS.get(part.kind)
    digest = part.say("sha256").lower()
    said = {f"rkcompat:{name}": fact.value for name, fact in part.facts.items() if name not in ("version", "sha256")}
    for name, marks in _MARKS.items():
        rules = sorted({rule for mark in marks for rule in stack.marked[mark].get(part.key, ())})
        if rules:
            said[f"rkcompat:{name}"] = tuple(rules)
    return Component(
        name=printable(part.name),
        version=version,
        type=ComponentType(_TYPES[part.kind]),
        bom_ref=f"{prefix}{part.key}",
        purl=PackageURL("pypi", None, wheel, version) if wheel and version else None,
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest)] if _is_sha256(digest) else None,
        properties=[
            Property(name=printable(name), value=printable(", ".join(value) if isinstance(value, tuple) else str(value)))
            for name, value in said.items()
        ],
    )


def _is_sha256(text: str) -> bool:
    return len(text) == 64 and all(character in "0123456789abcdef" for character in text)


def _same_each_time(made: dict[str, Any]) -> dict[str, Any]:
    """Without the time and the random number that the library gives to every document, in one order of keys."""
    made.pop("serialNumber", None)
    made.get("metadata", {}).pop("timestamp", None)
    made.get("components", []).sort(key=lambda one: str(one["bom-ref"]))
    made.get("dependencies", []).sort(key=lambda one: str(one["ref"]))
    return dict(sorted(made.items()))


FORMAT = Format(_write)

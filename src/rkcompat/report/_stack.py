"""The deployed stack as a graph: what there is, from the converting PC down to the chip, and what talks to what."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

import msgspec

from ..model.words import SEVERITIES, Severity
from ._shape import FactShape, FindingShape, ReportShape
from ._view import evidence_of

Kind = Literal[
    "toolkit",
    "rkllm_toolkit",
    "model",
    "application",
    "container",
    "lite",
    "server",
    "runtime",
    "libc",
    "driver",
    "kernel",
    "image",
    "board",
]
"""The tables of a manifest that are a part of the stack, from top to bottom."""

KINDS: tuple[Kind, ...] = Kind.__args__  # type: ignore[attr-defined]

_CALLED: dict[Kind, str] = {
    "toolkit": "RKNN-Toolkit2",
    "rkllm_toolkit": "RKLLM-Toolkit",
    "lite": "RKNN-Toolkit-Lite2",
    "server": "rknn_server",
    "driver": "NPU driver",
    "kernel": "kernel",
    "image": "system image",
    "board": "SoC",
    "libc": "C library",
}

_TALKS: tuple[tuple[Kind, Kind], ...] = (
    ("toolkit", "model"),
    ("rkllm_toolkit", "model"),
    ("model", "runtime"),
    ("application", "runtime"),
    ("application", "libc"),
    ("container", "driver"),
    ("lite", "runtime"),
    ("server", "runtime"),
    ("runtime", "driver"),
    ("driver", "kernel"),
    ("driver", "board"),
    ("kernel", "image"),
    ("kernel", "board"),
)
"""Who needs whom: the one above relies on the one below, and a model on the toolkit that made it."""

_ENTRY = re.compile(r"^([a-z_]+)(\[\d+\])?(?:\.(.*))?$")
_LLM = "librkllmrt"


Mark = Literal["violated", "warned", "undetermined"]
"""A rule does not hold; one that is only advised does not; it could not be told. The gravest first."""

MARKS: tuple[Mark, ...] = Mark.__args__  # type: ignore[attr-defined]


class Part(msgspec.Struct, frozen=True):
    """One part of the stack."""

    key: str
    """Its table in the manifest: ``runtime[0]``, ``driver``."""
    kind: Kind
    facts: dict[str, FactShape]
    """What is known of it, by the key within its table; nothing of a part that must be there and was not looked at."""

    def say(self, *names: str) -> str:
        """The first of these facts that is known."""
        found = next((self.facts[name].value for name in names if name in self.facts), "")
        return ", ".join(found) if isinstance(found, tuple) else str(found)

    @property
    def name(self) -> str:
        """What it is called."""
        if self.kind == "runtime":
            return self.say("library") or "runtime library"
        if self.kind == "model":
            return (self.say("path", "found_at") or "model").replace("\\", "/").rpartition("/")[2]
        if self.kind in ("application", "container"):
            return f"{self.kind} {self.say('id')}".rstrip()
        if self.kind == "driver":
            return f"{self.say('family') or 'NPU'} driver"
        if self.kind == "libc":
            return self.say("family") or _CALLED[self.kind]
        return _CALLED[self.kind]

    @property
    def version(self) -> str:
        """What tells it from another of its kind."""
        if not self.facts:
            return "not known"
        if self.kind == "model":
            number = self.say("format")
            return number and f"format {number}"
        if self.kind == "board":
            return " ".join(filter(None, (self.say("soc"), self.say("name"))))
        if self.kind == "image":
            return " ".join(filter(None, (self.say("id"), self.say("version"))))
        if self.kind == "container":
            return self.say("kind")
        return self.say("version", "release")

    @property
    def place(self) -> str:
        """Where it lies, how it is built in, what made it."""
        if self.kind == "model":
            made = self.say("compiler", "toolkit")
            return made and f"made by {made}"
        if self.kind == "application":
            headers = self.say("headers", "rkllm_headers")
            return headers and f"built for {headers}"
        if self.kind == "driver":
            return self.say("linkage")
        return self.say("path") if self.kind == "runtime" else ""


class Link(msgspec.Struct, frozen=True):
    """One part that relies on another."""

    upper: str
    lower: str
    verdict: Mark | Literal[""]
    rules: tuple[str, ...]
    """The rules that do not hold between the two, or could not be told."""


class Stack(msgspec.Struct, frozen=True):
    """The parts from top to bottom, and what holds them together."""

    parts: tuple[Part, ...]
    links: tuple[Link, ...]
    marked: dict[Mark, dict[str, tuple[str, ...]]]
    """Mark to part to the rules that give it, alone or together with others; the gravest mark first."""

    def mark_of(self, key: str) -> Mark | Literal[""]:
        """The gravest mark of a part."""
        return next((mark for mark, parts in self.marked.items() if key in parts), "")


def stack_of(report: ReportShape) -> Stack:
    """The stack that a report speaks of, with the parts that it asks for."""
    tables: dict[str, tuple[Kind, dict[str, FactShape]]] = {}
    for fact in report.facts:
        found = _ENTRY.match(fact.fact)
        key, kind = _part(fact.fact), found and found[1]
        if key and kind and (wanted := next((one for one in KINDS if one == kind), None)):
            tables.setdefault(key, (wanted, {}))[1][(found and found[3]) or ""] = fact
    there = {kind for kind, _ in tables.values()}
    for missing in report.missing:
        key = _part(missing.fact)
        unknown = next((one for one in KINDS if missing.needed and one == key and one not in there), None)
        if unknown:
            tables.setdefault(key, (unknown, {}))
    ordered = sorted(tables, key=lambda key: (KINDS.index(tables[key][0]), len(key), key))
    parts = tuple(Part(key, *tables[key]) for key in ordered)
    at = {part.key: place for place, part in enumerate(parts)}
    pairs: dict[tuple[str, str], dict[Mark, list[str]]] = {
        (upper.key, lower.key): {}
        for upper_kind, lower_kind in _TALKS
        for upper in parts
        if upper.kind == upper_kind
        for lower in parts
        if lower.kind == lower_kind and _belong(upper, lower)
    }
    marks: dict[Mark, dict[str, list[str]]] = {mark: {} for mark in MARKS}
    for finding in report.findings:
        mark = _mark(finding, report.exit.fail_on)
        if mark:
            ends = sorted({key for key in _ends(finding) if key in at}, key=at.__getitem__)
            for end in ends:
                marks[mark].setdefault(end, []).append(finding.rule)
            for pair in pairwise(ends):
                pairs.setdefault(pair, {}).setdefault(mark, []).append(finding.rule)
    return Stack(
        parts=parts,
        links=tuple(
            _link(pair, rules) for pair, rules in sorted(pairs.items(), key=lambda one: (at[one[0][0]], at[one[0][1]]))
        ),
        marked={mark: {key: tuple(dict.fromkeys(rules)) for key, rules in found.items()} for mark, found in marks.items()},
    )


def _mark(finding: FindingShape, fail_on: Severity) -> Mark | None:
    """What the picture shows of a finding: an error is one that fails the check, and what is worth knowing has no mark."""
    if finding.severity == "info" or finding.verdict not in ("violated", "undetermined"):
        return None
    if finding.verdict == "undetermined":
        return "undetermined"
    return "violated" if SEVERITIES.index(finding.severity) >= SEVERITIES.index(fail_on) else "warned"


def _link(pair: tuple[str, str], rules: dict[Mark, list[str]]) -> Link:
    mark = next((mark for mark in MARKS if mark in rules), None)
    return Link(*pair, mark or "", tuple(dict.fromkeys(rules[mark] if mark else ())))


def _part(key: str) -> str:
    """The part of the stack that a key of the manifest belongs to; an NPU node and SRAM belong to the kernel's device tree."""
    found = _ENTRY.match(key)
    if found is None:
        return ""
    if found[1] == "device_tree":
        return "kernel"
    return found[1] + (found[2] or "")


def _ends(finding: FindingShape) -> Iterator[str]:
    """The parts between which a finding stands: those whose facts were read; a chip that others depend on only if alone."""
    ends = dict.fromkeys(filter(None, (_part(entry.fact) for entry in evidence_of(finding))))
    yield from (end for end in ends if end != "board" or len(ends) <= 2)


def _belong(upper: Part, lower: Part) -> bool:
    """Whether these two of their kinds talk to each other: RKLLM with RKLLM, a model with the copy that it names."""
    if lower.kind == "runtime":
        is_llm = lower.say("library") == _LLM
        if upper.kind == "model":
            named = upper.say("runtime")
            return (upper.say("kind") == "rkllm") == is_llm and (not named or named == lower.say("id"))
        if upper.kind in ("lite", "server"):
            return not is_llm
    if lower.kind == "model":
        return (lower.say("kind") == "rkllm") == (upper.kind == "rkllm_toolkit")
    return True

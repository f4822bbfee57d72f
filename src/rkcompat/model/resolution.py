"""The answer: verdict, findings, the nearest sets and the steps, all as data."""

from typing import Literal

import msgspec

from .fact import Value
from .finding import Finding, MissingFact
from .manifest import Manifest
from .rule import Rule
from .words import SEVERITIES, Basis, Compatibility, Severity

Action = Literal[
    "replace-library",
    "install-wheel",
    "replace-server",
    "change-toolkit",
    "convert-model",
    "replace-module",
    "change-image",
]
"""What a person does to change a component."""

HARD_TO_TAKE_BACK: tuple[Action, ...] = ("replace-module", "change-image")
"""What putting one file back in its place does not take back."""


class KnownFact(msgspec.Struct, frozen=True, kw_only=True):
    """A fact that judged, with where it came from."""

    fact: str
    """As the manifest names it: ``driver.version``, ``runtime[0].version``."""
    value: str | int | bool | tuple[str, ...]
    read_from: str | None = None
    raw: str | None = None


class Build(msgspec.Struct, frozen=True, kw_only=True):
    """What a file or a driver is beside its version, where another one is asked for."""

    fact: str
    """``runtime.arch``, ``runtime.libc-family``, ``runtime.libc-version``, ``model.target-platform``, ``driver.family``."""
    before: str
    after: str


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One component that goes from one version to another."""

    component: str
    about: str
    """The entry of the manifest: ``runtime[0]``."""
    before: str
    after: str
    action: Action
    images: tuple[str, ...] = ()
    """Images known to carry what is asked for, this board's first."""
    builds: tuple[Build, ...] = ()
    """In what it must be otherwise than the present one beside its version."""


class Joined(msgspec.Struct, frozen=True, kw_only=True):
    """A validated set that agrees with an answer, joined to it: it was run, and nobody is known to have run both at once."""

    set: str
    title: str
    covers: tuple[str, ...]
    """What it adds to what is covered without it."""


class Failed(msgspec.Struct, frozen=True, kw_only=True):
    """A run that failed, of all that an answer would have."""

    set: str
    title: str
    note: str = ""
    """What it was about, or what else would make the difference."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """One set that satisfies every error rule, and what it takes to get there."""

    validated: bool
    set: str | None
    """The validated set's id."""
    title: str
    basis: Basis
    cost: int
    changes: tuple[Change, ...]
    covers: tuple[str, ...] = ()
    not_covered: tuple[str, ...] = ()
    assumed: dict[str, str] = {}
    """What the set names and the manifest does not have."""
    doubts: tuple[str, ...] = ()
    """What was inferred for it, such as a driver gate that nobody has read."""
    joined: tuple[Joined, ...] = ()
    """Without a set of its own: the sets that were joined. Sets that agree with it and cover more of it."""
    failed: tuple[Failed, ...] = ()
    """What somebody ran of it in vain."""
    warnings: tuple[str, ...] = ()
    """The rules of severity warning that it would not satisfy."""


Obstacle = Literal["elsewhere", "locked", "unwanted", "forbidden"]
"""Why a set cannot be had: it says nothing of the deployment, changes what is locked or wanted otherwise, or breaks a rule."""


class Distance(msgspec.Struct, frozen=True, kw_only=True):
    """How far a deployment is from one validated set."""

    set: str
    title: str
    basis: Basis
    cost: int | None = None
    """``None`` where it cannot be had."""
    changes: tuple[Change, ...] = ()
    covers: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    obstacle: Obstacle | None = None
    by: tuple[str, ...] = ()
    """The components that are locked or wanted otherwise, or the rules that forbid it."""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One step of the plan."""

    step: int
    changes: tuple[Change, ...]
    """What one act changes together."""
    state_after: Literal["compatible", "down"]
    """``down`` until a later step is done."""


class CoreItem(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the reason why nothing helps: drop any one, and something would."""

    kind: Literal["rule", "fact", "wish", "lock"]
    name: str
    """The rule's id, the fact, or the component that is wanted otherwise or locked."""
    text: str


class Search(msgspec.Struct, frozen=True, kw_only=True):
    """How far the search went."""

    proved: bool
    """Whether no cheaper answer exists."""
    nodes: int
    limit: int


class Resolution(msgspec.Struct, frozen=True, kw_only=True):
    """What rkcompat says of one manifest."""

    path: str
    """The manifest as the user named it; ``-`` is standard input."""
    sha256: str
    """Of the manifest's bytes."""
    manifest: Manifest
    verdict: Compatibility
    exit_code: int
    reason: str
    """Why the exit code is what it is, in a sentence."""
    fail_on: Severity = "error"
    """The least severity of a violated rule that is incompatible."""
    findings: tuple[Finding, ...]
    facts: tuple[KnownFact, ...] = ()
    missing: tuple[MissingFact, ...] = ()
    notes: tuple[str, ...] = ()
    nearest: tuple[Answer, ...] = ()
    distances: tuple[Distance, ...] = ()
    """To every set that somebody ran on this SoC: those that can be had first, the nearest first."""
    plan: tuple[Step, ...] = ()
    core: tuple[CoreItem, ...] = ()
    """Where nothing that may change helps, and where facts that are unknown cannot all be met: why."""
    search: Search | None = None
    owners: dict[str, str] = {}
    """Component to who must change it, where the configuration says so."""
    lines: dict[str, int] = {}
    """Fact to its line in the manifest, where a report needs it."""

    @property
    def broken(self) -> tuple[Rule, ...]:
        """The rules of severity `fail_on` or higher that do not hold, each once."""
        strict = SEVERITIES[SEVERITIES.index(self.fail_on) :]
        rules = {finding.rule.id: finding.rule for finding in self.findings if finding.verdict == "violated"}
        return tuple(rule for rule in rules.values() if rule.severity in strict)


__all__ = [
    "HARD_TO_TAKE_BACK",
    "Action",
    "Answer",
    "Build",
    "Change",
    "CoreItem",
    "Distance",
    "Failed",
    "Joined",
    "KnownFact",
    "Resolution",
    "Search",
    "Step",
    "Value",
]

"""The JSON report, format 1: what programs may rely on.

New keys may come within a format; readers ignore what they do not know. The same manifest and matrix give the same bytes.
"""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from ..model.matrix import SetKind
from ..model.resolution import Action, Obstacle
from ..model.words import Basis, Compatibility, Layer, Severity, Verdict

FORMAT = 1
"""Raised when a key changes its meaning or goes."""


class ToolShape(msgspec.Struct, frozen=True, kw_only=True):
    """Who wrote the report."""

    name: str = "rkcompat"
    version: str


class MatrixShape(msgspec.Struct, frozen=True, kw_only=True):
    """What the manifest was held against."""

    edition: str
    """The newest day on which a source was read."""
    sha256: str
    """Of all its files: an old report can be read by what was known then."""


class BoardShape(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The board by its names, as far as they are known."""

    soc: str | None = None
    name: str | None = None
    label: str | None = None


class ManifestShape(msgspec.Struct, frozen=True, kw_only=True):
    """What was judged."""

    path: str
    """As the user named it; ``-`` is standard input."""
    sha256: str
    board: BoardShape | UnsetType = UNSET


class ExitShape(msgspec.Struct, frozen=True, kw_only=True):
    """The exit code of the command, and why."""

    code: int
    reason: str
    fail_on: Severity = "error"
    """The least severity of a violated rule that is incompatible."""


class FactShape(msgspec.Struct, frozen=True, kw_only=True):
    """A fact that judged."""

    fact: str
    """The key of the manifest: ``runtime[0].version``."""
    value: str | int | bool | tuple[str, ...]
    read_from: str | None
    raw: str | None


class SourceShape(msgspec.Struct, frozen=True, kw_only=True):
    """Who states a rule."""

    id: str
    title: str
    section: str | None
    """``None`` is the whole."""
    basis: Basis | UnsetType = UNSET
    url: str | UnsetType = UNSET
    citation: str | UnsetType = UNSET
    """Repository, path and commit, or document and page, where there is no address."""


class LocationShape(msgspec.Struct, frozen=True, kw_only=True):
    """Where the manifest states what the finding is about."""

    file: str
    line: int | None
    """Counted from 1; ``None`` is the file as a whole."""


class EvidenceShape(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that was found."""

    text: str
    fact: str
    """The key of the manifest that states it."""
    line: int | UnsetType = UNSET
    """Where it stands in the manifest, counted from 1."""
    read_from: str | UnsetType = UNSET
    """The command or the file that showed it."""


class WaiverShape(msgspec.Struct, frozen=True, kw_only=True):
    """Who lets a finding pass, and until when."""

    reason: str
    owner: str
    expires: str
    """The last day on which it applies."""
    place: str | UnsetType = UNSET
    """Where it is written: ``rkcompat.toml:12``."""


class FindingShape(msgspec.Struct, frozen=True, kw_only=True):
    """One rule held against one board, library, model, application or container."""

    rule: str
    verdict: Verdict
    severity: Severity
    layer: Layer
    subjects: tuple[str, ...]
    """All that the rule reads."""
    about: tuple[str, ...]
    """The entries of the manifest that it was asked of."""
    title: str
    """What is true where the rule is satisfied."""
    found: str
    needed: str
    remedy: str
    basis: Basis
    sources: tuple[SourceShape, ...]
    location: LocationShape
    beside: tuple[str, ...]
    """Rules of other sources on the same question, which say something else."""
    fragment: str | UnsetType = UNSET
    """Kernel configuration or device-tree text that belongs to the remedy."""
    note: str | UnsetType = UNSET
    waiver: WaiverShape | UnsetType = UNSET
    """The waiver that covers it; the verdict says whether it still applies."""
    evidence: tuple[EvidenceShape, ...] | UnsetType = UNSET
    """What `found` says, one entry a fact, with where it was found."""
    demands: tuple[str, ...] | UnsetType = UNSET
    """What `needed` says, one entry a demand; of violated and undetermined rules."""
    log_line: bool | UnsetType = UNSET
    """Whether it is no rule, but a line of the log that itself states a failure; `rule` is then the line's signature."""


class BuildShape(msgspec.Struct, frozen=True, kw_only=True):
    """What the file of a library is built for, where another one is asked for."""

    fact: str
    """``runtime.arch``, ``runtime.libc-family`` or ``runtime.libc-version``."""
    before: str = msgspec.field(name="from")
    after: str = msgspec.field(name="to")


class ChangeShape(msgspec.Struct, frozen=True, kw_only=True):
    """One component that goes from one version to another."""

    component: str
    about: str
    """The entry of the manifest, ``runtime[0]``; of what there is only one, the component."""
    before: str = msgspec.field(name="from")
    """Empty where it is not known."""
    after: str = msgspec.field(name="to")
    action: Action
    owner: str
    """What brings the component, and so who must change it."""
    images: tuple[str, ...] | UnsetType = UNSET
    """Images known to carry it, this board's first."""
    builds: tuple[BuildShape, ...] | UnsetType = UNSET
    """Of a library: in what the file must be built otherwise than the present one."""


class JoinedShape(msgspec.Struct, frozen=True, kw_only=True):
    """A validated set that agrees with an answer; nobody is known to have run them at once."""

    set: str
    title: str
    covers: tuple[str, ...]
    """What it adds to what is covered without it."""
    note: str | UnsetType = UNSET
    """What is to be known of it besides."""


class FailedShape(msgspec.Struct, frozen=True, kw_only=True):
    """A run that failed, of nothing but what an answer would have."""

    set: str
    title: str
    note: str | UnsetType = UNSET


class WarnedShape(msgspec.Struct, frozen=True, kw_only=True):
    """A rule of severity warning that an answer would not satisfy."""

    rule: str
    title: str


class AnswerShape(msgspec.Struct, frozen=True, kw_only=True):
    """One set that satisfies every rule that must hold, and what it takes to get there."""

    validated: bool
    """Whether it is a set of the matrix; `kind` says whether somebody ran it."""
    set: str | None
    title: str
    basis: Basis
    cost: int
    covers: tuple[str, ...]
    not_covered: tuple[str, ...]
    assumed: dict[str, str]
    """What the set names and the manifest does not have."""
    doubts: tuple[str, ...]
    """What was inferred for it."""
    changes: tuple[ChangeShape, ...]
    kind: SetKind | UnsetType = UNSET
    """How the versions of the set came together; only an image and a field run are known to have been run."""
    run_by: str | UnsetType = UNSET
    """Who ran it, or released or named it together, when, on what, and what they ran."""
    note: str | UnsetType = UNSET
    """What is to be known of the set besides, such as what did not work there."""
    joined: tuple[JoinedShape, ...] | UnsetType = UNSET
    """Of a set: those that agree with it and cover more. Without `set` and beside nothing else: what was joined."""
    failed: tuple[FailedShape, ...] | UnsetType = UNSET
    """What somebody ran of it in vain."""
    warnings: tuple[WarnedShape, ...] | UnsetType = UNSET
    """What it would be warned of."""
    gains: tuple[str, ...] | UnsetType = UNSET
    """Of an answer beside the first: what speaks for it."""
    risks: tuple[str, ...] | UnsetType = UNSET
    """Of an answer beside the first: what speaks against it."""


class DistanceShape(msgspec.Struct, frozen=True, kw_only=True):
    """How far the deployment is from one validated set."""

    set: str
    title: str
    basis: Basis
    cost: int | None
    """``null`` where it cannot be had."""
    changes: tuple[ChangeShape, ...]
    covers: tuple[str, ...]
    doubts: tuple[str, ...] | UnsetType = UNSET
    """What was inferred for it."""
    obstacle: Obstacle | UnsetType = UNSET
    """Why it cannot be had."""
    by: tuple[str, ...] | UnsetType = UNSET
    """The components that are locked or wanted otherwise, or the rules that forbid it."""


class CheckShape(msgspec.Struct, frozen=True, kw_only=True):
    """What must hold once a step is done."""

    fact: str
    """The key of the manifest, ``driver.version``; or a rule, where no single value would do."""
    value: str
    how: str
    """The command that shows it."""


class StepShape(msgspec.Struct, frozen=True, kw_only=True):
    """One step of the way to the first answer. Its commands are text for a person; words in capitals are to be filled in."""

    step: int
    do: str
    owners: tuple[str, ...] = ()
    """Who must do it."""
    first: tuple[str, ...] = ()
    """What to keep, and what must be so before."""
    get: tuple[str, ...] = ()
    """Where the files are, as the matrix's sources say."""
    run: tuple[str, ...] = ()
    verify: tuple[CheckShape, ...] = ()
    state_after: Literal["compatible", "down"]
    down_until: int | UnsetType = UNSET
    """Of a state that is down: the step after which the board works."""
    undo: str
    undo_run: tuple[str, ...] = ()
    undo_state: Literal["compatible", "down"] | UnsetType = UNSET
    """What the state before the step is, to which undoing it leads."""


class MissingShape(msgspec.Struct, frozen=True, kw_only=True):
    """A fact that would have told more."""

    fact: str
    """The key of the manifest that would state it."""
    needed: bool
    """Whether no verdict is possible without it."""
    decides: tuple[str, ...]
    """The rules that wait for it."""
    how: str
    title: str | UnsetType = UNSET
    """What the fact is, in words."""


class CoreShape(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the reason why nothing helps."""

    kind: Literal["rule", "fact", "wish", "lock"]
    name: str
    text: str


class SearchShape(msgspec.Struct, frozen=True, kw_only=True):
    """How far the search for an answer went."""

    proved: bool
    nodes: int
    limit: int


class ReportShape(msgspec.Struct, frozen=True, kw_only=True):
    """The report on one manifest."""

    format: int = FORMAT
    tool: ToolShape
    matrix: MatrixShape
    manifest: ManifestShape
    verdict: Compatibility
    exit: ExitShape
    facts: tuple[FactShape, ...]
    findings: tuple[FindingShape, ...]
    nearest: tuple[AnswerShape, ...]
    plan: tuple[StepShape, ...]
    missing: tuple[MissingShape, ...]
    notes: tuple[str, ...] | UnsetType = UNSET
    core: tuple[CoreShape, ...] | UnsetType = UNSET
    search: SearchShape | UnsetType = UNSET
    distances: tuple[DistanceShape, ...] | UnsetType = UNSET
    """To every validated set of this SoC: those that can be had first, the nearest first."""


class UnusableManifestShape(msgspec.Struct, frozen=True, kw_only=True):
    """A manifest of which nothing can be said, by name."""

    path: str


class UnusableShape(msgspec.Struct, frozen=True, kw_only=True):
    """A manifest of which nothing could be said, and why."""

    manifest: UnusableManifestShape
    error: str
    """Every problem, one a line, each with file and line."""


class BatchShape(msgspec.Struct, frozen=True, kw_only=True):
    """The report on several manifests, in the order in which they were named."""

    format: int = FORMAT
    tool: ToolShape
    matrix: MatrixShape
    verdict: Compatibility
    """The worst; of an unusable manifest nothing is known, so it counts as undetermined."""
    exit: ExitShape
    reports: tuple[ReportShape | UnusableShape, ...]


Document = ReportShape | BatchShape
"""What one run of rkcompat says; every format is a function of this alone."""

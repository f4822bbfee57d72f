"""What there is to change, by the manifest and the matrix alone, and what changing it costs: for the verifier."""

from collections.abc import Iterator

import msgspec

from ...model.fact import Scope
from ...model.manifest import Model, Runtime
from ...model.matrix import Matrix
from ...model.proof import AS_REQUIRED, Proof
from ...model.reading import ReadManifest
from ...model.resolution import Action
from ...model.version import parse_version
from ...model.words import SEVERITIES
from .._cost import ACTION, DOWNGRADE, WEIGHTS
from .._world import build_world
from ._library import component_of

State = dict[str, int]
"""Slot to the number of its option."""

Act = tuple[Action, str]
"""What a person does, and of what is done one by one to which."""

_THINGS: tuple[Scope, ...] = ("runtime", "rkllm-runtime", "model", "rkllm-model")
"""What there can be several of."""


class ProofError(Exception):
    """A proof that does not show what it says."""


def demand(holds: bool, otherwise: str) -> None:
    """Go on where a claim holds.

    Raises:
        ProofError: it does not; `otherwise` says which.
    """
    if not holds:
        raise ProofError(otherwise)


class Stack:
    """A deployment, as the proof numbers its options."""

    def __init__(self, read: ReadManifest, matrix: Matrix, proof: Proof) -> None:
        """Take the manifest and the matrix as they are, and of the proof its options and its limit of severity."""
        self.manifest = read.manifest
        self.files = read.files
        self.disagreements = read.disagreements
        self.matrix = matrix
        self.options = proof.options
        self.fail_on = proof.fail_on
        self.soc = matrix.aliases.get((read.manifest.board.soc or "").lower(), "")
        self.platform = matrix.platforms.get(self.soc)
        self.sets = {row.id: row for row in matrix.sets if row.works and self.soc in row.socs}
        strict = SEVERITIES[SEVERITIES.index(proof.fail_on) :]
        rules = [rule for rule in matrix.rules if rule.severity in strict and not rule.disproved_by]
        self.rules = {rule.id: rule for rule in rules}
        #: all that must hold, and each rule alone
        self.strict = msgspec.structs.replace(matrix, rules=tuple(rules))
        self.alone = {rule.id: msgspec.structs.replace(matrix, rules=(rule,)) for rule in rules}
        #: each thing to the slot that it shares with the other candidates of its group; a library that is not there yet to
        #: the one that stands for it, which has its scope's name
        self.now = build_world(read.manifest, matrix, read.files, read.disagreements)
        self.slots = {one.about: group[0].about for groups in self.now.groups.values() for group in groups for one in group}
        self.slots |= {one.about: one.about for scope in _THINGS for one in self.now.passed_over(scope)}
        #: the libraries, each said to be loaded that counts as loaded since it is alone, and not loaded that judges nothing:
        #: another library in the place of one must not change that
        self.copies = [self._settled(index) for index in range(len(self.manifest.runtime))]
        #: each slot of libraries to the indices of those that may be the loaded one
        self.candidates: dict[str, list[int]] = {}
        for index in range(len(self.manifest.runtime)):
            if slot := self.slots.get(f"runtime[{index}]"):
                self.candidates.setdefault(slot, []).append(index)
        #: models of which nobody knows which copy loads them, while others name one
        self.torn = tuple(self.now.torn())

    def _settled(self, index: int) -> Runtime:
        copy = self.manifest.runtime[index]
        if copy.loaded is not None:
            return copy
        if f"runtime[{index}]" not in self.slots:
            return msgspec.structs.replace(copy, loaded=False)
        rivals = [
            other
            for at, other in enumerate(self.manifest.runtime)
            if at != index and other.library == copy.library and other.loaded is not False and f"runtime[{at}]" in self.slots
        ]
        return copy if rivals else msgspec.structs.replace(copy, loaded=True)

    def things(self) -> Iterator[str]:
        """What can change: the loaded libraries, the models, what the board states, and what an image brings."""
        board = self.now.board
        for scope in _THINGS:
            yield from (group[0].about for group in self.now.groups[scope])
            yield from (facts.about for facts in self.now.passed_over(scope))
        for component in ("toolkit", "rkllm-toolkit", "lite", "server", "driver", "kernel"):
            foreign = component == "driver" and board["driver.family"] not in (None, "rknpu")
            if foreign or board["kernel.release" if component == "kernel" else f"{component}.version"] is not None:
                yield component
        yield from ("kernel-config", "device-tree")

    def component(self, about: str) -> str:
        """What a slot is one of."""
        entry = self.entry(about)
        if isinstance(entry, Runtime):
            return "rkllm-runtime" if entry.library == "librkllmrt" else "runtime"
        if isinstance(entry, Model):
            return "rkllm-model" if entry.kind == "rkllm" else "model"
        return about

    def entry(self, about: str) -> object:
        """The entry of the manifest that a slot is about; ``None`` of what has a table of its own, or is not there."""
        name, _, rest = about.partition("[")
        return getattr(self.manifest, name)[int(rest[:-1])] if rest else None

    def present(self, about: str) -> str:
        """The version that is there; nothing where it is not told, or where copies that differ may be the loaded one."""
        entry = self.entry(about)
        if isinstance(entry, Runtime):
            rivals = [copy for i, copy in enumerate(self.manifest.runtime) if self.slots.get(f"runtime[{i}]") == about]
            return (entry.version or "") if len({copy.version or "" for copy in rivals}) == 1 else ""
        if isinstance(entry, Model):
            return entry.toolkit or ""
        table = getattr(self.manifest, about.replace("-", "_"), None)
        return getattr(table, "release" if about == "kernel" else "version", None) or ""

    def releases(self, about: str, component: str) -> set[str]:
        """The versions that one could go to."""
        key = {"model": "toolkit", "rkllm-model": "rkllm-toolkit"}.get(component, component)
        if component == "runtime":
            entry = self.entry(about)
            stated = entry.library if isinstance(entry, Runtime) else None
            key = (self.platform.runtime_library if self.platform else stated) or ""
        finals = {str(row.version) for row in self.matrix.releases.get(key, ()) if row.version.is_final}
        return finals | {str(row.components[component]) for row in self.sets.values() if component in row.components}

    def converts(self, label: str) -> bool:
        """Whether a toolkit makes models for this SoC, as far as is known."""
        for row in self.matrix.releases.get("toolkit", ()):
            targets = row.attributes.get("targets", {}).get("*")
            if str(row.version) == label and isinstance(targets, tuple):
                return self.soc in targets
        return True

    def allowed(self, about: str) -> frozenset[int]:
        """The options that the locks leave."""
        locks: set[str] = set(self.manifest.lock.components)
        locked = self.component(about) in locks or (self.action(about) == "change-image" and locks & {"image", "kernel"})
        return frozenset({0}) if locked else frozenset(range(len(self.options[about])))

    def action(self, about: str) -> Action:
        """What a person does to change it."""
        driver = self.manifest.driver
        built_in = self.manifest.kernel.config.get("CONFIG_ROCKCHIP_RKNPU") == "y"
        if about == "driver" and driver.linkage == "module" and driver.family == "rknpu" and not built_in:
            return "replace-module"
        return ACTION[self.component(about)]

    def is_one(self, about: str) -> bool:
        """Whether a slot is of one library, not of several of which nobody knows which is loaded."""
        return list(self.slots.values()).count(about) == 1

    def cost(self, state: State) -> int:
        """What a state costs: each act once, and what goes back a little more."""
        acts, extra = set(), 0
        for about, value in state.items():
            if not value:
                continue
            acts.add(self.act(about))
            before, after = self.options[about][0], self.options[about][value]
            if before and after != AS_REQUIRED and parse_version(after).high <= parse_version(before).low:
                extra += DOWNGRADE
        return paid(acts) + extra

    def act(self, about: str) -> Act:
        """What a person does to change a slot; of one act some slots share one."""
        action = self.action(about)
        return action, {"replace-library": about, "change-image": "", "convert-model": ""}.get(action, self.component(about))

    def called(self, index: int) -> str:
        """The slot of the library that a program misses functions of; nothing where it could be one of several."""
        component = component_of(self.manifest.application[index].missing)
        found = [about for about in self.options if component and self.component(about) == component]
        return found[0] if len(found) == 1 else ""

    def say(self, state: State) -> str:
        """A state in words."""
        return ", ".join(f"{about} {self.options[about][value] or 'as it is'}" for about, value in state.items()) or "anything"


def paid(acts: set[Act]) -> int:
    """What some acts cost: an image brings the module that is built for it."""
    image = any(action == "change-image" for action, _ in acts)
    return sum(WEIGHTS[action] for action, _ in acts if not (image and action == "replace-module"))

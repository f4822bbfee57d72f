"""A state laid out as a manifest of its own, and held against the rules by the check: for the verifier."""

from collections.abc import Iterator, Sequence
from itertools import product

import msgspec

from ...model.artifact import MINI_HEADER, ModelFile
from ...model.finding import Finding
from ...model.manifest import Manifest, Model, Runtime
from ...model.matrix import Matrix
from .._check import check
from .._world import World, build_world
from ._library import missing_then, put_in_place
from ._stack import Stack, State, demand

#: An honest proof of the built-in rules takes some thousand.
_MOST = 50_000


class States:
    """What the manifest would say where some of the options are taken."""

    def __init__(self, stack: Stack) -> None:
        """Of one deployment."""
        self.stack = stack
        self._laid_out = 0

    def violations(self, state: State, matrix: Matrix) -> tuple[World, list[Finding]]:
        """A state laid out, and what it breaks of the rules of a matrix, whichever of several copies is the loaded one."""
        worlds = list(self.worlds(state))
        findings = [finding for world in worlds for finding in check(world, matrix, self.stack.fail_on)]
        return worlds[0], [finding for finding in findings if finding.verdict == "violated"]

    def worlds(self, state: State) -> Iterator[World]:
        """The facts of a state, once for each copy that may be the loaded one."""
        open_slots = [copies for about, copies in self.stack.candidates.items() if len(copies) > 1 and not state.get(about)]
        for loaded in product(*open_slots):
            manifest, files, changed = self.lay_out(state, loaded)
            yield build_world(manifest, self.stack.matrix, files, self.stack.disagreements, inferring=changed)

    def lay_out(self, state: State, loaded: Sequence[int] = ()) -> tuple[Manifest, dict[int, ModelFile], frozenset[str]]:
        """The manifest as it would read in a state, what the files of converted models would say, and what is new in it.

        Args:
            loaded: the index of the loaded copy, of each slot with several that stays as it is.
        """
        self._laid_out += 1
        demand(self._laid_out <= _MOST, f"it takes more than {_MOST} states to follow the proof")
        tables: dict[str, object] = {}
        new: set[str] = set()
        models, files = list(self.stack.manifest.model), dict(self.stack.files)
        rivals = {at: at in loaded for copies in self.stack.candidates.values() if len(copies) > 1 for at in copies}
        runtimes = [
            msgspec.structs.replace(copy, loaded=rivals[at]) if at in rivals else copy
            for at, copy in enumerate(self.stack.copies)
        ]
        for about, value in state.items():
            if not value:
                continue
            label = self.stack.options[about][value]
            entry, index = self.stack.entry(about), int(about.partition("[")[2].rstrip("]") or 0)
            new.add(about)
            if about in ("runtime", "rkllm-runtime"):  # one is needed, and the manifest has none
                missing = Runtime(library="librkllmrt") if about == "rkllm-runtime" else Runtime()
                new.add(f"runtime[{len(runtimes)}]")
                runtimes.append(self.library(missing, label))
            elif isinstance(entry, Runtime):
                if not self.stack.is_one(about):  # whichever it was, it is this one now
                    runtimes[index] = msgspec.structs.replace(entry, loaded=True)
                runtimes[index] = self.library(runtimes[index], label)
            elif isinstance(entry, Model):
                models[index] = self._converted(entry, label)
                files[index] = self._file(self.stack.files.get(index))
            elif about == "driver":
                tables[about] = msgspec.structs.replace(
                    self.stack.manifest.driver, family="rknpu", version=label, module_file=None, nodes=None
                )
            elif about == "kernel":
                tables[about] = msgspec.structs.replace(self.stack.manifest.kernel, release=label)
            else:
                key = about.replace("-", "_")
                tables[key] = msgspec.structs.replace(getattr(self.stack.manifest, key), version=label)
        programs = [
            msgspec.structs.replace(program, missing=self._missing(program.missing or (), called, runtimes))
            if state.get(called := self.stack.called(number))
            else program
            for number, program in enumerate(self.stack.manifest.application)
        ]
        tables["application"] = tuple(programs)
        # a library is put in place for one of the two chains: that of the other is absent still
        absent = tuple(name for name in self.stack.manifest.absent if name == "runtime" or name not in new)
        changed = msgspec.structs.replace(
            self.stack.manifest, absent=absent, runtime=tuple(runtimes), model=tuple(models), **tables
        )
        return changed, files, frozenset(new)

    def _missing(self, names: tuple[str, ...], about: str, runtimes: list[Runtime]) -> tuple[str, ...] | None:
        """What a program that misses these functions of a library misses of the one in its place."""
        entry = self.stack.entry(about)
        old = entry if isinstance(entry, Runtime) and self.stack.is_one(about) else None
        return missing_then(self.stack.matrix, names, old, self.copy(about, runtimes), self.stack.soc)

    def copy(self, about: str, runtimes: Sequence[Runtime]) -> Runtime:
        """A library of a state: in its place, or among those that were put beside what was there."""
        if about.endswith("]"):
            return runtimes[int(about.partition("[")[2][:-1])]
        added = runtimes[len(self.stack.manifest.runtime) :]
        return next(copy for copy in added if (copy.library == "librkllmrt") is (about == "rkllm-runtime"))

    def library(self, entry: Runtime, label: str) -> Runtime:
        """Another release in the place of a library."""
        if entry.library == "librkllmrt":
            return msgspec.structs.replace(entry, version=label, build=None)
        library = self.stack.platform.runtime_library if self.stack.platform else entry.library
        build = None
        for row in self.stack.matrix.releases.get(library or "", ()):
            serves = row.attributes.get("serves", {}).get("*")
            if str(row.version) == label and isinstance(serves, tuple) and self.stack.soc in serves and row.builds:
                build = row.builds[0]
        new = msgspec.structs.replace(entry, library=library, version=label, build=build)
        return put_in_place(self.stack.manifest, self.stack.matrix, entry, new)

    def _converted(self, entry: Model, label: str) -> Model:
        if entry.kind == "rkllm":
            platform = (self.stack.soc,) if self.stack.platform else entry.target_platform
            return msgspec.structs.replace(entry, toolkit=label, target_platform=platform)
        npu = self.stack.platform.npu if self.stack.platform else None
        layout = "mini" if self.stack.platform and self.stack.platform.runtime_library == "librknnmrt" else "full"
        return msgspec.structs.replace(
            entry, format=None, toolkit=label, compiler=label, target_platform=(self.stack.soc,), npu=npu, layout=layout
        )

    def _file(self, old: ModelFile | None) -> ModelFile:
        mini = self.stack.platform is not None and self.stack.platform.runtime_library == "librknnmrt"
        operators = old.operators if old else ()
        return ModelFile(path="", size=0, kind="rknn", format=MINI_HEADER if mini else 6, operators=operators)

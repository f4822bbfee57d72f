"""Which copies of the runtime a program of a tree loads, by its loader's own rules."""

from typing import NamedTuple

import msgspec

from ..artifacts import find_library, find_opened, with_missing
from ..artifacts._file import DamageError
from ..model.artifact_elf import Application as Program, Link, RuntimeLibrary
from ..model.manifest import Application, LibcNeed, Runtime
from ..model.words import LIBRARIES
from ._record import Record, shown

#: RKNN-Toolkit-Lite2 opens this path, whatever lies elsewhere.
_OF_LITE = "/usr/lib/librknnrt.so"


class Start(NamedTuple):
    """A program, and how it starts."""

    program: str
    library_path: str = ""
    """``LD_LIBRARY_PATH``."""
    asked: bool = True
    """Whether a person named it, who wants to hear that it loads none."""


def mark_loaded(record: Record, copies: tuple[Runtime, ...], start: Start) -> tuple[tuple[Runtime, ...], Application | None]:
    """The copies with those marked that a program loads, and the program; ``None`` for one that looks for no copy at all."""
    program = record.read(start.program)
    if not isinstance(program, Program):
        return copies, None
    looks = False
    for library in LIBRARIES:
        try:
            steps = find_library(record.tree, start.program, f"{library}.so", library_path=start.library_path)
            if not steps and library in program.opens:
                steps = find_opened(record.tree, f"{library}.so", start.program, library_path=start.library_path)
        except (DamageError, OSError) as fault:
            record.note(start.program, getattr(fault, "strerror", None) or str(fault))
            return copies, None
        if steps:
            looks = True
            copies = _mark(record, copies, library, steps, start.program)
    if looks:
        return copies, _describe(record, copies, start.program, program)
    if start.asked:
        record.note(start.program, "needs no runtime library and names none; what it starts or plugs in may")
    return copies, None


def _mark(
    record: Record, copies: tuple[Runtime, ...], library: str, steps: tuple[Link, ...], program: str
) -> tuple[Runtime, ...]:
    """The copy that is taken, and the other copies of that library as not loaded."""
    taken = next((step for step in steps if step.target is not None and step.rejected is None), None)
    told = "; ".join(f"{step.path}: {step.reason}: {_outcome(step)}" for step in steps)
    if taken is None:
        record.note(program, f"needs {library}.so, and its loader finds none ({shown(told)})")
    marked = []
    for index, copy in enumerate(copies):
        is_taken = taken is not None and copy.path == shown(taken.target or "")
        if is_taken or copy.library == library:
            record.state(f"runtime[{index}].loaded", program, told)
            copy = msgspec.structs.replace(copy, loaded=is_taken)  # noqa: PLW2901, the same copy, and more is known of it
        marked.append(copy)
    return tuple(marked)


def _outcome(step: Link) -> str:
    return "not there" if step.target is None else step.rejected or "taken"


def mark_of_lite(record: Record, copies: tuple[Runtime, ...]) -> tuple[Runtime, ...]:
    """The copies with the one marked that RKNN-Toolkit-Lite2 opens; what other programs load stays open."""
    place = record.tree.resolve(_OF_LITE)
    if place is None:
        if copies:
            record.note(_OF_LITE, "RKNN-Toolkit-Lite2 opens this path, and it is not there")
        return copies
    marked = []
    for index, copy in enumerate(copies):
        if copy.path == shown(place):
            record.state(f"runtime[{index}].loaded", _OF_LITE, "RKNN-Toolkit-Lite2 opens this path")
            copy = msgspec.structs.replace(copy, loaded=True)  # noqa: PLW2901, the same copy, and more is known of it
        marked.append(copy)
    return tuple(marked)


def _describe(record: Record, copies: tuple[Runtime, ...], path: str, program: Program) -> Application:
    """A program as a manifest says it, with what it calls and the loaded libraries lack."""
    missing: dict[str, None] | None = None
    for copy in copies:
        library = record.read(copy.path) if copy.loaded and copy.path is not None and program.imports else None
        if isinstance(library, RuntimeLibrary) and library.exports:
            missing = missing or {}
            for place, names in with_missing(program, [library]).missing.items():
                record.note(path, f"calls {', '.join(names[:6])}, which {record.place(place)} does not have")
                missing |= dict.fromkeys(names)
    need = None
    if program.libc is not None:
        version = program.symbol_versions.get("GLIBC") if program.libc == "glibc" else None
        need = LibcNeed(family=program.libc, version=record.version(path, version))
        record.state("application[0].needs_libc", path)
    if missing is not None:
        record.state("application[0].missing", path)
    return Application(id=shown(path), needs_libc=need, missing=None if missing is None else tuple(missing))

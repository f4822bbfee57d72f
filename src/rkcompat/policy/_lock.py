"""``rkcompat.lock``: written from what was accepted, read back, and held against what is there now."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from ..errors import Problem, UsageError
from ..model.finding import Finding, Reading
from ..model.lock import LOCK_FORMAT, Lock, LockedPart, PresentPart, ReadLock
from ..model.matrix import Matrix
from ..model.rule import Demand, Rule
from ..toml._path import quoted
from ..toml._read import NotToml, decode, parse

FILE = "rkcompat.lock"

_HEAD = "# What was accepted: written by rkcompat lock, held by rkcompat check --locked.\n"


def lock_to_toml(lock: Lock) -> str:
    """The text that `parse_lock` reads back as this lock."""
    lines = [f"{_HEAD}lock = {lock.lock}", f"verdict = {quoted(lock.verdict)}"]
    for name, table in (("manifest", lock.manifest), ("matrix", lock.matrix)):
        lines += ["", f"[{name}]", *_pairs(table)]
    for part in lock.part:
        lines += ["", "[[part]]", *_pairs(part)]
    return "\n".join(lines) + "\n"


def _pairs(table: msgspec.Struct) -> list[str]:
    return [f"{key} = {quoted(str(value))}" for key, value in msgspec.to_builtins(table).items() if value is not None]


def parse_lock(content: bytes, path: str) -> ReadLock:
    """Read a lock; ``path`` is the file as the user named it.

    Raises:
        UsageError: with everything that is wrong with it.
    """
    from ..toml._lines import locate

    try:
        text = decode(content, path)
        data: dict[str, Any] = parse(text, path)
    except NotToml as bad:
        raise UsageError(bad.problem) from None
    number = data.get("lock")
    if type(number) is int and number > LOCK_FORMAT:
        problem = f"found lock format {number}, needed {LOCK_FORMAT}"
        raise UsageError(Problem(path, 1, problem, "a newer rkcompat reads it"))
    try:
        lock = msgspec.convert(data, Lock)
    except msgspec.ValidationError:
        from ..toml._faults import faults_in, to_problems

        raise UsageError(*to_problems(faults_in(data, Lock), path, text)) from None
    lines = locate(text)
    places = tuple(lines.get(f"part[{index}]", 1) for index in range(len(lock.part)))
    return ReadLock(path=path, lock=lock, lines=places, matrix_line=lines.get("matrix.sha256", 1))


def _rule(id: str, title: str, remedy: str) -> Rule:
    return Rule(
        id=id,
        title=title,
        why="A lock says which set somebody accepted; what differs from it is another set, whatever the rules say of it.",
        layer="loading",
        severity="error",
        basis="measured",
        remedy=remedy,
    )


_BACK: Final = "Put back what was accepted, or accept what is there: rkcompat lock."

RULES: Final = {
    "version": _rule("locked-version", "The version is the one that was accepted", _BACK),
    "build": _rule("locked-build", "The build is the one that was accepted", _BACK),
    "sha256": _rule("locked-sha256", "The file is the very one that was accepted", _BACK),
    "part": _rule("locked-part", "What is there is what was accepted, no more and no less", _BACK),
    "matrix": _rule(
        "locked-matrix",
        "The matrix is the one by which the set was accepted",
        "Use the rkcompat and the overlays of that day, or accept the set anew: rkcompat lock.",
    ),
}
"""What a lock demands."""


def deviations(read: ReadLock, present: Sequence[PresentPart], matrix: Matrix) -> tuple[Finding, ...]:
    """Everything in which a deployment, or the matrix, is not what was accepted; a finding for each that holds, too.

    What the lock does not say is not held against anything; what it says and the manifest does not is a deviation.
    """
    return (*_parts(read, present), _matrix(read, matrix))


def _parts(read: ReadLock, present: Sequence[PresentPart]) -> Iterator[Finding]:
    now = {(one.part.component, one.part.name): one for one in present}
    for part, line in zip(read.lock.part, read.lines, strict=True):
        place = f"{read.path}:{line}"
        here = now.pop((part.component, part.name), None)
        if here is None:
            yield _other_part(part, "no such part", place, wanted=True)
            continue
        for key in ("version", "build", "sha256"):
            locked = getattr(part, key)
            if locked is not None:
                yield _held(key, locked, here, place)
    for here in now.values():
        yield _other_part(here.part, "a part that nobody accepted", read.path, wanted=False, about=here.about)


def _held(key: str, locked: str, here: PresentPart, place: str) -> Finding:
    value = getattr(here.part, key)
    rule = _asking(RULES[key], here.part.component, Demand(here.facts[key], "board", here.part.component, "one-of", (locked,)))
    about = () if here.about == "board" else (here.about,)
    if value == locked:
        return Finding(rule=rule, verdict="satisfied", about=about)
    reading = Reading(here.about, here.facts[key], value, rule.require[0])
    return Finding(rule=rule, verdict="violated", about=about, read=(reading,), note=f"accepted in {place}{_of(here.part)}")


def _of(part: LockedPart) -> str:
    return f" for {part.file}" if part.file else ""


def _other_part(part: LockedPart, text: str, place: str, *, wanted: bool, about: str = "") -> Finding:
    said = " ".join(filter(None, (part.component, part.name if part.name != part.component else "", part.version)))
    rule = _asking(RULES["part"], part.component, Demand(said, "board", part.component, "empty", (not wanted,)))
    reading = Reading("manifest", "has", f"{text}: {said}", rule.require[0])
    entries = (about,) if about not in ("", "board") else ()
    return Finding(rule=rule, verdict="violated", about=entries, read=(reading,), note=f"accepted in {place}{_of(part)}")


def _matrix(read: ReadLock, matrix: Matrix) -> Finding:
    locked = read.lock.matrix
    demand = Demand("sha256", "board", "soc", "one-of", (f"{locked.sha256} ({locked.edition})",))
    rule = _asking(RULES["matrix"], "soc", demand)
    if locked.sha256 == matrix.sha256:
        return Finding(rule=rule, verdict="satisfied")
    reading = Reading("matrix", "sha256", f"{matrix.sha256} ({matrix.edition})", demand)
    return Finding(rule=rule, verdict="violated", read=(reading,), note=f"accepted in {read.path}:{read.matrix_line}")


def _asking(rule: Rule, subject: str, demand: Demand) -> Rule:
    return msgspec.structs.replace(rule, subjects=(subject,), require=(demand,))

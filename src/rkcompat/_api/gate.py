"""The gate as a library: schemas of what people write, the lock of an accepted set, what differs between two manifests."""

import os
from typing import Any, Literal

import msgspec

from ..errors import Problem, UsageError
from ..matrix import load_matrix
from ..model.finding import Finding
from ..model.lock import LOCK_FORMAT, Lock, LockedManifest, LockedMatrix, ReadLock
from ..model.manifest_diff import Effect, FactChange, ManifestChange, RuleChange
from ..model.matrix import Matrix
from ..model.policy import Policy
from ..model.reading import ReadManifest
from ..model.resolution import Resolution
from ..model.words import Severity, Verdict
from ..report._facts import Judged, Key, say_fact
from .judging import check
from .reading import known_facts

_MOST = 1 << 20
"""Bytes of a lock."""

SchemaName = Literal["manifest", "config", "matrix"]
"""What people write, and editors can check."""


def schema(name: SchemaName) -> dict[str, Any]:
    """The JSON Schema of a manifest, of rkcompat.toml, or of the files of a matrix."""
    from ..toml._schema import to_schema

    if name == "manifest":
        from ..model.manifest import Manifest

        return to_schema([Manifest], "rkcompat manifest, format 1")
    if name == "config":
        from ..policy._config import Config

        return to_schema([Config], "rkcompat.toml")
    from ..matrix._shape import SHAPES

    return to_schema(list(SHAPES.values()), "a file of rkcompat's matrices, format 1")


def load_policy(path: "str | os.PathLike[str]", *, today: str) -> Policy:
    """The waivers, costs and owners of a rkcompat.toml, or of a pyproject.toml with a table for it.

    Args:
        path: the file.
        today: the day on which waivers are held against their last one, ``2026-11-29``.

    Raises:
        UsageError: with everything that is wrong with it.
    """
    from ..policy._config import Config
    from ..policy._find import read_config
    from ..policy._settle import settle as settle_settings

    return settle_settings(Config(), Config(), read_config(os.fspath(path)), today).policy


def accept(read: ReadManifest, resolution: Resolution, matrix: Matrix | None = None) -> str:
    """The text of rkcompat.lock for what a manifest has: versions, builds, and the SHA-256 of the very files.

    Args:
        read: the manifest.
        resolution: what `check` said of it; whether that is good enough is the caller's to say.
        matrix: by which it was judged.

    Raises:
        UsageError: a model file that is there cannot be read.
        MatrixError: the built-in matrix is needed and cannot be used.
    """
    from ..policy._lock import lock_to_toml
    from ..policy._parts import parts_of

    matrix = matrix or load_matrix()
    lock = Lock(
        lock=LOCK_FORMAT,
        verdict=resolution.verdict,
        manifest=LockedManifest(path=read.path, sha256=read.sha256),
        matrix=LockedMatrix(edition=matrix.edition, sha256=matrix.sha256),
        part=tuple(one.part for one in parts_of(read.manifest, _hashes(read))),
    )
    return lock_to_toml(lock)


def read_lock(path: "str | os.PathLike[str]") -> ReadLock:
    """Read a lock.

    Raises:
        UsageError: with everything that is wrong with it.
    """
    from ..policy._lock import parse_lock

    name = os.fspath(path)
    try:
        with open(name, "rb") as file:
            content = file.read(_MOST + 1)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise UsageError(Problem(name, None, f"cannot be read: {reason}", "rkcompat lock MANIFEST writes one")) from None
    return parse_lock(content, name)


def deviations(read: ReadManifest, lock: ReadLock, matrix: Matrix | None = None) -> tuple[Finding, ...]:
    """What is not as it was accepted, as findings of the rules ``locked-…``; `check` takes them as `more`.

    Raises:
        UsageError: a model file that is there cannot be read.
        MatrixError: the built-in matrix is needed and cannot be used.
    """
    from ..policy._lock import deviations as compare
    from ..policy._parts import parts_of

    return compare(lock, parts_of(read.manifest, _hashes(read)), matrix or load_matrix())


def _hashes(read: ReadManifest) -> dict[int, str]:
    """The SHA-256 of each model file that is on this machine, by the index of its entry."""
    from ..artifacts import hash_file

    folder = os.path.dirname(read.path) if read.path != "-" else ""
    hashes = {}
    problems = []
    for index, model in enumerate(read.manifest.model):
        place = model.path and os.path.join(folder, model.path)
        if not place or not os.path.exists(place):
            continue
        try:
            hashes[index] = hash_file(place)
        except (OSError, ValueError) as fault:
            problems.append(Problem(place, None, f"cannot be read: {getattr(fault, 'strerror', None) or fault}"))
    if problems:
        raise UsageError(*problems)
    return hashes


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """One of two deployments that are compared."""

    judged: Judged
    read: ReadManifest | None = None
    """The manifest, where there is one to judge again; a report has none."""


def judge_side(read: ReadManifest, matrix: Matrix, fail_on: Severity, policy: Policy | None) -> Side:
    """A manifest with what is said of it."""
    resolution = check(read, matrix, fail_on=fail_on, policy=policy)
    judged = Judged(
        path=read.path,
        verdict=resolution.verdict,
        facts={one.fact: say_fact(one.value) for one in known_facts(read.manifest)},
        rules={(one.rule.id, one.about): (one.rule.severity, one.verdict) for one in resolution.findings},
    )
    return Side(judged=judged, read=read)


def diff_manifests(
    old: ReadManifest,
    new: ReadManifest,
    matrix: Matrix | None = None,
    *,
    fail_on: Severity = "error",
    policy: Policy | None = None,
) -> ManifestChange:
    """What differs between two manifests: facts, verdicts, and which changed entry broke or mended what.

    Raises:
        MatrixError: the built-in matrix is needed and cannot be used.
    """
    matrix = matrix or load_matrix()
    before, after = judge_side(old, matrix, fail_on, policy), judge_side(new, matrix, fail_on, policy)
    return compare(before, after, matrix, fail_on, policy)


def compare(old: Side, new: Side, matrix: Matrix, fail_on: Severity = "error", policy: Policy | None = None) -> ManifestChange:
    """What differs between two deployments; of two manifests also which change did it."""
    before, after = old.judged, new.judged
    facts = tuple(
        FactChange(fact=fact, before=before.facts.get(fact), after=after.facts.get(fact))
        for fact in sorted(before.facts.keys() | after.facts.keys())
        if before.facts.get(fact) != after.facts.get(fact)
    )
    changed = {
        key: _said(after, key)
        for key in sorted(before.rules.keys() | after.rules.keys())
        if _said(before, key) != _said(after, key)
    }
    by: dict[Key, tuple[tuple[str, ...], bool]] = {}
    if changed and old.read is not None and new.read is not None:
        from .cause import causes

        def judge(read: ReadManifest) -> dict[Key, Verdict]:
            findings = check(read, matrix, fail_on=fail_on, policy=policy).findings
            return {(one.rule.id, one.about): one.verdict for one in findings}

        by = causes(old.read, new.read, changed, judge)
    rules = tuple(
        RuleChange(
            rule=key[0],
            severity=(after.rules.get(key) or before.rules[key])[0],
            about=key[1],
            before=_said(before, key),
            after=now,
            effect=_effect(_said(before, key), now),
            by=by.get(key, ((), False))[0],
            together=by.get(key, ((), False))[1],
        )
        for key, now in changed.items()
    )
    return ManifestChange(old=before.path, new=after.path, before=before.verdict, after=after.verdict, facts=facts, rules=rules)


def _said(judged: Judged, key: Key) -> Verdict:
    return judged.rules[key][1] if key in judged.rules else "not-applicable"


def _effect(before: Verdict, after: Verdict) -> Effect:
    if after == "violated":
        return "broken"
    if after == "waived":
        return "waived"
    if before == "violated":
        return "open" if after == "undetermined" else "mended"
    if after == "undetermined":
        return "open"
    return "told" if before == "undetermined" else "other"

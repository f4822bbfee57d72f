"""rkcompat as a library: read a manifest, load the matrices, check, resolve, inspect, explain."""

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

import msgspec

from .errors import ManifestError, Problem, UsageError
from .manifest import parse_manifest
from .matrix import load_matrix
from .model.artifact import ModelFile
from .model.explanation import Explanation
from .model.fact import Scope
from .model.finding import Finding
from .model.log import ReadLog
from .model.manifest import Manifest, Model
from .model.matrix import Matrix
from .model.policy import Policy
from .model.proof import Proof
from .model.reading import ReadManifest
from .model.resolution import CoreItem, KnownFact, Resolution
from .model.rule import Rule
from .model.version import Version, parse_version
from .model.words import SEVERITIES, Compatibility, Severity
from .solve._check import check as check_rules, missing_facts, verdict_of
from .solve._facts import is_listed
from .solve._world import World, build_world

if TYPE_CHECKING:
    from pathlib import Path

    from .model.artifact_any import Artifact
    from .model.coverage import Coverage
    from .model.diagnosis import Answer, Diagnosis
    from .model.graph import Graph
    from .model.matrix import Row
    from .model.matrix_diff import MatrixDiff
    from .model.wish import Wishes
    from .solve._nearest import Nearest

Unknown = Literal["fail", "pass"]
"""What an undetermined verdict means for the exit code."""

_MOST = 1 << 19
"""Bytes of a manifest, as its parser takes them."""


def read_manifest(path: "str | os.PathLike[str]", *, settings: Sequence[str] = ()) -> ReadManifest:
    """Read a manifest and the model files that it names.

    Args:
        path: a file, or ``-`` for standard input; the paths of models are relative to its folder.
        settings: facts to override or add, each ``KEY=VALUE``.

    Raises:
        ManifestError: with everything that is wrong, each with its line.
    """
    name = os.fspath(path)
    content = _read(name)
    manifest = parse_manifest(content, name)
    if settings:
        from .manifest import apply_settings

        manifest = apply_settings(manifest, settings)
    from hashlib import sha256

    text = content.decode("utf-8-sig")
    read = ReadManifest(path=name, sha256=sha256(content).hexdigest(), text=text, manifest=manifest, settings=tuple(settings))
    return _with_models(read) if any(model.path is not None for model in manifest.model) else read


def _read(name: str) -> bytes:
    import stat
    import sys

    if name == "-":
        content = sys.stdin.buffer.read(_MOST + 1)
    else:
        try:
            handle = os.open(name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
        except (OSError, ValueError) as fault:
            raise ManifestError(Problem(name, None, f"cannot be read: {getattr(fault, 'strerror', None) or fault}")) from None
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise ManifestError(Problem(name, None, "found no regular file, needed a manifest in TOML"))
            with open(handle, "rb", closefd=False) as file:
                content = file.read(_MOST + 1)
        finally:
            os.close(handle)
    if len(content) > _MOST:
        raise ManifestError(Problem(name, None, f"found more than {_MOST} bytes, needed a manifest", "is this the right file?"))
    return content


def _with_models(read: ReadManifest) -> ReadManifest:
    """Read the files that the models name; what a file says stands in place of what was written."""
    from .artifacts import read_model
    from .manifest import compare_model, locate

    folder = os.path.dirname(read.path) if read.path != "-" else ""
    models: list[Model] = []
    files: dict[int, ModelFile] = {}
    disagreements: dict[int, tuple[str, ...]] = {}
    notes: list[str] = []
    problems: list[Problem] = []
    for index, model in enumerate(read.manifest.model):
        if model.path is None or model.kind == "rkllm":
            models.append(model)
            continue
        try:
            file = read_model(os.path.join(folder, model.path))
        except (OSError, ValueError) as fault:
            reason = getattr(fault, "strerror", None) or str(fault)
            if model.kind and model.format is not None and model.target_platform:
                notes.append(f"model[{index}]: {model.path} was not read ({reason}); what the manifest says of it judges")
            else:
                line = locate(read.text).get(f"model[{index}].path")
                hint = "or write kind, format and target_platform, which then judge"
                problems.append(Problem(read.path, line, f"the model file {model.path!r} cannot be read: {reason}", hint))
            models.append(model)
            continue
        files[index] = file
        merged, differing = compare_model(model, file)
        models.append(merged)
        if differing:
            disagreements[index] = differing
        notes += [f"model[{index}]: {oddity}" for oddity in file.oddities]
    if problems:
        raise ManifestError(*problems)
    manifest = msgspec.structs.replace(read.manifest, model=tuple(models))
    return msgspec.structs.replace(
        read, manifest=manifest, files=files, disagreements=disagreements, notes=(*read.notes, *notes)
    )


def read_log(paths: Sequence["str | os.PathLike[str]"], matrix: Matrix | None = None) -> ReadLog:
    """Read what programs printed: files, or ``-`` for standard input; of any length.

    Raises:
        UsageError: with every log that cannot be opened.
        MatrixError: the built-in matrix is needed and cannot be used.
    """
    import sys
    from contextlib import ExitStack

    from .logs import read_logs

    files: list[tuple[str, BinaryIO]] = []
    problems = []
    with ExitStack() as stack:
        for path in paths:
            name = os.fspath(path)
            try:
                file = sys.stdin.buffer if name == "-" else stack.enter_context(open(name, "rb"))
            except (OSError, ValueError) as fault:
                problems.append(Problem(name, None, f"cannot be read: {getattr(fault, 'strerror', None) or fault}"))
            else:
                files.append((name, file))
        if problems:
            raise UsageError(*problems)
        try:
            return read_logs(files, (matrix or load_matrix()).signatures)
        except OSError as fault:  # a folder opens on some systems, and a pipe may break
            raise UsageError(Problem("log", None, f"cannot be read: {fault.strerror}")) from None


def add_log(read: ReadManifest, log: ReadLog, matrix: Matrix | None = None) -> ReadManifest:
    """The manifest with what a log says in it; `check` and `resolve` then judge both.

    Raises:
        MatrixError: the built-in matrix is needed and cannot be used.
    """
    from .logs import merge_log

    merged = merge_log(read.manifest, log, matrix or load_matrix())
    return msgspec.structs.replace(read, manifest=merged.manifest, log=log, differences=merged.differences)


def diagnose(
    logs: Sequence["str | os.PathLike[str]"],
    matrix: Matrix | None = None,
    *,
    beside: "str | os.PathLike[str] | None" = None,
    settings: Sequence[str] = (),
    answers: "Mapping[str, Answer] | None" = None,
) -> "Diagnosis":
    """Say what logs mean: which layer failed first, and what the facts in them lead to.

    Args:
        logs: files, or ``-`` for standard input.
        matrix: what is known of the stack; the built-in one where none is given.
        beside: a manifest with what is known besides.
        settings: facts to override or add, each ``KEY=VALUE``.
        answers: to the questions of an earlier diagnosis, by their ids.

    Raises:
        ManifestError: the manifest cannot be used.
        UsageError: a log cannot be read.
        MatrixError: the built-in matrix is needed and cannot be used.
    """
    from .logs import diagnose_log

    matrix = matrix or load_matrix()
    read = _read_beside(logs, matrix, beside, settings)
    assert read.log is not None
    return diagnose_log(read.log, with_lines(resolve(read, matrix), read.text), matrix, answers or {})


def log_to_manifest(
    logs: Sequence["str | os.PathLike[str]"],
    matrix: Matrix | None = None,
    *,
    beside: "str | os.PathLike[str] | None" = None,
    settings: Sequence[str] = (),
) -> str:
    """The manifest that logs support, as TOML: evidence names each line.

    Raises:
        ManifestError: the manifest cannot be used.
        UsageError: a log cannot be read.
        MatrixError: the built-in matrix is needed and cannot be used.
    """
    from .manifest import manifest_to_toml

    return manifest_to_toml(_read_beside(logs, matrix or load_matrix(), beside, settings).manifest)


def question_ids() -> tuple[str, ...]:
    """The ids of all questions that a diagnosis can ask."""
    from .logs import question_ids as ids

    return ids()


def _read_beside(
    logs: Sequence["str | os.PathLike[str]"],
    matrix: Matrix,
    beside: "str | os.PathLike[str] | None",
    settings: Sequence[str],
) -> ReadManifest:
    """The manifest with what the logs say in it; where there is none, what they say alone."""
    if beside is not None:
        read = read_manifest(beside, settings=settings)
        return add_log(read, read_log(logs, matrix), matrix)
    log = read_log(logs, matrix)
    manifest = Manifest(manifest=1)
    if settings:
        from .manifest import apply_settings

        manifest = apply_settings(manifest, settings)
    return add_log(ReadManifest(path=log.files[0], sha256=log.sha256, text="", manifest=manifest), log, matrix)


def check(
    read: ReadManifest,
    matrix: Matrix | None = None,
    *,
    fail_on: Severity = "error",
    unknown: Unknown = "fail",
    policy: Policy | None = None,
    more: Sequence[Finding] = (),
) -> Resolution:
    """Hold every rule against a manifest.

    Args:
        read: the manifest.
        matrix: what is known; the built-in matrix if none is named.
        fail_on: the least severity of a violated rule that is incompatible.
        unknown: what an undetermined verdict means for the exit code.
        policy: waivers, and whose word counts; `settle` then says which waivers match nothing.
        more: findings of other checkers, which count as those of rules do.

    Raises:
        MatrixError: the built-in matrix is needed and cannot be used.
    """
    return _check(read, matrix or load_matrix(), fail_on, unknown, policy=policy, more=more)[0]


def _check(
    read: ReadManifest,
    matrix: Matrix,
    fail_on: Severity,
    unknown: Unknown,
    *,
    policy: Policy | None = None,
    more: Sequence[Finding] = (),
) -> tuple[Resolution, World]:
    world = build_world(read.manifest, matrix, read.files, read.disagreements)
    findings = check_rules(world, matrix, fail_on)
    if read.log is not None:
        from .logs import find_in_log

        findings = (*findings, *find_in_log(read.log, read.differences, findings))
    findings = (*findings, *more)
    decided: tuple[str, ...] = ()
    if policy is not None:
        from .policy._basis import say_aside

        decided = (*policy.notes, *say_aside(findings, policy.min_basis))
        findings = _under(policy, findings, read)
    verdict = verdict_of(findings, fail_on)
    core: tuple[CoreItem, ...] = ()
    if verdict == "undetermined":
        from .solve._joint import contradiction

        core = tuple(CoreItem(kind="rule", name=rule.id, text=rule.title) for rule in contradiction(world, findings, matrix))
        verdict = "incompatible" if core else verdict
    code, reason = _exit(verdict, findings, fail_on, unknown, bool(core))
    resolution = Resolution(
        path=read.path,
        sha256=read.sha256,
        manifest=read.manifest,
        verdict=verdict,
        exit_code=code,
        reason=reason,
        fail_on=fail_on,
        findings=findings,
        missing=missing_facts(findings),
        notes=(
            *read.notes,
            *decided,
            *(f"matrix: {folder} is laid over the built-in one" for folder in matrix.overlays),
            *_unlisted(world, matrix),
        ),
        core=core,
        owners=policy.owners if policy else {},
    )
    return resolution, world


def _under(policy: Policy, findings: Sequence[Finding], read: ReadManifest) -> tuple[Finding, ...]:
    """The findings as those who run the gate want them judged."""
    from .policy._basis import set_aside
    from .policy._waive import is_meant_for, waive

    path = _from(policy.folder, read.path)
    meant = [waiver for waiver in policy.waivers if is_meant_for(waiver, path)]
    return waive(set_aside(findings, policy.min_basis), read.manifest, meant, policy.today)


def _from(folder: str, path: str) -> str:
    """The path of a manifest, seen from a folder, with forward slashes."""
    return path if path == "-" else os.path.relpath(path, folder or os.curdir).replace(os.sep, "/")


def settle(resolutions: Sequence[Resolution], policy: Policy) -> tuple[Resolution, ...]:
    """The answers of one run with what only the run as a whole shows: waivers that match nothing; and the exit codes let pass.

    A waiver that matches nothing is noted where it could have matched; under ``policy.strict`` the exit code is 1.
    """
    from .policy._waive import is_meant_for, say_unmatched, unmatched

    paths = [_from(policy.folder, one.path) for one in resolutions]
    idle = unmatched(policy.waivers, paths, [finding for one in resolutions for finding in one.findings])
    settled = []
    for path, resolution in zip(paths, resolutions, strict=True):
        notes = tuple(say_unmatched(waiver) for waiver in idle if is_meant_for(waiver, path))
        code, reason = resolution.exit_code, resolution.reason
        if notes and policy.strict and code in (0, 3):
            code, reason = 1, f"{reason}; {len(notes)} waiver{'s match' if len(notes) > 1 else ' matches'} nothing (--strict)"
        if policy.exit_zero and code in (1, 3, 4):
            code, reason = 0, f"{reason}; --exit-zero lets it through"
        settled.append(msgspec.structs.replace(resolution, exit_code=code, reason=reason, notes=(*resolution.notes, *notes)))
    return tuple(settled)


def resolve(
    read: ReadManifest,
    matrix: Matrix | None = None,
    *,
    fail_on: Severity = "error",
    unknown: Unknown = "fail",
    top: int = 3,
    node_limit: int = 20_000,
    policy: Policy | None = None,
    wishes: "Wishes | None" = None,
) -> Resolution:
    """Check a manifest, and find the nearest sets and the steps to the first.

    Under a `policy` rules that are waived or of too weak a basis forbid no set; `settle` then says which waivers match nothing.
    `wishes` bear on the sets alone: the verdict is of what is.

    Raises:
        UsageError: a wish is about a component that the manifest, or a set that the matrix does not have.
        MatrixError: the built-in matrix is needed and cannot be used.
    """
    from .model.wish import Wishes
    from .solve._nearest import find_nearest

    wishes = wishes or Wishes()
    matrix = matrix or load_matrix()
    resolution, world = _check(read, matrix, fail_on, unknown, policy=policy)
    if resolution.verdict == "undetermined" or resolution.core:
        return resolution
    judging = _judging(matrix, resolution.findings, policy) if policy else matrix
    weights = policy.weights if policy else {}
    try:
        found = find_nearest(
            world, read.manifest, judging, fail_on=fail_on, top=top, node_limit=node_limit, weights=weights, wishes=wishes
        )
    except LookupError as fault:
        raise _no_component(read, str(fault.args[0])) from None
    answers = found.answers
    if resolution.verdict == "compatible":  # the sets that cover it, or the nearest that somebody has run
        answers = tuple(answer for answer in answers if answer.cost == 0) or answers[: top if wishes.wants else 1]
    changed: dict[str, Any] = {"nearest": answers, "plan": found.plan, "core": found.core, "search": found.search}
    if wishes.wants:
        changed["notes"] = (*resolution.notes, f"wanted of every set: {', '.join(map(str, wishes.wants))}")
    if not answers and (resolution.verdict == "incompatible" or wishes.wants):
        if found.search is not None and found.search.proved:
            changed |= {"exit_code": 4, "reason": _say_stuck(found, wishes)}
        else:
            changed["reason"] = f"{resolution.reason}; the search for an answer ended at its limit of {node_limit} nodes"
    return msgspec.structs.replace(resolution, **changed)


def _say_stuck(found: "Nearest", wishes: "Wishes") -> str:
    """Why there is no answer, and which lock stands in the way."""
    if wishes.only_validated:
        return "no validated set helps; without --only-validated there may be sets that the rules allow"
    locked = any(item.kind == "lock" for item in found.core)
    reason = "no change that the locks allow helps" if locked else "no change helps"
    if not found.opens:
        return reason
    return f"{reason}; the lock of {found.opens[0]} alone, lifted, would open the cheapest way"


def _judging(matrix: Matrix, findings: Sequence[Finding], policy: Policy) -> Matrix:
    """The matrix without the rules that forbid nothing under a policy: those that are waived wherever they do not hold."""
    from .policy._basis import is_weaker

    waived = {finding.rule.id for finding in findings if finding.verdict == "waived"}
    standing = {finding.rule.id for finding in findings if finding.verdict in ("violated", "undetermined")}
    passed = waived - standing
    rules = tuple(rule for rule in matrix.rules if rule.id not in passed and not is_weaker(rule, policy.min_basis))
    return matrix if len(rules) == len(matrix.rules) else msgspec.structs.replace(matrix, rules=rules)


def prove(
    read: ReadManifest, matrix: Matrix | None = None, *, fail_on: Severity = "error", node_limit: int = 20_000
) -> Proof | None:
    """A certificate of the first answer of `resolve`; ``None`` where the search ended at its limit and nothing is certain.

    Raises:
        MatrixError: the built-in matrix is needed and cannot be used.
    """
    from .solve._proof import prove as write_proof

    matrix = matrix or load_matrix()
    world = build_world(read.manifest, matrix, read.files, read.disagreements)
    return write_proof(read, world, matrix, fail_on=fail_on, node_limit=node_limit)


def verify_proof(read: ReadManifest, proof: Proof, matrix: Matrix | None = None) -> str | None:
    """Follow every claim of a certificate, without the solver; what does not hold, or ``None`` where all does.

    Raises:
        MatrixError: the built-in matrix is needed and cannot be used.
    """
    from .solve._verify import ProofError, verify

    try:
        verify(read, matrix or load_matrix(), proof)
    except ProofError as refused:
        return str(refused)
    return None


def parse_proof(text: bytes, file: str) -> Proof:
    """Read a certificate as `prove` gives it, encoded as JSON.

    Raises:
        UsageError: it is none.
    """
    try:
        return msgspec.json.decode(text, type=Proof)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise UsageError(Problem(file, None, f"found no proof of format 1: {fault}")) from None


def why(read: ReadManifest, component: str, matrix: Matrix | None = None, *, fail_on: Severity = "error") -> Explanation:
    """Why the answer to a manifest has the version of a component that it has.

    Raises:
        UsageError: the manifest has no such component, or there is no answer.
        MatrixError: the built-in matrix is needed and cannot be used.
    """
    from .solve._nearest import find_nearest
    from .solve._why import why as explain_answer

    matrix = matrix or load_matrix()
    world = build_world(read.manifest, matrix, read.files, read.disagreements)
    found = find_nearest(world, read.manifest, matrix, fail_on=fail_on, top=1)
    if not found.answers:
        raise UsageError(Problem(read.path, None, "there is no answer to explain", "rkcompat resolve says why"))
    try:
        explained = explain_answer(world, read.manifest, matrix, component, found.values, fail_on=fail_on)
    except LookupError:
        raise _no_component(read, component) from None
    return msgspec.structs.replace(explained, instead=found.answers[0])


def why_not(
    read: ReadManifest, component: str, version: str | None = None, matrix: Matrix | None = None, *, fail_on: Severity = "error"
) -> Explanation:
    """What forbids a version of a component, or a validated set (named in place of the component), and what would allow it.

    Raises:
        UsageError: the manifest has no such component, the matrix no such set, or the version cannot be read.
        MatrixError: the built-in matrix is needed and cannot be used.
    """
    from .solve._why import why_not as explain_absence

    matrix = matrix or load_matrix()
    world = build_world(read.manifest, matrix, read.files, read.disagreements)
    try:
        wanted = None if version is None else parse_version(version)
    except ValueError as fault:
        raise UsageError(Problem(component, None, str(fault))) from None
    try:
        return explain_absence(world, read.manifest, matrix, component, wanted, fail_on=fail_on)
    except LookupError:
        raise _no_component(read, component) from None


def _no_component(read: ReadManifest, component: str) -> UsageError:
    hint = "name a component that it has, or a validated set: rkcompat matrix list sets"
    return UsageError(Problem(read.path, None, f"there is nothing to say of {component!r} here", hint))


def what_if(
    read: ReadManifest,
    settings: Sequence[str],
    matrix: Matrix | None = None,
    *,
    fail_on: Severity = "error",
    unknown: Unknown = "fail",
) -> tuple[Resolution, Resolution]:
    """The verdict as things stand, and as they would be.

    Args:
        settings: what is changed, each ``COMPONENT=VERSION`` or ``KEY=VALUE`` of the manifest.

    Raises:
        ManifestError: a setting that the format does not have.
        MatrixError: the built-in matrix is needed and cannot be used.
    """
    from .manifest import apply_settings
    from .solve._suppose import suppose

    matrix = matrix or load_matrix()
    manifest = read.manifest
    for setting in settings:
        name, sign, version = setting.partition("=")
        supposed = suppose(manifest, name) if sign else None
        if supposed is None:
            manifest = apply_settings(manifest, [setting])
        else:
            bare, more, key = supposed
            manifest = apply_settings(bare, [*more, f"{key}={version}"])
    same = {index for index, model in enumerate(read.manifest.model) if manifest.model[index] == model}
    changed = msgspec.structs.replace(
        read,
        manifest=manifest,
        files={index: file for index, file in read.files.items() if index in same},
        disagreements={index: words for index, words in read.disagreements.items() if index in same},
    )
    return check(read, matrix, fail_on=fail_on, unknown=unknown), check(changed, matrix, fail_on=fail_on, unknown=unknown)


def _exit(
    verdict: Compatibility, findings: Sequence[Finding], fail_on: Severity, unknown: Unknown, joint: bool
) -> tuple[int, str]:
    """The exit code of a verdict, and why it is that."""
    if joint:
        return 1, "no values of the unknown facts satisfy all rules together"
    if verdict == "incompatible":
        rules = {finding.rule.id for finding in findings if finding.verdict == "violated" and _at_least(finding, fail_on)}
        severity = fail_on if fail_on == "error" else f"{fail_on} or higher"
        return 1, f"{len(rules)} violated rule{'' if len(rules) == 1 else 's'} of severity {severity}"
    if verdict == "undetermined":
        facts = {fact for finding in findings if finding.verdict == "undetermined" for fact in finding.missing}
        reason = f"{len(facts)} needed fact{'s are' if len(facts) != 1 else ' is'} not known"
        return (3, reason) if unknown == "fail" else (0, f"{reason}; --unknown=pass lets it through")
    return 0, "no rule is violated"


def _at_least(finding: Finding, severity: Severity) -> bool:
    return SEVERITIES.index(finding.rule.severity) >= SEVERITIES.index(severity)


_RELEASED: tuple[tuple[str, Scope], ...] = (
    ("driver", "board"),
    ("lite", "board"),
    ("rkllm-toolkit", "board"),
    ("server", "board"),
    ("toolkit", "board"),
    ("runtime", "runtime"),
    ("rkllm-runtime", "rkllm-runtime"),
)
"""What has releases, and where its version stands."""


def _unlisted(world: World, matrix: Matrix) -> list[str]:
    """A note for each release that no list holds."""
    notes = []
    for component, scope in _RELEASED:
        fact = f"{component}.version"
        for group in world.groups[scope]:
            for facts in group:
                version = facts.get(fact)
                if not isinstance(version, Version) or version.is_range:
                    continue
                key = str(facts.get("runtime.library")) if component == "runtime" else component
                if key in matrix.releases and not is_listed(matrix, key, version):
                    whose = component if scope == "board" else f"{facts.about} ({key})"
                    notes.append(f"{whose}: the matrix does not know {version}; its place in the order of releases judges")
    soc = world.board["soc"]
    if isinstance(soc, str) and soc not in matrix.platforms:
        notes.append(f"board: the matrix does not know the SoC {soc}")
    return notes


def with_lines(resolution: Resolution, text: str) -> Resolution:
    """The same with the line of every key and the facts that judged, as a report shows them."""
    from .manifest import locate

    return msgspec.structs.replace(resolution, lines=dict(locate(text)), facts=known_facts(resolution.manifest))


def known_facts(manifest: Manifest) -> tuple[KnownFact, ...]:
    """Every fact that the manifest states, by its key, with where it came from."""
    found: dict[str, str | int | bool | tuple[str, ...]] = {}

    def walk(path: str, value: object) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                walk(f"{path}.{key}" if path else key, inner)
        elif isinstance(value, tuple) and value and all(isinstance(item, dict) for item in value):
            for index, inner in enumerate(value):
                walk(f"{path}[{index}]", inner)
        elif isinstance(value, tuple):
            found[path] = tuple(map(str, value))
        elif isinstance(value, str | int | bool):
            found[path] = value

    data = msgspec.to_builtins(manifest)
    evidence: Mapping[str, Mapping[str, str]] = data.pop("evidence", {})
    for aside in ("manifest", "lock", "use"):
        data.pop(aside, None)
    walk("", data)
    return tuple(
        KnownFact(
            fact=fact, value=value, read_from=evidence.get(fact, {}).get("read_from"), raw=evidence.get(fact, {}).get("raw")
        )
        for fact, value in sorted(found.items())
    )


def inspect(path: "str | os.PathLike[str]") -> "Artifact":
    """Read one file of the stack: a model, a library, a program, a kernel, a module, a device tree, a package.

    Raises:
        UsageError: it cannot be opened.
    """
    from .artifacts import read_artifact

    try:
        return read_artifact(path)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise UsageError(Problem(os.fspath(path), None, f"cannot be read: {reason}")) from None


def explain(rule_id: str, matrix: Matrix | None = None) -> Rule:
    """A rule by its id, present or former; a signature of a log is one too.

    Raises:
        UsageError: there is no such rule; the hint names the nearest.
    """
    matrix = matrix or load_matrix()
    for rule in matrix.rules:
        if rule_id == rule.id or rule_id in rule.was:
            return rule
    from difflib import get_close_matches

    from .logs import AGREE, rule_of

    for signature in matrix.signatures:
        if rule_id == signature.id:
            return rule_of(signature)
    if rule_id == AGREE.id:
        return AGREE
    names = [*(rule.id for rule in matrix.rules), *(signature.id for signature in matrix.signatures)]
    near = get_close_matches(rule_id, names, 1)
    raise UsageError(Problem(rule_id, None, "there is no such rule", f"did you mean {near[0]}?" if near else None))


def draw(
    matrix: Matrix,
    *,
    manifest: "str | os.PathLike[str] | None" = None,
    around: str | None = None,
    affected_by: str | None = None,
    path: tuple[str, str] | None = None,
) -> "Graph":
    """The dependency graph: of a manifest with its verdicts, of a node, of a chain between two, or of the components.

    Raises:
        ManifestError: the manifest cannot be used.
        UsageError: there is no such node, or no chain.
    """
    from .solve import _draw

    if manifest is not None:
        read = read_manifest(manifest)
        world = build_world(read.manifest, matrix, read.files, read.disagreements)
        return _draw.draw_manifest(world, check_rules(world, matrix))
    try:
        if around is not None:
            return _draw.draw_around(matrix, around)
        if affected_by is not None:
            return _draw.draw_affected(matrix, affected_by)
        if path is not None:
            return _draw.draw_path(matrix, *path)
    except LookupError as fault:
        raise UsageError(Problem("graph", None, str(fault.args[0]), "rkcompat graph -f json names every node")) from None
    return _draw.draw_components(matrix)


def lint(folder: "Path", *, links: bool = False) -> tuple[Problem, ...]:
    """Everything that is wrong with a folder of matrices; with `links` the addresses of its sources are asked, too."""
    from .matrix._lint import Check, lint_matrix
    from .matrix._lint_rules import check_contradictions
    from .solve._contradictions import contradicted_sets
    from .solve._graph import graph_problems

    more: list[Check] = [
        lambda files, matrix: check_contradictions(files, matrix, contradicted_sets(matrix)),
        lambda _, matrix: (Problem("rules", None, text) for text in graph_problems(matrix)),
    ]
    if links:
        from .matrix._lint_links import check_links

        more.append(check_links)
    return lint_matrix(folder, *more)


def coverage(row: str, column: str, *, soc: str = "rk3588", matrix: Matrix | None = None) -> "Coverage":
    """What is known of each release of one component with each of another, on a SoC.

    Raises:
        UsageError: a component without releases, or a SoC that the matrix does not know.
    """
    from .solve._coverage import COVERED, cover

    matrix = matrix or load_matrix()
    platform = matrix.platforms.get(matrix.aliases.get(soc.lower(), ""))
    hint = f"there are {', '.join(COVERED)}"
    problems = [Problem(name, None, "is no component that has releases", hint) for name in (row, column) if name not in COVERED]
    if row == column:
        problems.append(Problem(row, None, "found one component twice, needed two"))
    if platform is None:
        problems.append(
            Problem("--soc", None, f"the matrix does not know the SoC {soc!r}", f"it knows {', '.join(matrix.platforms)}")
        )
    if problems or platform is None:
        raise UsageError(*problems)
    return cover(matrix, row, column, platform)


def find_rows(id: str, matrix: Matrix | None = None) -> "tuple[Row, ...]":
    """The rule, source, platform, validated set or signature of an id, or the releases of a version: ``librknnrt 1.6.0``.

    Raises:
        UsageError: there is no such row; the hint names the nearest.
    """
    matrix = matrix or load_matrix()
    rules = {name: rule for rule in matrix.rules for name in (*rule.was, rule.id)}
    sets = {row.id: row for row in matrix.sets}
    platforms = {name: matrix.platforms[id] for name, id in matrix.aliases.items()}
    signatures = {signature.id: signature for signature in matrix.signatures}
    for rows in (rules, matrix.sources, platforms, sets, signatures):
        if id in rows:
            return (rows[id],)
    key, _, text = id.partition(" ")
    releases = [one for name, group in matrix.releases.items() for one in group if key in (name, one.component)]
    found = tuple(one for one in releases if text and one.version.text == text.removeprefix("v"))
    if found:
        return found
    from difflib import get_close_matches

    if releases:
        names = dict.fromkeys(f"{one.library or one.component} {one.version}" for one in releases)
        hint = f"there are {', '.join(names)}"
    else:
        near = get_close_matches(id, [*rules, *matrix.sources, *platforms, *sets, *signatures, *matrix.releases], 1)
        hint = f"did you mean {near[0]}?" if near else "rkcompat matrix list names what there is"
    raise UsageError(Problem(id, None, "no row of the matrix has this id", hint))


def record(
    read: ReadManifest,
    *,
    who: str,
    ran: str,
    where: str,
    when: str,
    works: bool = True,
    force: bool = False,
    matrix: Matrix | None = None,
) -> str:
    """A run of what the manifest describes as a validated set, in TOML for an overlay's ``validated/``.

    Args:
        when: the day, ``2026-11-29``.
        works: whether it ran; a failing run is recorded as evidence, whatever the rules say.
        force: record also what the rules forbid, or cannot judge.

    Raises:
        UsageError: a fact that a set needs is missing, or it is said to work and the rules do not say that it can.
    """
    from .matrix._record import set_to_toml

    matrix = matrix or load_matrix()
    judged = check(read, matrix)
    against = tuple(
        dict.fromkeys(one.rule.id for one in judged.findings if one.verdict == "violated" and one.rule.severity == "error")
    )
    if works and not force and judged.verdict != "compatible":
        unknown = [f"{missing.about}: {missing.fact}" for missing in judged.missing if missing.needed]
        what = f"not known: {', '.join(unknown)}" if judged.verdict == "undetermined" else f"against {', '.join(against)}"
        hint = "if it failed, say --failed; if it ran all the same, say --force"
        raise UsageError(Problem(read.path, None, f"found a manifest that is {judged.verdict} ({what})", hint))
    note = f"against {', '.join(against)}" if works and against else ""
    return set_to_toml(read.manifest, matrix, read.path, who=who, ran=ran, where=where, when=when, works=works, note=note)


def diff_matrices(old: Matrix, new: Matrix, reads: Sequence[ReadManifest] = ()) -> "MatrixDiff":
    """The rows that differ between two matrices, and of some manifests those that the two judge otherwise."""
    from .model.matrix_diff import MatrixDiff, VerdictChange
    from .solve._matrix_diff import diff_rows, rules_that_differ

    verdicts = []
    for read in reads:
        before, after = check(read, old), check(read, new)
        if before.verdict != after.verdict:
            rules = rules_that_differ(before.findings, after.findings)
            verdicts.append(VerdictChange(path=read.path, before=before.verdict, after=after.verdict, rules=rules))
    return MatrixDiff(rows=diff_rows(old, new), judged=len(reads), verdicts=tuple(verdicts))

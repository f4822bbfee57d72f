"""Every rule held against a manifest: the verdict, the findings, the exit code."""

import os
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from ..matrix import load_matrix
from ..model.fact import Scope
from ..model.finding import Finding, MissingFact
from ..model.manifest import Manifest
from ..model.matrix import Matrix
from ..model.policy import Policy
from ..model.reading import ReadManifest
from ..model.resolution import CoreItem, Resolution
from ..model.version import Version
from ..model.words import BASES, SEVERITIES, Compatibility, Severity
from ..solve._check import check as check_rules, missing_facts, title_of, verdict_of
from ..solve._facts import is_listed
from ..solve._world import World, build_world
from ..toml._nearest import nearest
from .reading import known_facts

Unknown = Literal["fail", "pass"]
"""What an undetermined verdict means for the exit code."""


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
    return judge(read, matrix or load_matrix(), fail_on, unknown, policy=policy, more=more)[0]


def judge(
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
        from ..logs import find_in_log

        findings = (*findings, *find_in_log(read.log, read.differences, findings))
    findings = (*findings, *more)
    decided: tuple[str, ...] = ()
    if policy is not None:
        decided = policy.notes
        if policy.waivers or policy.min_basis != BASES[-1]:
            from ..policy._basis import say_aside

            decided = (*decided, *say_aside(findings, policy.min_basis))
            findings = _under(policy, findings, read)
    verdict = verdict_of(findings, fail_on)
    core: tuple[CoreItem, ...] = ()
    if verdict != "incompatible":
        from ..solve.joint._joint import contradiction

        counting = findings if policy is None else _not_let_pass(policy, findings, read)
        rules = contradiction(world, counting, matrix, fail_on)
        core = tuple(CoreItem(kind="rule", name=rule.id, text=rule.title) for rule in rules)
        verdict = "incompatible" if core else verdict
    code, reason = _exit(verdict, findings, fail_on, unknown, core)
    if verdict == "compatible":
        reason += _say_hardly_judged(read.manifest, world)
    resolution = Resolution(
        path=read.path,
        sha256=read.sha256,
        manifest=read.manifest,
        verdict=verdict,
        exit_code=code,
        reason=reason,
        fail_on=fail_on,
        findings=findings,
        missing=_missing(findings, world, matrix),
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


def _missing(findings: tuple[Finding, ...], world: World, matrix: Matrix) -> tuple[MissingFact, ...]:
    """The facts that are not known; of a SoC that is misspelt, which one is meant."""
    missing = missing_facts(findings)
    meant = _meant_soc(world, matrix)
    if not meant:
        return missing
    said = f"(the matrix does not know {world.board['soc']}; did you mean {meant})"
    return tuple(msgspec.structs.replace(one, how=f"{one.how}  {said}") if one.fact == "soc" else one for one in missing)


def _meant_soc(world: World, matrix: Matrix) -> str | None:
    """The known SoC that looks most like one that the matrix does not know."""
    soc = world.board["soc"]
    return nearest(soc, matrix.aliases) if isinstance(soc, str) and soc not in matrix.platforms else None


def needed_facts(resolution: Resolution) -> tuple[MissingFact, ...]:
    """The facts without which there is no verdict; none where there is one all the same."""
    return tuple(one for one in resolution.missing if one.needed) if resolution.verdict == "undetermined" else ()


def _under(policy: Policy, findings: Sequence[Finding], read: ReadManifest) -> tuple[Finding, ...]:
    """The findings as those who run the gate want them judged."""
    from ..policy._basis import set_aside
    from ..policy._waive import is_meant_for, waive

    path = _from(policy.folder, read.path)
    meant = [waiver for waiver in policy.waivers if is_meant_for(waiver, path)]
    return waive(set_aside(findings, policy.min_basis), read.manifest, meant, policy.today)


def _not_let_pass(policy: Policy, findings: Sequence[Finding], read: ReadManifest) -> tuple[Finding, ...]:
    """The findings but those of rules that a waiver lets pass where they are violated."""
    if not policy.waivers:
        return tuple(findings)
    supposed = [msgspec.structs.replace(finding, verdict="violated") for finding in findings]
    passed = {finding.rule.id for finding in _under(policy, supposed, read) if finding.verdict == "waived"}
    return tuple(finding for finding in findings if finding.rule.id not in passed)


def _from(folder: str, path: str) -> str:
    """The path of a manifest, seen from a folder, with forward slashes."""
    return path if path == "-" else os.path.relpath(path, folder or os.curdir).replace(os.sep, "/")


def settle(resolutions: Sequence[Resolution], policy: Policy) -> tuple[Resolution, ...]:
    """The answers of one run with what only the run as a whole shows: waivers that match nothing; and the exit codes let pass.

    A waiver that matches nothing is noted where it could have matched; under ``policy.strict`` the exit code is 1.
    """
    if not policy.waivers and not policy.exit_zero:
        return tuple(resolutions)
    from ..policy._waive import is_meant_for, say_unmatched, unmatched

    paths = [_from(policy.folder, one.path) for one in resolutions]
    idle = unmatched(policy.waivers, paths, [finding for one in resolutions for finding in one.findings])
    rules = {id for one in resolutions for finding in one.findings for id in (finding.rule.id, *finding.rule.was)}
    settled = []
    for path, resolution in zip(paths, resolutions, strict=True):
        notes = tuple(say_unmatched(waiver, rules) for waiver in idle if is_meant_for(waiver, path))
        code, reason = resolution.exit_code, resolution.reason
        if notes and policy.strict and code in (0, 3):
            code, reason = 1, f"{reason}; {len(notes)} waiver{'s match' if len(notes) > 1 else ' matches'} nothing (--strict)"
        if policy.exit_zero and code in (1, 3, 4):
            code, reason = 0, f"{reason}; --exit-zero lets it through"
        settled.append(msgspec.structs.replace(resolution, exit_code=code, reason=reason, notes=(*resolution.notes, *notes)))
    return tuple(settled)


#: More facts than these tire the reader of one line.
_FACTS = 4


def _exit(
    verdict: Compatibility, findings: Sequence[Finding], fail_on: Severity, unknown: Unknown, core: Sequence[CoreItem]
) -> tuple[int, str]:
    """The exit code of a verdict, and why it is that."""
    if core:
        names = {item.name for item in core}
        titles = [title_of(fact) for finding in findings if finding.rule.id in names for fact in finding.missing]
        open_ones = list(dict.fromkeys(titles))
        more = f" and {len(open_ones) - _FACTS} more" if len(open_ones) > _FACTS else ""
        return 1, f"no values of the unknown facts ({', '.join(open_ones[:_FACTS])}{more}) satisfy all rules together"
    if verdict == "incompatible":
        severity = fail_on if fail_on == "error" else f"{fail_on} or higher"
        return 1, f"{' and '.join(_say_violated(findings, fail_on))} of severity {severity}"
    if verdict == "undetermined":
        facts = {fact for finding in findings if finding.verdict == "undetermined" for fact in finding.missing}
        reason = f"{len(facts)} needed fact{'s are' if len(facts) != 1 else ' is'} not known"
        return (3, reason) if unknown == "fail" else (0, f"{reason}; --unknown=pass lets it through")
    return 0, _say_compatible(findings, fail_on)


def _say_violated(findings: Sequence[Finding], fail_on: Severity) -> Iterator[str]:
    """How many rules are violated; lines of a log that state a failure count apart, since a rule may be why."""
    violated = {one.rule.id: one.rule for one in findings if one.verdict == "violated" and _at_least(one, fail_on)}
    lines = sum(rule.is_log_line for rule in violated.values())
    rules = len(violated) - lines
    if rules:
        yield f"{rules} violated rule{'' if rules == 1 else 's'}"
    if lines:
        yield f"{lines} line{'' if lines == 1 else 's'} of the log"


def _say_compatible(findings: Sequence[Finding], fail_on: Severity) -> str:
    """That nothing counts as incompatible, and what is violated all the same."""
    counts = dict.fromkeys(reversed(SEVERITIES), 0) | {"waived": 0}
    for finding in findings:
        if finding.verdict in ("violated", "waived"):
            counts["waived" if finding.verdict == "waived" else finding.rule.severity] += 1
    said = [f"{count} {word}{'s' if count > 1 and word != 'waived' else ''}" for word, count in counts.items() if count]
    return f"no rule of severity {fail_on} is violated; {', '.join(said)}" if said else "no rule is violated"


def _say_hardly_judged(manifest: Manifest, world: World) -> str:
    """That none of what must fit together is stated; whoever takes the verdict for a passed gate must see it."""
    board = world.board
    things: tuple[Scope, ...] = ("runtime", "rkllm-runtime", "model", "rkllm-model")
    if manifest.absent or board["driver.family"] or board["driver.version"] or any(world.groups[scope] for scope in things):
        return ""
    others = [name for name in ("toolkit", "rkllm-toolkit", "lite", "server") if board[f"{name}.version"] is not None]
    judged = ["the SoC", *(f"the {name}" for name in others)]
    return f"; but no library, driver or model is stated, and nothing was judged but {' and '.join(judged)}"


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
        meant = _meant_soc(world, matrix)
        notes.append(f"board: the matrix does not know the SoC {soc}" + (f"; did you mean {meant}" if meant else ""))
    return notes


def with_lines(resolution: Resolution, text: str) -> Resolution:
    """The same with the line of every key and the facts that judged, as a report shows them."""
    from ..manifest import locate

    return msgspec.structs.replace(resolution, lines=dict(locate(text)), facts=known_facts(resolution.manifest))

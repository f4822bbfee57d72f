"""The nearest set, and the steps that lead to it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from ..matrix import load_matrix
from ..model.finding import Finding
from ..model.matrix import Matrix
from ..model.policy import Policy
from ..model.reading import ReadManifest
from ..model.resolution import CoreItem, Resolution
from ..model.words import Severity
from .judging import Unknown, judge

if TYPE_CHECKING:
    from ..model.wish import Wishes
    from ..solve.nearest._nearest import Nearest


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
    from ..model.wish import Wishes
    from ..solve.nearest._nearest import find_nearest

    wishes = wishes or Wishes()
    matrix = matrix or load_matrix()
    resolution, world = judge(read, matrix, fail_on, unknown, policy=policy)
    if resolution.verdict == "undetermined" or resolution.core:
        return resolution
    obeyed = judging(matrix, resolution.findings, policy) if policy else matrix
    weights = policy.weights if policy else {}
    try:
        found = find_nearest(
            world, read.manifest, obeyed, fail_on=fail_on, top=top, node_limit=node_limit, weights=weights, wishes=wishes
        )
    except LookupError as fault:
        from .components import no_component, no_set

        name = str(fault.args[0])
        raise no_set("--near", name, matrix) if name == wishes.near else no_component(read, name, world, matrix) from None
    answers = found.answers
    if resolution.verdict == "compatible":  # the sets that cover it, or the nearest that somebody has run
        answers = tuple(answer for answer in answers if answer.cost == 0) or answers[: top if wishes.wants else 1]
    changed: dict[str, Any] = {
        "nearest": answers,
        "distances": found.distances,
        "plan": found.plan,
        "core": found.core,
        "search": found.search,
    }
    if wishes.wants:
        changed["notes"] = (*resolution.notes, f"wanted of every set: {', '.join(map(str, wishes.wants))}")
    if answers and answers[0] is not found.answers[0]:
        changed["plan"] = ()  # which leads to the first that was found
    if found.contradicted:
        changed["search"] = None
        told = "no values of the unknown facts satisfy all of these rules together there"
        named = ", ".join(rule.id for rule in found.contradicted)
        changed["notes"] = (*changed.get("notes", resolution.notes), f"answers were left out: {told}: {named}")
    if not answers and found.contradicted and (resolution.verdict == "incompatible" or wishes.wants):
        changed["core"] = tuple(CoreItem(kind="rule", name=rule.id, text=rule.title) for rule in found.contradicted)
        told = "in no answer that was tried do values of the unknown facts satisfy all rules together"
        changed |= {"exit_code": 1, "reason": f"{resolution.reason}; {told}"}
    elif not answers and (resolution.verdict == "incompatible" or wishes.wants):
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
    reason = "no change of versions that the locks allow helps" if locked else "no change of versions helps"
    if not found.opens:
        return reason
    return f"{reason}; the lock of {found.opens[0]} alone, lifted, would open the cheapest way"


def judging(matrix: Matrix, findings: Sequence[Finding], policy: Policy) -> Matrix:
    """The matrix without the rules that forbid nothing under a policy: those that are waived wherever they do not hold."""
    from ..policy._basis import is_weaker

    waived = {finding.rule.id for finding in findings if finding.verdict == "waived"}
    standing = {finding.rule.id for finding in findings if finding.verdict in ("violated", "undetermined")}
    passed = waived - standing
    rules = tuple(rule for rule in matrix.rules if rule.id not in passed and not is_weaker(rule, policy.min_basis))
    return matrix if len(rules) == len(matrix.rules) else msgspec.structs.replace(matrix, rules=rules)

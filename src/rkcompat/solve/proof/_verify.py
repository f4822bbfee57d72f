"""Check a certificate without the solver: its options are all there are, its clauses are what the rules say, its cases close.

Nothing of the search, the encoding or the choice of sets is used here; the check of a manifest is trusted. A clause is
believed because every combination of options that it rules out is laid out as a manifest of its own and held against the rule
by the check; the cases are believed because each is closed by such clauses, or costs no less than the answer.
"""

from ...model.finding import Finding
from ...model.matrix import Matrix
from ...model.proof import AS_REQUIRED, FORMAT, Proof
from ...model.reading import ReadManifest
from ...model.rule import Demand
from ._cases import check_cases
from ._clauses import check_clauses
from ._options import check_options
from ._sets import check_sets
from ._stack import ProofError, Stack, demand
from ._states import States


def verify(read: ReadManifest, matrix: Matrix, proof: Proof) -> None:
    """Follow every claim of a proof.

    Raises:
        ProofError: one does not hold; the message says which.
    """
    try:
        _follow(proof, Stack(read, matrix, proof), (read.sha256, matrix.sha256))
    except (LookupError, ValueError, RecursionError) as fault:  # it names what is not there, or nests without end
        raise ProofError(f"the proof contradicts itself: {type(fault).__name__} {fault}") from None


def _follow(proof: Proof, stack: Stack, hashes: tuple[str, str]) -> None:
    states = States(stack)
    demand(proof.format == FORMAT, f"the proof has format {proof.format}, needed {FORMAT}")
    demand((proof.manifest, proof.matrix) == hashes, "the proof is of another manifest or another matrix")
    demand((proof.answer is None) == (proof.cost is None), "the proof has a cost without an answer")
    demand(proof.answer is not None or proof.set is None, "the proof has a set without an answer")
    demand(not stack.torn, f"no proof can tell which copy {', '.join(stack.torn)} loads")
    check_options(stack, states)
    check_clauses(proof.clauses, stack, states)
    if proof.answer is not None:
        _fits(proof, stack, states)
    check_sets(proof, stack, states)
    if proof.set is None:
        check_cases(proof, stack)


def _fits(proof: Proof, stack: Stack, states: States) -> None:
    """The answer changes nothing that is locked, breaks no rule, and costs what it says."""
    answer = proof.answer or {}
    for about, value in answer.items():
        demand(value in stack.allowed(about), f"the answer changes {about}, which is locked")
    relevant = {about: value for about, value in answer.items() if stack.options[about][value] != AS_REQUIRED}
    required = {about for about, value in answer.items() if stack.options[about][value] == AS_REQUIRED}
    for finding in states.violations(relevant, stack.strict)[1]:
        demand(_is_met(finding, required), f"the answer breaks {finding.rule.id}")
    demand(stack.cost(answer) == proof.cost, f"the answer costs {stack.cost(answer)}, and the proof says {proof.cost}")


def _is_met(finding: Finding, required: set[str]) -> bool:
    """Whether what is made as required settles a rule that did not hold: all that failed, or a condition of it."""
    rule = finding.rule
    failed = {reading.demand for reading in finding.read if reading.demand and reading.demand not in rule.when}
    return any(_reads(demand, required) for demand in rule.when) or (
        bool(failed) and all(_reads(demand, required) for demand in failed)
    )


def _reads(demand: Demand, components: set[str]) -> bool:
    return bool({demand.fact.partition(".")[0], demand.other.partition(".")[0]} & components)

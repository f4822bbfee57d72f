"""Write a certificate of an answer: the options, what the rules forbid, why it is no other set, the cases."""

from ...model.matrix import Matrix, ValidatedSet
from ...model.proof import FORMAT, Proof, ProofClause, ProofNode, ProofSet
from ...model.reading import ReadManifest
from ...model.resolution import Answer
from ...model.words import Severity
from .._world import World
from ..nearest._adopt import adopt, applicable_sets
from ..nearest._doubts import Doubts
from ..nearest._encode import Encoding, encode
from ..nearest._join import join_pairs, united
from ..nearest._nearest import find_nearest
from ..nearest._slots import build_slots
from ..search._propagate import Clause
from ..search._search import Trace, key_of, search


def prove(
    read: ReadManifest, world: World, matrix: Matrix, *, fail_on: Severity = "error", node_limit: int = 20_000
) -> Proof | None:
    """The certificate of the first answer; ``None`` where nothing is certain.

    That is where the search ended at its limit, and where nobody knows which copy a model loads while another model names one
    of them: no manifest says of one copy alone that it may be loaded.
    """
    manifest = read.manifest
    if any(world.torn()):
        return None
    found = find_nearest(world, manifest, matrix, fail_on=fail_on, top=1, node_limit=node_limit)
    if found.search is None or not found.search.proved or found.contradicted:
        return None  # of answers that were left out a proof knows nothing
    sets = applicable_sets(world, matrix)
    slots = build_slots(world, manifest, matrix, sets)
    encoding = encode(world, matrix.rules, slots, fail_on)
    answer = found.answers[0] if found.answers else None
    values = found.values if answer else None
    chosen = " + ".join(found.parts) or None
    writer = _Writer(encoding, Doubts(world, matrix, encoding))
    pairs = [] if len(found.parts) == 1 else [united(*pair) for pair in join_pairs(sets, slots)]
    told = tuple(writer.tell(row, answer, chosen) for row in (*sets, *pairs))
    tree = None
    if chosen is None:
        trace = Trace()
        if not search(encoding.problem, node_limit=node_limit, start=encoding.start(), trace=trace).complete:
            return None  # one clause at a time takes more cases than the tables of the search for an answer
        for number in sorted(trace.used):
            writer.number(encoding.problem.clauses[number])
        tree = writer.tree(trace, 0)
    abouts = [slot.about for slot in encoding.slots]
    return Proof(
        format=FORMAT,
        manifest=read.sha256,
        matrix=matrix.sha256,
        fail_on=fail_on,
        options={slot.about: tuple(option.label for option in slot.options) for slot in encoding.slots},
        set=chosen,
        answer=None if values is None else {about: value for about, value in zip(abouts, values, strict=True) if value},
        cost=answer.cost if answer else None,
        clauses=tuple(writer.clauses),
        sets=told,
        tree=tree,
    )


class _Writer:
    """Says what a proof needs, and numbers the clauses that it rests on."""

    def __init__(self, encoding: Encoding, doubts: Doubts) -> None:
        self.clauses: list[ProofClause] = []
        self._encoding = encoding
        self._doubts = doubts
        self._numbers: dict[Clause, int] = {}
        self._origins = dict(zip(encoding.problem.clauses, encoding.origins, strict=True))

    def number(self, clause: Clause) -> int:
        """The number of a clause in the proof, which it gets when it is first asked for."""
        if clause not in self._numbers:
            self._numbers[clause] = len(self.clauses)
            origin = self._origins[clause]
            meets = {
                self._encoding.slots[index].about: tuple(
                    value for value in range(len(self._encoding.slots[index].options)) if mask >> value & 1
                )
                for index, mask in clause
            }
            self.clauses.append(ProofClause(rule=origin.rule.id, about=origin.about, meets=meets))
        return self._numbers[clause]

    def tree(self, trace: Trace, node: int) -> ProofNode | None:
        """The cases below a node of the search."""
        if node not in trace.splits:
            return None
        clause, children = trace.splits[node]
        ways = tuple(None if child is None else self.tree(trace, child) for child in children)
        return ProofNode(self.number(clause), ways)

    def tell(self, row: ValidatedSet, answer: Answer | None, chosen: str | None) -> ProofSet:
        """Why a set is not the answer, or that it is."""
        encoding = self._encoding
        values = adopt(row, encoding.slots)
        if values is None:
            return ProofSet(set=row.id, why="elsewhere")
        for slot, value in zip(encoding.slots, values, strict=True):
            if slot.locked and value:
                return ProofSet(set=row.id, why="locked", locked=slot.about)
        for clause in encoding.problem.clauses:
            if not any(mask >> values[index] & 1 for index, mask in clause):
                return ProofSet(set=row.id, why="breaks", clause=self.number(clause))
        cost = key_of(encoding.problem, [1 << value for value in values])[0]
        if row.id == chosen:
            return ProofSet(set=row.id, why="answer", cost=cost)
        doubtful = not (answer and answer.doubts) and any(self._doubts.of(values))
        return ProofSet(set=row.id, why="doubtful" if doubtful else "dearer", cost=cost)

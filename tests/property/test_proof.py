"""Certificates of random problems: each holds, is of the answer that is given, and not of another."""

from collections.abc import Iterator

import msgspec
from hypothesis import event, given, settings

from rkcompat.model.matrix import Matrix
from rkcompat.model.proof import Proof
from rkcompat.model.reading import ReadManifest
from rkcompat.model.resolution import Answer
from rkcompat.solve._world import build_world
from rkcompat.solve.nearest._nearest import find_nearest
from rkcompat.solve.proof._stack import ProofError
from rkcompat.solve.proof._verify import verify
from rkcompat.solve.proof._write import prove

from .small_world import Case, build_manifest, build_matrix, cases


@settings(max_examples=400, deadline=None)
@given(cases)
def test_every_answer_is_proved_and_no_other_is(case: Case) -> None:
    """A set, two that are joined, a state that the rules allow, or none; another cost or another set is not believed."""
    matrix, manifest = build_matrix(case), build_manifest(case)
    world = build_world(manifest, matrix)
    read = ReadManifest(path="manifest.toml", sha256="a" * 64, text="", manifest=manifest)
    found = find_nearest(world, manifest, matrix)
    proof = prove(read, world, matrix)

    assert proof is not None
    verify(read, matrix, proof)
    event("set" if len(found.parts) == 1 else "joined" if found.parts else "rules alone" if found.answers else "none")
    assert proof.cost == (found.answers[0].cost if found.answers else None)
    assert proof.set == (" + ".join(found.parts) or None)
    for lie in (proof.cost - 1, proof.cost + 1) if proof.cost is not None else ():
        assert is_refused(read, matrix, msgspec.structs.replace(proof, cost=lie))
    if proof.set is not None:
        assert is_refused(read, matrix, msgspec.structs.replace(proof, set=None))
    for answer in find_nearest(world, manifest, matrix, top=100).answers if len(found.parts) == 1 else ():
        same = answer.cost == proof.cost and bool(answer.doubts) == bool(found.answers[0].doubts)
        for lie in told_of(answer, proof) if not same else ():
            assert is_refused(read, matrix, lie)


def told_of(answer: Answer, proof: Proof) -> Iterator[Proof]:
    """The same proof of another set, with whatever may be said of the others."""
    changes = {change.about: proof.options[change.about].index(change.after) for change in answer.changes}
    for cheaper in ("dearer", "doubtful"):
        for others in ("dearer", "doubtful"):
            sets = [
                one
                if one.cost is None
                else msgspec.structs.replace(one, why="answer")
                if one.set == answer.set
                else msgspec.structs.replace(one, why=cheaper if one.cost < answer.cost else others)
                for one in proof.sets
            ]
            yield msgspec.structs.replace(proof, set=answer.set, answer=changes, cost=answer.cost, sets=tuple(sets))


def is_refused(read: ReadManifest, matrix: Matrix, proof: Proof) -> bool:
    """Whether the verifier does not believe it."""
    try:
        verify(read, matrix, proof)
    except ProofError:
        return True
    return False

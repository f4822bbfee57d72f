"""Certificates of random problems: each holds, is of the answer that is given, and not of another."""

import msgspec
import pytest
from hypothesis import event, given, settings

from rkcompat.model.reading import ReadManifest
from rkcompat.solve._world import build_world
from rkcompat.solve.nearest._nearest import find_nearest
from rkcompat.solve.proof._stack import ProofError
from rkcompat.solve.proof._verify import verify
from rkcompat.solve.proof._write import prove

from .small_world import Case, build_manifest, build_matrix, cases


@settings(max_examples=400, deadline=None)
@given(cases)
def test_every_answer_is_proved_and_no_other_is(case: Case) -> None:
    """A set, two that are joined, a state that the rules allow, or none; what costs less or more is not believed."""
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
        with pytest.raises(ProofError):
            verify(read, matrix, msgspec.structs.replace(proof, cost=lie))
    if proof.set is not None:
        with pytest.raises(ProofError):
            verify(read, matrix, msgspec.structs.replace(proof, set=None))

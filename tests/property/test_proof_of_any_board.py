"""Certificates of boards of every kind, against the built-in matrix: all that are written hold, and no dearer answer does."""

import msgspec
from hypothesis import event, given, settings

from rkcompat.model.manifest import Manifest
from rkcompat.model.reading import ReadManifest
from rkcompat.solve._world import build_world
from rkcompat.solve.nearest._nearest import find_nearest
from rkcompat.solve.proof._write import prove

from .any_board import MATRIX, boards
from .test_proof import is_refused, told_of


@settings(max_examples=250, deadline=None)
@given(boards())
def test_every_proof_holds_and_none_of_a_dearer_set(manifest: Manifest) -> None:
    """With several copies, what is locked, absent, of another generation, or built for another system."""
    read = ReadManifest(path="manifest.toml", sha256="a" * 64, text="", manifest=manifest)
    world = build_world(manifest, MATRIX)
    proof = prove(read, world, MATRIX)
    if proof is None:
        event("none")
        return
    event("set" if proof.set else "rules alone" if proof.answer is not None else "nothing helps")

    assert not is_refused(read, MATRIX, proof)
    assert is_refused(read, MATRIX, msgspec.structs.replace(proof, cost=(proof.cost or 0) + 1))
    answers = find_nearest(world, manifest, MATRIX, top=4).answers if proof.set in {row.id for row in MATRIX.sets} else ()
    for answer in answers[1:]:
        same = answer.cost == proof.cost and bool(answer.doubts) == bool(answers[0].doubts)
        for lie in told_of(answer, proof) if not same else ():
            assert is_refused(read, MATRIX, lie)

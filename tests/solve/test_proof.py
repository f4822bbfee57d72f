"""A certificate holds as it was written, and not when anything in it is changed."""

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from rkcompat.model.proof import Proof
from rkcompat.model.reading import ReadManifest
from rkcompat.solve._proof import prove
from rkcompat.solve._verify import ProofError, verify

from .stack import FORMAT_6, RK3588, board, copy, stack, world_of

CASES = {
    "a validated set": RK3588 + copy("1.4.0") + FORMAT_6,
    "nothing to change": RK3588 + copy("2.3.2") + FORMAT_6,
    "no set, the cheapest state": RK3588 + copy("1.4.0") + FORMAT_6 + '[lock]\ncomponents = ["runtime"]\n',
    "nothing helps": RK3588 + copy("1.4.0") + FORMAT_6 + '[lock]\ncomponents = ["runtime", "model"]\n',
    "another kernel": RK3588 + copy("2.3.2") + '[use]\nfeatures = ["sram"]\n[kernel]\nconfig_complete = true\n',
    "a chip that cannot change": '[board]\nsoc = "rv1126"\n[driver]\nfamily = "rknpu"\nversion = "0.9.8"\n',
    "copies of which one is loaded": RK3588 + copy("1.4.0") + copy("1.5.0") + FORMAT_6,
}


def _read(text: str, sha256: str = "a" * 64) -> ReadManifest:
    return ReadManifest(path="manifest.toml", sha256=sha256, text=text, manifest=board(text))


def _proved(text: str) -> Proof:
    proof = prove(_read(text), world_of(text), stack())

    assert proof is not None
    return proof


def _verify(text: str, proof: Proof) -> None:
    verify(_read(text), stack(), proof)


@pytest.mark.parametrize("text", CASES.values(), ids=CASES)
def test_a_proof_holds_and_survives_being_written(text: str) -> None:
    """As JSON and back."""
    proof = _proved(text)

    _verify(text, msgspec.json.decode(msgspec.json.encode(proof), type=Proof))


def test_a_proof_of_another_manifest_or_matrix_is_refused() -> None:
    """The hashes stand in it."""
    text = CASES["a validated set"]
    with pytest.raises(ProofError, match="another manifest or another matrix"):
        verify(_read(text, "c" * 64), stack(), _proved(text))


def _is_refused(text: str, proof: Proof) -> bool:
    try:
        _verify(text, proof)
    except ProofError:
        return True
    return False


def _altered(proof: Proof) -> list[tuple[str, Proof]]:
    """The same proof with one lie each."""
    replace = msgspec.structs.replace
    lies = [
        ("a lower cost", replace(proof, cost=(proof.cost or 0) - 1)),
        ("a set left out", replace(proof, sets=proof.sets[1:])),
        ("an option left out", replace(proof, options={a: labels[:-1] for a, labels in proof.options.items()})),
        ("a thing left out", replace(proof, options=dict(list(proof.options.items())[1:]))),
        ("another present state", replace(proof, options={a: ("9.9.9", *labels[1:]) for a, labels in proof.options.items()})),
        ("a clause of another rule", replace(proof, clauses=tuple(replace(c, rule="soc-generation") for c in proof.clauses))),
        (
            "a clause that forbids more",
            replace(proof, clauses=tuple(replace(c, meets=dict.fromkeys(c.meets, ())) for c in proof.clauses)),
        ),
    ]
    if proof.answer:
        lies.append(("no change at all", replace(proof, answer={}, cost=0)))
    return [(what, lie) for what, lie in lies if lie != proof]


@pytest.mark.parametrize("name", CASES)
def test_an_altered_proof_is_refused(name: str) -> None:
    """Whatever is changed in it."""
    text = CASES[name]
    for what, lie in _altered(_proved(text)):
        if what.startswith("a clause") and not any(c.meets for c in lie.clauses):
            continue
        assert _is_refused(text, lie), f"{what} was believed"


def test_an_answer_that_is_not_the_cheapest_is_refused() -> None:
    """A state that fits, but dearer than need be, and said to be the cheapest."""
    text = CASES["no set, the cheapest state"]
    proof = _proved(text)
    label = proof.options["driver"].index("0.9.6")
    dearer = msgspec.structs.replace(proof, answer={**(proof.answer or {}), "driver": label}, cost=(proof.cost or 0) + 101)

    with pytest.raises(ProofError, match="left open"):
        _verify(text, dearer)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_no_single_change_of_a_number_turns_a_proof_into_another_truth(data: st.DataObject) -> None:
    """Any number in the answer, the costs or the clauses of sets, moved: refused, or it was the same statement."""
    text = CASES["a validated set"]
    plain = msgspec.to_builtins(_proved(text))
    row = data.draw(st.sampled_from(plain["sets"]))
    key = data.draw(st.sampled_from([key for key in ("cost", "clause") if row[key] is not None] or ["why"]))
    row[key] = data.draw(st.integers(-2, 200)) if key != "why" else data.draw(st.sampled_from(["locked", "dearer", "breaks"]))
    lie = msgspec.convert(plain, Proof)
    if lie == _proved(text):
        return

    with pytest.raises(ProofError):
        _verify(text, lie)

"""A certificate holds as it was written, and not when anything in it is changed."""

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from rkcompat.model.proof import Proof, ProofClause, ProofSet
from rkcompat.model.reading import ReadManifest
from rkcompat.solve._world import build_world
from rkcompat.solve.nearest._nearest import find_nearest
from rkcompat.solve.proof._stack import ProofError
from rkcompat.solve.proof._verify import verify
from rkcompat.solve.proof._write import prove
from rkcompat.solve.search._search import Found

from ..stack import FORMAT_6, RK3588, board, copy, rule, stack, world_of

UNTOLD = FORMAT_6.replace('toolkit = "2.3.0"\n', "")
"""A model of which the format and the chip are known, and not what made it."""

SYSTEM = '[libc]\nfamily = "glibc"\nversion = "2.36"\narch = ["aarch64"]\n'

CASES = {
    "a validated set": RK3588 + copy("1.4.0") + FORMAT_6,
    "nothing to change": RK3588 + copy("2.3.2") + FORMAT_6,
    "no set, the cheapest state": RK3588 + copy("1.4.0") + FORMAT_6 + '[lock]\ncomponents = ["runtime"]\n',
    "nothing helps": RK3588 + copy("1.4.0") + FORMAT_6 + '[lock]\ncomponents = ["runtime", "model"]\n',
    "another kernel": RK3588 + copy("2.3.2") + '[use]\nfeatures = ["sram"]\n[kernel]\nconfig_complete = true\n',
    "a model of a toolkit that nobody knows": RK3588 + copy("1.4.0") + UNTOLD,
    "a model of such a toolkit, for another chip": RK3588 + copy("1.4.0") + UNTOLD.replace("rk3588", "rk3566"),
    "a module that the image brings": RK3588.replace("0.9.8", "0.7.2")
    + 'linkage = "module"\n'
    + copy("2.3.2")
    + '[use]\nfeatures = ["sram"]\n[kernel]\nconfig_complete = true\n',
    "a chip that cannot change": '[board]\nsoc = "rv1126"\n[driver]\nfamily = "rknpu"\nversion = "0.9.8"\n',
    "a copy that the model names": RK3588
    + copy("2.3.2", "loaded = true")
    + copy("1.4.0", 'id = "mine"')
    + FORMAT_6
    + 'runtime = "mine"\n',
    "two libraries of a chip that nobody knows": '[board]\nsoc = "rk9999"\n[driver]\nfamily = "none"\n'
    + copy("1.4.0", "loaded = true").replace("librknnrt", "librknn_api")
    + copy("1.4.0", "loaded = true")
    + FORMAT_6,
    "a library of a chip that has none": '[board]\nsoc = "rv1126"\n[driver]\nfamily = "rknpu"\nversion = "0.9.8"\n'
    + copy("1.4.0", "loaded = true"),
    "a file for another system": RK3588 + copy("2.3.2", 'arch = "armhf"') + SYSTEM,
    "a file for another system, of a release of which nobody knows the files": RK3588
    + copy("2.3.0", 'arch = "armhf"\nneeds_libc = { family = "bionic" }')
    + SYSTEM,
    "a system that no file is for": RK3588
    + copy("2.3.2", 'needs_libc = { family = "glibc" }')
    + SYSTEM.replace("glibc", "musl"),
    "a file that asks for too new a glibc": RK3588
    + copy("2.3.2", 'needs_libc = { family = "glibc", version = "2.38" }')
    + SYSTEM,
    "a function that the library lacks": RK3588 + copy("1.5.0") + '[[application]]\nmissing = ["rknn_new"]\n',
    "a function that no library has": RK3588 + copy("1.6.0") + '[[application]]\nmissing = ["rknn_new", "rkllm_new"]\n',
    "a library that is not there": 'absent = ["runtime"]\n' + RK3588 + FORMAT_6,
    "a library that may not be put there": 'absent = ["runtime"]\n' + RK3588 + FORMAT_6 + '[lock]\ncomponents = ["runtime"]\n',
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


def test_where_a_copy_only_judges_the_model_that_names_none_there_is_no_proof() -> None:
    """One model names a copy, another none, and nobody knows which is loaded: both copies are to be replaced."""
    text = RK3588 + copy("1.4.0", 'id = "r0"') + copy("1.5.0") + FORMAT_6 + 'runtime = "r0"\n' + FORMAT_6
    answer = find_nearest(world_of(text), board(text), stack()).answers[0]

    assert [(change.about, change.after) for change in answer.changes] == [("runtime[0]", "2.3.2"), ("runtime[1]", "2.3.2")]
    assert prove(_read(text), world_of(text), stack()) is None
    with pytest.raises(ProofError, match="which copy"):
        _verify(text, _proved(CASES["a validated set"]))


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


def test_a_proof_that_forgets_the_file_of_the_same_release_is_refused() -> None:
    """It would call the file that a person takes no way out."""
    text = CASES["a file for another system"]
    proof = _proved(text)
    label = proof.options["runtime[0]"].index("2.3.2", 1)
    options = {**proof.options, "runtime[0]": tuple(one for i, one in enumerate(proof.options["runtime[0]"]) if i != label)}

    with pytest.raises(ProofError, match=r"could also be 2\.3\.2 built for this system"):
        _verify(text, msgspec.structs.replace(proof, options=options))


@pytest.mark.parametrize(
    ("name", "rule", "about"),
    [
        ("a file for another system", "runtime-arch-libc", "runtime[0]"),
        ("a function that the library lacks", "application-symbols", "application[0]"),
    ],
)
def test_a_proof_that_no_other_file_helps_is_refused(name: str, rule: str, about: str) -> None:
    """Whether the clause keeps silent of the library or says that none of its options meets the rule."""
    text = CASES[name]
    for meets in ({}, {"runtime[0]": ()}):
        lie = _nothing_helps(_proved(text), ProofClause(rule=rule, about=(about,), meets=meets))

        with pytest.raises(ProofError, match=f"clause 0: {rule} is not broken by"):
            _verify(text, lie)


def test_what_is_made_as_required_excuses_no_other_demand_of_the_same_rule() -> None:
    """A kernel option and a newer runtime are asked for together: the option alone is not enough."""
    line = rule("line", require={"kernel-config": {"CONFIG_LINE": "y"}, "runtime": ">=2.0.0"})
    matrix = msgspec.structs.replace(stack(), rules=(line,), sets=())
    text = RK3588 + copy("1.6.0") + "[kernel]\nconfig_complete = true\n"
    proof = prove(_read(text), build_world(board(text), matrix), matrix)

    assert proof is not None
    assert (proof.answer or {}).keys() == {"runtime[0]", "kernel-config"}
    verify(_read(text), matrix, proof)
    with pytest.raises(ProofError, match="breaks line"):
        verify(_read(text), matrix, msgspec.structs.replace(proof, answer={"kernel-config": 1}, cost=100))


def _nothing_helps(proof: Proof, clause: ProofClause) -> Proof:
    """The same options, and one clause that is said to close every set and every case."""
    sets = tuple(ProofSet(set=one.set, why="breaks", clause=0) for one in proof.sets)
    return msgspec.structs.replace(proof, set=None, answer=None, cost=None, clauses=(clause,), sets=sets, tree=None)


@pytest.mark.parametrize(
    ("about", "meets"),
    [
        (("model[0]", "runtime[0]"), {}),
        (("model[0]", "runtime[0]"), {"model[0]": ()}),
        (("model[0]", "runtime[0]"), {"runtime[0]": ()}),
        ((), {"driver": ()}),
    ],
)
def test_a_clause_that_keeps_silent_of_what_would_help_is_refused(
    about: tuple[str, ...], meets: dict[str, tuple[int, ...]]
) -> None:
    """The rule is broken as things stand, and would not be with another library, of which the clause says nothing."""
    text = CASES["a validated set"]
    lie = _nothing_helps(_proved(text), ProofClause(rule="model-format-runtime", about=about, meets=meets))

    with pytest.raises(ProofError, match="clause 0: model-format-runtime is not broken by"):
        _verify(text, lie)


def test_a_clause_of_another_model_is_refused() -> None:
    """The rule is broken by the first model, whatever the second becomes; that closes no way of the second."""
    text = RK3588 + copy("1.4.0") + FORMAT_6 + FORMAT_6.replace("format = 6", "format = 1")
    clause = ProofClause(
        rule="model-format-runtime", about=("model[1]", "runtime[0]"), meets={"model[1]": (), "runtime[0]": ()}
    )

    with pytest.raises(ProofError, match="clause 0: model-format-runtime is not broken by"):
        _verify(text, _nothing_helps(_proved(text), clause))


def test_a_clause_of_a_warning_is_refused() -> None:
    """What is only advised against forbids nothing."""
    text = RK3588 + copy("1.6.0") + FORMAT_6
    rest = ("model[0]", "runtime[0]")
    clause = ProofClause(
        rule="compiler-not-newer", about=rest, meets={"model[0]": (1, 2, 3, 4, 5), "runtime[0]": (1, 2, 3, 4, 5)}
    )

    with pytest.raises(ProofError, match="compiler-not-newer is no rule that must hold"):
        _verify(text, _nothing_helps(_proved(text), clause))


def test_a_cheaper_set_is_not_put_aside_by_calling_it_doubtful() -> None:
    """Nothing was inferred for it."""
    text = CASES["a validated set"]
    proof = _proved(text)
    dearer = next(one for one in proof.sets if one.set == "sdk-1.5.2")
    runtime, model = proof.options["runtime[0]"].index("1.5.2"), proof.options["model[0]"].index("1.5.2")
    sets = tuple(
        msgspec.structs.replace(one, why="answer" if one is dearer else "doubtful" if one.why == "answer" else one.why)
        for one in proof.sets
    )
    answer = {"runtime[0]": runtime, "model[0]": model}
    lie = msgspec.structs.replace(proof, set=dearer.set, answer=answer, cost=dearer.cost, sets=sets)

    with pytest.raises(ProofError, match="nothing of image-a is inferred"):
        _verify(text, lie)


def test_a_doubtful_answer_is_refused_where_a_certain_one_is_known() -> None:
    """Of runtime 2.3.0 nobody knows the gate: the sets whose gates are known come first, though they cost more."""
    text = RK3588.replace("0.9.8", "0.7.2") + copy("1.4.0") + FORMAT_6
    proof = _proved(text)
    doubtful = next(one for one in proof.sets if one.set == "sdk-2.3.0")
    _verify(text, proof)

    assert doubtful.why == "doubtful"
    sets = tuple(
        msgspec.structs.replace(one, why="answer" if one is doubtful else "dearer" if one.cost is not None else one.why)
        for one in proof.sets
    )
    answer = {"runtime[0]": proof.options["runtime[0]"].index("2.3.0")}
    lie = msgspec.structs.replace(proof, set=doubtful.set, answer=answer, cost=doubtful.cost, sets=sets)
    with pytest.raises(ProofError, match="is certain, the answer is not"):
        _verify(text, lie)


@pytest.mark.parametrize("about", ["fan[0]", "manifest[0]", "lock[0]", "runtime[-1]", "["])
def test_a_proof_that_speaks_of_what_is_not_there_is_refused(about: str) -> None:
    """Never a fault of the one who checks it."""
    text = CASES["a validated set"]
    proof = _proved(text)

    with pytest.raises(ProofError, match="does not speak of all that can change, or of more"):
        _verify(text, msgspec.structs.replace(proof, options=proof.options | {about: ("1.4.0",)}))


def test_what_an_image_brings_is_as_it_is_or_as_required() -> None:
    """Under another name it would be a change that helps nothing."""
    text = CASES["another kernel"]
    proof = _proved(text)
    options = {**proof.options, "kernel-config": ("", "as it was")}

    with pytest.raises(ProofError, match="kernel-config can be as it is or as required"):
        _verify(text, msgspec.structs.replace(proof, options=options))


def test_a_proof_looks_at_the_severities_that_count() -> None:
    """Where warnings must hold, an answer may leave what is less than a warning."""
    info = next(rule for rule in stack().rules if rule.id == "module-file-is-driver")
    rules = tuple(msgspec.structs.replace(rule, severity="info") if rule is info else rule for rule in stack().rules)
    matrix = msgspec.structs.replace(stack(), rules=rules)
    text = RK3588 + 'module_file = { version = "0.9.6" }\n' + copy("2.3.2") + FORMAT_6
    proof = prove(_read(text), build_world(board(text), matrix), matrix, fail_on="warning")

    assert proof is not None
    verify(_read(text), matrix, proof)


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


def test_where_the_cases_of_a_proof_exceed_the_limit_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer can be certain and its cases too many to write down: nothing is handed out that would be left open."""
    text = CASES["no set, the cheapest state"]
    monkeypatch.setattr("rkcompat.solve.proof._write.search", lambda *_, **__: Found((), complete=False, nodes=1))

    assert prove(_read(text), world_of(text), stack()) is None

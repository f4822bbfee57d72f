"""The verbs that explain: why, why-not, what-if."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Rkcompat, Write

ROOT = Path(__file__).parents[2]
OLD = str(ROOT / "examples/format-6-on-old-runtime.toml")
GOOD = str(ROOT / "examples/good-rk3588.toml")


def _run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "rkcompat", *words], capture_output=True, text=True, check=False)


def test_why_says_what_keeps_the_present_version_out() -> None:
    """The lines end with the rule, and say what it follows from."""
    done = _run("why", OLD, "runtime")

    assert done.returncode == 0
    assert done.stdout.startswith("the answer changes runtime[0] 1.4.0 -> ")
    assert "(1) suppose that runtime[0] stays 1.4.0\n" in done.stdout
    assert "(2) model[0] is of toolkit 1.5.2, as the manifest says\n" in done.stdout
    assert "(3) (1) and (2) together break the rule model-format-runtime: " in done.stdout
    assert "keeps it" in done.stdout


TWO_COPIES = """
manifest = 1
[board]
soc = "rk3588"
[driver]
family = "rknpu"
version = "0.9.8"
[[runtime]]
id = "system"
library = "librknnrt"
version = "1.4.0"
path = "/usr/lib/librknnrt.so"
[[runtime]]
id = "wheel"
library = "librknnrt"
version = "2.3.0"
path = "/opt/rknnlite/api/librknnrt.so"
[[model]]
kind = "rknn"
format = 6
toolkit = "2.3.0"
target_platform = ["rk3588"]
"""
"""Two copies of which nobody knows which is loaded: one fits the model, one does not."""


def test_each_way_is_called_what_it_is(rkcompat: Rkcompat, bad: Path, good: Path) -> None:
    """A set that somebody ran, what the rules alone allow for less, and what nobody ran at all."""
    both = rkcompat("why-not", bad, "runtime=1.6.0")
    report = json.loads(rkcompat("why-not", bad, "runtime=1.6.0", "-f", "json").out)
    alone = rkcompat("why-not", good, "driver=0.6.2").out

    assert "\nthe nearest validated set that has it: runtime[0] 1.4.0 -> 1.6.0, " in both.out
    assert "\nthe rules alone allow it for less: runtime[0] 1.4.0 -> 1.6.0; cost 10; nobody" in both.out
    assert (report["way"]["validated"], report["cheaper"]["validated"], report["cheaper"]["cost"]) == (True, False, 10)
    assert "for less" not in alone


def test_there_is_no_why_of_an_answer_that_there_is_not(rkcompat: Rkcompat, write: Write) -> None:
    """Where resolve has none for want of a fact, the fact is named with what shows it; exit 3."""
    done = rkcompat("why", write("two.toml", TWO_COPIES), "runtime")
    report = json.loads(rkcompat("why", write("two.toml", TWO_COPIES), "runtime=2.3.0", "-f", "json").out)

    assert done.code == 3
    assert done.out.startswith("undetermined, 1 needed fact is not known: there is no answer yet, of runtime")
    assert "\n  which copy is loaded (runtime[0].loaded)\n    find out    grep " in done.out
    assert (report["question"], report["holds"], report["now"]) == ("why", False, [])
    assert [one["fact"] for one in report["missing"]] == ["runtime[0].loaded"]


def test_why_not_says_which_needed_facts_it_speaks_without(rkcompat: Rkcompat, write: Write, bad: Path) -> None:
    """A rule can forbid a version whatever they are; a manifest with all of them has no such note."""
    said = rkcompat("why-not", write("two.toml", TWO_COPIES), "runtime=1.4.0").out

    assert said.startswith("runtime 1.4.0 does not fit")
    assert "note: needed facts are not known, and this says nothing of them: runtime[0].loaded" in said.replace("\n  ", " ")
    assert "needed facts" not in rkcompat("why-not", bad, "runtime=1.4.0").out


def test_why_not_tells_the_cheapest_way_to_have_it() -> None:
    """As JSON, with the lines and the way."""
    done = _run("why-not", OLD, "runtime=1.4.0", "-f", "json")
    report = json.loads(done.stdout)

    assert done.returncode == 0
    assert report["holds"] is True
    assert [line["kind"] for line in report["now"]] == ["wish", "fact", "clash"]
    assert report["way"]["changes"][0]["component"] == "model"


def test_what_if_ends_with_the_code_of_the_state_after_it() -> None:
    """A newer library mends the old board; an older one breaks the good board."""
    mended = _run("what-if", OLD, "runtime=2.3.2")
    broken = _run("what-if", GOOD, "runtime=1.4.0", "-f", "json")

    assert mended.returncode == 0
    assert "mended by it: error model-format-runtime" in mended.stdout
    assert broken.returncode == 1
    assert json.loads(broken.stdout)["after"] == "incompatible"


@pytest.mark.parametrize("name", ["runtime[1]", "wheel"])
def test_one_of_several_copies_is_named_by_its_place_or_its_id(rkcompat: Rkcompat, write: Write, name: str) -> None:
    """As the reports name it; they say then which copy they speak of."""
    manifest = write("both.toml", TWO_COPIES.replace("path", "loaded = true\npath"))
    supposed = rkcompat("what-if", manifest, f"{name}=1.4.0")
    report = json.loads(rkcompat("what-if", manifest, f"{name}=1.4.0", "-f", "json").out)

    assert "\n  changed: runtime[1] (wheel, /opt/rknnlite/api/librknnrt.so), one of 2\n" in supposed.out
    assert report["entries"] == ["runtime[1]"]
    assert rkcompat("why", manifest, name).out.startswith("runtime[1] 2.3.0 stays: ")
    assert rkcompat("why-not", manifest, f"{name}=1.4.0").out.startswith("runtime[1] 1.4.0 does not fit")


def test_a_copy_that_is_not_loaded_is_said_not_to_be(rkcompat: Rkcompat, write: Write) -> None:
    """A change of it does nothing, and nothing can be said against it."""
    manifest = write("aside.toml", TWO_COPIES.replace("path", "loaded = true\npath", 1))

    assert "which is not the loaded one, one of 2\n  no rule judges it otherwise" in rkcompat(
        "what-if", manifest, "wheel=2.3.2"
    ).out.replace("\n    ", " ")
    assert "runtime[1] judges nothing, since another copy is the one that is loaded" in rkcompat("why", manifest, "wheel").err


def test_a_fact_that_a_change_settles_is_told_of(rkcompat: Rkcompat, write: Write) -> None:
    """Which copy is loaded matters no more when both take the model."""
    done = rkcompat("what-if", write("two.toml", TWO_COPIES), "system=2.3.0")

    assert (done.code, done.out.splitlines()[0]) == (0, "with system=2.3.0: undetermined -> compatible")
    assert "no longer open: error model-format-runtime" in done.out


def test_a_waiver_that_a_change_makes_needless_is_told_of(rkcompat: Rkcompat, write: Write) -> None:
    """And one that comes to let something pass."""
    waiver = '[[waiver]]\nrule = "model-format-runtime"\nreason = "r"\nowner = "o"\nexpires = 9999-12-31\n'
    config = write("rkcompat.toml", waiver)
    newer = rkcompat("what-if", OLD, "runtime=2.3.2", "--config", config)
    older = rkcompat("what-if", GOOD, "runtime=1.4.0", "--config", config)

    assert "needs no waiver then: error model-format-runtime" in newer.out
    assert "let pass by a waiver then: error model-format-runtime" in older.out


def test_an_entry_or_id_that_is_not_there_is_answered_with_those_that_are(rkcompat: Rkcompat, write: Write) -> None:
    """An index too high, an id that is misspelt."""
    manifest = write("two.toml", TWO_COPIES)
    aside = write("aside.toml", TWO_COPIES.replace("path", "loaded = true\npath", 1))

    assert rkcompat("what-if", manifest, "runtime[2]=1.0.0").err.endswith(
        f"{manifest} has no runtime[2]\nhint: it has runtime[0], runtime[1], model[0]\n"
    )
    assert "hint: did you mean system; there are toolkit, " in rkcompat("what-if", manifest, "sytem=1.0.0").err
    assert "it has runtime (runtime[0], runtime[1]), model, driver" in rkcompat("why", aside, "runtime[2]").err


def test_what_is_not_there_is_a_fault_of_usage() -> None:
    """No such component, set, version or key: exit 2 and a hint."""
    for words in (
        ("why", OLD, "server"),
        ("why-not", OLD, "no-such-set"),
        ("why-not", OLD, "runtime=abc"),
        ("what-if", OLD, "runtim=1.0.0"),
    ):
        done = _run(*words)

        assert done.returncode == 2, words
        assert done.stdout == ""
        assert "error:" in done.stderr
        assert "Traceback" not in done.stderr


def test_a_proof_is_written_and_checked(tmp_path: Path) -> None:
    """With the same locks it holds; with others it is the proof of something else."""
    proof = tmp_path / "proof.json"
    done = _run("resolve", OLD, "--lock", "runtime", "-o", f"proof={proof}", "-q")
    same = _run("verify-proof", OLD, str(proof), "--lock", "runtime")
    other = _run("verify-proof", OLD, str(proof), "--lock", "runtime,model")

    assert done.returncode == 1
    assert (same.returncode, same.stderr) == (0, "")
    assert same.stdout.startswith("the proof holds: ")
    assert "\n  model[0] 1.5.2 -> " in same.stdout
    assert other.returncode == 1
    assert other.stdout.startswith("the proof is refused: ")
    assert other.stderr.startswith("hint: what resolve was given of --set, --lock, --matrix, --config and ")
    assert "locked: runtime, model" in other.stderr


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ([], " is the nearest answer, at cost 10 runtime[0] 1.4.0 -> "),
        (["--lock", "runtime,model"], "the proof holds: no change that the locks allow helps"),
        (["--set", "driver.version=0.9.2", "--lock", "driver"], " is the nearest answer, at cost 10 runtime[0] 1.4.0 -> "),
    ],
)
def test_a_proof_that_holds_says_of_what(rkcompat: Rkcompat, bad: Path, tmp_path: Path, more: list[str], said: str) -> None:
    """The set and the cost, or that nothing helps; what resolve was given is given again."""
    proof = tmp_path / "proof.json"
    rkcompat("resolve", bad, "-o", f"proof={proof}", *more)
    done = rkcompat("verify-proof", bad, proof, *more)

    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("the proof holds: ")
    assert said in " ".join(done.out.split())


def test_a_board_that_is_as_it_was_run_has_a_proof_that_nothing_changes(rkcompat: Rkcompat, good: Path, tmp_path: Path) -> None:
    """The answer is the present state."""
    rkcompat("resolve", good, "-o", f"proof={tmp_path / 'proof.json'}")

    assert rkcompat("verify-proof", good, tmp_path / "proof.json").out.endswith("cost 0\n  nothing changes\n")


def test_no_proof_is_written_of_an_answer_that_there_is_not(rkcompat: Rkcompat, unclear: Path, tmp_path: Path) -> None:
    """A usage error, and neither the proof nor another file."""
    files = ("-o", f"json={tmp_path / 'out.json'}", "-o", f"proof={tmp_path / 'proof.json'}")
    done = rkcompat("resolve", unclear, *files)

    assert (done.code, done.out) == (2, "")
    assert "there is no answer to prove: 1 needed fact is not known\nhint: " in done.err
    assert list(tmp_path.iterdir()) == [unclear]


def test_the_locks_of_the_configuration_hold_for_a_proof_too(
    rkcompat: Rkcompat, write: Write, bad: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As they do for resolve, so that nothing has to be said again."""
    write("rkcompat.toml", 'lock = ["runtime"]\n')
    monkeypatch.chdir(bad.parent)
    rkcompat("resolve", bad, "-o", "proof=proof.json")

    assert rkcompat("verify-proof", bad, "proof.json").code == 0


def test_what_is_no_proof_is_a_fault_of_usage(tmp_path: Path) -> None:
    """A report, a folder, nothing."""
    report = tmp_path / "report.json"
    report.write_text('{"format": 1}')
    for place in (report, tmp_path, tmp_path / "missing"):
        done = _run("verify-proof", OLD, str(place))

        assert done.returncode == 2, place
        assert done.stderr.startswith("error: ")


def test_a_release_that_nobody_knows_is_said_to_be_one(rkcompat: Rkcompat, bad: Path) -> None:
    """It is answered as its neighbours are, which are named; a known release has no such word."""
    between = rkcompat("why-not", bad, "runtime=2.3.1").out
    forbidden = rkcompat("why-not", bad, "runtime=1.3.9").out
    report = json.loads(rkcompat("why-not", bad, "driver=0.9.77", "-f", "json").out)

    assert between.startswith(
        "no list has runtime 2.3.1: near it are 2.3.0 and 2.3.2\nnothing forbids runtime 2.3.1 (if there is one)\n"
    )
    assert forbidden.startswith("no list has runtime 1.3.9: near it are 1.3.")
    assert "\nruntime 1.3.9 (if there is one) does not fit while" in forbidden
    assert report["near"] == ["0.9.8"]
    assert "no list has" not in rkcompat("why-not", bad, "runtime=2.3.2").out


def test_a_supposed_release_that_nobody_knows_is_noted(rkcompat: Rkcompat, good: Path) -> None:
    """As check notes it; a release that is known has no note."""
    assert "  note: runtime[0] (librknnrt): the matrix does not know 9.9.9" in rkcompat("what-if", good, "runtime=9.9.9").out
    assert "note: " not in rkcompat("what-if", good, "runtime=2.3.0").out


def test_a_lock_that_alone_stands_in_the_way_is_named(rkcompat: Rkcompat, good: Path) -> None:
    """No rule forbids the older set; the model that must not change does."""
    said = rkcompat("why-not", good, "sdk-2.3.0", "--set", "lock.components=model").out

    assert said.startswith("no rule forbids sdk-2.3.0, but a lock does\n")
    assert "without the lock on model alone there would be a way" in said


def test_a_kernel_configuration_changes_into_the_options_that_are_asked_for() -> None:
    """Not into one as required."""
    done = _run("why", str(ROOT / "examples/sram-without-kernel-support.toml"), "kernel-config", "-f", "text")

    assert done.stdout.startswith("the answer changes kernel-config -> CONFIG_ROCKCHIP_RKNPU_SRAM=y\n")


def test_a_change_that_cannot_be_made_is_told_of_in_the_words_that_were_given(rkcompat: Rkcompat, good: Path) -> None:
    """Nobody wrote an option ``--set``; the name of a library is the component that it is."""
    said = {
        "runtim=1.0.0": "error: what-if: there is no component 'runtim'\nhint: did you mean runtime; there are toolkit, ",
        "librknnrt=2.3.0": "error: what-if: there is no component 'librknnrt'\nhint: did you mean runtime; ",
        "runtime": "error: what-if: found 'runtime', needed COMPONENT=VERSION\nhint: such as runtime=2.3.2\n",
        "runtime=abc": "error: what-if: runtime[0].version: found 'abc', needed a version",
        "driver.nods=1": "error: what-if: driver.nods=1: unknown key\nhint: did you mean driver.nodes\n",
    }
    for change, text in said.items():
        done = rkcompat("what-if", good, change)

        assert done.code == 2
        assert done.err.startswith(text)
    assert rkcompat("what-if", good, "runtime=2.3.2", "--feature", "srm").err.startswith("error: what-if: use.features[0]")


def test_what_is_only_worth_knowing_is_not_called_broken(rkcompat: Rkcompat, good: Path) -> None:
    """The errors come first."""
    lite = ("--set", "lite.version=2.3.2")
    heads = [
        line
        for line in rkcompat("what-if", good, "runtime=1.4.0", *lite).out.splitlines()
        if line[:1].isalpha() and ": " in line
    ]
    mended = rkcompat("what-if", good, "lite=2.3.2", "--set", "lite.version=2.3.0").out

    assert heads[1].startswith("broken by it: error ")
    assert [head for head in heads if " info " in head] == ["worth knowing then: info lite-runtime-release"]
    assert "\nno longer so: info lite-runtime-release\n" in mended


def test_a_name_that_is_no_component_here_is_answered_with_those_that_are(rkcompat: Rkcompat, bad: Path) -> None:
    """With the one that was meant, be it misspelt or the vendor's name of the file."""
    there = "it has runtime, model, driver, kernel-config, device-tree"

    assert rkcompat("why", bad, "drivr").err.endswith(f"hint: did you mean driver; {there}\n")
    assert rkcompat("why", bad, "librknnrt.so").err.endswith(f"hint: did you mean runtime; {there}\n")
    assert rkcompat("why", bad, "server").err.endswith(f": it has no server\nhint: {there}\n")
    assert "did you mean sdk-2.3.2; " in rkcompat("why-not", bad, "sdk-2.3.3").err
    assert rkcompat("why-not", bad, "runtime").err.endswith("found runtime without a version\nhint: write runtime=VERSION\n")


def test_a_set_that_nobody_lists_cannot_be_near(rkcompat: Rkcompat, bad: Path) -> None:
    """The option is named, and the set that may have been meant."""
    said = rkcompat("resolve", bad, "--near", "sdk-2.3.3").err

    assert said.startswith("error: --near: there is no validated set 'sdk-2.3.3'\nhint: did you mean sdk-2.3.2; ")

"""resolve --want, --feature, --prefer, --only-validated, --near."""

from pathlib import Path

import pytest

from .conftest import Rkcompat

EXAMPLES = Path(__file__).parents[2] / "examples"
OLD = EXAMPLES / "format-6-on-old-runtime.toml"
GOOD = EXAMPLES / "good-rk3588.toml"


def test_a_wish_that_can_be_had_leaves_the_verdict_and_adds_the_way(rkcompat: Rkcompat) -> None:
    """The board fits, exit 0; the steps lead to what is wanted."""
    ran = rkcompat("resolve", GOOD, "--want", "runtime>=2.3.2")

    assert ran.code == 0
    assert "runtime (runtime[0]) 2.3.0" in " ".join(ran.out.split())
    assert "wanted of every set: runtime>=2.3.2" in ran.out


def test_a_wish_that_cannot_be_had_is_exit_4(rkcompat: Rkcompat) -> None:
    """Even on a board that fits: what was asked for is not to be had."""
    ran = rkcompat("resolve", GOOD, "--want", "runtime>=99")

    assert ran.code == 4
    assert "wish runtime: runtime>=99 is wanted" in ran.out


def test_the_lock_to_lift_is_in_the_reason(rkcompat: Rkcompat) -> None:
    """What to ask whoever locked it."""
    ran = rkcompat("resolve", OLD, "--lock", "runtime,model")

    assert ran.code == 4
    assert "the lock of runtime alone, lifted, would open the cheapest way" in " ".join(ran.out.split())


def test_a_feature_is_judged_beside_those_of_the_manifest(rkcompat: Rkcompat) -> None:
    """SRAM asks for what the good board does not say that it has."""
    plain, with_sram = rkcompat("resolve", GOOD), rkcompat("resolve", GOOD, "--feature", "sram")

    assert plain.code == 0
    assert with_sram.code == 3
    assert "sram" in with_sram.out


def test_only_validated_says_that_there_may_be_others(rkcompat: Rkcompat) -> None:
    """Nobody is known to have run this pair on this driver; the rules would allow it."""
    pair = ("--want", "runtime==2.2.0", "--want", "model==1.5.2", "--lock", "driver")
    free, strict = rkcompat("resolve", OLD, *pair), rkcompat("resolve", OLD, *pair, "--only-validated")

    assert free.code == 1
    assert strict.code == 4
    assert "without --only-validated" in " ".join(strict.out.split())


@pytest.mark.parametrize("prefer", ["cheapest", "fewer-changes", "newest"])
def test_every_order_gives_an_answer(rkcompat: Rkcompat, prefer: str) -> None:
    """Which one differs; that there is one does not."""
    ran = rkcompat("resolve", OLD, "--prefer", prefer)

    assert ran.code == 1
    assert "nearest validated set" in ran.out


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--want", "foo>=1", "there is no component 'foo'"),
        ("--want", "runtime", "found '', needed a comparison"),
        ("--want", "runtime>1,<1", "is empty"),
        ("--want", "image>=1", "there is no component 'image'"),
        ("--near", "no-such-set", "'no-such-set'"),
        ("--want", "server>=1.5", "it has no server"),
        ("--feature", "warp", "found 'warp'"),
        ("--lock", "", "found no component"),
        ("--lock", "librknnrt", "did you mean runtime; there are "),
        ("--lock", "model[0]", "did you mean model; there are "),
        ("--want", "rknn-toolkit2>=2.3", "did you mean toolkit; write runtime>=2.3, which is of every copy"),
        ("--want", "runtime[1]>=2.3", "did you mean runtime; write runtime>=2.3, which is of every copy"),
        ("--log", "/dev/zero", "found a device"),
        ("--set", "board.soc=", "found '', needed a string that is not empty"),
        ("-o", f"json={GOOD}", "is what is read"),
    ],
)
def test_a_wish_that_cannot_be_read_is_exit_2(rkcompat: Rkcompat, option: str, value: str, said: str) -> None:
    """What was found, and what there is."""
    ran = rkcompat("resolve", GOOD, option, value)

    assert ran.code == 2
    assert said in ran.err


def test_a_proof_is_of_the_manifest_without_wishes(rkcompat: Rkcompat, tmp_path: Path) -> None:
    """The verifier would not know of them."""
    file = tmp_path / "proof.json"
    ran = rkcompat("resolve", OLD, "--prefer", "newest", "-o", f"proof={file}")

    assert ran.code == 2
    assert not file.exists()

"""The gate as a library: a policy from a file, a lock, what differs."""

from pathlib import Path

import pytest

import rkcompat
from tests.manifests import BAD, GOOD

WAIVER = '[[waiver]]\nrule = "model-format-runtime"\nreason = "old line"\nowner = "Ada"\nexpires = 2026-12-01\n'


def read(folder: Path, text: str) -> rkcompat.ReadManifest:
    """A manifest in a folder."""
    (folder / "manifest.toml").write_text(text)
    return rkcompat.read_manifest(folder / "manifest.toml")


def test_a_policy_is_loaded_and_obeyed(tmp_path: Path) -> None:
    """On the day that the caller names."""
    (tmp_path / "rkcompat.toml").write_text(WAIVER)
    verdicts = [
        rkcompat.check(read(tmp_path, BAD), policy=rkcompat.load_policy(tmp_path / "rkcompat.toml", today=today)).verdict
        for today in ("2026-12-01", "2026-12-02")
    ]

    assert verdicts == ["compatible", "incompatible"]


def test_a_run_is_settled_as_a_whole(tmp_path: Path) -> None:
    """A waiver that one manifest needs is not idle in another; one that nobody needs is, under strict an error."""
    waiver = rkcompat.Waiver(rule="model-format-runtime", reason="old line", owner="Ada", expires="2026-12-01")
    policy = rkcompat.Policy(today="2026-11-29", waivers=(waiver,), strict=True)
    good, bad = (rkcompat.check(read(tmp_path, text), policy=policy) for text in (GOOD, BAD))

    assert [one.exit_code for one in rkcompat.settle([good, bad], policy)] == [0, 0]
    assert [one.exit_code for one in rkcompat.settle([good], policy)] == [1]
    assert rkcompat.settle([good], policy)[0].notes[-1].endswith("matches nothing; take it out")


def test_what_was_accepted_is_held(tmp_path: Path) -> None:
    """The findings of a lock count as those of rules do."""
    accepted = read(tmp_path, GOOD)
    (tmp_path / "rkcompat.lock").write_text(rkcompat.accept(accepted, rkcompat.check(accepted)))
    lock = rkcompat.read_lock(tmp_path / "rkcompat.lock")
    now = read(tmp_path, GOOD.replace("0.9.8", "0.9.7"))

    assert rkcompat.check(accepted, more=rkcompat.deviations(accepted, lock)).verdict == "compatible"
    assert rkcompat.check(now, more=rkcompat.deviations(now, lock)).verdict == "incompatible"


def test_two_manifests_are_compared(tmp_path: Path) -> None:
    """With the entry that did it."""
    found = rkcompat.diff_manifests(read(tmp_path, GOOD), read(tmp_path, BAD))

    assert (found.before, found.after) == ("compatible", "incompatible")
    assert [(one.rule, one.by) for one in found.rules if one.effect == "broken" and one.severity == "error"] == [
        ("model-format-runtime", ("runtime[0]",))
    ]


def test_a_model_file_that_cannot_be_hashed_is_said(tmp_path: Path) -> None:
    """A folder in its place, for instance."""
    (tmp_path / "m.rkllm").mkdir()
    manifest = read(tmp_path, GOOD.replace("[[model]]", '[[model]]\npath = "m.rkllm"').replace('"rknn"', '"rkllm"'))
    with pytest.raises(rkcompat.UsageError, match="found a directory, needed a regular file"):
        rkcompat.accept(manifest, rkcompat.check(manifest))

"""Accept a set, and hold boards to it."""

import json
from pathlib import Path

import pytest
import tomli

from tests.manifests import GOOD

from .conftest import Rkcompat, Write


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder of its own."""
    monkeypatch.chdir(tmp_path)


def test_a_compatible_manifest_is_locked_beside_it(rkcompat: Rkcompat, good: Path) -> None:
    """With the matrix and every part."""
    done = rkcompat("lock", good)
    lock = tomli.loads((good.parent / "rkcompat.lock").read_text())

    assert (done.code, done.out) == (0, "")
    assert lock["verdict"] == "compatible"
    assert [part["component"] for part in lock["part"]] == ["soc", "driver", "runtime", "model"]
    assert rkcompat("check", good, "--locked").code == 0


def test_the_same_lock_is_written_again(rkcompat: Rkcompat, good: Path) -> None:
    """Byte for byte; - is standard output."""
    assert rkcompat("lock", good, "-o", "-") == rkcompat("lock", good, "-o", "-")


def test_what_is_not_compatible_is_locked_by_force_alone(rkcompat: Rkcompat, bad: Path, unclear: Path) -> None:
    """The exit code is that of check."""
    assert (rkcompat("lock", bad).code, rkcompat("lock", unclear).code) == (1, 3)
    assert not (bad.parent / "rkcompat.lock").exists()
    assert rkcompat("lock", bad, "--force").code == 0
    assert tomli.loads((bad.parent / "rkcompat.lock").read_text())["verdict"] == "incompatible"


def test_another_version_fails_and_compatibility_is_still_judged(rkcompat: Rkcompat, write: Write, good: Path) -> None:
    """Both stand in one report."""
    rkcompat("lock", good)
    fits = write("fits.toml", GOOD.replace('"0.9.8"', '"0.9.7"'))
    breaks = write("breaks.toml", GOOD.replace('version = "2.3.2"', 'version = "1.4.0"'))
    report = json.loads(rkcompat("check", breaks, "--locked", "-f", "json").out)
    violated = {one["rule"]: one for one in report["findings"] if one["verdict"] == "violated"}

    assert rkcompat("check", fits).code == 0
    assert rkcompat("check", fits, "--locked").code == 1
    assert {"locked-version", "model-format-runtime"} <= violated.keys()
    assert violated["locked-version"]["location"]["line"] == 10
    assert violated["locked-version"]["note"].startswith(f"accepted in {good.parent / 'rkcompat.lock'}:")


def test_another_model_file_of_the_same_versions_fails(rkcompat: Rkcompat, write: Write, good: Path, tmp_path: Path) -> None:
    """The very file counts; the report says which it is."""
    (tmp_path / "a.rknn").write_bytes(b"one model")
    manifest = write("with-file.toml", GOOD.replace("[[model]]", '[[model]]\npath = "a.rknn"').replace('"rknn"', '"rkllm"', 1))
    rkcompat("lock", manifest, "--force")
    (tmp_path / "a.rknn").write_bytes(b"another model")
    report = json.loads(rkcompat("check", manifest, "--locked", "-f", "json").out)
    (found,) = [one for one in report["findings"] if one["rule"] == "locked-sha256" and one["verdict"] == "violated"]

    assert found["about"] == ["model[0]"]
    assert found["note"].endswith(" for a.rknn")


def test_one_lock_holds_many_boards(rkcompat: Rkcompat, write: Write, good: Path) -> None:
    """That of the board that was accepted."""
    rkcompat("lock", good, "-o", "golden.lock")
    write("fleet/same.toml", GOOD)
    write("fleet/other.toml", GOOD.replace('"0.9.8"', '"0.9.7"'))
    done = rkcompat("check", "fleet", "--lock-file", "golden.lock", "-f", "json")

    assert done.code == 1
    assert [one["verdict"] for one in json.loads(done.out)["reports"]] == ["incompatible", "compatible"]


def test_a_lock_that_is_not_there_is_a_wrong_use(rkcompat: Rkcompat, good: Path) -> None:
    """No lock is no agreement."""
    done = rkcompat("check", good, "--locked")

    assert (done.code, done.out) == (2, "")
    assert "rkcompat lock MANIFEST writes one" in done.err


@pytest.mark.parametrize("format", ["text", "markdown", "html", "sarif", "junit", "github", "summary", "gitlab"])
def test_every_format_shows_a_deviation(rkcompat: Rkcompat, write: Write, good: Path, format: str) -> None:
    """By its rule and both sides."""
    rkcompat("lock", good)
    done = rkcompat("check", write("other.toml", GOOD.replace('"0.9.8"', '"0.9.7"')), "--locked", "-f", format)

    assert done.code == 1
    assert all(text in done.out for text in ("locked-version", "0.9.7", "0.9.8"))


def test_the_lock_of_another_manifest_is_not_written_over(rkcompat: Rkcompat, good: Path) -> None:
    """Nor one that somebody wrote by hand; the same manifest is locked again, and -o writes where it says."""
    other = good.with_name("other.toml")
    other.write_text(good.read_text())
    first, again = rkcompat("lock", good), rkcompat("lock", good)
    refused = rkcompat("lock", other)

    assert (first.code, again.code, refused.code) == (0, 0, 2)
    assert "found the lock of good.toml" in refused.err
    assert rkcompat("lock", other, "-o", good.with_name("other.lock")).code == 0
    assert rkcompat("check", other, "--lock-file", good.with_name("other.lock"), "--locked").code == 0

"""Two states of a deployment: what differs, and which difference did what."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.manifests import GOOD

from .conftest import Rkcompat, Write


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder of its own, so that no configuration is found."""
    monkeypatch.chdir(tmp_path)


def rules(out: str) -> dict[str, dict[str, Any]]:
    """The changed rules of the first pair, by id."""
    return {one["rule"]: one for one in json.loads(out)["changes"][0]["rules"]}


def test_one_change_that_breaks_is_named(rkcompat: Rkcompat, write: Write, good: Path) -> None:
    """Of two changes the one that did it."""
    new = write("new.toml", GOOD.replace('version = "2.3.2"', 'version = "1.4.0"').replace('"0.9.8"', '"0.9.7"'))
    done = rkcompat("diff", good, new, "-f", "json")
    found = rules(done.out)["model-format-runtime"]

    assert done.code == 0
    assert (found["effect"], found["before"], found["after"]) == ("broken", "satisfied", "violated")
    assert (found["by"], found["together"]) == (["runtime[0]"], False)


def test_the_way_back_is_mended_by_the_same(rkcompat: Rkcompat, write: Write, good: Path) -> None:
    """Old and new change places."""
    new = write("new.toml", GOOD.replace('version = "2.3.2"', 'version = "1.4.0"').replace('"0.9.8"', '"0.9.7"'))
    found = rules(rkcompat("diff", new, good, "-f", "json").out)["model-format-runtime"]

    assert (found["effect"], found["by"]) == ("mended", ["runtime[0]"])


def test_changes_that_break_only_together_are_named_together(rkcompat: Rkcompat, write: Write, good: Path) -> None:
    """The feature asks for a driver that is gone; the name of the board has no part in it."""
    text = GOOD.replace('"0.9.8"', '"0.7.2"').replace('soc = "rk3588"', 'soc = "rk3588"\nname = "ours"')
    new = write("new.toml", text + '[use]\nfeatures = ["sram"]\n')
    found = rules(rkcompat("diff", good, new, "-f", "json").out)["sram-driver"]

    assert found["effect"] == "broken"
    assert (found["by"], found["together"]) == (["driver", "use"], True)


def test_an_added_and_a_removed_entry_are_changes(rkcompat: Rkcompat, write: Write, good: Path) -> None:
    """A second model that the runtime does not take."""
    second = '[[model]]\nkind = "rknn"\nformat = 6\ntarget_platform = ["rk3566"]\n'
    two = write("two.toml", GOOD.replace('"0.9.8"', '"0.9.7"') + second)
    added, removed = rkcompat("diff", good, two, "-f", "json").out, rkcompat("diff", two, good, "-f", "json").out

    assert {one["effect"] for one in rules(added).values() if one["by"] == ["model[1]"]} >= {"broken"}
    assert {one["effect"] for one in rules(removed).values() if one["by"] == ["model[1]"]} >= {"mended"}


def test_facts_are_listed_with_both_values(rkcompat: Rkcompat, write: Write, good: Path) -> None:
    """One that is not stated on one side, too."""
    new = write("new.toml", GOOD.replace('version = "0.9.8"', 'version = "0.9.7"\nlinkage = "module"'))
    done = rkcompat("diff", good, new)

    assert done.out.startswith("verdict: compatible\n")
    assert "driver.version: 0.9.8 -> 0.9.7" in done.out
    assert "driver.linkage: (not stated) -> module" in done.out


def test_a_fact_that_is_gone_leaves_a_rule_open(rkcompat: Rkcompat, good: Path, unclear: Path) -> None:
    """And the way back settles it."""
    done = rkcompat("diff", good, unclear)

    assert "verdict: compatible -> undetermined" in done.out
    assert "\nno longer known\n" in done.out
    assert "\nknown now\n" in rkcompat("diff", unclear, good).out


def test_nothing_differs(rkcompat: Rkcompat, good: Path) -> None:
    """And that is said."""
    assert "nothing differs" in rkcompat("diff", good, good).out


def test_reports_are_compared_without_being_judged_again(rkcompat: Rkcompat, write: Write, good: Path, bad: Path) -> None:
    """What they say is what differs; who did it, they cannot tell."""
    old = write("old.json", rkcompat("check", good, "-f", "json").out)
    new = write("new.json", rkcompat("check", bad, "-f", "json").out)
    found = rules(rkcompat("diff", old, new, "-f", "json").out)["model-format-runtime"]

    assert (found["effect"], found["by"]) == ("broken", [])
    assert "runtime[0].version: 2.3.2 -> 1.4.0" in rkcompat("diff", old, new).out
    assert "runtime[0].version: 2.3.2 -> 1.4.0" in rkcompat("diff", good, new).out


def test_folders_are_compared_name_by_name(rkcompat: Rkcompat, write: Write) -> None:
    """What only one of them has is named."""
    write("old/a.toml", GOOD)
    write("old/gone.toml", GOOD)
    write("new/a.toml", GOOD.replace('"0.9.8"', '"0.9.7"'))
    write("new/b.toml", GOOD)
    diff = json.loads(rkcompat("diff", "old", "new", "-f", "json").out)

    assert [Path(one["new"]).name for one in diff["changes"]] == ["a.toml"]
    assert (diff["removed"], diff["added"]) == (["gone.toml"], ["b.toml"])


def test_a_bundle_is_compared_as_the_manifest_that_it_stands_for(rkcompat: Rkcompat, good: Path) -> None:
    """With that of another day, or with a manifest."""
    bundle = min((Path(__file__).parent.parent / "boards").glob("*/board.bundle"))
    done = rkcompat("diff", bundle, good, "-f", "json")

    assert done.code == 0
    assert json.loads(done.out)["changes"][0]["facts"]


@pytest.mark.parametrize("text", ["", "{}", "{", "rkc! 1\n", "nothing"])
def test_what_is_nothing_of_all_that_is_a_wrong_use(rkcompat: Rkcompat, write: Write, good: Path, text: str) -> None:
    """Nothing is told on stdout then."""
    done = rkcompat("diff", good, write("what", text))

    assert (done.code, done.out) == (2, "")


def test_the_same_gives_the_same_bytes(rkcompat: Rkcompat, good: Path, bad: Path) -> None:
    """No order of a set."""
    assert rkcompat("diff", good, bad, "-f", "json") == rkcompat("diff", good, bad, "-f", "json")

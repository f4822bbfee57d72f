"""rkcompat.toml, waivers and the switches of the gate, from the command line."""

import json
import os
from pathlib import Path

import pytest

from tests.manifests import GOOD

from .conftest import Rkcompat, Write

WAIVER = """
[[waiver]]
rule = "model-format-runtime"
reason = "the old line, until the flash day"
owner = "Ada"
expires = 2027-06-30
"""


@pytest.fixture(autouse=True)
def _in_a_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder of its own, on a day of its own."""
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("rkcompat.cli._settings._today", lambda: "2026-11-29")
    for name in [name for name in os.environ if name.startswith("RKCOMPAT_")]:
        monkeypatch.delenv(name)


def test_a_waived_rule_is_compatible_and_seen(rkcompat: Rkcompat, write: Write, bad: Path) -> None:
    """With its reason, its owner and its last day; the file is named."""
    write("rkcompat.toml", WAIVER)
    done = rkcompat("check", bad)

    assert done.code == 0
    assert "waived: model-format-runtime (error)" in done.out
    assert "the old line, until the flash day; Ada answers for it until 2027-06-30" in " ".join(done.out.split())
    assert "configuration: rkcompat.toml was read" in done.out


@pytest.mark.parametrize("format", ["text", "json", "markdown", "html", "sarif", "junit", "github", "summary", "gitlab"])
def test_a_waived_finding_is_seen_in_every_format(rkcompat: Rkcompat, write: Write, bad: Path, format: str) -> None:
    """By its rule and the word."""
    write("rkcompat.toml", WAIVER)
    done = rkcompat("check", bad, "-f", format)

    assert done.code == 0
    assert "model-format-runtime" in done.out
    assert "the old line" in done.out


def test_the_json_report_has_the_waiver(rkcompat: Rkcompat, write: Write, bad: Path) -> None:
    """Where it stands, too."""
    write("rkcompat.toml", WAIVER)
    findings = json.loads(rkcompat("check", bad, "-f", "json").out)["findings"]
    (waived,) = [one for one in findings if one["verdict"] == "waived"]

    assert waived["waiver"] == {
        "reason": "the old line, until the flash day",
        "owner": "Ada",
        "expires": "2027-06-30",
        "place": "rkcompat.toml:2",
    }


def test_an_expired_waiver_does_not_apply(rkcompat: Rkcompat, write: Write, bad: Path) -> None:
    """And says so beside the finding."""
    write("rkcompat.toml", WAIVER.replace("2027", "2025"))
    done = rkcompat("check", bad)

    assert done.code == 1
    assert "the waiver of Ada expired on 2025-06-30 and does not apply" in " ".join(done.out.split())


def test_an_idle_waiver_is_noted_and_strict_refuses_it(rkcompat: Rkcompat, write: Write, good: Path) -> None:
    """Or nobody would ever take one out."""
    write("rkcompat.toml", WAIVER)
    plain, strict = rkcompat("check", good), rkcompat("check", good, "--strict")

    assert plain.code == 0
    assert "rkcompat.toml:2: the waiver of model-format-runtime (Ada) matches nothing" in " ".join(plain.out.split())
    assert strict.code == 1
    assert "1 waiver matches nothing (--strict)" in strict.out


def test_of_several_manifests_one_that_needs_the_waiver_is_enough(
    rkcompat: Rkcompat, write: Write, good: Path, bad: Path
) -> None:
    """The others do not make it idle."""
    write("rkcompat.toml", WAIVER)

    assert "matches nothing" not in rkcompat("check", good, bad).out


def test_a_waiver_hides_no_unknown_fact_of_another_rule(rkcompat: Rkcompat, write: Write, unclear: Path) -> None:
    """The driver's version is needed by more than one."""
    both = write("both.toml", unclear.read_text() + '[use]\nfeatures = ["sram"]\n')
    report = json.loads(rkcompat("check", both, "-f", "json").out)
    open_rules = sorted({one["rule"] for one in report["findings"] if one["verdict"] == "undetermined"})
    first, *rest = open_rules
    write("rkcompat.toml", WAIVER.replace("model-format-runtime", first))
    waived = json.loads(rkcompat("check", both, "-f", "json").out)

    assert rest
    assert waived["exit"]["code"] == 3
    assert any(one["needed"] and set(rest) & set(one["decides"]) for one in waived["missing"])


def test_resolve_forbids_no_set_by_a_waived_rule(rkcompat: Rkcompat, write: Write, bad: Path) -> None:
    """What is let pass needs no change."""
    write("rkcompat.toml", WAIVER)
    report = json.loads(rkcompat("resolve", bad, "-f", "json").out)

    assert report["verdict"] == "compatible"


def test_costs_and_owners_are_those_of_the_house(rkcompat: Rkcompat, write: Write, bad: Path) -> None:
    """Where a library is dear, the model is converted."""
    usual = json.loads(rkcompat("resolve", bad, "-f", "json").out)["nearest"][0]
    write("rkcompat.toml", '[weights]\nreplace-library = 5000\n[owners]\nmodel = "vision team"\n')
    here = json.loads(rkcompat("resolve", bad, "-f", "json").out)["nearest"][0]

    assert [change["component"] for change in usual["changes"]] == ["runtime"]
    assert [(change["component"], change["owner"]) for change in here["changes"]] == [("model", "vision team")]


def test_a_proof_speaks_of_nobodys_exceptions(rkcompat: Rkcompat, write: Write, bad: Path, tmp_path: Path) -> None:
    """It is checked by people who do not have the file."""
    write("rkcompat.toml", WAIVER)
    out = f"proof={tmp_path / 'proof.json'}"

    assert rkcompat("resolve", bad, "-o", out).code == 2
    assert rkcompat("resolve", bad, "-o", out, "--isolated").code == 1


def test_the_nearer_place_counts(rkcompat: Rkcompat, write: Write, unclear: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Command line over environment over file."""
    write("rkcompat.toml", 'unknown = "pass"\n')
    in_file = rkcompat("check", unclear).code
    monkeypatch.setenv("RKCOMPAT_UNKNOWN", "fail")
    in_environment = rkcompat("check", unclear).code

    assert (in_file, in_environment, rkcompat("check", unclear, "--unknown", "pass").code) == (0, 3, 0)


def test_isolated_reads_no_file(rkcompat: Rkcompat, write: Write, unclear: Path) -> None:
    """And cannot be said together with one."""
    file = write("rkcompat.toml", 'unknown = "pass"\n')

    assert rkcompat("check", unclear, "--isolated").code == 3
    assert rkcompat("check", unclear, "--isolated", "--config", file).code == 2


def test_a_file_that_is_named_stands_in_place_of_the_nearest(rkcompat: Rkcompat, write: Write, unclear: Path) -> None:
    """Whatever it is called."""
    write("rkcompat.toml", "strict = 1\n")

    assert rkcompat("check", unclear).code == 2
    assert rkcompat("check", unclear, "--config", write("ours.toml", 'unknown = "pass"\n')).code == 0


def test_exit_zero_hides_verdicts_and_nothing_else(
    rkcompat: Rkcompat, good: Path, bad: Path, unclear: Path, broken: Path
) -> None:
    """What cannot be used is no verdict."""
    codes = [rkcompat("check", path, "--exit-zero").code for path in (good, bad, unclear, broken)]

    assert codes == [0, 0, 0, 2]
    assert rkcompat("check", bad, broken, "--exit-zero").code == 2
    assert "--exit-zero lets it through" in rkcompat("check", bad, "--exit-zero").out
    assert rkcompat("resolve", bad, "--lock", "runtime,model", "--exit-zero").code == 0


def test_strict_makes_warnings_count(rkcompat: Rkcompat, write: Write) -> None:
    """A newer compiler than the runtime is one."""
    text = GOOD.replace('toolkit         = "2.3.2"', 'toolkit         = "2.5.0"').replace('"2.3.2"', '"1.6.0"')
    warned = write("warned.toml", text)

    assert (rkcompat("check", warned).code, rkcompat("check", warned, "--strict").code) == (0, 1)


def test_min_basis_sets_weaker_rules_aside(rkcompat: Rkcompat, bad: Path) -> None:
    """Named in the notes, and not applicable in the findings."""
    report = json.loads(rkcompat("check", bad, "--min-basis", "measured", "-f", "json").out)
    judging = [one for one in report["findings"] if one["verdict"] in ("violated", "satisfied", "undetermined")]

    assert {one["basis"] for one in judging} == {"measured"}


def test_config_show_says_where_each_value_comes_from(
    rkcompat: Rkcompat, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """File, environment, nobody."""
    write("rkcompat.toml", f'fail-on = "warning"\nlock = ["kernel"]\n{WAIVER}')
    monkeypatch.setenv("RKCOMPAT_LOCK", "driver")
    shown = json.loads(rkcompat("config", "show", "-f", "json").out)
    origins = {one["key"]: (one["value"], one["origin"]) for one in shown["settings"]}

    assert shown["file"] == "rkcompat.toml"
    assert origins["fail-on"] == ("warning", "rkcompat.toml:1")
    assert origins["lock"] == ("kernel, driver", "rkcompat.toml:2, RKCOMPAT_LOCK")
    assert origins["unknown"] == ("fail", "default")
    assert origins["waiver[0]"] == ("model-format-runtime until 2027-06-30, Ada", "rkcompat.toml:4")
    assert "fail-on = warning  (rkcompat.toml:1)" in rkcompat("config", "show").out


def test_a_schema_is_printed(rkcompat: Rkcompat) -> None:
    """As JSON, for a file beside the manifests."""
    for name in ("manifest", "config", "matrix"):
        assert json.loads(rkcompat("schema", name).out)["definitions"]


def test_a_folder_of_own_rows_is_seen_from_the_file(
    rkcompat: Rkcompat, write: Write, good: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """From wherever rkcompat is started."""
    write("rkcompat.toml", 'matrix = ["ours"]\n')
    write("ours/validated/ours.toml", 'matrix = 1\ntitle = "ours"\nset = []\n')
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")

    assert "matrix: ../ours is laid over the built-in one" in " ".join(rkcompat("check", good).out.split())


def test_the_verbs_that_explain_see_the_same_rows(rkcompat: Rkcompat, write: Write, good: Path) -> None:
    """A rule of one's own forbids the driver, for why-not and what-if as for check; explain has its page."""
    write("rkcompat.toml", 'matrix = ["ours"]\n')
    write("ours/sources/ours.toml", OUR_SOURCE)
    write("ours/rules/ours.toml", OUR_RULE)

    assert "our-driver" in rkcompat("check", good).out
    assert "our-driver" in rkcompat("why-not", good, "driver=0.9.8").out
    assert "our-driver" in rkcompat("what-if", good, "driver=0.9.6").out
    assert "the team's page" in rkcompat("explain", "our-driver").out


def test_why_not_holds_what_the_configuration_locks(rkcompat: Rkcompat, write: Write, bad: Path) -> None:
    """With the library locked, 2.3.2 cannot be had, and the lock is named."""
    free = rkcompat("why-not", bad, "runtime=2.3.2").out
    write("rkcompat.toml", 'lock = ["runtime"]\n')

    assert "lock on runtime" not in free
    assert "without the lock on runtime alone there would be a way" in rkcompat("why-not", bad, "runtime=2.3.2").out


def test_what_is_waived_forbids_nothing_for_the_verbs_that_explain_either(rkcompat: Rkcompat, write: Write, bad: Path) -> None:
    """The board stays as it is, and a change mends nothing."""
    before = rkcompat("why-not", bad, "runtime=1.4.0").out
    write("rkcompat.toml", WAIVER)

    assert "runtime 1.4.0 does not fit" in before
    assert "nothing forbids runtime 1.4.0" in rkcompat("why-not", bad, "runtime=1.4.0").out
    assert "runtime 1.4.0 does not fit" in rkcompat("why-not", bad, "runtime=1.4.0", "--isolated").out
    assert "compatible -> compatible" in rkcompat("what-if", bad, "runtime=2.3.2").out


OUR_SOURCE = """
matrix = 1
title = "the team's page"
publisher = "ACME"
basis = "vendor-document"
read-on = "2026-11-29"
citation = "wiki, page 12"
[sections]
driver = "what the line ships"
"""

OUR_RULE = """
matrix = 1
title = "our rules"
[[rule]]
id = "our-driver"
title = "the driver is the one of our line"
why = "nobody tested another"
layer = "runtime-initialization"
severity = "error"
require = { driver = "==0.9.6" }
remedy = "flash line 3"
sources = ["ours#driver"]
"""

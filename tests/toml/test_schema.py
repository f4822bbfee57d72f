"""The schemas that editors use: what they take is what rkcompat takes."""

import datetime as dt
from pathlib import Path
from typing import Any, get_args

import jsonschema
import pytest
import tomli

from rkcompat._api.gate import SchemaName, schema

ROOT = Path(__file__).parent.parent.parent
NAMES: tuple[SchemaName, ...] = get_args(SchemaName)
CONFIG = {
    "fail-on": "warning",
    "matrix": ["ours"],
    "weights": {"change-image": 5},
    "owners": {"driver": "BSP team"},
    "waiver": [{"rule": "runtime-driver", "reason": "until the flash day", "owner": "Ada", "expires": "2026-12-01"}],
}


def faults(name: SchemaName, data: Any) -> list[str]:
    """What the schema says against parsed TOML."""
    return [fault.message for fault in jsonschema.Draft7Validator(schema(name)).iter_errors(data)]


def as_json(value: Any) -> Any:
    """Parsed TOML as a schema sees it: a date is a string there."""
    if isinstance(value, dict):
        return {key: as_json(one) for key, one in value.items()}
    if isinstance(value, list):
        return [as_json(one) for one in value]
    return value.isoformat() if isinstance(value, dt.date) else value


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_one_of_draft_7(name: SchemaName) -> None:
    """Which is what the language servers of TOML read."""
    made = schema(name)
    jsonschema.Draft7Validator.check_schema(made)

    assert made["$schema"].startswith("http://json-schema.org/draft-07/")
    assert '"$defs' not in str(made)


@pytest.mark.parametrize(
    ("name", "pattern"),
    [("manifest", "examples/*.toml"), ("manifest", "tests/manifest/whole.toml"), ("matrix", "matrices/*/*.toml")],
)
def test_our_own_files_are_valid(name: SchemaName, pattern: str) -> None:
    """All of them."""
    files = sorted(ROOT.glob(pattern))

    assert files
    assert {file.name: faults(name, as_json(tomli.loads(file.read_text()))) for file in files} == {
        file.name: [] for file in files
    }


def test_a_configuration_is_valid() -> None:
    """With every kind of key."""
    assert faults("config", CONFIG) == []


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("manifest", {"manifest": 1, "bord": {}}),
        ("manifest", {"manifest": 1, "board": {"sco": "rk3588"}}),
        ("manifest", {"manifest": 1, "runtime": [{"libary": "librknnrt"}]}),
        ("manifest", {}),
        ("config", {"fail_on": "error"}),
        ("config", {"fail-on": "fatal"}),
        ("config", {"waiver": [{"rule": "runtime-driver", "owner": "Ada", "expires": "2026-12-01"}]}),
        ("config", {"weights": {"image": 1}}),
        ("matrix", {"matrix": 1, "title": "x", "rule": [], "more": 1}),
    ],
)
def test_what_rkcompat_refuses_is_refused(name: SchemaName, data: Any) -> None:
    """An unknown key, a word that is none, a key that is missing."""
    assert faults(name, data) != []


@pytest.mark.parametrize("name", NAMES)
def test_tables_of_ones_own_pass(name: SchemaName) -> None:
    """``[x-…]``, at the root alone."""
    base: dict[SchemaName, Any] = {"manifest": {"manifest": 1}, "config": {}, "matrix": {"matrix": 1, "title": "x", "rule": []}}

    assert faults(name, {**base[name], "x-ours": {"anything": 1}}) == []


def test_a_key_is_described_where_the_format_describes_it() -> None:
    """The editor shows it beside the key."""
    parts = schema("config")["definitions"]

    assert "last day" in parts["WaiverTable"]["properties"]["expires"]["description"]
    assert "flashes every night" in parts["Weights"]["description"]

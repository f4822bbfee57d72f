"""Rules that leave an unknown fact no value: the verdict, the reason, the core, and what a waiver lets pass."""

from pathlib import Path

import pytest

import rkcompat
from rkcompat.model.matrix import Matrix

BOARD = 'manifest = 1\n[board]\nsoc = "rk3588"\n[driver]\nfamily = "rknpu"\nversion = "0.9.8"\n'

SOURCE = 'matrix = 1\ntitle = "t"\npublisher = "p"\nbasis = "measured"\nread-on = "2026-01-10"\nmethod = "m"\n'

RULE = """[[rule]]
id = "{}"
title = "{}"
why = "w"
layer = "execution"
severity = "error"
remedy = "r"
sources = ["line"]
{}
"""


@pytest.fixture
def matrix(tmp_path: Path) -> Matrix:
    """The built-in matrix with a company's rules, which want the IOMMU of the NPU on and off."""
    rules = 'matrix = 1\ntitle = "t"\n'
    rules += RULE.format("line-camera", "The camera has the IOMMU of the NPU", 'require = { "device-tree.npu-iommu" = true }')
    rules += RULE.format(
        "line-kernel", "The IOMMU is off", 'when = { kernel = "<6.1" }\nrequire = { "device-tree.npu-iommu" = false }'
    )
    rules += RULE.format("line-release", "The kernel is released", 'forbid = { kernel = ">=6.1" }')
    for name, text in (("sources", SOURCE), ("rules", rules)):
        (tmp_path / "line" / name).mkdir(parents=True)
        (tmp_path / "line" / name / "line.toml").write_text(text)
    return rkcompat.load_matrix(overlays=[tmp_path / "line"])


def read(folder: Path, text: str) -> rkcompat.ReadManifest:
    """A manifest in a folder."""
    (folder / "manifest.toml").write_text(text)
    return rkcompat.read_manifest(folder / "manifest.toml")


def test_the_reason_names_the_facts_and_the_core_the_rules(tmp_path: Path, matrix: Matrix) -> None:
    """Neither fact is needed for a verdict; once one is told, a single rule judges."""
    resolution = rkcompat.check(read(tmp_path, BOARD), matrix)
    told = rkcompat.check(read(tmp_path, BOARD + '[kernel]\nrelease = "6.6.1"\n'), matrix)

    assert (resolution.verdict, resolution.exit_code) == ("incompatible", 1)
    assert resolution.reason == "no values of the unknown facts (IOMMU of the NPU, kernel release) satisfy all rules together"
    assert [item.name for item in resolution.core] == ["line-camera", "line-kernel", "line-release"]
    assert (told.verdict, told.core, told.reason) == ("incompatible", (), "1 violated rule of severity error")
    assert rkcompat.check(read(tmp_path, BOARD)).verdict == "compatible"


def test_where_no_values_satisfy_all_there_is_no_answer_to_explain(tmp_path: Path, matrix: Matrix) -> None:
    """It is incompatible without a version that is to blame; the core says which rules are."""
    with pytest.raises(rkcompat.UsageError, match="there is no answer to explain"):
        rkcompat.why(read(tmp_path, BOARD), "driver", matrix)


def test_a_waiver_of_one_of_the_rules_lets_it_pass(tmp_path: Path, matrix: Matrix) -> None:
    """As it would if that one were violated alone, until its last day."""
    waiver = rkcompat.Waiver(rule="line-release", reason="pilot", owner="Ada", expires="2026-12-01")
    verdicts = [
        rkcompat.check(read(tmp_path, BOARD), matrix, policy=rkcompat.Policy(today=today, waivers=(waiver,))).verdict
        for today in ("2026-12-01", "2026-12-02")
    ]

    assert verdicts == ["compatible", "incompatible"]


def test_resolve_says_it_too_and_searches_no_set(tmp_path: Path, matrix: Matrix) -> None:
    """No change of versions helps before the facts are known."""
    resolution = rkcompat.resolve(read(tmp_path, BOARD), matrix)

    assert (resolution.verdict, len(resolution.core), resolution.nearest) == ("incompatible", 3, ())


def test_rules_of_too_weak_a_basis_are_no_part_of_it(tmp_path: Path) -> None:
    """Neither where it is not known which of two copies is loaded."""
    rules = RULE.format("line-arch", "t", 'require = { "runtime.arch" = "aarch64" }\nbasis = "field-report"').replace(
        "error", "warning"
    )
    rules += RULE.format("line-other", "t", 'require = { "runtime.arch" = "armhf" }')
    for name, text in (("sources", SOURCE), ("rules", 'matrix = 1\ntitle = "t"\n' + rules)):
        (tmp_path / "line" / name).mkdir(parents=True)
        (tmp_path / "line" / name / "line.toml").write_text(text)
    matrix = rkcompat.load_matrix(overlays=[tmp_path / "line"])
    copies = '[[runtime]]\nlibrary = "librknnrt"\nversion = "2.3.2"\n' * 2
    verdicts = [
        rkcompat.check(read(tmp_path, BOARD + copies), matrix, fail_on="warning", policy=policy).verdict
        for policy in (None, rkcompat.Policy(today="2026-12-01", min_basis="measured"))
    ]

    assert verdicts == ["incompatible", "compatible"]

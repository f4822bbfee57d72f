"""The library's verbs: manifests with their model files, verdicts with their exit codes, rules by name."""

import os
from pathlib import Path

import pytest

import rkcompat

SAMPLES = Path(__file__).parent / "samples"
BOARD = 'manifest = 1\n[board]\nsoc = "rk3588"\n[driver]\nfamily = "rknpu"\nversion = "0.9.8"\n'
RUNTIME = '[[runtime]]\nlibrary = "librknnrt"\nversion = "2.3.2"\nloaded = true\n'


def _written(folder: Path, text: str) -> Path:
    path = folder / "manifest.toml"
    path.write_text(text)
    return path


def test_a_model_file_is_read_from_beside_the_manifest(tmp_path: Path) -> None:
    """Its facts stand in the manifest that is judged."""
    (tmp_path / "yolo.rknn").write_bytes((SAMPLES / "made/2.3.2_rk3588_i8.rknn").read_bytes())
    read = rkcompat.read_manifest(_written(tmp_path, BOARD + RUNTIME + '[[model]]\npath = "yolo.rknn"\n'))

    assert read.manifest.model[0].toolkit == "2.3.2"
    assert read.manifest.model[0].target_platform == ("rk3588",)
    assert rkcompat.check(read).verdict == "compatible"


def test_the_file_judges_and_a_difference_is_a_warning(tmp_path: Path) -> None:
    """Who wrote format 1 by hand is told."""
    (tmp_path / "yolo.rknn").write_bytes((SAMPLES / "made/2.3.2_rk3588_i8.rknn").read_bytes())
    text = BOARD + RUNTIME + '[[model]]\npath = "yolo.rknn"\nformat = 1\ntoolkit = "1.4.0"\n'
    read = rkcompat.read_manifest(_written(tmp_path, text))
    resolution = rkcompat.check(read)

    assert len(read.disagreements[0]) == 2
    assert resolution.verdict == "compatible"
    assert [f.rule.severity for f in resolution.findings if f.verdict == "violated" and f.rule.subjects == ("model",)] == [
        "warning"
    ]


def test_a_missing_model_file_is_an_error_only_where_nothing_else_tells(tmp_path: Path) -> None:
    """Kind, format and platform judge in its place, and a note says so."""
    missing = '[[model]]\npath = "gone.rknn"\n'
    with pytest.raises(rkcompat.ManifestError) as raised:
        rkcompat.read_manifest(_written(tmp_path, BOARD + RUNTIME + missing))
    told = missing + 'kind = "rknn"\nformat = 6\ntarget_platform = ["rk3588"]\n'
    read = rkcompat.read_manifest(_written(tmp_path, BOARD + RUNTIME + told))

    assert raised.value.problems[0].line == 12
    assert "gone.rknn" in raised.value.problems[0].text
    assert "was not read" in read.notes[0]
    assert rkcompat.check(read).verdict == "compatible"


@pytest.mark.parametrize("kind", ["folder", "fifo"])
def test_a_path_that_is_no_regular_file_is_never_opened_for_long(tmp_path: Path, kind: str) -> None:
    """A pipe would hang, a folder has nothing to say: both are a damaged model, not a fault of rkcompat."""
    place = tmp_path / "odd.rknn"
    place.mkdir() if kind == "folder" else os.mkfifo(place)
    read = rkcompat.read_manifest(_written(tmp_path, BOARD + RUNTIME + '[[model]]\npath = "odd.rknn"\n'))
    resolution = rkcompat.check(read)

    assert resolution.verdict == "incompatible"
    assert resolution.exit_code == 1


def test_a_manifest_that_is_no_file_is_refused(tmp_path: Path) -> None:
    """Missing, a folder, a pipe: exit 2's error, with the name."""
    os.mkfifo(tmp_path / "pipe")
    for place in (tmp_path / "missing.toml", tmp_path, tmp_path / "pipe", Path("nul\0name")):
        with pytest.raises(rkcompat.ManifestError) as raised:
            rkcompat.read_manifest(place)

        assert raised.value.problems[0].file == str(place)


def test_settings_override_and_add_facts(tmp_path: Path) -> None:
    """As ``--set`` does."""
    path = _written(tmp_path, BOARD + RUNTIME.replace("2.3.2", "1.4.0"))
    read = rkcompat.read_manifest(path, settings=["runtime.version=2.3.2", "use.features=dynamic-shape"])

    assert read.manifest.runtime[0].version == "2.3.2"
    assert read.settings == ("runtime.version=2.3.2", "use.features=dynamic-shape")


def test_exit_codes_follow_the_verdict(tmp_path: Path) -> None:
    """0, 1, 3, and 4 where nothing that may change helps."""
    model = '[[model]]\nkind = "rknn"\nformat = 6\ntoolkit = "2.3.0"\ntarget_platform = ["rk3588"]\n'
    old = BOARD + RUNTIME.replace("2.3.2", "1.4.0") + model
    locked = old + '[lock]\ncomponents = ["runtime", "model", "image"]\n'

    assert rkcompat.check(rkcompat.read_manifest(_written(tmp_path, BOARD + RUNTIME + model))).exit_code == 0
    assert rkcompat.check(rkcompat.read_manifest(_written(tmp_path, old))).exit_code == 1
    assert rkcompat.check(rkcompat.read_manifest(_written(tmp_path, "manifest = 1\n"))).exit_code == 3
    assert rkcompat.check(rkcompat.read_manifest(_written(tmp_path, "manifest = 1\n")), unknown="pass").exit_code == 0
    assert rkcompat.resolve(rkcompat.read_manifest(_written(tmp_path, locked))).exit_code == 4


def test_a_release_that_nobody_knows_is_a_note(tmp_path: Path) -> None:
    """Not a fault, and not hidden."""
    resolution = rkcompat.check(rkcompat.read_manifest(_written(tmp_path, BOARD + RUNTIME.replace("2.3.2", "2.9.0"))))

    assert resolution.verdict == "compatible"
    assert any("does not know 2.9.0" in note for note in resolution.notes)


def test_every_stated_fact_is_listed_with_its_line_and_evidence(tmp_path: Path) -> None:
    """What a report shows of them."""
    evidence = '[evidence]\n"driver.version" = { read_from = "modinfo", raw = "0.9.8" }\n'
    read = rkcompat.read_manifest(_written(tmp_path, BOARD + RUNTIME + evidence))
    shown = rkcompat.with_lines(rkcompat.check(read), read.text)
    facts = {fact.fact: fact for fact in shown.facts}

    assert facts["driver.version"].read_from == "modinfo"
    assert facts["runtime[0].version"].value == "2.3.2"
    assert shown.lines["runtime[0].version"] == 9


def test_a_rule_is_found_by_its_name_and_a_wrong_name_gets_the_nearest() -> None:
    """For ``explain``."""
    assert rkcompat.explain("model-format-runtime").id == "model-format-runtime"
    with pytest.raises(rkcompat.UsageError) as raised:
        rkcompat.explain("model-format-runtim")

    assert raised.value.problems[0].hint == "did you mean model-format-runtime"


@pytest.mark.parametrize(
    ("text", "judged"),
    [
        ("", "; but no library, driver or model is stated, and nothing was judged but the SoC"),
        ('[toolkit]\nversion = "2.3.2"\n', ", and nothing was judged but the SoC and the toolkit"),
        ('[driver]\nfamily = "rknpu"\nversion = "0.9.8"\n', ""),
    ],
)
def test_a_verdict_on_hardly_anything_says_so(tmp_path: Path, text: str, judged: str) -> None:
    """Nothing stated is violated, and it is no gate that was passed: that stands beside the verdict in every report."""
    resolution = rkcompat.check(rkcompat.read_manifest(_written(tmp_path, 'manifest = 1\n[board]\nsoc = "rk3588"\n' + text)))

    assert (resolution.verdict, resolution.exit_code) == ("compatible", 0)
    assert resolution.reason.partition("violated")[2].endswith(judged)
    assert ("is stated" in resolution.reason) is bool(judged)


RKLLM = '[[runtime]]\nlibrary = "librkllmrt"\nversion = "1.2.1"\n[[model]]\nkind = "rkllm"\ntoolkit = "1.2.1"\n'
MODEL = '[[model]]\nkind = "rknn"\nformat = 6\ntoolkit = "2.3.0"\ncompiler = "2.3.0"\ntarget_platform = ["rk3588"]\n'


@pytest.mark.parametrize(
    ("text", "setting", "verdicts"),
    [
        (RUNTIME + RKLLM, "rkllm-runtime=1.0.0", ("compatible", "incompatible")),
        (RUNTIME + RKLLM, "rkllm-model=1.0.0", ("compatible", "incompatible")),
        (RUNTIME.replace("true", "false") + RUNTIME + MODEL, "runtime=1.4.0", ("compatible", "incompatible")),
        (RUNTIME.replace("2.3.2", "1.4.0") + MODEL, "model=1.4.0", ("incompatible", "compatible")),
        (RUNTIME.replace("2.3.2", "1.4.0") + RKLLM + MODEL, "model=1.4.0", ("incompatible", "compatible")),
    ],
)
def test_what_if_changes_the_component_that_was_named(
    tmp_path: Path, text: str, setting: str, verdicts: tuple[str, ...]
) -> None:
    """The library that is loaded, of its own kind; a model is made again, so its old format is gone."""
    read = rkcompat.read_manifest(_written(tmp_path, BOARD + text))

    assert tuple(resolution.verdict for resolution in rkcompat.what_if(read, [setting])) == verdicts


def test_what_if_makes_a_model_file_again(tmp_path: Path) -> None:
    """What the old file said, its damage among it, says nothing of the new one."""
    (tmp_path / "yolo.rknn").write_bytes((SAMPLES / "made/2.3.2_rk3588_i8.rknn").read_bytes())
    text = BOARD + RUNTIME.replace("2.3.2", "1.4.0") + '[[model]]\npath = "yolo.rknn"\n'
    read = rkcompat.read_manifest(_written(tmp_path, text))

    assert [resolution.verdict for resolution in rkcompat.what_if(read, ["model=1.4.0"])] == ["incompatible", "compatible"]

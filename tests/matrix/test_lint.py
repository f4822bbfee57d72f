"""Each promise of the matrices is shown to bite: one change to a clean matrix, and the sentence that it draws."""

from collections.abc import Callable
from pathlib import Path

import pytest

from rkcompat.errors import MatrixError
from rkcompat.matrix._lint import lint_matrix
from rkcompat.matrix._load import cache_folder, compiled_name, fingerprint, matrix_folder, read_texts

Write = Callable[..., Path]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is in the cache of the person who runs the tests is not looked at."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def lint(folder: Path) -> list[str]:
    """The problems as a person reads them, with files as under the folder."""
    return [str(problem).replace(f"{folder}/", "").partition("\nhint")[0] for problem in lint_matrix(folder)]


def test_a_clean_matrix_has_no_problems(write_matrix: Write) -> None:
    """The small matrix that every other test changes is clean."""
    assert lint(write_matrix()) == []


def test_the_matrices_of_this_project_are_clean() -> None:
    """What is shipped keeps its promises."""
    assert lint(matrix_folder()) == []


FROM_ONE_SOURCE = "from 1 source, needed board-log or stronger, or 2 independent field reports"

CHANGES = {
    "a source that nobody can look up": (
        'citation  = "page 1"',
        "",
        ["sources/guide.toml: has neither url nor citation, so nobody can look it up"],
    ),
    "a measurement without its method": (
        'method    = "rknn_init on a board"',
        "",
        ["sources/run.toml: is measured and has no method"],
    ),
    "a measurement without the file it was made on": (
        'sha256    = "00"',
        "",
        ["sources/run.toml: is measured and has no sha256"],
    ),
    "a day that is none": (
        "2026-11-28",
        "in autumn",
        ["sources/run.toml: read-on: found 'in autumn', needed a day such as 2026-11-29"],
    ),
    "a list that is no source": (
        'driver-minimum = { "RKNPU v2" = "0.8.2" }',
        'driver-minimum = { "RKNPU v2" = "0.8.2" }\nunpublished = ["wiki"]',
        ["components/librknnrt.toml:13: release '2.3.2': unpublished: there is no source 'wiki' in sources/"],
    ),
    "a list that has the release and has it not": (
        'driver-minimum = { "RKNPU v2" = "0.8.2" }',
        'driver-minimum = { "RKNPU v2" = "0.8.2" }\nunpublished = ["guide"]',
        ["components/librknnrt.toml:13: release '2.3.2': unpublished: found 'guide' here and in sources, needed one"],
    ),
    "a section that nothing cites": (
        "[sections]\nchips ",
        '[sections]\nfans = "which fans there are"\nchips ',
        ["sources/guide.toml: nothing cites the section 'fans'"],
    ),
    "a section that is not there": (
        'sources         = ["guide#chips"]',
        'sources         = ["guide#chips", "guide#boards"]',
        ["platforms/rk3588.toml: found the section 'boards' of guide, which has chips, releases"],
    ),
    "a rule that leaves the section open": (
        'remedy   = "take another image"\nsources  = ["guide#releases"]',
        'remedy   = "take another image"\nsources  = ["guide"]',
        ["rules/driver.toml:14: rule 'multi-core-driver': found the section '' of guide, which has chips, releases"],
    ),
    "a source of a platform that is not there": (
        'sources         = ["guide#chips"]',
        'sources         = ["guide#chips", "hearsay"]',
        ["platforms/rk3588.toml: there is no source 'hearsay' in sources/"],
    ),
    "a source of a rule that is not there": (
        'remedy   = "take another image"\nsources  = ["guide#releases"]',
        'remedy   = "take another image"\nsources  = ["hearsay"]',
        ["rules/driver.toml:14: rule 'multi-core-driver': there is no source 'hearsay' in sources/"],
    ),
    "a chip that does not run its own models": (
        'runs-models-for = ["rk3588"]',
        'runs-models-for = ["rk3588s"]',
        ["platforms/rk3588.toml: runs-models-for: found ['rk3588s'], needed 'rk3588' among them"],
    ),
    "models for a chip that is not there": (
        'runs-models-for = ["rk3588"]',
        'runs-models-for = ["rk3588", "rk3599"]',
        ["platforms/rk3588.toml: runs-models-for: there is no platform 'rk3599'"],
    ),
    "a chip whose library has no release": (
        'runtime-library = "librknnrt"',
        'runtime-library = "librknnmrt"',
        ["platforms/rk3588.toml: runtime-library: there is no release of 'librknnmrt'"],
    ),
    "a chip of another generation that does not say what it needs": (
        "generation      = 2",
        "generation      = 1",
        ["platforms/rk3588.toml: is of generation 1 and does not say what it needs"],
    ),
    "a component that is none": (
        'component = "driver"',
        'component = "fan"',
        [
            "components/driver.toml: there is no component 'fan'",
            "validated/field.toml:5: set 'field-rock-5b-2.3.2': driver 0.9.8 is no listed release",
        ],
    ),
    "releases out of order": (
        'version = "0.8.2"',
        'version = "0.9.9"',
        ["components/driver.toml:8: release '0.9.8': stands behind the newer 0.9.9"],
    ),
    "a release that stands there twice": (
        'version = "0.8.2"',
        'version = "0.9.8"',
        ["components/driver.toml:5: release '0.9.8': stands here twice"],
    ),
    "an order that PEP 440 does not share": (
        'version = "0.8.2"\nsources = ["guide#releases"]\n[[release]]\nversion = "0.9.8"',
        'version = "0.9.8-1"\nbuilds  = ["a"]\nsources = ["guide#releases"]\n[[release]]\nversion = "0.9.8"\nbuilds  = ["b"]',
        ["components/driver.toml:9: release '0.9.8': stands behind 0.9.8-1, and PEP 440 orders them the other way"],
    ),
    "a release for a chip that is not there": (
        '[[release]]\nversion = "0.9.8"',
        '[[release]]\nsocs = ["rk3599"]\nversion = "0.9.8"',
        ["components/driver.toml:9: release '0.9.8': socs: there is no platform 'rk3599'"],
    ),
    "a gate for an NPU that is not there": (
        '"RKNPU v2" = "0.8.2"',
        '"RKNPU V2" = "0.8.2"',
        ["components/librknnrt.toml:13: release '2.3.2': driver-minimum: there is no npu 'RKNPU V2'"],
    ),
    "a set on a chip that is not there": (
        'socs       = ["rk3588"]',
        'socs       = ["rk3588s"]',
        ["validated/field.toml:5: set 'field-rock-5b-2.3.2': socs: there is no platform 'rk3588s'"],
    ),
    "a set on no chip": (
        'socs       = ["rk3588"]',
        "socs       = []",
        ["validated/field.toml:5: set 'field-rock-5b-2.3.2': socs: found none, needed those on which it ran"],
    ),
    "a set of a release that is not listed": (
        'driver = "0.9.8"',
        'driver = "0.9.7"',
        ["validated/field.toml:5: set 'field-rock-5b-2.3.2': driver 0.9.7 is no listed release"],
    ),
    "an id of one word": (
        'id       = "runtime-driver"',
        'id       = "Driver"',
        ["rules/driver.toml:5: rule 'Driver': found this id, needed kebab-case of two words or more"],
    ),
    "an id that holds a version": (
        'id       = "runtime-driver"',
        'id       = "runtime-driver-0-9"',
        ["rules/driver.toml:5: rule 'runtime-driver-0-9': the id holds a version, which the next release makes wrong"],
    ),
    "an id that another rule had before": (
        'id       = "runtime-driver"',
        'id       = "runtime-driver"\nwas      = ["multi-core-driver"]',
        ["rules/driver.toml:5: rule 'runtime-driver': was: 'multi-core-driver' is the id of multi-core-driver"],
    ),
    "an error that is only inferred": (
        'severity = "error"',
        'severity = "error"\nbasis    = "inferred"',
        [f"rules/driver.toml:5: rule 'runtime-driver': is an error: found the basis inferred, {FROM_ONE_SOURCE}"],
    ),
    "an error that one report carries": (
        'severity = "error"',
        'severity = "error"\nbasis    = "field-report"',
        [f"rules/driver.toml:5: rule 'runtime-driver': is an error: found the basis field-report, {FROM_ONE_SOURCE}"],
    ),
    "a rule beside one that is not there": (
        'id       = "runtime-driver"',
        'id       = "runtime-driver"\nbeside   = ["runtime-kernel"]',
        ["rules/driver.toml:5: rule 'runtime-driver': beside: there is no rule 'runtime-kernel'"],
    ),
    "a rule beside one that does not know": (
        'id       = "runtime-driver"',
        'id       = "runtime-driver"\nbeside   = ["multi-core-driver"]',
        ["rules/driver.toml:5: rule 'runtime-driver': stands beside multi-core-driver, which does not say so"],
    ),
    "a rule against a set that is not there": (
        'id       = "runtime-driver"',
        'id       = "runtime-driver"\ncontradicts = ["field-rock-5c"]',
        ["rules/driver.toml:5: rule 'runtime-driver': contradicts: there is no validated set 'field-rock-5c'"],
    ),
    "a condition on a chip that is not there": (
        'soc = "rk3588" }',
        'soc = "rk3599" }',
        ["rules/driver.toml:14: rule 'multi-core-driver': soc: there is no 'rk3599'"],
    ),
    "a condition on a feature that is not there": (
        'feature = "multi-core"',
        'feature = "many-cores"',
        ["rules/driver.toml:14: rule 'multi-core-driver': features: there is no 'many-cores'"],
    ),
    "a condition on a word that a manifest cannot hold": (
        'soc = "rk3588" }',
        '"driver.family" = "rknpu2" }',
        ["rules/driver.toml:14: rule 'multi-core-driver': driver.family: there is no 'rknpu2'"],
    ),
    "a condition on an NPU that is not there": (
        'soc = "rk3588" }',
        '"platform.npu" = "RKNPU v9" }',
        ["rules/driver.toml:14: rule 'multi-core-driver': platform.npu: there is no 'RKNPU v9'"],
    ),
    "a condition below the oldest release": (
        'soc = "rk3588" }',
        'runtime = "<1.6.0" }',
        ["rules/driver.toml:14: rule 'multi-core-driver': never applies: no listed release of runtime is <1.6.0"],
    ),
    "a condition above the newest release": (
        'soc = "rk3588" }',
        'runtime = ">2.3.2" }',
        ["rules/driver.toml:14: rule 'multi-core-driver': never applies: no listed release of runtime is >2.3.2"],
    ),
    "a look-up of what no release states": (
        'driver-minimum = { "RKNPU v2" = "0.8.2" }',
        "",
        ["rules/driver.toml:5: rule 'runtime-driver': no release states runtime.driver-minimum, so it tells nothing"],
    ),
}


@pytest.mark.parametrize(("old", "new", "wanted"), CHANGES.values(), ids=CHANGES)
def test_a_change_is_found(write_matrix: Write, old: str, new: str, wanted: list[str]) -> None:
    """One thing is wrong, and one sentence says so, with the line of the row."""
    assert lint(write_matrix(old, new)) == wanted


def test_a_condition_that_only_another_library_meets_is_found(write_matrix: Write) -> None:
    """The range is held against the releases of the library that the rule names."""
    old_library = """
matrix    = 1
component = "runtime"
[[release]]
version = "0.7.0"
library = "librknnmrt"
sources = ["guide#releases"]
"""
    condition = 'runtime = "<1.6.0", "runtime.library" = "{}" }}'
    also = {"components/librknnmrt.toml": old_library}
    never = lint(write_matrix('soc = "rk3588" }', condition.format("librknnrt"), also))
    sometimes = lint(write_matrix('soc = "rk3588" }', condition.format("librknnmrt"), also))

    assert never == ["rules/driver.toml:14: rule 'multi-core-driver': never applies: no listed release of runtime is <1.6.0"]
    assert sometimes == []


def test_two_builds_of_one_version_may_stand_side_by_side(write_matrix: Write) -> None:
    """One version in two builds that behave differently is two releases."""
    row = '[[release]]\nbuilds = ["{}"]\nversion = "0.9.8"\nsources = ["guide#releases"]\n'
    folder = write_matrix('[[release]]\nversion = "0.9.8"\nsources = ["guide#releases"]\n', row.format("a") + row.format("b"))

    assert lint(folder) == []


def test_what_pep_440_cannot_read_is_in_our_order(write_matrix: Write) -> None:
    """Vendors write versions as they like."""
    before, after = '[[release]]\nversion = "0.8.2"', '[[release]]\nversion = "0.8.2_20220829"'

    assert lint(write_matrix(before, after)) == []


def test_two_reports_carry_an_error_together(write_matrix: Write) -> None:
    """Two independent field reports are as good as a board's log."""
    report = """
matrix    = 1
title     = "a report"
publisher = "a user"
basis     = "field-report"
read-on   = "2026-11-29"
citation  = "an issue"
"""
    cites = 'sources  = ["report-one", "report-two"]'
    also = {f"sources/report-{number}.toml": report for number in ("one", "two")}

    assert lint(write_matrix('sources  = ["run"]', cites, also)) == []


def test_a_name_of_two_chips_is_found(write_matrix: Write) -> None:
    """A manifest that says rk3588s must mean one chip."""
    second = """
matrix          = 1
title           = "RK3588S2"
generation      = 2
aliases         = ["rk3588s"]
runtime-library = "librknnrt"
runs-models-for = ["rk3588s2"]
sources         = ["guide#chips"]
"""
    folder = write_matrix(also={"platforms/rk3588s2.toml": second})

    assert lint(folder) == ["platforms/rk3588s2.toml: the name 'rk3588s' is that of rk3588 too"]


def test_a_platform_may_rest_on_a_document_as_a_whole(write_matrix: Write) -> None:
    """Its facts stand in many places; all sections then count as cited."""
    folder = write_matrix("[sections]\nchips ", '[sections]\nfans = "which fans there are"\nchips ')
    platform = folder / "platforms" / "rk3588.toml"
    platform.write_text(platform.read_text().replace('"guide#chips"', '"guide"'))

    assert lint(folder) == []


def test_a_source_that_nothing_cites_is_found(write_matrix: Write) -> None:
    """A document that carries no fact is not kept; its sections are not counted one by one."""
    unused = """
matrix    = 1
title     = "a book"
publisher = "somebody"
basis     = "inferred"
read-on   = "2026-11-29"
citation  = "a shelf"
[sections]
cover = "what it looks like"
"""
    folder = write_matrix(also={"sources/Book.toml": unused})

    assert lint(folder) == [
        "sources/Book.toml: found the id 'Book', needed kebab-case",
        "sources/Book.toml: nothing cites this source",
    ]


def test_what_cannot_be_compiled_is_all_said_at_once(write_matrix: Write) -> None:
    """Broken TOML, an unknown key, an empty range, an unknown fact, each with its file and, of a row, its line."""
    also = {
        "sources/run.toml": "matrix = 1\ntitle = ",
        "platforms/rk3588.toml": 'matrix = 1\ntitle = "RK3588"\ngeneration = 2\nsources = []\nchip = 1',
        "rules/more.toml": """
matrix = 1
title  = "more"
[[rule]]
title    = "a rule"
why      = "so"
layer    = "loading"
severity = "info"
remedy   = "none"
sources  = ["guide#chips"]
id       = "driver-range"
require  = { driver = ">1, <1" }
""",
    }
    folder = write_matrix('severity = "warning"', 'severity = "warning"\nforbid = { drivr = "x" }', also)

    assert lint(folder) == [
        "platforms/rk3588.toml:5: chip: unknown key",
        "rules/driver.toml:5: rule 'runtime-driver': there is no source 'run' in sources/",
        "rules/driver.toml:14: rule 'multi-core-driver': needs either require or forbid",
        "rules/driver.toml:14: rule 'multi-core-driver': there is no fact 'drivr'; see matrix list facts",
        "rules/more.toml:11: rule 'driver-range': driver.version: '>1, <1' is empty: no version meets all of it",
        "sources/run.toml:2: no valid TOML at column 9: invalid value",
        "validated/field.toml:5: set 'field-rock-5b-2.3.2': there is no source 'run' in sources/",
    ]


def test_an_id_that_is_used_twice_is_found(write_matrix: Write) -> None:
    """Two rules of one name would hide one another."""
    folder = write_matrix('id       = "multi-core-driver"', 'id       = "runtime-driver"')

    assert lint(folder) == ["rules/driver.toml:5: rule 'runtime-driver': the id is used twice"]


def test_a_compiled_form_of_other_files_is_found(write_matrix: Write) -> None:
    """In a wheel the compiled form lies beside the files; after a change there it is of no use."""
    folder = write_matrix()
    needed = compiled_name(fingerprint(read_texts(folder).items()))
    (folder / "compiled-1-0000.msgpack").write_bytes(b"")

    assert lint(folder) == [
        f"compiled-1-0000.msgpack: compiled from other files: found compiled-1-0000.msgpack, needed {needed}"
    ]


@pytest.mark.parametrize("content", [b"", b"\xc0"], ids=["empty", "not a matrix"])
def test_a_compiled_form_that_says_something_else_is_found(write_matrix: Write, content: bytes) -> None:
    """Its name says that it is of these very files, and the loader would believe it, or compile again at each start."""
    folder = write_matrix()
    name = compiled_name(fingerprint(read_texts(folder).items()))
    cache_folder().mkdir(parents=True)
    (cache_folder() / name).write_bytes(content)

    assert lint(folder) == [f"{cache_folder() / name}: the compiled form does not say what the files say"]


def test_an_overlay_is_held_against_what_lies_below_it(write_matrix: Write, tmp_path: Path) -> None:
    """Its rows may name what is there; what is wrong is named in its files, a new release and a filled-in one among it."""
    below, over = write_matrix(), tmp_path / "acme"
    rows = {
        "components/driver.toml": 'matrix = 1\ncomponent = "driver"\n[[release]]\nversion = "{}"\nsources = ["guide"]\n{}\n',
        "validated/night.toml": 'matrix = 1\ntitle = "runs"\n[[set]]\nid = "acme-night"\ntitle = "line 3"\nkind = "field-run"\n'
        'socs = ["{}"]\ncomponents = {{ runtime = "2.3.2", driver = "{}" }}\nsources = ["run"]\n',
    }

    def said(*values: tuple[str, str]) -> list[str]:
        for (name, text), filled in zip(rows.items(), values, strict=True):
            (over / name).parent.mkdir(parents=True, exist_ok=True)
            (over / name).write_text(text.format(*filled))
        found = lint_matrix(below, overlays=(f"{over}/",))
        return [f"{problem.file}:{problem.line}: {problem.text}".replace(f"{tmp_path}/", "") for problem in found]

    assert said(("0.9.7", ""), ("rk3588", "0.9.7")) == []
    assert said(("0.9.7", 'socs = ["rk1"]'), ("rk2", "0.9.6")) == [
        "acme/components/driver.toml:4: release '0.9.7': socs: there is no platform 'rk1'",
        "acme/validated/night.toml:4: set 'acme-night': driver 0.9.6 is no listed release",
        "acme/validated/night.toml:4: set 'acme-night': socs: there is no platform 'rk2'",
    ]
    assert said(("0.9.8", 'socs = ["rk1"]'), ("rk3588", "0.9.8")) == [
        "acme/components/driver.toml:4: release '0.9.8': socs: there is no platform 'rk1'"
    ]


def test_an_overlay_is_no_whole_matrix(tmp_path: Path) -> None:
    """What it names is not in it; how it is linted is said."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "ours.toml").write_text('matrix = 1\ntitle = "ours"\nrule = []\n')

    with pytest.raises(MatrixError, match=r"no platforms/ in it, needed a whole matrix\nhint: .* matrix lint --matrix "):
        lint_matrix(tmp_path)


def test_a_number_in_an_id_is_no_version(write_matrix: Write) -> None:
    """A line, a board, a chapter."""
    assert lint(write_matrix('id       = "runtime-driver"', 'id       = "line-3-driver"')) == []


def test_a_folder_without_a_matrix_keeps_no_promises(tmp_path: Path) -> None:
    """A gate that looks into the wrong folder does not pass."""
    with pytest.raises(MatrixError, match="found no file of a matrix in it"):
        lint_matrix(tmp_path)
    with pytest.raises(MatrixError, match="cannot be read: No such file"):
        lint_matrix(tmp_path / "missing")

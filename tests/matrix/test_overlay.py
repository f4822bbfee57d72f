"""A company's folder over the built-in matrices: it adds, fills in and narrows, and never replaces in silence."""

from collections.abc import Callable
from pathlib import Path

import pytest

from rkcompat.errors import MatrixError
from rkcompat.matrix import _load, load_matrix
from rkcompat.matrix._load import cache_folder
from rkcompat.matrix._overlay import _ROWS
from rkcompat.matrix._shape import SHAPES
from rkcompat.model.matrix import Matrix
from rkcompat.model.version import parse_version
from rkcompat.toml._read import LARGEST

Write = Callable[..., Path]
Lay = Callable[[dict[str, str]], Path]

SOURCE = """
matrix    = 1
title     = "the BSP team's page"
publisher = "ACME"
basis     = "vendor-document"
read-on   = "2026-11-30"
citation  = "wiki, page 12"
"""

RULE = """
matrix = 1
title  = "our rules"
[[rule]]
id       = "runtime-driver"
title    = "the driver is not older than the runtime asks for"
why      = "it refuses to start"
layer    = "runtime-initialization"
severity = "error"
require  = { driver = { at-least = "runtime.driver-minimum" } }
remedy   = "take the image of line 3"
sources  = ["acme"]
"""

ADVICE = """
matrix = 1
title  = "our rules"
[[rule]]
id       = "multi-core-driver"
title    = "several cores need our driver"
why      = "one core is used otherwise"
layer    = "performance"
severity = "warning"
when     = { feature = "multi-core", soc = "rk3588" }
require  = { driver = ">=0.9.0" }
remedy   = "take the image of line 3"
sources  = ["acme"]
"""

GATE = """
matrix    = 1
component = "runtime"
[[release]]
version        = "2.3.2"
library        = "librknnrt"
sources        = ["acme"]
driver-minimum = { "RKNPU v2" = "0.7.0" }
"""

RUN = """
matrix = 1
title  = "our runs"
[[set]]
id         = "field-rock-5b-2.3.2"
title      = "a board that runs"
kind       = "field-run"
socs       = ["rk3588"]
components = { lite = "2.3.2" }
board      = "ROCK 5B"
sources    = ["acme"]
"""


@pytest.fixture(autouse=True)
def built_in(write_matrix: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small matrix in the place of the built-in one, with a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(_load, "_PACKAGE", tmp_path)
    return write_matrix()


@pytest.fixture
def lay(tmp_path: Path) -> Lay:
    """Write an overlay and answer its folder; the source ``acme`` is in it."""

    def write(files: dict[str, str]) -> Path:
        folder = tmp_path / "acme"
        for name, text in ({"sources/acme.toml": SOURCE} | files).items():
            place = folder / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
        return folder

    return write


def refusal(folder: Path) -> str:
    """What is said of an overlay that cannot be laid over the matrix."""
    with pytest.raises(MatrixError) as caught:
        load_matrix(overlays=(folder,))
    return str(caught.value)


def rule(matrix: Matrix, id: str) -> object:
    """A rule by its id."""
    return next(rule for rule in matrix.rules if rule.id == id)


def test_rows_are_added(lay: Lay) -> None:
    """A rule, a set, a release, a chip and a source of the company's own."""
    folder = lay(
        {
            "rules/ours.toml": ADVICE.replace("multi-core-driver", "acme-driver"),
            "validated/ours.toml": 'matrix = 1\ntitle = "runs"\n[[set]]\nid = "acme-1"\ntitle = "line 3"\nkind = "field-run"\n'
            'socs = ["rk3588"]\ncomponents = { runtime = "2.3.2" }\nsources = ["acme"]\n',
            "components/driver.toml": 'matrix = 1\ncomponent = "driver"\n[[release]]\nversion = "0.9.7"\nsources = ["acme"]\n',
            "platforms/rk3599.toml": 'matrix = 1\ntitle = "RK3599"\ngeneration = 2\nsources = ["acme"]\n',
        }
    )
    below, matrix = load_matrix(), load_matrix(overlays=(folder,))

    assert {rule.id for rule in matrix.rules} - {rule.id for rule in below.rules} == {"acme-driver"}
    assert {row.id for row in matrix.sets} - {row.id for row in below.sets} == {"acme-1"}
    assert [release.version.text for release in matrix.releases["driver"]] == ["0.8.2", "0.9.7", "0.9.8"]
    assert (matrix.platforms.keys() - below.platforms.keys()) == {"rk3599"}
    assert (matrix.sources.keys() - below.sources.keys()) == {"acme"}
    assert matrix.overlays == (str(folder),)
    assert matrix.sha256 != below.sha256


def test_what_is_not_known_is_filled_in(lay: Lay) -> None:
    """A gate of a release, the SRAM of a chip, the board of a set."""
    folder = lay(
        {
            "components/ours.toml": GATE.replace("2.3.2", "1.6.0"),
            "platforms/rk3588.toml": 'matrix = 1\ntitle = "RK3588"\ngeneration = 2\nsram-bytes = 4096\naliases = ["acme-x"]\n'
            'sources = ["acme"]\n',
            "validated/ours.toml": RUN,
        }
    )
    matrix = load_matrix(overlays=(folder,))
    release, row, chip = matrix.releases["librknnrt"][0], matrix.sets[0], matrix.platforms["rk3588"]

    assert release.attributes["driver-minimum"] == {"RKNPU v2": parse_version("0.7.0")}
    assert release.sources == ("guide#releases", "acme")
    assert (row.board, sorted(row.components), row.sources) == (
        "ROCK 5B",
        ["driver", "kernel", "lite", "runtime"],
        ("run", "acme"),
    )
    assert (chip.sram_bytes, matrix.aliases["acme-x"], chip.cores) == (4096, "rk3588", 3)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (
            "components/ours.toml",
            GATE,
            "ours.toml:5: release '2.3.2': driver-minimum: RKNPU v2: found '0.7.0', and the row that is there says '0.8.2'",
        ),
        (
            "platforms/rk3588.toml",
            'matrix = 1\ntitle = "RK3588"\ngeneration = 2\ncores = 6\nsources = ["acme"]\n',
            "rk3588.toml: cores: found 6, and the row that is there says 3",
        ),
        (
            "platforms/rk3599.toml",
            'matrix = 1\ntitle = "RK3599"\ngeneration = 2\naliases = ["rk3588s"]\nsources = ["acme"]\n',
            "rk3599.toml: 'rk3588s' is a name of rk3588",
        ),
        (
            "validated/ours.toml",
            RUN.replace("board  ", "works = false\nboard "),
            "ours.toml:5: set 'field-rock-5b-2.3.2': works: found False, and the row that is there says True",
        ),
        (
            "sources/guide.toml",
            SOURCE,
            "guide.toml: title: found \"the BSP team's page\", and the row that is there says 'a guide'",
        ),
    ],
    ids=["attribute", "chip", "name of a chip", "set", "source"],
)
def test_what_is_known_is_not_replaced(lay: Lay, name: str, text: str, said: str) -> None:
    """Each says what it found, what is there, and that another id is the way."""
    message = refusal(lay({name: text}))

    assert said in message
    assert "hint: an overlay adds and fills in what is not known; for another claim take another id" in message


def test_a_bad_release_is_blamed_on_the_file_that_tells_of_it(lay: Lay) -> None:
    """Be it new or one that is there already: the built-in file of the component is not the reader's to mend."""
    rows = 'matrix = 1\ncomponent = "driver"\n[[release]]\nversion = "0.9.7"\nsources = ["acme"]\n{}\n'
    new = refusal(lay({"components/ours.toml": rows.format('socz = ["rk3588"]')}))
    known = refusal(lay({"components/ours.toml": rows.replace("0.9.7", "0.9.8").format("turbo = true")}))

    assert new.endswith(
        "acme/components/ours.toml:4: release '0.9.7': the key 'socz' is no field of a release"
        " and no [attribute.socz] of driver; did you mean socs"
    )
    assert "acme/components/ours.toml:4: release '0.9.8': the key 'turbo' is no field" in known


def test_all_faults_of_a_file_come_at_once(lay: Lay) -> None:
    """Each with its line, what was needed, and the nearest word."""
    rule = RULE.replace('"error"', '"eror"').replace("remedy ", "remdy ").replace("runtime-driver", "acme-driver")
    release = 'matrix = 1\ncomponent = "driver"\n[[release]]\nversion = 3\nsources = "acme"\n'
    none = 'matrix = 1\ncomponent = "driver"\nrelease = "0.9.7"\n'
    chip = 'matrix = 1\ntitle = "RK3599"\ngeneration = "2"\ncores = "3"\n'
    folder = lay(
        {"rules/ours.toml": rule, "components/ours.toml": release, "platforms/rk3599.toml": chip, "components/none.toml": none}
    )

    assert refusal(folder).replace(f"{folder}/", "").split("\n") == [
        "components/none.toml:3: release: found a string '0.9.7', needed an array of tables",
        "components/ours.toml:4: release[0].version: found an integer 3, needed a string",
        "hint: put it in quotes",
        "components/ours.toml:5: release[0].sources: found a string 'acme', needed an array of strings",
        'hint: write ["acme"]',
        "platforms/rk3599.toml: found no sources, needed title, generation, sources, matrix",
        "platforms/rk3599.toml:3: generation: found '2', needed one of 1, 2, 3",
        "hint: write it without quotes",
        "platforms/rk3599.toml:4: cores: found a string '3', needed an integer",
        "hint: write it without quotes",
        "rules/ours.toml:4: rule[0]: found no remedy, needed id, title, why, layer, severity, remedy, sources",
        "rules/ours.toml:9: rule[0].severity: found 'eror', needed one of info, warning, error",
        "hint: did you mean 'error'",
        "rules/ours.toml:11: rule[0].remdy: unknown key",
        "hint: did you mean rule[0].remedy",
    ]


def test_a_value_for_all_others_is_known_for_each(lay: Lay, built_in: Path) -> None:
    """Beside ``*`` there is no NPU type whose value is not known."""
    runtime = built_in / "components" / "librknnrt.toml"
    runtime.write_text(runtime.read_text().replace('"RKNPU v2" = "0.8.2"', '"*" = "0.8.2"'))
    folder = lay({"components/ours.toml": GATE})

    assert "release '2.3.2': driver-minimum: found {'RKNPU v2': '0.7.0'}" in refusal(folder)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('severity = "warning"', 'severity = "error"'),
        ('driver = ">=0.9.0"', 'driver = ">=0.9.6"'),
        ('driver = ">=0.9.0"', 'driver = ">=0.9.0, !=0.9.3"'),
        (', soc = "rk3588"', ""),
        ('soc = "rk3588"', 'soc = ["rk3588", "rk3576"]'),
        ('driver = ">=0.9.0"', 'driver = ">=0.9.0", "kernel-config" = { CONFIG_ROCKCHIP_RKNPU = "y" }'),
    ],
    ids=["severity", "range", "hole", "no chip", "more chips", "demand"],
)
def test_a_rule_is_narrowed(lay: Lay, old: str, new: str) -> None:
    """It is more severe, applies to more, or asks for more; it cites what both cite."""
    matrix = load_matrix(overlays=(lay({"rules/ours.toml": ADVICE.replace(old, new)}),))
    narrowed = rule(matrix, "multi-core-driver")

    assert narrowed != rule(load_matrix(), "multi-core-driver")
    assert narrowed.sources == ("guide#releases", "acme")  # type: ignore[attr-defined]
    assert len(matrix.rules) == 2


@pytest.mark.parametrize(
    ("text", "old", "new", "said"),
    [
        (RULE, '"error"', '"warning"', "found severity warning, needed error or higher"),
        (ADVICE, '">=0.9.0"', '">=0.8.0"', "require: driver.version no longer asks for all that the other asks"),
        (ADVICE, 'driver = ">=0.9.0"', 'lite = ">=1"', "require: driver.version no longer asks"),
        (ADVICE, 'soc = "rk3588"', 'soc = "rk3588", kernel = ">=6"', "when: kernel.release leaves cases out"),
        (ADVICE, 'soc = "rk3588"', 'soc = "rk3576"', "when: soc leaves cases out"),
        (RULE, "require  = { driver = { at-least", "require  = { lite = '>=1', driver = { at-least", "reads lite.version, and"),
        (ADVICE, "require ", "forbid ", "found require where the other has forbid, or the reverse"),
        (
            RULE,
            "require  = { driver = { at-least",
            "require  = { 'model.encrypted' = false, driver = { at-least",
            "is asked of",
        ),
        (RULE, "sources  =", 'disproved-by = ["acme"]\nsources  =', "found disproved-by"),
        (ADVICE, '"performance"', '"execution"', "found layer execution, needed performance"),
    ],
)
def test_a_rule_is_not_loosened(lay: Lay, text: str, old: str, new: str, said: str) -> None:
    """A manifest that the built-in rule stops must not pass because of an overlay."""
    assert old in text
    message = refusal(lay({"rules/ours.toml": text.replace(old, new)}))

    assert f"ours.toml:5: rule '{text.split('id       = ')[1].split(chr(34))[1]}': replaces the rule of that id" in message
    assert said in message
    assert "hint: " in message


def test_all_that_is_wrong_is_said(lay: Lay) -> None:
    """Not only the first."""
    folder = lay({"rules/ours.toml": RULE.replace('"error"', '"warning"'), "sources/guide.toml": SOURCE})
    message = refusal(folder)

    assert "sources/guide.toml: publisher: " in message
    assert "rules/ours.toml:5: " in message


def test_an_overlay_lies_over_those_before_it(lay: Lay, tmp_path: Path) -> None:
    """The second may narrow a rule of the first, and not loosen it."""
    first = lay({"rules/ours.toml": ADVICE.replace(">=0.9.0", ">=0.9.6")})
    second = tmp_path / "line-3" / "rules"
    second.mkdir(parents=True)
    (second / "ours.toml").write_text(ADVICE.replace('sources  = ["acme"]', 'sources  = ["run"]'))

    with pytest.raises(MatrixError, match=r"line-3/rules/ours.toml:5: .* no longer asks"):
        load_matrix(overlays=(first, second.parent))
    (second / "ours.toml").write_text(ADVICE.replace(">=0.9.0", ">=0.9.8"))
    assert load_matrix(overlays=(first, second.parent)).overlays == (str(first), str(second.parent))


def test_an_overlay_is_compiled_once(lay: Lay, monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled form carries the hash of all files, and not the folder's name: the same rows elsewhere are the same."""
    folder = lay({"rules/ours.toml": ADVICE.replace('"warning"', '"error"')})
    first = load_matrix(overlays=(folder,))
    monkeypatch.setattr("rkcompat.matrix._overlay.compile_overlaid", None)
    moved = folder.rename(folder.with_name("moved"))
    second = load_matrix(overlays=(moved,))

    assert second.rules == first.rules
    assert (second.sha256, second.overlays) == (first.sha256, (str(moved),))


def test_a_change_of_an_overlay_is_seen_at_once(lay: Lay) -> None:
    """And a few compiled forms stay, for those who go to and fro."""
    for number in range(6):
        matrix = load_matrix(overlays=(lay({"rules/ours.toml": ADVICE.replace(">=0.9.0", f">=0.9.{number}")}),))
        assert f">=0.9.{number}" in str(rule(matrix, "multi-core-driver"))

    assert len(list(cache_folder().glob("overlaid-*"))) == 4


def test_a_folder_that_is_no_overlay_is_refused(tmp_path: Path) -> None:
    """Missing, empty, or with a folder that is misspelt: nothing is left out in silence."""
    empty = tmp_path / "empty"
    (empty / "rules").mkdir(parents=True)
    misspelt = tmp_path / "misspelt"
    (misspelt / "rule").mkdir(parents=True)
    (misspelt / "rule" / "ours.toml").write_text(RULE)

    assert "cannot be read: No such file" in refusal(tmp_path / "missing")
    assert "empty: found no file of a matrix in it\nhint: a matrix has the folders sources, platforms" in refusal(empty)
    assert "misspelt/rule: no such folder belongs to a matrix" in refusal(misspelt)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("matrix = 1\na = " + "[" * 20_000, "nested hundreds deep"),
        ("matrix = 1\n[a" + ".a" * 20_000 + "]\n", "found a key of more than 8 parts"),
        ("matrix = " + "9" * 5_000, "found a number of thousands of digits"),
        ("matrix = 1\n#" + "x" * (1 << 20), f"needed at most {LARGEST}"),
    ],
)
def test_a_file_that_means_harm_is_refused_in_words(lay: Lay, text: str, said: str) -> None:
    """A matrix is read within the bounds of a manifest."""
    assert said in refusal(lay({"rules/ours.toml": text}))


def test_of_a_file_that_is_too_large_no_more_is_read(lay: Lay) -> None:
    """However large it is."""
    folder = lay({"rules/ours.toml": ""})
    with open(folder / "rules" / "ours.toml", "wb") as file:
        file.truncate(1 << 33)

    assert f"needed at most {LARGEST}" in refusal(folder)


def test_every_folder_of_a_matrix_can_be_in_an_overlay() -> None:
    """A folder that the overlay does not know would be left out in silence."""
    assert {"sources", "platforms", "components", "rules", *_ROWS} == set(SHAPES)
    assert tuple(SHAPES) == _load.FOLDERS

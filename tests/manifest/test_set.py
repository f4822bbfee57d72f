"""Settings of the command line override and add facts."""

import pytest

from rkcompat.errors import ManifestError, Problem
from rkcompat.manifest import apply_settings, parse_manifest
from rkcompat.model.manifest import DeviceTree, Evidence, Manifest, OwnedRegion, Region, Runtime

BARE = Manifest(manifest=1)


def problems(*settings: str, manifest: Manifest = BARE) -> tuple[Problem, ...]:
    """What is wrong with settings."""
    with pytest.raises(ManifestError) as caught:
        apply_settings(manifest, settings)
    return caught.value.problems


def test_a_fact_is_overridden_and_its_evidence_with_it() -> None:
    """What was read on the board no longer says where the value came from."""
    read = parse_manifest(
        'manifest = 1\n[driver]\nversion = "0.9.6"\ndate = "20240322"\n[evidence]\n"driver.version" = { raw = "v0.9.6" }', "m"
    )
    manifest = apply_settings(read, ["driver.version=0.9.8"])

    assert manifest.driver.version == "0.9.8"
    assert manifest.driver.date == "20240322"
    assert manifest.evidence == {"driver.version": Evidence(read_from="--set", raw="driver.version=0.9.8")}


def test_a_fact_is_added() -> None:
    """The SoC in lower case, as everywhere."""
    manifest = apply_settings(BARE, ["board.soc=RK3588"])

    assert manifest.board.soc == "rk3588"
    assert manifest.evidence["board.soc"].raw == "board.soc=RK3588"


def test_values_take_the_type_of_their_key() -> None:
    """Numbers, booleans, lists, words and the values of kernel options."""
    manifest = apply_settings(
        BARE,
        [
            "model.format=0x1004",
            "model.opset=19",
            "model.encrypted=false",
            "model.target_platform=rk3566, rk3568",
            "driver.linkage=module",
            "driver.nodes=",
            "use.features=sram,dynamic-shape",
            "kernel.config.CONFIG_HZ=300",
            "kernel.config.CONFIG_BASE=0x10",
            "kernel.config.CONFIG_X=y",
            "toolkit.python=3.10",
        ],
    )

    assert (manifest.model[0].format, manifest.model[0].opset, manifest.model[0].encrypted) == (0x1004, 19, False)
    assert manifest.model[0].target_platform == ("rk3566", "rk3568")
    assert (manifest.driver.linkage, manifest.driver.nodes) == ("module", ())
    assert manifest.use.features == ("sram", "dynamic-shape")
    assert manifest.kernel.config == {"CONFIG_HZ": 300, "CONFIG_BASE": "0x10", "CONFIG_X": "y"}
    assert manifest.toolkit is not None
    assert manifest.toolkit.python == "3.10"


def test_the_first_of_several_is_meant_where_no_number_is_written() -> None:
    """And added where there is none; the number after the last adds another."""
    manifest = apply_settings(BARE, ["runtime.version=2.3.2", "runtime.id=a", "runtime[1].version=1.6.0"])

    assert manifest.runtime == (Runtime(version="2.3.2", id="a"), Runtime(version="1.6.0"))
    assert list(manifest.evidence) == ["runtime[0].version", "runtime[0].id", "runtime[1].version"]


def test_settings_together_make_a_table() -> None:
    """A piece of SRAM needs all its keys, in any order."""
    manifest = apply_settings(
        BARE,
        [
            "device_tree.sram.size=4096",
            "device_tree.sram.start=0xff001000",
            "device_tree.reserved_sram.owner=rkvdec",
            "device_tree.reserved_sram[0].start=0",
            "device_tree.reserved_sram[0].size=1",
        ],
    )

    assert manifest.device_tree == DeviceTree(
        sram=Region(start=0xFF001000, size=4096), reserved_sram=(OwnedRegion(owner="rkvdec", start=0, size=1),)
    )


def test_the_later_setting_wins() -> None:
    """As with options of every command."""
    assert apply_settings(BARE, ["board.name=a", "board.name=b = c"]).board.name == "b = c"


def test_a_table_that_gets_a_key_is_no_longer_absent() -> None:
    """The user says that it is there."""
    read = parse_manifest('manifest = 1\nabsent = ["server", "lite"]', "m")

    assert apply_settings(read, ["server.version=2.3.2"]).absent == ("lite",)


def test_evidence_can_be_set_and_is_no_evidence_of_itself() -> None:
    """Nor is the format's number."""
    manifest = apply_settings(BARE, ['evidence."driver.version".raw=v0.9.8', "manifest=1"])

    assert manifest.evidence == {"driver.version": Evidence(raw="v0.9.8")}


def test_no_settings_change_nothing() -> None:
    """The manifest is what it was."""
    assert apply_settings(BARE, []) == BARE


NEEDED_KEY = "needed a key such as driver.version or runtime[0].version"
LISTED = "such as driver.nodes=A,B"
TOP = (
    "known are manifest, absent, board, image, kernel, device_tree, driver, runtime, model, toolkit, rkllm_toolkit, lite, "
    "server, application, libc, container, use, lock, evidence; tables of your own begin with x-"
)

WRONG: dict[str, tuple[str, str | None]] = {
    "board.soc": ("board.soc: found no equals sign, needed KEY=VALUE", "such as board.soc=rk3588"),
    "=rk3588": (f"=rk3588: found '', {NEEDED_KEY}", None),
    "board soc=rk3588": (f"board soc=rk3588: found 'board soc', {NEEDED_KEY}", None),
    "board.sok=rk3588": ("board.sok=rk3588: unknown key", "did you mean board.soc"),
    "runtime.versoin=1.6.0": ("runtime.versoin=1.6.0: unknown key", "did you mean runtime[0].version"),
    "runtime[0].versoin=1": ("runtime[0].versoin=1: unknown key", "did you mean runtime[0].version"),
    "driver[0].version=1": ("driver[0].version=1: unknown key", None),
    "driver.version.x=1": ("driver.version.x=1: unknown key", None),
    "x-ours.key=1": (
        "x-ours.key=1: unknown key",
        TOP,
    ),
    "driver=rknpu": ("driver=rknpu: found a table, needed one of its keys", "such as driver.KEY=VALUE"),
    "runtime=a": ("runtime=a: found a table, needed one of its keys", "such as runtime.KEY=VALUE"),
    "runtime[0]=a": ("runtime[0]=a: found a table, needed one of its keys", "such as runtime[0].KEY=VALUE"),
    "kernel.config=y": ("kernel.config=y: found a table, needed one of its keys", "such as kernel.config.KEY=VALUE"),
    "driver.nodes[0]=a": ("driver.nodes[0]=a: found an element, needed the whole list", LISTED),
    "runtime[1].version=1.6.0": ("runtime[1].version=1.6.0: found runtime[1], needed at most runtime[0]", None),
    "server.running=yes": ("server.running=yes: found 'yes', needed true or false", None),
    "model.format=six": ("model.format=six: found 'six', needed an integer", None),
    "model.format=6_0": ("model.format=6_0: found '6_0', needed an integer", None),
    "model.format=" + "9" * 30: (f"model.format={'9' * 30}: found '{'9' * 30}', needed an integer", None),
    "board.name=\x1b[31m": ("'board.name=\\x1b[31m': found a character that does not print, needed text", None),
    "driver.version=new": (
        "driver.version: found 'new', needed a version such as 2.3.2, 1.4.0-22dcfef4, 6.1.75-vendor-rk35xx or 1.6.x",
        None,
    ),
    "driver.linkage=builtn": ("driver.linkage: found 'builtn', needed one of builtin, module", "did you mean 'builtin'"),
    "use.features=sram,nbuff": ("use.features[1]: found 'nbuff', needed one of 31 words", "did you mean 'nbuf'"),
    "model.runtime=system": (
        "model[0].runtime: found 'system', needed the id of a [[runtime]]",
        "no [[runtime]] of this manifest has an id",
    ),
    "device_tree.sram.size=1": ("device_tree.sram: found no start, needed start, size", None),
    "manifest=2": ("manifest: found format 2, needed format 1", "this rkcompat reads format 1; a newer one may read this"),
    "kernel.config.HZ=1": (
        "kernel.config.HZ: found 'HZ', needed a name that begins with CONFIG_",
        "did you mean CONFIG_HZ",
    ),
}


@pytest.mark.parametrize("setting", WRONG)
def test_a_setting_that_cannot_be_used_is_refused(setting: str) -> None:
    """The place is the option; what it makes of the manifest is judged as if it stood there."""
    text, hint = WRONG[setting]

    assert problems(setting) == (Problem("--set", None, text, hint),)


def test_all_settings_that_cannot_be_used_are_named() -> None:
    """Never only the first."""
    assert [problem.text for problem in problems("board.soc", "board.soc=rk3588", "a=1")] == [
        "board.soc: found no equals sign, needed KEY=VALUE",
        "a=1: unknown key",
    ]


def test_a_long_setting_is_shown_in_short() -> None:
    """Its beginning tells which it is."""
    (problem,) = problems("a" * 500)

    assert problem.text == "a" * 60 + "…: found no equals sign, needed KEY=VALUE"


def test_a_table_that_is_there_cannot_be_made_absent() -> None:
    """The manifest would contradict itself."""
    read = parse_manifest("manifest = 1\n[server]", "m")
    (problem,) = problems("absent=server", manifest=read)

    assert problem.text == "absent: found server, which [server] describes"

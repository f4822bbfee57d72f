"""What a log says in a manifest: who is believed, and which copy is loaded."""

import io
from collections.abc import Callable

import pytest

from rkcompat.logs import merge_log, read_logs
from rkcompat.logs._merge import Merged
from rkcompat.manifest import parse_manifest
from rkcompat.model.log import ReadLog
from rkcompat.model.matrix import Matrix
from rkcompat.model.version import Version

Merge = Callable[[str, str], Merged]


@pytest.fixture
def merge(read: Callable[..., ReadLog], matrix: Matrix) -> Merge:
    """Merges a log into a manifest without its first line."""

    def merge_texts(manifest: str, log: str) -> Merged:
        return merge_log(parse_manifest(f"manifest = 1\n{manifest}".encode(), "manifest.toml"), read(log), matrix)

    return merge_texts


BANNER = "I RKNN: [14:34:00.921] RKNN Runtime Information: librknnrt version: 1.4.0 (a10f100eb@2022-09-09T09:07:14)\n"
TWO_COPIES = """
[[runtime]]
library = "librknnrt"
version = "2.3.2"
path = "/usr/lib/librknnrt.so"
[[runtime]]
library = "librknnrt"
version = "1.4.0"
path = "/opt/app/librknnrt.so"
"""


def loaded(merged: Merged) -> list[tuple[str | None, bool | None]]:
    """Version of each copy, and whether it is loaded."""
    return [(copy.version, copy.loaded) for copy in merged.manifest.runtime]


def test_the_banner_names_the_copy_that_is_loaded(merge: Merge) -> None:
    """Of several the one of that version; nothing differs then."""
    merged = merge(TWO_COPIES, BANNER)

    assert ("1.4.0", True) in loaded(merged)
    assert merged.differences == ()


def test_a_copy_that_nobody_listed_is_the_loaded_one(merge: Merge) -> None:
    """The listed one is not, and that is said."""
    merged = merge('[[runtime]]\nlibrary = "librknnrt"\nversion = "2.3.2"\n', BANNER)

    assert loaded(merged) == [("2.3.2", False), ("1.4.0", True)]
    assert [(one.key, one.written, one.seen) for one in merged.differences] == [("runtime[0].version", "2.3.2", "1.4.0")]


def test_a_model_that_named_another_copy_is_loaded_by_that_of_the_log(merge: Merge) -> None:
    """What the manifest wrote of it is not so."""
    manifest = """
[[runtime]]
id = "system"
library = "librknnrt"
version = "2.3.2"
[[model]]
kind = "rknn"
runtime = "system"
"""

    assert merge(manifest, BANNER).manifest.model[0].runtime is None


def test_a_model_that_names_no_copy_is_left_alone(merge: Merge) -> None:
    """Though the copies, of which one is told to be the loaded one, have no ids either."""
    merged = merge(f"{TWO_COPIES}loaded = true\n[[model]]\nformat = 6\n", BANNER.replace("1.4.0", "1.6.0"))

    assert merged.manifest.model[0].runtime is None
    assert ("1.6.0", True) in loaded(merged)


@pytest.mark.parametrize(
    ("numbers", "version"),
    [("6, 4", "1.5.0"), ("6, 1", ">0.7.0, <1.5.0"), ("6, 2", ">1.4.2b3, <1.5.0"), ("6, 0", "<1.0.0"), ("6, 5", None)],
)
@pytest.mark.parametrize("text", ["", "Invalid RKNN model version "])
def test_the_numbers_date_the_runtime(text: str, numbers: str, version: str | None, merge: Merge) -> None:
    """1.5.0 alone takes up to 4; 1 is one of several; with a number that none has it lies between two, if the text allows."""
    merged = merge("", f"E RKNN: [10:00:00.000] {text}{numbers}\n")

    assert loaded(merged) == [(version, True)]
    assert merged.manifest.model[0].format == 6


def test_a_manifest_gets_the_narrower_of_two_bounds(merge: Merge) -> None:
    """An earlier log had the wording alone."""
    merged = merge('[[runtime]]\nlibrary = "librknnrt"\nversion = "<=1.5.0"\n', "E RKNN: [10:00:00.000] 6, 1\n")

    assert loaded(merged) == [(">0.7.0, <1.5.0", True)]
    assert merged.differences == ()


@pytest.mark.parametrize(("soc", "version"), [("rk3588", ">1.5.0"), ("rk3576", None)])
def test_the_advised_driver_dates_the_runtime_where_the_advice_for_the_chip_is_known(
    soc: str, version: str | None, merge: Merge
) -> None:
    """On RK3588 0.8.8 is asked for from 1.5.2 on; of RK3576 no advice is known."""
    line = "W RKNN: Current driver version: 0.8.2, recommend to upgrade the driver to the new version: >= 0.8.8\n"
    merged = merge(f'[board]\nsoc = "{soc}"\n', line)

    assert loaded(merged) == [(version, True)]


def test_the_driver_that_rkllm_asks_for_dates_it(merge: Merge) -> None:
    """From 1.1.2 on it asks for 0.9.7."""
    merged = merge("", "Warning: Your rknpu driver version is too low, please upgrade to 0.9.6.\n")

    assert loaded(merged) == [("<1.1.2", True)]


def test_the_number_of_librknnmrt_is_the_format(merge: Merge) -> None:
    """It is printed in hexadecimal digits."""
    merged = merge("", "E RKNN: incompatible model version: 1004\n")

    assert merged.manifest.model[0].format == 0x1004


def test_no_release_answers_with_a_lower_number_than_the_one_before(matrix: Matrix) -> None:
    """The bounds that a number gives rest on it."""
    for releases in matrix.releases.values():
        for name in ("highest-schema", "driver-advised", "driver-printed"):
            keys = {key for release in releases for key in release.attributes.get(name, {})}
            for key in keys:
                answers = [release.attributes[name][key] for release in releases if key in release.attributes.get(name, {})]
                numbers = [answer.low if isinstance(answer, Version) else answer for answer in answers]

                assert numbers == sorted(numbers)  # type: ignore[type-var]


@pytest.mark.parametrize(
    ("line", "version"),
    [
        ("E RKNN: Invalid RKNN model version 6", "<=1.5.0"),
        ("E RKNN: RKNN model version is 7, but current librknnrt.so is support model version <= 6, please", ">=1.5.2"),
    ],
)
def test_the_wording_dates_the_runtime(line: str, version: str, merge: Merge) -> None:
    """The old text and the new one are of different releases."""
    assert loaded(merge("", line)) == [(version, True)]


def test_the_wording_contradicts_a_later_copy(merge: Merge) -> None:
    """Whatever file was replaced: the old library is still the one that is loaded."""
    merged = merge('[[runtime]]\nlibrary = "librknnrt"\nversion = "2.3.2"\n', "E RKNN: Invalid RKNN model version 6\n")

    assert loaded(merged) == [("2.3.2", False), ("<=1.5.0", True)]


def test_the_file_on_the_disk_is_not_the_loaded_copy(merge: Merge) -> None:
    """The server names the file; the program names what it has loaded."""
    merged = merge("", f"{BANNER}D RKNNAPI:   DRV: rknnrt: 1.6.0 (9a7b5d24c@2023-12-13T17:31:11)\n")

    assert loaded(merged) == [("1.4.0", True), ("1.6.0", False)]
    assert merged.manifest.use.board_debugging is True


def test_what_the_program_prints_is_believed_over_the_manifest(merge: Merge) -> None:
    """And that the two differ is said."""
    merged = merge('[driver]\nfamily = "rknpu"\nversion = "0.9.8"\n', "I RKNN: RKNN Driver Information, version: 0.9.6\n")

    assert merged.manifest.driver.version == "0.9.6"
    assert [(one.subject, one.key, one.judges) for one in merged.differences] == [("driver", "driver.version", "the log")]
    assert merged.manifest.evidence["driver.version"].read_from == "app.log:1"


def test_a_file_is_not_believed_over_the_kernel(merge: Merge) -> None:
    """The API of the link is a file of the PC; here it meets a fact that the kernel showed."""
    manifest = """
[toolkit]
version = "2.3.2"
[evidence]
"toolkit.version" = { read_from = "/proc/1/environ" }
"""
    merged = merge(manifest, "D RKNNAPI:   API: 1.2.0 (4c3573e build: 2022-01-13 20:03:13)\n")

    assert merged.manifest.toolkit is not None
    assert merged.manifest.toolkit.version == "2.3.2"
    assert [one.judges for one in merged.differences] == ["the manifest"]


def test_the_last_of_equals_judges(merge: Merge) -> None:
    """A log of two runs ends with the later; that they differ is said."""
    lines = "I RKNN: RKNN Driver Information, version: 0.8.2\nI RKNN: RKNN Driver Information, version: 0.9.8\n"
    merged = merge("", lines)

    assert merged.manifest.driver.version == "0.9.8"
    assert len(merged.differences) == 1


def test_a_version_takes_the_place_of_the_range_that_holds_it(merge: Merge) -> None:
    """The two agree, and the log says more."""
    merged = merge('[driver]\nversion = "0.9.x"\n', "I RKNN: RKNN Driver Information, version: 0.9.6\n")

    assert merged.manifest.driver.version == "0.9.6"
    assert merged.differences == ()


def test_of_two_logs_the_one_that_was_named_last_judges(matrix: Matrix) -> None:
    """Whatever the numbers of the lines: they are of different files."""
    line = "I RKNN: RKNN Driver Information, version: "
    texts = {"old.log": "\n" * 50 + f"{line}0.8.2\n", "new.log": f"{line}0.9.8\n"}
    log = read_logs([(name, io.BytesIO(text.encode())) for name, text in texts.items()], matrix.signatures)
    merged = merge_log(parse_manifest(b"manifest = 1\n", "manifest.toml"), log, matrix)

    assert merged.manifest.driver.version == "0.9.8"
    assert [one.judges for one in merged.differences] == ["the log that was named last"]


@pytest.mark.parametrize(
    ("manifest", "line"),
    [
        ('[board]\nsoc = "rk3588s"\n', "I rkllm: rkllm-runtime version: 1.1.4, rknpu driver version: 0.9.8, platform: RK3588"),
        ('[board]\nsoc = "rk3568"\n', "E RKNN: This rknn model is for RK3588, but current platform is RK3566"),
        ('[driver]\nversion = "0.9.x"\n', "I RKNN: RKNN Driver Information, version: 0.9.6"),
        ('[[model]]\nkind = "rknn"\nformat = 4\n', "E RKNN: Invalid RKNN model version 1"),
    ],
    ids=["alias", "shared NPU string", "range", "header and schema"],
)
def test_two_names_of_one_thing_do_not_differ(manifest: str, line: str, merge: Merge) -> None:
    """Chips, ranges and format numbers are compared as rules compare them."""
    assert merge(manifest, line).differences == ()


def test_models_that_the_log_describes_are_the_manifests(merge: Merge) -> None:
    """What the manifest left out is filled in."""
    line = (
        "I RKNN: RKNN Model Information, version: 6, toolkit version: 2.3.0(compiler version: 2.3.0 (c949ad889d@2024-11-07)),"
        " target: RKNPU v2, target platform: rk3588, framework name: ONNX\n"
    )
    merged = merge('[[model]]\nfound_at = "/opt/a.rknn"\n', line)

    assert len(merged.manifest.model) == 1
    assert merged.manifest.model[0].target_platform == ("rk3588",)
    assert merged.manifest.model[0].toolkit == "2.3.0"


def test_kernel_lines_become_facts_of_the_board(merge: Merge) -> None:
    """Options, IOMMU, SRAM, linkage, the mainline driver."""
    merged = merge(
        "",
        """
# CONFIG_ROCKCHIP_RKNPU_SRAM is not set
CONFIG_ROCKCHIP_RKNPU_DRM_GEM=y
RKNPU fdab0000.npu: RKNPU: rknpu iommu is enabled, using iommu mode
RKNPU fdab0000.npu: RKNPU: sram region: [0x00000000ff001000, 0x00000000ff0f0000), sram size: 0xef000
filename:       (builtin)
[    0.000000] Linux version 6.1.75-vendor-rk35xx (build@host) (gcc 12.2.0) #1 SMP
[    5.397704] [drm] Initialized rocket 0.0.0 for rknn on minor 0
""",
    )
    board = merged.manifest

    assert board.kernel.config == {"CONFIG_ROCKCHIP_RKNPU_SRAM": "n", "CONFIG_ROCKCHIP_RKNPU_DRM_GEM": "y"}
    assert board.kernel.release == "6.1.75-vendor-rk35xx"
    assert board.device_tree.npu is not None
    assert board.device_tree.npu.iommu is True
    assert board.device_tree.sram is not None
    assert board.device_tree.sram.size == 0xEF000
    assert (board.driver.linkage, board.driver.family) == ("builtin", "rocket")


def test_a_manifest_that_the_log_supports_can_be_read_again(merge: Merge) -> None:
    """What is written is in the format."""
    from rkcompat.manifest import manifest_to_toml

    merged = merge("", f"{BANNER}E RKNN: [10:00:00.000] 6, 1\nE RKNN: Invalid RKNN model version 6\n")

    assert parse_manifest(manifest_to_toml(merged.manifest).encode(), "written.toml") == merged.manifest

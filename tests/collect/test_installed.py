"""What a board or a tree has of things that can be installed twice: nothing is said that two copies differ in."""

import os
from pathlib import Path
from typing import Any

import pytest

from rkcompat._api.reading import known_facts
from rkcompat.collect import scan_rootfs
from rkcompat.manifest import manifest_to_toml, parse_manifest
from rkcompat.model.manifest import MOST_ENTRIES, Evidence, Lite, Server

from .test_manifest import EXPECTED, read

LITE = "/usr/lib/python3.{0}/site-packages/rknn_toolkit_lite2-{1}.dist-info"


def test_a_server_without_a_version_does_not_borrow_another_s() -> None:
    """The copy in /usr/bin runs, whatever a copy beside it is."""
    collected = read(
        "= server.version ok /usr/bin/rknn_server",
        "= server.version ok /opt/old/rknn_server",
        "- 1.4.0 (bb6dac9 build: 2022-08-29 16:16:45)",
        "= server.running ok grep -l rknn_server /proc/*/comm",
        "- /proc/700/comm",
    )

    assert collected.manifest.server == Server(running=True)
    assert any("another rknn_server" in note for note in collected.notes)


def test_lite_of_one_version_for_two_pythons_has_that_version() -> None:
    """For which Python is open."""
    manifest = read(*(f"= lite.folder ok {LITE.format(minor, '2.3.2')}" for minor in (10, 11))).manifest

    assert manifest.lite == Lite(version="2.3.2")


def test_lite_of_two_versions_is_there_and_has_none() -> None:
    """A note names both."""
    collected = read(*(f"= lite.folder ok {LITE.format(minor, version)}" for minor, version in ((9, "1.6.0"), (10, "2.3.2"))))

    assert collected.manifest.lite == Lite()
    assert collected.manifest.absent == ()
    assert any("1.6.0" in note and "2.3.2" in note for note in collected.notes)


def test_the_lite_runtime_of_generation_1_is_another_component() -> None:
    """Its 1.7.3 is no release of RKNN-Toolkit-Lite2."""
    folder = "/usr/lib/python3.7/site-packages/rknn_toolkit_lite-1.7.3.dist-info"
    manifest = read("= files.found ok find /", f"= lite.folder ok {folder}").manifest

    assert manifest.lite is None
    assert "lite" in manifest.absent


def test_what_may_lie_in_a_closed_folder_is_not_absent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The walk did not see it; a note says so."""
    (tmp_path / "opt").mkdir()
    modules = tmp_path / "lib" / "modules" / "6.1.75"
    modules.mkdir(parents=True)
    (modules / "modules.builtin").write_text("kernel/fs/ext4/ext4.ko\n")
    assert scan_rootfs(str(tmp_path)).manifest.driver.family == "none"
    scan = os.scandir

    def refuse(path: str) -> Any:
        if path.endswith("/opt"):
            raise PermissionError(13, "Permission denied", path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", refuse)
    collected = scan_rootfs(str(tmp_path))

    assert collected.manifest.absent == ()
    assert collected.manifest.driver.family is None
    assert "/opt was not looked at: Permission denied" in collected.notes


def test_the_version_of_an_image_has_its_place(tmp_path: Path) -> None:
    """Of the file that names the image, and of no other."""
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc" / "os-release").write_text('ID=debian\nVERSION_ID="12"\n')
    debian = scan_rootfs(str(tmp_path)).manifest.evidence
    (tmp_path / "etc" / "armbian-release").write_text("BOARD=rock-5b\n")
    armbian = scan_rootfs(str(tmp_path)).manifest.evidence

    assert debian["image.version"] == Evidence(read_from="/etc/os-release", raw="VERSION_ID=12")
    assert "image.version" not in armbian


def test_a_bundle_of_many_copies_makes_a_manifest_that_can_be_read() -> None:
    """It holds no more of them than a manifest may; a note says that there are more."""
    models = [f"= model ok /opt/{number}.rknn" for number in range(MOST_ENTRIES + 1)]
    collected = read(*models)

    assert len(parse_manifest(manifest_to_toml(collected.manifest), "board.toml").model) == MOST_ENTRIES
    assert any("the rest is left out" in note for note in collected.notes)


def test_the_runtime_of_generation_1_names_its_version() -> None:
    """With a number behind its date that no other library has."""
    path = "/usr/lib/librknn_runtime.so"
    line = "librknn_runtime version 1.7.0 (0bef7b3 build: 2021-08-18 19:51:44 base: 1131)"
    header = "7f454c460201010000000000000000000300b700"
    [copy] = read(f"= library.header ok {path}", f"- {header}", f"= library.version ok {path}", f"- {line}").manifest.runtime

    assert (copy.library, copy.version, copy.build) == ("librknn_runtime", "1.7.0", "0bef7b3@2021-08-18T19:51:44")


def test_each_fact_of_a_board_has_its_place() -> None:
    """But for those that are a place themselves, or told by the name of one."""
    manifest = parse_manifest(EXPECTED.read_text(), "whole.manifest.toml")
    told = set(manifest.evidence)
    places = ("path", "found_at", "where", "kind")

    missing = [
        one.fact
        for one in known_facts(manifest)
        if not any(one.fact == key or one.fact.startswith((f"{key}.", f"{key}[")) for key in told)
        and not one.fact.endswith(places)
    ]

    assert missing == []

"""Libraries and programs are told by what is in them, and held against their names."""

from pathlib import Path

import pytest

from rkcompat.artifacts import read_artifact, with_missing
from rkcompat.artifacts._exports import OFFERS, bounds_of
from rkcompat.model.artifact_elf import Application, RuntimeLibrary, ServerProgram

from .making import API_1_6_0, BANNER, make_elf, needs_gcc

pytestmark = needs_gcc


def read_library(path: Path) -> RuntimeLibrary:
    """The library that a file must turn out to be."""
    found = read_artifact(path)
    assert isinstance(found, RuntimeLibrary), found
    return found


def read_application(path: Path) -> Application:
    """The program that a file must turn out to be."""
    found = read_artifact(path)
    assert isinstance(found, Application), found
    return found


def test_a_library_says_its_release_and_build(tmp_path: Path) -> None:
    """From its read-only data, as strings(1) would."""
    found = read_library(make_elf(tmp_path / "librknnrt.so", soname="librknnrt.so", texts=[BANNER], exports=API_1_6_0))

    assert (found.library, found.version, found.build) == ("librknnrt", "1.6.0", "9a7b5d24c@2023-12-13T17:32:13")
    assert (found.arch, found.generation, found.problem, found.oddities) == ("aarch64", 2, None, ())
    assert (found.at_least, found.before) == ("1.6.0", "2.0.0b0")
    assert set(found.exports) == set(API_1_6_0)


def test_a_version_outside_the_read_only_data_is_found(tmp_path: Path) -> None:
    """As in copies for Android on 32-bit ARM."""
    path = make_elf(
        tmp_path / "librknnrt.so", soname="librknnrt.so", texts=[BANNER], exports=API_1_6_0, arch="armhf", in_data=True
    )
    found = read_library(path)

    assert (found.arch, found.version, found.problem) == ("armhf", "1.6.0", None)


@pytest.mark.parametrize(
    ("version", "commit", "serves"),
    [
        ("1.2.0", "9db21b35d", ("rk3566", "rk3568")),
        ("1.2.0", "1867aec5b", ("rk3588",)),
        ("1.3.0", "9b36d4d74", ("rk3566", "rk3568")),
        ("1.3.0", "c193be371", ("rk3588",)),
        ("1.6.0", "9a7b5d24c", None),
    ],
)
def test_builds_for_one_family_are_told_apart(
    tmp_path: Path, version: str, commit: str, serves: tuple[str, ...] | None
) -> None:
    """Until 1.4.0 a build for RK3588 refused to run on RK3568, and the other way round."""
    text = f"librknnrt version: {version} ({commit}@2022-01-14T15:16:23)"

    assert read_library(make_elf(tmp_path / "a", soname="librknnrt.so", texts=[text])).serves == serves


@pytest.mark.parametrize(("commit", "other"), [("3b4520e4f", "a10f100eb"), ("a10f100eb", "3b4520e4f")])
def test_the_two_builds_of_1_4_0_are_told_apart(tmp_path: Path, commit: str, other: str) -> None:
    """They bear one number."""
    text = f"librknnrt version: 1.4.0 ({commit}@2022-09-05T20:48:50)"
    found = read_library(make_elf(tmp_path / "a", soname="librknnrt.so", texts=[text], exports=["rknn_init"]))

    assert found.oddities == (f"there are two builds of 1.4.0: this one is {commit}, the other {other}",)


def test_a_library_without_a_version_is_bounded_by_its_functions(tmp_path: Path) -> None:
    """The oldest state none."""
    exports = [name for name, offer in OFFERS["librknnrt"].items() if offer.first in {"0.6.0", "1.0.0"}]
    found = read_library(make_elf(tmp_path / "a", soname="librknnrt.so", exports=exports))

    assert (found.version, found.build, found.at_least, found.before) == (None, None, "1.0.0", "1.2.0")


@pytest.mark.parametrize("library", sorted(OFFERS))
def test_every_function_bounds_its_library(library: str) -> None:
    """A library with all functions of the tables is as new as the newest of them, and nothing is missing in it."""
    names = [name for name, offer in OFFERS[library].items() if offer.last is None]  # type: ignore[index]
    newest = {"librknnrt": "2.1.0", "librknnmrt": "2.0.0b0", "librkllmrt": "1.2.1"}

    assert bounds_of(library, names) == (newest[library], None)  # type: ignore[arg-type]


def test_generation_1_is_told(tmp_path: Path) -> None:
    """Its banner has another form."""
    text = "librknn_api version 1.7.5 (cf7f05f build: 2023-07-25 10:17:18)"
    found = read_library(make_elf(tmp_path / "a", soname="librknn_api.so", texts=[text], exports=["rknn_init"]))

    assert (found.generation, found.version, found.build) == (1, "1.7.5", "cf7f05f@2023-07-25T10:17:18")


@pytest.mark.parametrize(
    ("name", "soname", "problem"),
    [
        ("librknnrt.so", "librknnmrt.so", "found librknnmrt, needed librknnrt by its name"),
        ("librkllmrt.so", "librknnrt.so", "found librknnrt, needed librkllmrt by its name"),
        ("librknn_api.so", "librknnrt.so", None),
        ("backup.so", "librknnrt.so", None),
        ("librknnrt.so.1", "librknnrt.so", None),
    ],
)
def test_a_library_is_what_its_soname_says(tmp_path: Path, name: str, soname: str, problem: str | None) -> None:
    """And a name that says otherwise is a problem; librknn_api.so is a link in Rockchip's own repositories."""
    assert read_library(make_elf(tmp_path / name, soname=soname, texts=[BANNER], exports=["rknn_init"])).problem == problem


def test_the_library_of_a_first_generation_board_says_its_version(tmp_path: Path) -> None:
    """As its log does: librknn_runtime is the one that runs there."""
    text = "librknn_runtime version 1.7.0 (0bef7b3 build: 2021-08-18 19:51:44 base: 1131)"
    found = read_library(
        make_elf(tmp_path / "librknn_runtime.so", soname="librknn_runtime.so", texts=[text], exports=["rknn_init"])
    )

    assert (found.library, found.generation, found.version) == ("librknn_runtime", 1, "1.7.0")
    assert found.build == "0bef7b3@2021-08-18T19:51:44"


def test_a_library_for_another_machine_is_a_problem(tmp_path: Path) -> None:
    """There is no NPU of this kind in a PC."""
    problem = read_library(make_elf(tmp_path / "librknnrt.so", soname="librknnrt.so", arch="x86_64")).problem

    assert problem == "found a librknnrt for x86_64, needed one for aarch64 or armhf, the machines with such an NPU"


def test_a_library_in_a_folder_of_another_machine_is_a_problem(tmp_path: Path) -> None:
    """No loader takes it from there."""
    path = tmp_path / "usr/lib/aarch64-linux-gnu/librknnrt.so"
    problem = read_library(make_elf(path, soname="librknnrt.so", arch="armhf")).problem

    assert problem == "found a library or program for armhf, needed one for aarch64 by its folder aarch64-linux-gnu"


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"librknnrt.so.real", "a path, which is how Git checks out a symbolic link where there are none"),
        (b"version https://git-lfs.github.com/spec/v1\n", "a Git LFS pointer ('git lfs pull' fetches what it stands for)"),
        (b"<!DOCTYPE html><html></html>", "a web page"),
        (b"", "an empty file"),
        (b"\x01\x02\x03", "no kind of file that is known"),
    ],
    ids=["link", "LFS pointer", "web page", "empty", "noise"],
)
def test_what_is_no_library_is_said_plainly(tmp_path: Path, content: bytes, found: str) -> None:
    """Whatever the name promises."""
    path = tmp_path / "librknnrt.so"
    path.write_bytes(content)

    assert read_artifact(path).problem == f"found {found}, needed a runtime library"


def test_a_program_under_a_librarys_name_is_a_problem(tmp_path: Path) -> None:
    """The loader would refuse it too."""
    problem = read_application(make_elf(tmp_path / "librknnrt.so", exports=["main"])).problem

    assert problem == "found an ELF program or library with no version line in it, needed a runtime library by its name"


SERVER_2 = (
    "rknn_server version: 2.3.2 (1842325 build@2025-03-30T09:54:34)",
    "strings %s|grep 'librknnrt version'|awk",
    "Transfer version 2.2.2 (@2024-06-18T03:50:51)",
)
SERVER_2_OLD = (
    "Transfer version 2.1.0 (b5861e7@2020-11-23T11:50:51)",
    "1.2.0 (4c3573e build: 2022-01-14 11:09:32)",
    "strings %s|grep 'librknnrt version'|awk",
)
SERVER_1 = ("Transfer version 1.9.7 (b5861e7@2019-06-23T11:50:51)", "1.2.0 (57b1656 build: 2019-09-04 09:27:47)")


@pytest.mark.parametrize(
    ("texts", "generation", "version", "build"),
    [
        (SERVER_2, 2, "2.3.2", "1842325@2025-03-30T09:54:34"),
        (SERVER_2_OLD, 2, "1.2.0", "4c3573e@2022-01-14T11:09:32"),
        (SERVER_1, 1, "1.2.0", "57b1656@2019-09-04T09:27:47"),
    ],
    ids=["2.3.2", "1.2.0 of generation 2", "1.2.0 of generation 1"],
)
def test_a_server_says_its_release_and_not_that_of_its_protocol(
    tmp_path: Path, texts: tuple[str, ...], generation: int, version: str, build: str
) -> None:
    """Both generations used the same numbers."""
    found = read_artifact(make_elf(tmp_path / "rknn_server", texts=texts, interpreter="/lib/ld-linux-aarch64.so.1"))

    assert isinstance(found, ServerProgram)
    assert (found.generation, found.version, found.build, found.problem) == (generation, version, build, None)


def test_a_program_needs_the_release_of_its_newest_function(tmp_path: Path) -> None:
    """The smaller library has the same functions, since other releases."""
    found = read_application(make_elf(tmp_path / "app", imports=["rknn_init", "rknn_create_mem2"], needed=["librknnrt.so"]))

    assert found.imports == ("rknn_create_mem2", "rknn_init")
    assert found.first == {"librknnrt": "2.0.0b0", "librknnmrt": "2.0.0b0"}
    assert found.needed == ("librknnrt.so",)


def test_a_function_that_was_renamed_bounds_a_program_from_above(tmp_path: Path) -> None:
    """1.3.0 corrected the spelling, and programs that were linked before no longer start."""
    found = read_application(make_elf(tmp_path / "app", imports=["rknn_init", "rknn_destory_mem"]))

    assert (found.first, found.last) == ({"librknnrt": "1.0.0"}, {"librknnrt": "1.2.0"})


def test_a_program_that_no_release_can_serve_is_odd(tmp_path: Path) -> None:
    """It calls a function by its old and another by its new name."""
    found = read_application(make_elf(tmp_path / "app", imports=["rknn_destory_mem", "rknn_mem_sync"]))

    assert found.oddities == ("no release of librknnrt has all its functions: one came with 1.6.0, another went after 1.2.0",)


def test_a_program_of_both_stacks_is_held_against_both_tables(tmp_path: Path) -> None:
    """A vision encoder beside a language model."""
    found = read_application(make_elf(tmp_path / "app", imports=["rknn_set_core_mask", "rkllm_set_chat_template"]))

    assert found.first == {"librknnrt": "1.2.0", "librkllmrt": "1.2.0"}


def test_what_a_library_lacks_for_a_program_is_named(tmp_path: Path) -> None:
    """By what it really offers, not by its number."""
    app = read_application(make_elf(tmp_path / "app", imports=["rknn_init", "rknn_mem_sync", "rkllm_init"]))
    old = read_library(make_elf(tmp_path / "old.so", soname="librknnrt.so", exports=["rknn_init"]))
    new = read_library(make_elf(tmp_path / "new.so", soname="librknnrt.so", exports=["rknn_init", "rknn_mem_sync"]))

    assert with_missing(app, [old, new]).missing == {old.path: ("rknn_mem_sync",)}


def test_a_program_that_opens_a_library_by_itself_is_told(tmp_path: Path) -> None:
    """As RKNN-Toolkit-Lite2 does."""
    found = read_application(make_elf(tmp_path / "rknn_runtime.so", texts=["/usr/lib/librknnrt.so"]))

    assert (found.opens, found.imports, found.oddities) == (("librknnrt",), (), ())


def test_a_library_that_was_linked_into_a_program_is_told(tmp_path: Path) -> None:
    """On RV1106 most are, and no file shows the version."""
    text = "librknnmrt version: 2.3.2 (429f97ae6b@2025-04-09T09:11:49)"

    assert read_application(make_elf(tmp_path / "app", texts=[text])).embeds == ("librknnmrt 2.3.2",)


def test_any_other_program_is_told_to_be_none_of_the_stack(tmp_path: Path) -> None:
    """It is no error to ask."""
    found = read_application(make_elf(tmp_path / "ls", exports=["main"]))

    assert found.problem is None
    assert [note.partition(":")[0] for note in found.oddities] == ["it is no part of the NPU's stack"]


@pytest.mark.parametrize(
    ("needed", "interpreter", "libc"),
    [
        (["libc.so.6"], None, "glibc"),
        ([], "/lib/ld-linux-aarch64.so.1", "glibc"),
        (["libc.so.0"], None, "uclibc"),
        ([], "/lib/ld-uClibc.so.1", "uclibc"),
        (["libc.musl-aarch64.so.1"], None, "musl"),
        (["libc.so"], "/lib/ld-musl-aarch64.so.1", "musl"),
        (["libc.so", "liblog.so"], None, "bionic"),
        (["libc.so"], "/system/bin/linker64", "bionic"),
        (["libm.so"], None, None),
    ],
)
def test_the_c_library_is_told(tmp_path: Path, needed: list[str], interpreter: str | None, libc: str | None) -> None:
    """By what is needed, or by the loader."""
    assert read_application(make_elf(tmp_path / "app", needed=needed, interpreter=interpreter)).libc == libc


def test_the_highest_versions_of_symbols_are_told(tmp_path: Path) -> None:
    """2.17 is higher than 2.9."""
    versions = {"puts": "GLIBC_2.17", "exit": "GLIBC_2.9", "throw": "GLIBCXX_3.4.22", "secret": "GLIBC_PRIVATE"}
    found = read_application(make_elf(tmp_path / "app", needed=["libc.so.6"], versions=versions))

    assert found.symbol_versions == {"GLIBC": "2.17", "GLIBCXX": "3.4.22"}

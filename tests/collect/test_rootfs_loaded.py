"""Which copy a program of a root file system loads, by its loader's rules."""

from pathlib import Path

import pytest

from rkcompat.collect._scan import scan_rootfs
from rkcompat.errors import UsageError
from rkcompat.model.manifest import Manifest

from .trees import ARM, RT_140, Content, debian, needs_gcc, program, put, runtime

pytestmark = needs_gcc


def with_old_copy() -> dict[str, Content]:
    """The system with 2.3.2, and a program's folder with 1.4.0."""
    return debian() | {"/opt/app/lib/librknnrt.so": runtime(RT_140)}


def loaded(manifest: Manifest) -> dict[str, bool | None]:
    """Path to what is said of it."""
    return {copy.path or "": copy.loaded for copy in manifest.runtime}


def test_a_runpath_takes_the_copy_beside_the_program(tmp_path: Path) -> None:
    """$ORIGIN/../lib comes before the default folders; the other copy is not loaded, and the evidence has each step."""
    app = program("librknnrt.so", flags=("-Wl,-rpath,$ORIGIN/../lib",))
    put(tmp_path, with_old_copy() | {"/opt/app/bin/app": app})

    manifest = scan_rootfs(str(tmp_path), app="/opt/app/bin/app").manifest

    assert loaded(manifest) == {"/opt/app/lib/librknnrt.so": True, "/usr/lib/librknnrt.so": False}
    evidence = manifest.evidence["runtime[0].loaded"]
    assert evidence.read_from == "/opt/app/bin/app"
    assert "RUNPATH" in (evidence.raw or "")


def test_without_one_the_default_folder_counts(tmp_path: Path) -> None:
    """The copy in the program's own folder is not looked at."""
    put(tmp_path, with_old_copy() | {"/opt/app/bin/app": program("librknnrt.so")})

    manifest = scan_rootfs(str(tmp_path), app="/opt/app/bin/app").manifest

    assert loaded(manifest) == {"/opt/app/lib/librknnrt.so": False, "/usr/lib/librknnrt.so": True}


def test_the_loader_passes_over_a_copy_for_another_machine(tmp_path: Path) -> None:
    """A 32-bit copy in the first folder, the right one behind it."""
    put(
        tmp_path,
        debian()
        | {
            "/opt/app/lib/librknnrt.so": runtime(RT_140, machine=ARM),
            "/opt/app/app": program("librknnrt.so", flags=("-Wl,-rpath,/opt/app/lib",)),
        },
    )

    assert loaded(scan_rootfs(str(tmp_path), app="/opt/app/app").manifest)["/usr/lib/librknnrt.so"] is True


def test_a_library_that_is_nowhere_is_told(tmp_path: Path) -> None:
    """The program does not start; no copy is loaded."""
    put(tmp_path, {"/opt/away/librknnrt.so": runtime(), "/usr/bin/app": program("librknnrt.so")})

    collected = scan_rootfs(str(tmp_path), app="/usr/bin/app")

    assert loaded(collected.manifest) == {"/opt/away/librknnrt.so": False}
    assert any("its loader finds none" in note for note in collected.notes)


def test_the_program_is_described(tmp_path: Path) -> None:
    """What C library it was built for."""
    put(tmp_path, debian() | {"/usr/bin/app": program("librknnrt.so")})

    [application] = scan_rootfs(str(tmp_path), app="/usr/bin/app").manifest.application

    assert application.id == "/usr/bin/app"
    assert application.needs_libc is not None
    assert application.needs_libc.family == "glibc"


def test_a_function_that_the_loaded_library_lacks_is_told(tmp_path: Path) -> None:
    """Newer headers than the library: the symbol is missing when the program starts."""
    put(tmp_path, debian() | {"/usr/bin/app": program("librknnrt.so", calls="rknn_mem_sync")})

    collected = scan_rootfs(str(tmp_path), app="/usr/bin/app")

    assert "/usr/bin/app: calls rknn_mem_sync, which /usr/lib/librknnrt.so does not have" in collected.notes
    assert collected.manifest.application[0].missing == ("rknn_mem_sync",)


def test_a_function_that_is_there_or_may_be_missing_is_not_missed(tmp_path: Path) -> None:
    """A program looks whether a weak one is there."""
    put(tmp_path, debian() | {"/usr/bin/app": program("librknnrt.so", calls="rknn_init", weak="rknn_mem_sync")})

    assert scan_rootfs(str(tmp_path), app="/usr/bin/app").manifest.application[0].missing == ()


def test_lite_opens_one_path_whatever_lies_elsewhere(tmp_path: Path) -> None:
    """Its copy is loaded; of the other nobody knows."""
    manifest = scan_rootfs(str(put(tmp_path, with_old_copy()))).manifest

    assert loaded(manifest) == {"/opt/app/lib/librknnrt.so": None, "/usr/lib/librknnrt.so": True}


def test_a_program_that_loads_none_is_told(tmp_path: Path) -> None:
    """The copies stay open: what it starts may load one."""
    collected = scan_rootfs(
        str(put(tmp_path, {"/usr/lib/librknnrt.so": runtime(), "/usr/bin/app": program()})), app="/usr/bin/app"
    )

    assert loaded(collected.manifest) == {"/usr/lib/librknnrt.so": None}
    assert collected.notes == ("/usr/bin/app: needs no runtime library and names none; what it starts or plugs in may",)


def test_a_program_that_opens_a_library_by_itself_is_followed(tmp_path: Path) -> None:
    """Its name stands in the program's text, as with dlopen."""
    put(tmp_path, debian() | {"/usr/bin/app": program(text="librknnrt.so")})

    assert loaded(scan_rootfs(str(tmp_path), app="/usr/bin/app").manifest) == {"/usr/lib/librknnrt.so": True}


def test_a_program_that_is_not_there_is_the_users_mistake(tmp_path: Path) -> None:
    """Said before anything is judged by it."""
    with pytest.raises(UsageError, match="found no program '/usr/bin/none' in it"):
        scan_rootfs(str(put(tmp_path, debian())), app="/usr/bin/none")

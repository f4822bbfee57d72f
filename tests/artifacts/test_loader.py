"""Which copy of a library is loaded: one tree of files a rule, and the reason of each step."""

import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import pytest

from rkcompat.artifacts import DamageError, find_library, find_opened
from rkcompat.artifacts._file import RegularFile
from rkcompat.artifacts._tree import resolve
from rkcompat.model.artifact_elf import Link

from .making import MadeTree, make_cache, make_elf, needs_gcc

LIBRARY = "librknnrt.so"
GLIBC = "/lib/ld-linux-aarch64.so.1"


class Maker:
    """Makes the bytes of programs and libraries."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = 0

    def __call__(self, *needed: str, **how: str | bool) -> bytes:
        """One that needs these libraries."""
        self._count += 1
        return make_elf(self._folder / str(self._count), needed=needed, **how).read_bytes()  # type: ignore[arg-type]  # words of make_elf


@pytest.fixture
def elf(tmp_path: Path) -> Maker:
    """Make ELF files."""
    return Maker(tmp_path)


def taken(links: tuple[Link, ...]) -> tuple[str, str] | None:
    """The copy that is loaded, and why it was looked for there."""
    return next(((link.path, link.reason) for link in links if link.target and not link.rejected), None)


@needs_gcc
def test_a_runpath_is_sought_before_the_system(elf: Maker) -> None:
    """Counted from the folder of the program itself, where links lead to it."""
    program = elf(LIBRARY, runpath="$ORIGIN/../lib", interpreter=GLIBC)
    tree = MadeTree(
        {"/opt/app/bin/app": program, "/opt/app/lib/librknnrt.so": elf(), "/usr/lib/librknnrt.so": elf()},
        {"/usr/bin/app": "../../opt/app/bin/app"},
    )
    links = find_library(tree, "/usr/bin/app", LIBRARY)

    assert taken(links) == ("/opt/app/bin/../lib/librknnrt.so", "RUNPATH of /opt/app/bin/app: $ORIGIN/../lib")
    assert links[0].target == "/opt/app/lib/librknnrt.so"
    assert [link.path for link in links if link.target][1:] == ["/usr/lib/librknnrt.so"]


@needs_gcc
@pytest.mark.parametrize(
    ("tag", "first"), [("rpath", "/opt/lib/librknnrt.so"), ("runpath", "/env/librknnrt.so")], ids=["RPATH", "RUNPATH"]
)
def test_the_environment_stands_between_rpath_and_runpath(elf: Maker, tag: str, first: str) -> None:
    """ld.so(8)."""
    program = elf(LIBRARY, interpreter=GLIBC, **{tag: "/opt/lib"})
    tree = MadeTree({"/app": program, "/opt/lib/librknnrt.so": elf(), "/env/librknnrt.so": elf()})
    found = taken(find_library(tree, "/app", LIBRARY, library_path="/env"))

    assert found
    assert found[0] == first


@needs_gcc
def test_a_library_is_sought_by_the_paths_of_what_needs_it(elf: Maker) -> None:
    """A RUNPATH holds for its own file only, an RPATH for all that is loaded because of it."""
    files = {"/opt/libdetector.so": elf(LIBRARY), "/opt/librknnrt.so": elf(), "/usr/lib/librknnrt.so": elf()}
    new = MadeTree({**files, "/app": elf("libdetector.so", runpath="/opt", interpreter=GLIBC)})
    old = MadeTree({**files, "/app": elf("libdetector.so", rpath="/opt", interpreter=GLIBC)})

    assert taken(find_library(new, "/app", LIBRARY)) == ("/usr/lib/librknnrt.so", "default of glibc's loader")
    assert taken(find_library(old, "/app", LIBRARY)) == ("/opt/librknnrt.so", "RPATH of /app: /opt")


@needs_gcc
@pytest.mark.parametrize("behind_the_old", [False, True], ids=["new form", "behind the old form"])
def test_the_cache_stands_before_the_defaults(elf: Maker, *, behind_the_old: bool) -> None:
    """What was copied later, and ldconfig has not seen, is not taken; folders of the configuration do not count either."""
    tree = MadeTree(
        {
            "/app": elf(LIBRARY, interpreter=GLIBC),
            "/etc/ld.so.cache": make_cache(
                [("libc.so.6", "/lib/libc.so.6"), (LIBRARY, "/usr/local/lib/librknnrt.so")], behind_the_old=behind_the_old
            ),
            "/etc/ld.so.conf": b"/opt/lib\n",
            "/opt/lib/librknnrt.so": elf(),
            "/usr/local/lib/librknnrt.so": elf(),
            "/usr/lib/librknnrt.so": elf(),
        }
    )
    links = find_library(tree, "/app", LIBRARY)

    assert taken(links) == ("/usr/local/lib/librknnrt.so", "/etc/ld.so.cache")
    assert "/opt/lib/librknnrt.so" not in [link.path for link in links]


@needs_gcc
def test_a_cache_that_names_what_is_gone_is_passed_over(elf: Maker) -> None:
    """And the place shows in the answer."""
    cache = make_cache([(LIBRARY, "/gone/librknnrt.so")])
    tree = MadeTree({"/app": elf(LIBRARY, interpreter=GLIBC), "/etc/ld.so.cache": cache, "/usr/lib/librknnrt.so": elf()})
    links = find_library(tree, "/app", LIBRARY)

    assert links[0] == Link("/gone/librknnrt.so", None, "/etc/ld.so.cache")
    assert taken(links) == ("/usr/lib/librknnrt.so", "default of glibc's loader")


@needs_gcc
@pytest.mark.parametrize(
    "cache", [b"", b"nonsense", make_cache([(LIBRARY, "/a")])[:30], make_cache([(LIBRARY, "/opt/x/librknnrt.so")], 0x0303)]
)
def test_a_cache_without_an_entry_for_this_machine_finds_nothing(elf: Maker, cache: bytes) -> None:
    """One for another machine, a cut one, or none."""
    tree = MadeTree({"/app": elf(LIBRARY, interpreter=GLIBC), "/etc/ld.so.cache": cache, "/opt/x/librknnrt.so": elf()})

    assert taken(find_library(tree, "/app", LIBRARY)) is None


@needs_gcc
def test_an_image_that_was_never_started_has_its_configuration(elf: Maker) -> None:
    """Files that are included in the order of their names; comments and a loop of includes do no harm."""
    tree = MadeTree(
        {
            "/app": elf(LIBRARY, interpreter=GLIBC),
            "/etc/ld.so.conf": b"# folders\ninclude ld.so.conf.d/*.conf\ninclude /etc/ld.so.conf\n/last\n",
            "/etc/ld.so.conf.d/b.conf": b"/second\n",
            "/etc/ld.so.conf.d/a.conf": b"/first  # mine\n",
            "/etc/ld.so.conf.d/ignored": b"/ignored\n",
            "/second/librknnrt.so": elf(),
            "/last/librknnrt.so": elf(),
        }
    )
    links = find_library(tree, "/app", LIBRARY)

    assert [link.path for link in links[:3]] == [f"/{name}/librknnrt.so" for name in ("first", "second", "last")]
    assert taken(links) == ("/second/librknnrt.so", "/etc/ld.so.conf, once ldconfig has run")


@needs_gcc
def test_debian_has_a_folder_for_each_machine(elf: Maker) -> None:
    """It comes before /lib and /usr/lib."""
    triplet = "/usr/lib/aarch64-linux-gnu/librknnrt.so"
    tree = MadeTree({"/app": elf(LIBRARY, interpreter=GLIBC), triplet: elf(), "/lib/librknnrt.so": elf()})

    assert taken(find_library(tree, "/app", LIBRARY)) == (triplet, "default of glibc's loader")


@needs_gcc
def test_a_copy_for_another_machine_is_passed_over(elf: Maker) -> None:
    """A loader goes on to the next place."""
    tree = MadeTree(
        {"/app": elf(LIBRARY, interpreter=GLIBC), "/env/librknnrt.so": elf(arch="armhf"), "/usr/lib/librknnrt.so": elf()}
    )
    links = find_library(tree, "/app", LIBRARY, library_path="/env")

    assert links[0].rejected == "it is for armhf, the program for aarch64"
    assert taken(links) == ("/usr/lib/librknnrt.so", "default of glibc's loader")


@needs_gcc
def test_what_is_no_library_ends_the_search(elf: Maker) -> None:
    """The loader gives up there, with ``invalid ELF header``: a good copy behind it does not help."""
    tree = MadeTree(
        {"/app": elf(LIBRARY, interpreter=GLIBC), "/env/librknnrt.so": b"librknnrt.so.real", "/usr/lib/librknnrt.so": elf()}
    )
    links = find_library(tree, "/app", LIBRARY, library_path="/env")

    assert [link.rejected for link in links] == ["no ELF file: the program does not start"]


@needs_gcc
def test_uclibc_has_its_own_order(elf: Maker) -> None:
    """The folder of its loader, then three more; no cache, no folders for machines."""
    program = elf(LIBRARY, interpreter="/oem/lib/ld-uClibc.so.0")
    tree = MadeTree({"/app": program, "/usr/lib/aarch64-linux-gnu/librknnrt.so": elf(), "/usr/lib/librknnrt.so": elf()})
    links = find_library(tree, "/app", LIBRARY)

    assert [link.path for link in links] == [
        f"{folder}/librknnrt.so" for folder in ("/oem/lib", "/lib", "/usr/lib", "/usr/X11R6/lib")
    ]
    assert taken(links) == ("/usr/lib/librknnrt.so", "default of uClibc's loader")


@needs_gcc
def test_android_has_its_own_order(elf: Maker) -> None:
    """Its linker takes no RPATH; it has three folders for each width."""
    program = elf(LIBRARY, interpreter="/system/bin/linker64", rpath="/old")
    tree = MadeTree({"/app": program, "/old/librknnrt.so": elf(), "/vendor/lib64/librknnrt.so": elf()})
    links = find_library(tree, "/app", LIBRARY)

    assert [link.path for link in links] == [f"/{part}/lib64/librknnrt.so" for part in ("system", "odm", "vendor")]
    assert taken(links) == ("/vendor/lib64/librknnrt.so", "default of Android's linker")


@needs_gcc
@pytest.mark.parametrize(
    ("config", "found"),
    [
        (None, ("/usr/local/lib/librknnrt.so", "default of musl's loader")),
        (b"/opt\n/lib\n", ("/opt/librknnrt.so", "/etc/ld-musl-aarch64.path")),
    ],
)
def test_musl_has_its_own_order(elf: Maker, config: bytes | None, found: tuple[str, str]) -> None:
    """Its file, or three folders; an RPATH after the environment."""
    files = {"/app": elf(LIBRARY, interpreter="/lib/ld-musl-aarch64.so.1"), "/opt/librknnrt.so": elf()}
    files["/usr/local/lib/librknnrt.so"] = elf()
    if config is not None:
        files["/etc/ld-musl-aarch64.path"] = config

    assert taken(find_library(MadeTree(files), "/app", LIBRARY)) == found


@needs_gcc
def test_a_program_can_forbid_the_folders_of_the_system(elf: Maker) -> None:
    """What the environment and its own paths name is left."""
    program = elf(LIBRARY, interpreter=GLIBC, has_default=False)
    tree = MadeTree({"/app": program, "/usr/lib/librknnrt.so": elf()})

    assert find_library(tree, "/app", LIBRARY, library_path="/env") == (Link("/env/librknnrt.so", None, "LD_LIBRARY_PATH"),)


@needs_gcc
def test_a_library_that_is_needed_by_its_path_has_one_place(elf: Maker) -> None:
    """As when it was linked from a library without a SONAME."""
    path = "/opt/librknnrt.so"
    tree = MadeTree({"/app": elf(path, interpreter=GLIBC), path: elf(), "/env/librknnrt.so": elf()})

    assert find_library(tree, "/app", path, library_path="/env") == (Link(path, path, "/app needs this path"),)


@needs_gcc
def test_a_damaged_library_ends_the_search(elf: Maker) -> None:
    """For the library that is asked for, and for one on the way to it."""
    damaged = elf()[:60] + b"\xff" * 4
    program = elf("libdetector.so", LIBRARY, interpreter=GLIBC)
    tree = MadeTree(
        {"/app": program, "/lib/libdetector.so": damaged, "/lib/librknnrt.so": damaged, "/usr/lib/librknnrt.so": elf()}
    )
    links = find_library(tree, "/app", LIBRARY)

    assert taken(links) is None
    assert links[-1].rejected == "no ELF file: the program does not start"


@needs_gcc
def test_a_program_that_needs_it_not_has_no_places(elf: Maker) -> None:
    """It may open it by itself."""
    tree = MadeTree({"/app": elf("libc.so.6"), "/usr/lib/librknnrt.so": elf()})

    assert find_library(tree, "/app", LIBRARY) == ()
    assert taken(find_opened(tree, LIBRARY, "/app")) == ("/usr/lib/librknnrt.so", "default of glibc's loader")


@needs_gcc
def test_lite_opens_one_path_whatever_else_there_is(elf: Maker) -> None:
    """Links on it are followed, inside the tree."""
    tree = MadeTree(
        {"/usr/bin/python3.10": elf(interpreter=GLIBC), "/opt/rknn/librknnrt.so.2.3.2": elf(), "/env/librknnrt.so": elf()},
        {"/usr/lib/librknnrt.so": "../../../../../opt/rknn/librknnrt.so.2.3.2", "/usr/bin/python3": "python3.10"},
    )
    links = find_opened(tree, "/usr/lib/librknnrt.so", "/usr/bin/python3", library_path="/env")

    assert links == (Link("/usr/lib/librknnrt.so", "/opt/rknn/librknnrt.so.2.3.2", "/usr/bin/python3 opens this path"),)


@needs_gcc
def test_libraries_that_need_one_another_end(elf: Maker) -> None:
    """Each is looked at once."""
    tree = MadeTree({"/app": elf("liba.so", interpreter=GLIBC), "/lib/liba.so": elf("libb.so"), "/lib/libb.so": elf("liba.so")})

    assert find_library(tree, "/app", LIBRARY) == ()


class ThisMachine:
    """The machine's own files."""

    def kind(self, path: str) -> Literal["file", "folder", "link"] | None:
        """What is there."""
        place = Path(path)
        if place.is_symlink():
            return "link"
        return "folder" if place.is_dir() else "file" if place.exists() else None

    def link(self, path: str) -> str:
        """What a link names."""
        return str(Path(path).readlink())

    def names(self, path: str) -> Sequence[str]:
        """What a folder holds."""
        return [item.name for item in Path(path).iterdir()]

    def open(self, path: str) -> RegularFile:
        """The bytes of a file."""
        return RegularFile(path)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc" or shutil.which("ldd") is None, reason="needs glibc's loader and ldd")
@pytest.mark.parametrize("program", ["gcc", "git", "dtc", "ssh"])
def test_the_rules_say_what_the_loader_of_this_machine_does(program: str) -> None:
    """Its own cache, its own links, its own folders."""
    path = os.path.realpath(shutil.which(program) or sys.executable)
    told = subprocess.run(["ldd", path], capture_output=True, text=True, check=True).stdout
    loaded = dict(re.findall(r"(\S+) => (/\S+) \(", told))
    found = {name: taken(find_library(ThisMachine(), path, name)) for name in loaded}

    assert loaded
    assert {name: os.path.realpath(link[0]) for name, link in found.items() if link} == {
        name: os.path.realpath(file) for name, file in loaded.items()
    }


@pytest.mark.parametrize("content", [None, b"#!/bin/sh\n", b"\x7fELF nonsense"], ids=["missing", "a script", "damaged"])
def test_what_is_no_program_is_refused(content: bytes | None) -> None:
    """It has no loader."""
    tree = MadeTree({"/app": content} if content is not None else {"/other": b""})

    with pytest.raises(DamageError):
        find_library(tree, "/app", LIBRARY)
    with pytest.raises(DamageError):
        find_opened(tree, LIBRARY, "/app")


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/up", "/file"),
        ("/../../file", "/file"),
        ("/folder/../file", "/file"),
        ("/absolute/inner", "/folder/inner"),
        ("/loop", None),
        ("/missing", None),
        ("/file/below", None),
        ("/", "/"),
    ],
)
def test_no_link_leads_out_of_the_tree(path: str, target: str | None) -> None:
    """Its root is the root; a loop leads nowhere."""
    tree = MadeTree({"/file": b"", "/folder/inner": b""}, {"/up": "../../../file", "/loop": "loop", "/absolute": "/folder"})

    assert resolve(tree, path) == target

"""The script itself: the shells that it runs under, what it bounds, and what it never does."""

import fnmatch
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from rkcompat.collect import Bundle, Item, Settings, parse_bundle, probe_list, probe_script

from .conftest import SHELLS, WHOLE, needs
from .prepared import prepare


def run(root: Path, shell: Sequence[str] = ("sh",), settings: Settings | None = None, **more: object) -> bytes:
    """What the probe prints of a prepared board."""
    script = probe_script(settings).encode()
    environment = {"PATH": os.environ["PATH"], "RKCOMPAT_ROOT": str(root)}
    done = subprocess.run([*shell], input=script, stdout=subprocess.PIPE, env=environment, check=True, **more)  # type: ignore[call-overload]
    return bytes(done.stdout)


def read(root: Path, settings: Settings | None = None) -> Bundle:
    """The same, read."""
    return parse_bundle(run(root, settings=settings), "-")


def sole(bundle: Bundle, read_from: str) -> Item:
    """What was read of one place."""
    [item] = [item for item in bundle.items if item.read_from == read_from]
    return item


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that any user can look into, which a test's own is not."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        yield Path(folder)


def without_dates(bundle: bytes) -> bytes:
    """Each shell's own ``ls`` writes the date of a node and its blanks in its own way."""
    return re.sub(rb"(?m)^rkc- c.*$|^rkc\. .*$", b"", bundle)


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_says_the_same(whole: Path, shell: str) -> None:
    """dash, busybox ash and mksh, to the byte."""
    needs(SHELLS[shell][0])
    settings = Settings(app=812, models=True)

    assert without_dates(run(whole, SHELLS[shell], settings)) == without_dates(run(whole, ("sh",), settings))


def test_busybox_needs_no_other_program(whole: Path, tmp_path: Path) -> None:
    """The applets of busybox alone, in the place of every command."""
    needs("busybox")
    busybox = shutil.which("busybox") or ""
    for applet in subprocess.run([busybox, "--list"], capture_output=True, text=True, check=True).stdout.split():
        (tmp_path / applet).symlink_to(busybox)
    script = probe_script().replace("/usr/sbin:/sbin:/usr/bin:/bin", str(tmp_path)).encode()
    environment = {"PATH": str(tmp_path), "RKCOMPAT_ROOT": str(whole)}
    done = subprocess.run([tmp_path / "sh"], input=script, stdout=subprocess.PIPE, env=environment, check=True)

    assert without_dates(done.stdout) == without_dates(run(whole))


def test_shellcheck_finds_nothing(tmp_path: Path) -> None:
    """As a script of sh, with every check that is on by default."""
    needs("shellcheck")
    (tmp_path / "probe.sh").write_text(probe_script())
    done = subprocess.run(["shellcheck", "--shell=sh", tmp_path / "probe.sh"], capture_output=True, text=True, check=False)

    assert done.stdout == ""
    assert done.returncode == 0


def test_nothing_is_written(whole: Path, tmp_path: Path) -> None:
    """Neither to the board nor to where temporary files go."""

    def state() -> dict[str, tuple[int, int]]:
        return {str(path): (path.lstat().st_mtime_ns, path.lstat().st_size) for path in whole.rglob("*")}

    before = state()
    subprocess.run(
        ["sh"],
        input=probe_script().encode(),
        stdout=subprocess.DEVNULL,
        env={"PATH": os.environ["PATH"], "RKCOMPAT_ROOT": str(whole), "TMPDIR": str(tmp_path), "HOME": str(tmp_path)},
        cwd=tmp_path,
        check=True,
    )

    assert state() == before
    assert list(tmp_path.iterdir()) == []


def test_freq_and_volt_are_never_read(whole: Path) -> None:
    """One powers the NPU on, the other can crash the kernel; the prepared board has both."""
    assert (whole / "sys/kernel/debug/rknpu/volt").is_file()
    assert b"never read" not in run(whole)
    assert not [line for line in probe_list() if re.search(r"rknpu/(freq|volt)", line)]


def test_the_list_names_all_that_is_read(whole: Path) -> None:
    """Every item of a bundle stands on the list that a careful person reads first."""
    places = {item.read_from for item in read(whole, Settings(app=812, models=True)).items}
    listed = probe_list()

    assert [place for place in sorted(places) if not any(fnmatch.fnmatchcase(place, pattern) for pattern in listed)] == []


def test_no_address_host_name_or_container_id_leaves_the_board(whole: Path) -> None:
    """They stand in the files that are read, and are nobody's business."""
    said = run(whole, settings=Settings(app=812, models=True))

    assert b"7f80000000" not in said
    assert b"0123456789abcdef" not in said
    assert b"HOME_URL" not in said
    assert b"leakage" not in said


@pytest.mark.parametrize("has_timeout", [True, False])
def test_a_file_that_never_ends_is_left(tmp_path: Path, has_timeout: bool) -> None:
    """Its item says timeout, by timeout(1) or without it; all shells at once, since each waits for it."""
    shells = [words for words in SHELLS.values() if shutil.which(words[0])]
    (tmp_path / "etc").mkdir()
    os.mkfifo(tmp_path / "etc/os-release")
    (tmp_path / "proc/sys/kernel").mkdir(parents=True)
    (tmp_path / "proc/sys/kernel/osrelease").write_text("6.1.75\n")
    path = os.environ["PATH"] if has_timeout else f"{without_timeout(tmp_path)}:{os.environ['PATH']}"
    environment = {"PATH": path, "RKCOMPAT_ROOT": str(tmp_path)}
    running = [subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) for words in shells]
    for process in running:
        assert process.stdin is not None
        process.stdin.write(probe_script().encode())
        process.stdin.close()
        process.stdin = None
    bundles = [parse_bundle(process.communicate(timeout=120)[0], "-") for process in running]

    assert bundles
    for bundle in bundles:
        assert sole(bundle, "/etc/os-release").status == "timeout"
        assert sole(bundle, "/proc/sys/kernel/osrelease").lines == ("6.1.75",)


@pytest.mark.parametrize("shell", SHELLS)
def test_without_timeout_it_says_the_same(whole: Path, tmp_path: Path, shell: str) -> None:
    """Its own watchdog stops at once where there is nothing to stop: the longest would hold the pipe for a minute."""
    needs(SHELLS[shell][0])
    environment = {"PATH": f"{without_timeout(tmp_path)}:{os.environ['PATH']}", "RKCOMPAT_ROOT": str(whole)}
    done = subprocess.run(
        [*SHELLS[shell]], input=probe_script().encode(), stdout=subprocess.PIPE, env=environment, check=True, timeout=50
    )

    assert without_dates(done.stdout) == without_dates(run(whole))


def without_timeout(folder: Path) -> Path:
    """A folder whose timeout(1) knows the words of old busybox only."""
    place = folder / "old" / "timeout"
    place.parent.mkdir()
    place.write_text("#!/bin/sh\nexit 1\n")
    place.chmod(0o755)
    return place.parent


def test_a_long_answer_is_cut(tmp_path: Path) -> None:
    """32 KiB an item are enough; what was cut says so."""
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    (tmp_path / "proc/device-tree/model").write_text("a" * 79 + "\n" + ("b" * 79 + "\n") * 2000)
    item = sole(read(tmp_path), "/proc/device-tree/model")

    assert item.status == "cut"
    assert len(item.lines[0]) == 79
    assert sum(map(len, item.lines)) <= 32768


def test_what_needs_root_is_tried_and_marked(open_folder: Path) -> None:
    """An ordinary user sees that debugfs is closed, not that there is no driver."""
    root = prepare(WHOLE, open_folder / "board")
    debug = root / "sys/kernel/debug"
    debug.chmod(0o700)
    (root / "home/pi").chmod(0o700)
    (root / "proc/config.gz").chmod(0o600)
    user = {"user": 65534} if os.geteuid() == 0 else {}
    if not user:
        debug.chmod(0)
        (root / "home/pi").chmod(0)
        (root / "proc/config.gz").chmod(0)
    bundle = parse_bundle(run(root, **user), "-")
    debug.chmod(0o700)
    (root / "home/pi").chmod(0o700)

    assert sole(bundle, "/sys/kernel/debug/rknpu/version").status == "denied"
    assert sole(bundle, "/sys/module/rknpu/version").lines == ("0.9.8",)
    assert sole(bundle, "zcat /proc/config.gz").status == "denied"
    assert bundle.of("files.found")[0].status == "denied"
    assert "/usr/lib/librknnrt.so" in bundle.of("files.found")[0].lines
    assert sole(bundle, "/proc/rknpu/version").status == "absent"


def test_an_empty_board(tmp_path: Path) -> None:
    """Not a single file, and still a bundle."""
    assert {item.status for item in read(tmp_path).items} <= {"ok", "absent"}

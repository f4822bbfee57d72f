"""Manifests that mean harm, or that nobody meant to write: exit 2 or a finding, never a traceback, never a long wait."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.manifests import GOOD

SECONDS = 2
"""Of processor time, beyond which the process is killed."""

MEGABYTES = 200
"""Of memory at the most, where the system tells it of one process alone."""

RUN = """
import atexit, os, sys
from rkcompat.__main__ import main

def tell_peak():
    if os.path.exists("/proc/self/status"):
        with open("/proc/self/status") as status, open("peak", "w") as file:
            file.writelines(line for line in status if line.startswith("VmHWM"))

atexit.register(tell_peak)
sys.argv[0] = "rkcompat"
sys.exit(main())
"""

EVIL = r"\u001b[2J\u0007\n::error::x\u202e\u009b31m"
"""As TOML writes it: what clears a screen, rings, begins an annotation, turns the direction of writing."""

ENTRY = '[[runtime]]\nlibrary = "librknnrt"\nversion = "1.4.0"\nloaded = true\n'
MODEL = '[[model]]\nkind = "rknn"\nformat = 6\ntoolkit = "2.3.0"\ntarget_platform = ["rk3588"]\n'

BROKEN: dict[str, bytes] = {
    "nothing": b"",
    "zeros": bytes(4096),
    "noise": bytes(range(256)) * 64,
    "latin-1": 'manifest = 1\n[board]\nname = "Brett für Süd"\n'.encode("latin-1"),
    "a mark of byte order": b"\xef\xbb\xbf" + GOOD.encode(),
    "utf-16": GOOD.encode("utf-16"),
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(64),
    "a web page": b"<!doctype html><html></html>",
    "json": b'{"manifest": 1}',
    "cut short": GOOD[:-20].encode(),
    "deep arrays": b"manifest = 1\n[x-deep]\na = " + b"[" * 100_000,
    "deep arrays that end": b"manifest = 1\n[x-deep]\na = " + b"[" * 50_000 + b"]" * 50_000,
    "deep tables": b"manifest = 1\n[x-deep]\na = " + b"{a=" * 20_000 + b"1" + b"}" * 20_000,
    "deep keys": b"manifest = 1\n[x-" + b".".join([b"a"] * 50_000) + b"]\n",
    "a number of a million digits": b"manifest = " + b"9" * 1_000_000,
    "too many bytes": b"manifest = 1\n#" + b"x" * (5 << 20),
    "a format as text": b'manifest = "1"\n',
    "a format as a flag": b"manifest = true\n",
    "a format with a point": b"manifest = 1.0\n",
    "a format from the future": b"manifest = 2\n",
    "no format": b'[board]\nsoc = "rk3588"\n',
    "the same key twice": b"manifest = 1\nmanifest = 1\n",
    "the same table twice": b"manifest = 1\n[board]\n[board]\n",
    "a table for a list": b"manifest = 1\n[runtime]\nversion = '2.3.2'\n",
    "a date for a version": b"manifest = 1\n[driver]\nversion = 2024-08-28\n",
    "no number": b"manifest = 1\n[device_tree]\nsram = { start = nan, size = inf }\n",
    "less than nothing": b"manifest = 1\n[device_tree]\nsram = { start = -1, size = -1 }\n",
    "a key that acts": f'manifest = 1\n[board]\n"{EVIL}" = 1\n'.encode(),
    "a word that acts": f'manifest = 1\n[driver]\nfamily = "{EVIL}"\n'.encode(),
    "a version that acts": f'manifest = 1\n[driver]\nversion = "{EVIL}"\n'.encode(),
    "a version without an end": b"manifest = 1\n[driver]\nversion = '" + b"1." * 100_000 + b"'\n",
    "a core mask that is none": b"manifest = 1\n[use]\ncore_mask = '" + b"0_" * 10_000 + b"x'\n",
    "fifty thousand wrong keys": b"manifest = 1\n[board]\n" + b"".join(b"k%d = 1\n" % number for number in range(50_000)),
    "a model that is a circle": b"manifest = 1\n[[model]]\npath = 'circle'\n",
    "a model that is no name": b'manifest = 1\n[[model]]\npath = "a\\u0000b"\n',
    "a model with a long name": b"manifest = 1\n[[model]]\npath = '" + b"a/" * 100_000 + b"'\n",
    "a model with a name that acts": f'manifest = 1\n[[model]]\npath = "{EVIL}"\n'.encode(),
}
"""What cannot be used."""

USABLE: dict[str, bytes] = {
    "lines of windows": GOOD.replace("\n", "\r\n").encode(),
    "text that acts": f'{GOOD}[image]\nid = "{EVIL}"\nversion = "{EVIL}"\n[lock]\nreason = "{EVIL}"\n'.replace(
        'soc = "rk3588"', f'soc = "rk3588"\nname = "{EVIL}"\nlabel = "{EVIL}"'
    ).encode(),
    "a chip that acts": GOOD.replace('"rk3588"\n[driver]', f'"{EVIL}"\n[driver]').encode(),
    "evidence that acts": f'{GOOD}[evidence]\n"runtime[0].version" = {{ read_from = "{EVIL}", raw = "{EVIL}" }}\n'.replace(
        '"2.3.2"\nloaded', '"1.4.0"\nloaded'
    ).encode(),
    "a library whose place acts": GOOD.replace(
        'version = "2.3.2"\nloaded', f'path = "{EVIL}"\nversion = "1.4.0"\nloaded'
    ).encode(),
    "a model that is a folder": b"manifest = 1\n[[model]]\npath = '.'\n",
    "a model that is a device": b"manifest = 1\n[[model]]\npath = '/dev/zero'\n",
    "a model that is a terminal": b"manifest = 1\n[[model]]\npath = '/dev/tty'\n",
    "a model that is a pipe": b"manifest = 1\n[[model]]\npath = 'pipe'\n",
    "a page as a model": b"manifest = 1\n[board]\nsoc = 'rk3588'\n[[model]]\npath = 'secret.txt'\n",
    "many letters": GOOD.encode() + b'[image]\nid = "' + b"x" * 400_000 + b'"\n',
    "twenty libraries and twenty models": (GOOD + ENTRY * 20 + MODEL * 20).encode(),
    "every option of a kernel": GOOD.encode()
    + b"[kernel.config]\n"
    + b"".join(b"CONFIG_%d = 'y'\n" % number for number in range(20_000)),
    "the highest numbers": GOOD.replace("format          = 6", "format          = 9223372036854775807").encode()
    + b"[device_tree]\nsram = { start = 9223372036854775807, size = 9223372036854775807 }\n",
    "an extension of everything": GOOD.encode()
    + b"[x-own]\n"
    + b"".join(b"k%d = [1, 2.5, true]\n" % number for number in range(10_000)),
}
"""What can be used, however odd."""


def bound() -> None:
    """Kill the process rather than wait for it."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def rkcompat(folder: Path, content: bytes, *words: str) -> subprocess.CompletedProcess[str]:
    """Resolve a manifest in a process of its own, beside a pipe, a link to itself and a file with a secret."""
    (folder / "manifest.toml").write_bytes(content)
    os.mkfifo(folder / "pipe")
    (folder / "circle").symlink_to("circle")
    (folder / "secret.txt").write_text("the secret of this machine")
    command = [sys.executable, "-c", RUN, "resolve", "manifest.toml", *words]
    return subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        check=False,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        timeout=60,
        preexec_fn=bound,
    )


def assert_shows_nothing_that_acts(text: str) -> None:
    """Neither a control character nor a line that a build server would obey."""
    assert not [character for character in text if not (character == "\n" or character.isprintable())]
    assert not [line for line in text.splitlines() if line.startswith("::")]


@pytest.mark.parametrize("name", BROKEN)
def test_what_cannot_be_used_is_said_and_nothing_is_judged(tmp_path: Path, name: str) -> None:
    """Exit 2, nothing on stdout, at least one line on stderr that names the file."""
    done = rkcompat(tmp_path, BROKEN[name])

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: manifest.toml:")
    assert "Traceback" not in done.stderr
    assert len(done.stderr) < 100_000
    assert_shows_nothing_that_acts(done.stderr)


@pytest.mark.parametrize("style", ["text", "json"])
@pytest.mark.parametrize("name", USABLE)
def test_what_is_odd_is_judged_and_shown_escaped(tmp_path: Path, name: str, style: str) -> None:
    """A verdict, and no content of a file that is no model."""
    done = rkcompat(tmp_path, USABLE[name], "--format", style)

    assert done.returncode in {0, 1, 3, 4}
    assert done.stderr == ""
    assert "the secret" not in done.stdout
    assert_shows_nothing_that_acts(done.stdout)
    assert style == "text" or json.loads(done.stdout)["format"] == 1


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of one process alone is told by Linux")
@pytest.mark.parametrize("name", [*BROKEN, *USABLE])
def test_none_of_them_takes_much_memory(tmp_path: Path, name: str) -> None:
    """At its peak, and without what the tests themselves hold."""
    rkcompat(tmp_path, BROKEN[name] if name in BROKEN else USABLE[name])
    kilobytes = int((tmp_path / "peak").read_text().split()[1])

    assert kilobytes < MEGABYTES << 10

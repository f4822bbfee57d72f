"""A manifest is read, and whatever cannot be one is refused with a place and a reason."""

import subprocess
import sys
from pathlib import Path

import pytest

from rkcompat.errors import ManifestError, Problem
from rkcompat.manifest import parse_manifest
from rkcompat.model.manifest import Evidence, Manifest, OwnedRegion, Use
from rkcompat.toml._read import LARGEST

WHOLE = Path(__file__).with_name("whole.toml")


def problems(text: str | bytes) -> tuple[Problem, ...]:
    """What is wrong with a manifest."""
    with pytest.raises(ManifestError) as caught:
        parse_manifest(text, "m.toml")
    return caught.value.problems


def test_every_key_of_the_format_is_read() -> None:
    """A text of all keys becomes a value that has them."""
    manifest = parse_manifest(WHOLE.read_bytes(), "m.toml")

    assert manifest.driver.version == "0.9.8"
    assert manifest.device_tree.reserved_sram is not None
    assert manifest.device_tree.reserved_sram[1] == OwnedRegion(owner="rkvdec1", start=0xFF0F0000, size=65536)
    assert manifest.runtime[1].loaded is False
    assert manifest.kernel.config == {"CONFIG_ROCKCHIP_RKNPU": "y", "CONFIG_HZ": 300}
    assert manifest.use == Use(features=("sram", "dynamic-shape", "multi-core"), board_debugging=True, core_mask="0_1_2")
    assert manifest.evidence["runtime[0].version"] == Evidence(read_from="strings /usr/lib/librknnrt.so")


def test_text_and_bytes_are_the_same_manifest() -> None:
    """Whoever has decoded the text already need not encode it."""
    assert parse_manifest(WHOLE.read_text(encoding="utf-8"), "m.toml") == parse_manifest(WHOLE.read_bytes(), "m.toml")


def test_one_key_is_enough() -> None:
    """Every key but the format's number may be missing."""
    assert parse_manifest("manifest = 1", "m.toml") == Manifest(manifest=1)


def test_tables_of_ones_own_are_passed_over() -> None:
    """Whatever they hold."""
    text = "manifest = 1\n[x-ours]\nfrom = 2024-08-28\n[[x-list]]\n[x-ours.deep]\na = [1, [2]]\n"

    assert parse_manifest(text, "m.toml") == Manifest(manifest=1)


def test_the_soc_is_held_in_lower_case() -> None:
    """Device trees and people write it either way."""
    assert parse_manifest('manifest = 1\nboard.soc = "RK3588"', "m.toml").board.soc == "rk3588"


@pytest.mark.parametrize("version", ["v2.3.2", "1.4.0-22dcfef4", "2.0.0b0+9bab5682", "0.9.8_20241009", "1.6.x", "5.10"])
def test_a_version_may_be_written_as_people_do(version: str) -> None:
    """It is kept as it was written."""
    assert parse_manifest(f'manifest = 1\ndriver.version = "{version}"', "m.toml").driver.version == version


TOO_LARGE = f"found {LARGEST + 1} bytes, needed at most {LARGEST}"
NO_BOM = "save the file as UTF-8 without a BOM"
TOO_DEEP = "found keys or brackets nested hundreds deep, needed keys of this format"
TOO_MANY_PARTS = "found a key of more than 8 parts, needed a key of this format"
TOO_MANY_DIGITS = "found a number of thousands of digits, needed one of 64 bits"

UNREADABLE: dict[str, tuple[str | bytes, int | None, str, str | None]] = {
    "too large": (b"#" * (LARGEST + 1), None, TOO_LARGE, None),
    "too large as text": ("#" * (LARGEST + 1), None, TOO_LARGE, None),
    "too large when encoded": ("é" * (LARGEST // 2) + "#", None, TOO_LARGE, None),
    "Latin-1": (b"manifest = 1\n# caf\xe9", 2, "found the byte 0xe9, needed UTF-8", "save the file as UTF-8"),
    "cut within a character": (
        "manifest = 1 # é".encode()[:-1],
        1,
        "found the byte 0xc3, needed UTF-8",
        "save the file as UTF-8",
    ),
    "half a pair": ("a = '\ud800'", None, "found half a surrogate pair, needed UTF-8", "save the file as UTF-8"),
    "byte order mark": (b"\xef\xbb\xbfmanifest = 1", 1, "found a byte order mark, needed UTF-8 without one", NO_BOM),
    "byte order mark in text": ("\ufeffmanifest = 1", 1, "found a byte order mark, needed UTF-8 without one", NO_BOM),
    "UTF-16": ("manifest = 1".encode("utf-16"), 1, "found UTF-16, needed UTF-8 without one", NO_BOM),
    "a model": (b"RKNN\0\0\0\0\6\0", 1, "found a NUL byte, needed text", "models and libraries are read by rkcompat inspect"),
    "NUL in text": (
        "manifest = 1\n\0",
        2,
        "found a NUL byte, needed text",
        "models and libraries are read by rkcompat inspect",
    ),
    "no TOML": ("manifest = 1\nboard", 2, "no valid TOML at column 6: expected '=' after a key in a key/value pair", None),
    "YAML": ("manifest: 1\n", 1, "no valid TOML at column 9: expected '=' after a key in a key/value pair", None),
    "JSON": ('{"manifest": 1}', 1, "no valid TOML at column 1: invalid statement", None),
    "two keys alike": ("manifest = 1\nmanifest = 1", 2, "no valid TOML at column 13: cannot overwrite a value", None),
    "two tables alike": ("[board]\n[board]", 2, "no valid TOML at column 7: cannot declare ('board',) twice", None),
    "an array that is a table": ("[board]\n[[board]]", 2, "no valid TOML at column 8: cannot overwrite a value", None),
    "no end of a string": ('board.name = "a', 1, "no valid TOML at column 16: unterminated string", None),
    "no end of an array": ("absent = [", 1, "no valid TOML at column 11: invalid value", None),
    "a bell": ('board.name = "\a"', 1, "no valid TOML at column 15: illegal character '\\x07'", None),
    "an escape of a surrogate": (
        'board.name = "\\ud800"',
        1,
        "no valid TOML at column 21: escaped character is not a Unicode scalar value",
        None,
    ),
    "a day that is none": ("date = 2024-02-31", 1, "no valid TOML at column 8: invalid date or datetime", None),
    "a carriage return": (
        "manifest = 1\rboard",
        1,
        "no valid TOML at column 13: expected newline or end of document after a statement",
        None,
    ),
    "arrays in arrays": ("a = " + "[" * 100_000, None, TOO_DEEP, None),
    "tables in tables": ("a = " + "{a = " * 80_000, None, TOO_DEEP, None),
    "a key of many parts": ("a" + ".a" * 100_000 + " = 1", 1, TOO_MANY_PARTS, None),
    "many keys of many parts": ("\n" + "".join(f"a{n}{'.a' * 900} = 1\n" for n in range(200)), 2, TOO_MANY_PARTS, None),
    "a header of many parts": ("[['a' . \"a\"" + " . a" * 8 + "]]", 1, TOO_MANY_PARTS, None),
    "a long number": ("manifest = " + "9" * 100_000, None, TOO_MANY_DIGITS, None),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_is_no_text_of_toml_is_refused(name: str) -> None:
    """With the place, as far as there is one."""
    content, line, text, hint = UNREADABLE[name]

    assert problems(content) == (Problem("m.toml", line, text, hint),)


def test_a_parsers_long_message_is_cut() -> None:
    """It may repeat a key of any length."""
    key = "a" * 10_000
    (problem,) = problems(f"[{key}]\n[{key}]")

    assert len(problem.text) < 250


SIZE = LARGEST - 64
BOMBS = {
    "keys": "''.join(f'a{n} = 1\\n' for n in range(SIZE // 12))",
    "numbers": "'a = [' + '1,' * (SIZE // 2 - 4) + ']'",
    "tables of one's own": "'x-a = [' + '{},' * (SIZE // 3 - 4) + ']'",
    "tables": "''.join(f'[a{n}.a.a.a.a.a.a]\\n' for n in range(SIZE // 22))",
    "dotted keys": "''.join(f'a{n}.a.a.a.a.a.a = 1\\n' for n in range(SIZE // 26))",
    "runtimes": "'[[runtime]]\\n' * (SIZE // 13)",
    "runtimes with unknown keys": "'[[runtime]]\\na = 1\\n' * (SIZE // 19)",
    "runtimes alike": "'manifest = 1\\n' + '[[runtime]]\\nid = \"a\"\\n' * (SIZE // 22)",
    "models without a runtime": "'manifest = 1\\n' + '[[model]]\\nruntime = \"system\"\\n' * (SIZE // 30)",
    "features": "'manifest = 1\\nuse.features = [' + '\"sramm\",' * (SIZE // 9) + ']'",
    "options": "'[kernel.config]\\n' + ''.join(f'A{n} = \"y\"\\n' for n in range(SIZE // 14))",
    "evidence": "'[evidence]\\n' + ''.join(f'\"driver.verison{n}\" = {{}}\\n' for n in range(SIZE // 30))",
    "evidence of one long key": "'[evidence]\\n\"' + 'a.' * (SIZE // 2 - 40) + 'a\" = {}'",
    "a long key": "'a' * (SIZE - 8) + ' = 1'",
    "a long key in quotes": "'\"' + '\\\\\\\\' * (SIZE // 2 - 8) + '\" = 1'",
    "a long header over many keys": "'[x-' + 'a' * (SIZE // 2) + ']\\n' + ''.join(f'b{n} = 1\\n' for n in range(SIZE // 24))",
    "a long word": "'manifest = 1\\ndriver.linkage = \"' + 'builtin' * (SIZE // 7 - 8) + '\"'",
    "a long version": "'manifest = 1\\ndriver.version = \"' + '1.' * (SIZE // 2 - 30) + '\"'",
    "a long hexadecimal number": "'manifest = 0x' + 'f' * (SIZE - 20)",
    "a long float": "'manifest = ' + '9' * (SIZE - 20) + '.0'",
    "quotes that do not end a text": '\'a = """\' + \'\\\\"""\' * (SIZE // 4 - 8) + \'"""\'',
    "comments": "'#\\n' * (SIZE // 2)",
}

BOMB = """
import resource, sys
from rkcompat.errors import ManifestError
from rkcompat.manifest import parse_manifest
SIZE = {size}
text = {text}
resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
try:
    parse_manifest(text, "m.toml")
except ManifestError as error:
    # not ru_maxrss, which begins at the size of the process that started this one
    peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
    print(len(error.problems), int(peak.split()[1]) // 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits of a process are Linux's here")
@pytest.mark.parametrize("name", BOMBS)
def test_no_text_takes_a_machine_down(name: str) -> None:
    """The largest texts, made to cost as much as they can: they end as problems, within 200 MB and a bounded time."""
    script = BOMB.format(size=SIZE, text=BOMBS[name])
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    count, megabytes = map(int, done.stdout.split())

    assert 1 <= count <= 101
    assert megabytes < 200

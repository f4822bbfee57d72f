"""Where each key of a text stands; that none is missed on any text, tests/property/test_manifest_lines.py shows."""

import pytest

from rkcompat.manifest import locate

TEXT = """\
manifest = 1
title = "a" # driver = 1

[driver]
version = '''
[not.a.table]
'''
module_file = { path = "x", version = "0.9.8" }

[[runtime]]
id = "a"
  [runtime.sub]
  key = 1
[[ runtime ]]
version."of.it" = 1
version.next = 2
[device_tree]
reserved_sram = [ # two
  { owner = "a", start = 0 },

  { owner = "]",
    start = 1 },
]
[use]
features = [
  "sram",
  "nbuf" ]
[evidence]
"driver.version" = { raw = "#" }
"""

LINES = {
    "manifest": 1,
    "title": 2,
    "driver": 4,
    "driver.version": 5,
    "driver.module_file": 8,
    "driver.module_file.path": 8,
    "driver.module_file.version": 8,
    "runtime": 10,
    "runtime[0]": 10,
    "runtime[0].id": 11,
    "runtime[0].sub": 12,
    "runtime[0].sub.key": 13,
    "runtime[1]": 14,
    "runtime[1].version": 15,
    'runtime[1].version."of.it"': 15,
    "runtime[1].version.next": 16,
    "device_tree": 17,
    "device_tree.reserved_sram": 18,
    "device_tree.reserved_sram[0]": 19,
    "device_tree.reserved_sram[0].owner": 19,
    "device_tree.reserved_sram[0].start": 19,
    "device_tree.reserved_sram[1]": 21,
    "device_tree.reserved_sram[1].owner": 21,
    "device_tree.reserved_sram[1].start": 22,
    "use": 24,
    "use.features": 25,
    "use.features[0]": 26,
    "use.features[1]": 27,
    "evidence": 28,
    'evidence."driver.version"': 29,
    'evidence."driver.version".raw': 29,
}


def test_each_key_and_element_has_a_line() -> None:
    """Also inside tables that are written on several lines, as newer TOML allows."""
    assert dict(locate(TEXT)) == LINES


def test_the_order_is_that_of_the_text() -> None:
    """A table comes before its keys."""
    assert list(locate(TEXT)) == list(LINES)
    assert len(locate(TEXT)) == len(LINES)


@pytest.mark.parametrize("key", ["driver.date", "runtime[2]", "manifest.x", "driver version", "", "use.features[0].x"])
def test_a_key_that_is_not_there_has_no_line(key: str) -> None:
    """Nor has a text that is no key."""
    lines = locate(TEXT)

    assert lines.get(key) is None
    assert key not in lines


@pytest.mark.parametrize("text", ["", "\n", "# nothing", "  \t\r\n#\r\n"])
def test_a_text_without_keys_has_no_lines(text: str) -> None:
    """Comments and empty lines are no keys."""
    assert dict(locate(text)) == {}


def test_a_table_stands_where_it_is_first_named() -> None:
    """Be it in the name of a table below it."""
    assert dict(locate("[a.b]\n[a]\nc.d = 1\n")) == {"a": 1, "a.b": 1, "a.c": 3, "a.c.d": 3}


def test_line_ends_of_windows_count_once() -> None:
    """Also inside a text of several lines."""
    assert dict(locate('a = """\r\n\r\n"""\r\nb = 1\r\n')) == {"a": 1, "b": 4}


def test_long_names_and_deep_tables_take_no_more_room_than_the_text() -> None:
    """The paths of these keys would be a thousand million characters long."""
    name = "a" * 100_000
    lines = locate(f"[{name}]\n" + "".join(f"b{n} = 1\n" for n in range(10_000)))

    assert lines[f"{name}.b9999"] == 10_001

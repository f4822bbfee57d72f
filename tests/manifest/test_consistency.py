"""A manifest of the right shape is held against itself."""

from typing import Any, get_args

import pytest

from rkcompat.errors import ManifestError
from rkcompat.manifest import parse_manifest
from rkcompat.manifest._consistency import VERSIONS
from rkcompat.model.manifest import Absent, Manifest, Table
from rkcompat.toml._shape import choices, declared, element, is_table, plain

NEEDED_VERSION = "needed a version such as 2.3.2, 1.4.0-22dcfef4, 6.1.75-vendor-rk35xx or 1.6.x"
NEEDED_KEY = "needed a key such as driver.version or runtime[0].version"
OWN_ID = "give each its own id"

WRONG: dict[str, str] = {
    "driver.version = 'new'": f"m:2: driver.version: found 'new', {NEEDED_VERSION}",
    "driver.version = ''": f"m:2: driver.version: found '', {NEEDED_VERSION}",
    "kernel.release = 'vendor'": f"m:2: kernel.release: found 'vendor', {NEEDED_VERSION}",
    "driver.module_file.version = 'a'": f"m:2: driver.module_file.version: found 'a', {NEEDED_VERSION}",
    "[[application]]\nneeds_libc.version = 'a'": f"m:3: application[0].needs_libc.version: found 'a', {NEEDED_VERSION}",
    "model = [{}, { toolkit = 'a', compiler = 'b' }]": (
        f"m:2: model[1].toolkit: found 'a', {NEEDED_VERSION}\nm:2: model[1].compiler: found 'b', {NEEDED_VERSION}"
    ),
    "absent = ['server']\n[server]": (
        "m:2: absent: found server, which [server] describes\n"
        "hint: take one of the two out: absent says that there is no server"
    ),
    "absent = ['libc', 'runtime']\n[[runtime]]": (
        "m:2: absent: found runtime, which [[runtime]] describes\n"
        "hint: take one of the two out: absent says that there is no runtime"
    ),
    "absent = ['driver']\ndriver.family = 'rknpu'": (
        "m:2: absent: found driver, which [driver] describes\n"
        "hint: take one of the two out: absent says that there is no driver"
    ),
    "kernel.config.ROCKCHIP_RKNPU = 'y'": (
        "m:2: kernel.config.ROCKCHIP_RKNPU: found 'ROCKCHIP_RKNPU', needed a name that begins with CONFIG_\n"
        "hint: did you mean CONFIG_ROCKCHIP_RKNPU"
    ),
    "kernel.config.'a b' = 'y'": "m:2: kernel.config.\"a b\": found 'a b', needed a name that begins with CONFIG_",
    "[[runtime]]\nid = 'a'\n[[runtime]]\n[[runtime]]\nid = 'a'": (
        f"m:6: runtime[2].id: found 'a', which is the id of runtime[0] too\nhint: {OWN_ID}"
    ),
    "[[container]]\nid = 'a'\n[[container]]\nid = 'a'": (
        f"m:5: container[1].id: found 'a', which is the id of container[0] too\nhint: {OWN_ID}"
    ),
    "[[runtime]]\nwhere = 'hots'": (
        "m:3: runtime[0].where: found 'hots', needed host, container, container:ID or application\nhint: did you mean 'host'"
    ),
    "[[runtime]]\nwhere = 'host:a'": (
        "m:3: runtime[0].where: found 'host:a', needed host, container, container:ID or application\nhint: did you mean 'host'"
    ),
    "[[runtime]]\nwhere = ''": "m:3: runtime[0].where: found '', needed host, container, container:ID or application",
    "[[runtime]]\nwhere = 'container:frigat'\n[[container]]\nid = 'frigate'": (
        "m:3: runtime[0].where: found 'container:frigat', needed the id of a [[container]]\nhint: did you mean 'frigate'"
    ),
    "[[runtime]]\nwhere = 'container:a'\n[[container]]": (
        "m:3: runtime[0].where: found 'container:a', needed the id of a [[container]]\n"
        "hint: no [[container]] of this manifest has an id"
    ),
    "[[runtime]]\nwhere = 'container'\n[[container]]\nid = 'a'\n[[container]]\nid = 'b'": (
        "m:3: runtime[0].where: found 'container', needed container:ID, as there are 2\n"
        "hint: give each [[container]] an id, and name one"
    ),
    "[[model]]\npath = 'a'\nfound_at = '/a'": (
        "m:4: model[0].found_at: found path and found_at, needed one of them\n"
        "hint: path is a file to read beside the manifest, found_at is where a collector saw it"
    ),
    "[[model]]\npath = ''": "m:3: model[0].path: found '', needed the name of a file",
    '[[model]]\npath = "a\\u0000"': "m:3: model[0].path: found 'a\\x00', needed the name of a file",
    "[[model]]\ntarget_platform = []": (
        "m:3: model[0].target_platform: found an empty array, needed a platform such as 'rk3588'\n"
        "hint: leave the key out if the platform is not known"
    ),
    "[[model]]\nruntime = 'sistem'\n[[runtime]]\nid = 'system'": (
        "m:3: model[0].runtime: found 'sistem', needed the id of a [[runtime]]\nhint: did you mean 'system'"
    ),
    "[[model]]\nruntime = 'x'\n[[runtime]]\nid = 'system'": (
        "m:3: model[0].runtime: found 'x', needed the id of a [[runtime]]\nhint: known are 'system'"
    ),
    "[[model]]\nruntime = 'x'": (
        "m:3: model[0].runtime: found 'x', needed the id of a [[runtime]]\nhint: no [[runtime]] of this manifest has an id"
    ),
    "[evidence]\n'driver.verison' = {}": (
        "m:3: evidence.\"driver.verison\": found 'driver.verison', needed a key of this format\n"
        "hint: did you mean driver.version"
    ),
    "[evidence]\n'server.verison' = {}": (
        "m:3: evidence.\"server.verison\": found 'server.verison', needed a key of this format\n"
        "hint: did you mean server.version"
    ),
    "[evidence]\n'runtime.version' = {}": (
        "m:3: evidence.\"runtime.version\": found 'runtime.version', needed a key of this format\n"
        "hint: did you mean runtime[0].version"
    ),
    "[evidence]\n'driver.version.date' = {}": (
        "m:3: evidence.\"driver.version.date\": found 'driver.version.date', needed a key of this format"
    ),
    "[evidence]\n'driver[0]' = {}": "m:3: evidence.\"driver[0]\": found 'driver[0]', needed a key of this format",
    "[evidence]\n'driver version' = {}": f"m:3: evidence.\"driver version\": found 'driver version', {NEEDED_KEY}",
    "runtime = [{}]\n[evidence]\n'runtime[1].version' = {}": (
        'm:4: evidence."runtime[1].version": found runtime[1], where the manifest has 1'
    ),
    "[evidence]\n'device_tree.reserved_sram[0].owner' = {}": (
        'm:3: evidence."device_tree.reserved_sram[0].owner": found device_tree.reserved_sram[0], where the manifest has none'
    ),
}


@pytest.mark.parametrize("text", WRONG)
def test_a_manifest_does_not_contradict_itself(text: str) -> None:
    """What it names is there, and what it says can be read."""
    with pytest.raises(ManifestError) as caught:
        parse_manifest(f"manifest = 1\n{text}\n", "m")

    assert str(caught.value) == WRONG[text]


RIGHT = [
    "absent = ['driver', 'device_tree']\n[driver]\n[device_tree]",
    "[[runtime]]\nwhere = 'container'\n[[container]]",
    "[[runtime]]\nwhere = 'container'",
    "[[runtime]]\nwhere = 'container:a:b'\n[[container]]\nid = 'a:b'",
    "[[runtime]]\n[[runtime]]\n[[container]]\n[[container]]",
    "[[model]]\nruntime = ''\n[[runtime]]\nid = ''",
    "[evidence]\ndriver = {}\n'server' = {}\n'server.version' = {}\n'kernel.config.CONFIG_A' = {}\n'use.features' = {}",
    "driver.nodes = ['a']\n[evidence]\n'driver.nodes[0]' = {}\n'driver.module_file.path' = {}",
]


@pytest.mark.parametrize("text", RIGHT)
def test_what_only_looks_odd_is_taken(text: str) -> None:
    """Empty tables, entries without ids, and evidence for what was looked for and not found."""
    assert parse_manifest(f"manifest = 1\n{text}\n", "m").manifest == 1


def _tables(kind: Any) -> set[type[Table]]:
    """All tables of the format."""
    inner = plain(element(kind) or kind)
    if is_table(inner):
        return {inner}.union(*(_tables(below) for below in declared(inner).values()))
    return set().union(*map(_tables, get_args(inner)))


def test_every_key_that_is_declared_a_version_is_read_as_one() -> None:
    """The list by table, which spares a check the reading of types, is that of the types."""
    declared_ones = {
        table: tuple(
            key
            for key, kind in declared(table).items()
            if any(
                getattr(meta, "extra", None) == {"read": "version"} for meta in getattr(choices(kind)[0], "__metadata__", ())
            )
        )
        for table in _tables(Manifest)
    }

    assert {table: keys for table, keys in declared_ones.items() if keys} == VERSIONS


def test_every_table_that_can_be_absent_is_a_key() -> None:
    """So that absence and presence can be compared."""
    assert set(get_args(Absent)) <= set(Manifest.__struct_fields__)

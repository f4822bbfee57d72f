"""A manifest is written as a person would write it; that it reads back, tests/property/test_manifest_round_trip.py shows."""

from pathlib import Path

from rkcompat.manifest import manifest_to_toml, parse_manifest
from rkcompat.model.manifest import (
    Board,
    DeviceTree,
    Driver,
    Evidence,
    Kernel,
    Manifest,
    Model,
    OwnedRegion,
    Region,
    Runtime,
    Server,
)

WHOLE = Path(__file__).with_name("whole.toml")

WRITTEN = r"""manifest = 1
absent = ["lite", "libc"]

[board]
soc = "rk3588"
name = "a \"b\" \\ \n\u001b"

[kernel.config]
CONFIG_A = "y"
"CONFIG B" = -1

[device_tree]
sram = { start = 0xff001000, size = 4096 }
reserved_sram = [{ start = 0x0, size = 1, owner = "rkvdec" }, { start = 0x1, size = 1, owner = "é" }]

[driver]
nodes = []

[[runtime]]
loaded = false

[[runtime]]
id = "b"

[[model]]
target_platform = ["rk3566", "rk3568"]

[server]

[evidence]
"runtime[1].id" = { read_from = "ls" }
server = {}
"""


def test_a_manifest_is_written_in_the_order_of_the_format() -> None:
    """Small tables on a line, addresses in hexadecimal, and nothing that says nothing."""
    manifest = Manifest(
        manifest=1,
        absent=("lite", "libc"),
        board=Board(soc="rk3588", name='a "b" \\ \n\x1b'),
        kernel=Kernel(config={"CONFIG_A": "y", "CONFIG B": -1}),
        device_tree=DeviceTree(
            sram=Region(start=0xFF001000, size=4096),
            reserved_sram=(OwnedRegion(start=0, size=1, owner="rkvdec"), OwnedRegion(start=1, size=1, owner="é")),
        ),
        driver=Driver(nodes=()),
        runtime=(Runtime(loaded=False), Runtime(id="b")),
        model=(Model(target_platform=("rk3566", "rk3568")),),
        server=Server(),
        evidence={"runtime[1].id": Evidence(read_from="ls"), "server": Evidence()},
    )

    assert manifest_to_toml(manifest) == WRITTEN


def test_an_empty_manifest_is_one_line() -> None:
    """Whether its tables were there or not."""
    assert manifest_to_toml(Manifest(manifest=1)) == "manifest = 1\n"
    assert manifest_to_toml(parse_manifest("manifest = 1\nabsent = []\n[board]\n[kernel.config]\n", "m")) == "manifest = 1\n"


def test_a_manifest_of_every_key_reads_back() -> None:
    """And is then written the same."""
    manifest = parse_manifest(WHOLE.read_bytes(), "m")
    written = manifest_to_toml(manifest)

    assert parse_manifest(written, "m") == manifest
    assert manifest_to_toml(parse_manifest(written, "m")) == written

"""A bundle is found in whatever a console showed around it, and taken whole or not at all."""

import re
from contextlib import suppress

import pytest
from hypothesis import given, settings, strategies as st

from rkcompat.collect import bundle_to_manifest, parse_bundle, probe_script
from rkcompat.errors import CollectError
from rkcompat.manifest import manifest_to_toml, parse_manifest


def framed(*lines: str) -> str:
    """Items and lines of content as the probe marks them."""
    marked = [f"rkc{line}" for line in lines]
    return "\n".join(["rkc! 1", *marked, f"rkc. {len(lines)} {sum(map(len, lines))}"]) + "\n"


RELEASE = ("= kernel.release ok /proc/sys/kernel/osrelease", "- 6.1.75-vendor-rk35xx")
BUNDLE = framed(*RELEASE, "= driver.version denied /sys/kernel/debug/rknpu/version")


def refusal(text: str) -> str:
    """Why a text is no bundle."""
    with pytest.raises(CollectError) as caught:
        parse_bundle(text.encode(), "console.txt")
    return str(caught.value)


def test_a_bundle() -> None:
    """Items in their order, each with its lines."""
    first, second = parse_bundle(BUNDLE.encode(), "-").items

    assert (first.name, first.status, first.read_from, first.lines) == (
        "kernel.release",
        "ok",
        "/proc/sys/kernel/osrelease",
        ("6.1.75-vendor-rk35xx",),
    )
    assert (second.status, second.lines) == ("denied", ())


@pytest.mark.parametrize(
    "console",
    [
        BUNDLE.replace("\n", "\r\n"),
        BUNDLE.replace("\n", "\r\r\n"),
        "root@board:~# sh probe.sh\n" + BUNDLE + "root@board:~# \n",
        "root@board:~# " + BUNDLE,
        BUNDLE.replace("rkc- ", "[   99.1] usb 2-1: new device\nrkc- "),
        BUNDLE.replace("\n", "   \n"),
        BUNDLE.replace("\n", "\n\n"),
        "".join(f"\x1b[0m{line}\n" for line in BUNDLE.splitlines()),
        BUNDLE.replace("6.1.75", "6.1.70") + BUNDLE,
        "rkc! 1\nrkc= half\n" + BUNDLE,
        '  out "rkc! 1"\n#   rkc! 1                    the bundle begins; its format\n' + BUNDLE,
        "\ufeff" + BUNDLE,
    ],
    ids=["crlf", "crcrlf", "prompts", "prompt-before", "kernel", "blanks", "empty", "colours", "twice", "again", "echo", "bom"],
)
def test_what_a_console_adds_is_passed_over(console: str) -> None:
    """The same items, whatever stands around and between their lines."""
    assert parse_bundle(console.encode(), "-") == parse_bundle(BUNDLE.encode(), "-")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "console.txt: found no line 'rkc! 1', needed a bundle of the probe"),
        ("Debian GNU/Linux 12\n$ ", "console.txt: found no line 'rkc! 1', needed a bundle of the probe"),
        (BUNDLE.replace("rkc! 1", "rkc! 2"), "console.txt:1: found a bundle of format 2, needed at most 1"),
        (BUNDLE.replace("rkc! 1", "rkc! 0"), "console.txt:1: found a bundle of format 0, needed at most 1"),
        (BUNDLE[: BUNDLE.index("rkc.")], "console.txt: found the beginning of a bundle, needed its end 'rkc.' too"),
        (BUNDLE.replace(f"rkc{RELEASE[1]}\n", ""), "console.txt:4: found lines and characters 2 101, needed 3 123"),
        (BUNDLE.replace("6.1.75", "6.1.7[  9.1] usb"), "console.txt:5: found lines and characters 3 133, needed 3 123"),
        (framed("= kernel.release fine /proc"), "console.txt:2: found '= kernel.release fine /proc', needed an item"),
        (framed("= kernel.release ok"), "console.txt:2: found '= kernel.release ok', needed an item"),
        (framed("- 6.1.75"), "console.txt:2: found '- 6.1.75', needed an item"),
        (framed("~ 2x"), "console.txt:2: found no hex digits behind 'rkc~'"),
    ],
    ids=["nothing", "no-bundle", "later", "zero", "half", "line", "mangled", "status", "from", "content", "hex"],
)
def test_what_is_not_whole_is_refused(text: str, reason: str) -> None:
    """Half a bundle would be silent about what it lost."""
    assert refusal(text).startswith(reason)
    assert "hint: " in refusal(text)


def test_a_text_without_end_is_refused() -> None:
    """4 MiB are more than a console log of one bundle."""
    assert "found more than 4194304 bytes, needed a bundle" in refusal("x" * (4 << 20) + "y")


def test_a_line_with_other_bytes_comes_in_hex() -> None:
    """UTF-8 is read as such; a byte that is none stays visible."""
    board = "= board.model ok /proc/device-tree/model"
    text = framed(board, "~ " + "- Größe".encode().hex())

    assert parse_bundle(text.encode(), "-").items[0].lines == ("Größe",)
    assert parse_bundle(framed(board, "~ 2d20ff41").encode(), "-").items[0].lines == ("\\xffA",)


#: Every item that the script knows, and one that it does not.
NAMES = [
    *sorted(set(re.findall(r"(?m)\b(?:file|run|show|names|bytes) ([a-z]+(?:\.[a-z0-9]+)?) ", probe_script()))),
    "later.item",
]
PLACES = st.sampled_from(
    [
        *("/proc/device-tree/npu@1/compatible", "/proc/device-tree/npu@1/iommus", "/proc/device-tree/npu@1/rockchip,sram"),
        *("/proc/device-tree/iommu@1/phandle", "/proc/device-tree/iommu@1/status", "/proc/device-tree/sram@1/reg"),
        *("/proc/device-tree/sram@1/#size-cells", "/proc/device-tree/sram@1/a@0/reg", "/proc/device-tree/sram@1/a@0/phandle"),
        *("/proc/device-tree/b@0/rockchip,sram", "/usr/lib/librknnrt.so", "sha256sum /usr/lib/librknnrt.so", "/proc/1/maps"),
        *("/proc/1/comm", "readlink /proc/1/ns/mnt", "/proc/1/root/usr/lib/librknnrt.so", "/proc/1/cgroup", "/.dockerenv"),
        *("ls -l /dev/dri", "ls -l /dev/rknpu", "ls -l /dev/accel", "ls -l /proc/1/root/dev/dri", "zcat /proc/config.gz"),
        *("/etc/os-release", "/etc/armbian-release", "/sys/class/drm/card1/device/uevent", "/usr/bin/rknn_server", "/x.rknn"),
        *("/usr/lib/python3.10/site-packages/rknn_toolkit_lite2-2.3.2.dist-info", "/sys/bus/platform/drivers/RKNPU"),
    ]
)
CONTENT = st.one_of(
    st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=40),
    st.binary(max_size=24).map(bytes.hex),
    st.sampled_from(
        [
            *("rockchip,rk3588", "RKNPU driver: v0.9.8", "0.9.8", "RKNPU", "rocket", "rknpu 1 0 - Live 0", "DRIVER=RKNPU"),
            *("[drm] Initialized rknpu 0.9.8 20240828 for a.npu on minor 1", "RKNPU: sram region: [0xff001000, 0xff0f0000)"),
            *(
                "RKNPU: Initialized RKNPU driver: v9.9..9 for 20230825",
                "crw-rw---- 1 root root 226, 129 Jan 1 00:00 renderD129",
            ),
            *(
                "lrwxrwxrwx 1 root root 9 Jan 1 00:00 /dev/rknpu -> dri/card1",
                "CONFIG_ROCKCHIP_RKNPU=y",
                "other",
                "same",
                "VERSION=1",
            ),
            *(
                "librknnrt version: 2.3.2 (429f97ae6b@2025-04-09T09:09:27)",
                "librknnrt version: 9..9 (429f97ae6b@2025-04-09T09:09:27)",
            ),
            *("1.4.0 (bb6dac9 build: 2022-08-29 16:16:45)", "Tag: cp310-x", "/usr/lib/librknnrt.so", "rknn_server", "docker"),
            *(
                "7f454c460201010000000000000000000300b700",
                "00000001",
                "0000000000001000",
                "npu@1",
                "ID=debian",
                "ld-musl-a.so.1",
            ),
        ]
    ),
)
ITEM = st.tuples(
    st.sampled_from(NAMES),
    st.sampled_from(["ok", "absent", "denied", "failed", "timeout", "cut"]),
    PLACES,
    st.lists(CONTENT, max_size=4),
)


def marked(sign: str, text: str) -> str:
    """One line as the probe marks it."""
    line = f"{sign} {text}".rstrip()
    return line if line.isascii() and line.isprintable() else f"~ {line.encode().hex()}"


@given(items=st.lists(ITEM, max_size=30), app=st.sampled_from([None, 1]))
@settings(max_examples=300, deadline=None)
def test_every_bundle_becomes_a_manifest_that_can_be_read(
    items: list[tuple[str, str, str, list[str]]], app: int | None
) -> None:
    """Whatever the items say: the manifest obeys its own format, and says the same after a round through its text."""
    lines = [
        line
        for name, status, place, content in items
        for line in [marked("=", f"{name} {status} {place}"), *(marked("-", text) for text in content)]
    ]
    collected = bundle_to_manifest(parse_bundle(framed(*lines).encode(), "-"), app=app)

    assert parse_manifest(manifest_to_toml(collected.manifest), "-") == collected.manifest


@given(st.one_of(st.binary(max_size=400), st.text(max_size=400).map(lambda text: f"rkc! 1\n{text}\nrkc. 1 1".encode())))
@settings(max_examples=300, deadline=None)
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    """Never anything but a CollectError."""
    with suppress(CollectError):
        parse_bundle(content, "-")


@given(at=st.integers(0, len(BUNDLE) - 1), byte=st.integers(0, 255))
@settings(max_examples=300, deadline=None)
def test_a_flipped_byte_is_seen_or_does_no_harm(at: int, byte: int) -> None:
    """Of a copy that lost or changed a character's length something is missed; it is refused, or read without a crash."""
    content = bytearray(BUNDLE.encode())
    content[at] = byte
    with suppress(CollectError):
        bundle_to_manifest(parse_bundle(bytes(content), "-"))

"""The headers of a tar, and the streams that it may be packed in, byte by byte."""

import gzip
import tarfile
from collections.abc import Callable

import pytest

from rkcompat.artifacts._file import DamageError
from rkcompat.artifacts._source import Memory
from rkcompat.collect._stream import Plain, Stream, unpack
from rkcompat.collect._tar import Member, read_members

from .trees import member, tar


def members(content: bytes) -> list[Member]:
    """What a tar holds."""
    return list(read_members(Plain(Memory(content))))


def header(size: bytes = b"00000000000\0", kind: bytes = b"0", name: bytes = b"x", **parts: bytes) -> bytes:
    """A header with a right sum, whatever else it says."""
    block = bytearray(512)
    block[: len(name)] = name
    block[124:136] = size
    block[156:157] = kind
    block[257:263] = b"ustar\0"
    for place, content in parts.items():
        at = int(place.removeprefix("at_"))
        block[at : at + len(content)] = content
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block)


def whole(stream: Stream) -> bytes:
    """All bytes of a stream."""
    return stream.read_at(0, 1 << 24)


def test_a_size_in_base_256_is_read() -> None:
    """As GNU tar writes what octal digits cannot hold."""
    [found] = members(header(b"\x80" + (5).to_bytes(11, "big")) + b"hello".ljust(512, b"\0"))

    assert (found.size, found.offset) == (5, 512)


@pytest.mark.parametrize("size", [b"\xff" * 12, b"\x80\xff" + bytes(10), b"-0000000001\0", b"nonsense\0\0\0\0"])
def test_a_size_that_is_none_is_refused(size: bytes) -> None:
    """Negative, beyond any file, or no number."""
    with pytest.raises(DamageError, match="size in the header"):
        members(header(size))


def test_a_sum_that_is_wrong_is_refused() -> None:
    """Or that is no number."""
    damaged = bytearray(header())
    damaged[0:1] = b"y"

    with pytest.raises(DamageError, match="found no tar header at byte 0"):
        members(bytes(damaged))
    damaged[148:156] = b"zzzzzzzz"
    with pytest.raises(DamageError, match="found no tar header at byte 0"):
        members(bytes(damaged))


def test_a_folder_from_before_posix_ends_with_a_slash() -> None:
    """It is a file of kind 0 there."""
    assert [found.kind for found in members(header(name=b"old/"))] == ["directory"]


def test_a_link_has_no_bytes_whatever_size_it_states() -> None:
    """A hard link may state that of the file that it names."""
    found = members(header(b"00000001000\0", b"1", at_157=b"target") + header(name=b"next"))

    assert [(one.kind, one.size, one.target) for one in found] == [("hard-link", 0, "target"), ("file", 0, "")]


def test_an_old_sparse_file_is_passed_over_with_its_map() -> None:
    """Its map may go on in more headers."""
    more, last = bytearray(512), bytes(512)
    more[504] = 1
    found = members(
        header(b"00000000003\0", b"S", at_482=b"\1") + bytes(more) + last + b"abc".ljust(512, b"\0") + header(name=b"next")
    )

    assert [(one.name, one.kind) for one in found] == [("x", "special"), ("next", "file")]


def test_a_sparse_map_without_an_end_is_refused() -> None:
    """After a megabyte of it."""
    endless = (bytes(504) + b"\1" + bytes(7)) * 4096

    with pytest.raises(DamageError, match="sparse map without an end"):
        members(header(b"00000000003\0", b"S", at_482=b"\1") + endless)


@pytest.mark.parametrize("text", [b"x path=y\n", b"99 path=y\n", b"0 \n", b"4 =\n"])
def test_a_damaged_pax_header_is_refused(text: bytes) -> None:
    """A length that is none, or goes beyond it."""
    with pytest.raises(DamageError, match="damaged pax header"):
        members(header(b"%011o\0" % len(text), b"x") + text.ljust(512, b"\0") + header())


def test_a_pax_size_that_is_no_number_is_refused() -> None:
    """Before anything of that size is looked for."""
    with pytest.raises(DamageError, match="impossible size"):
        members(header(b"%011o\0" % 12, b"x") + b"12 size=-10\n".ljust(512, b"\0") + header())


def test_a_long_name_that_is_cut_off_is_refused() -> None:
    """The header promises more than there is."""
    with pytest.raises(DamageError, match="truncated"):
        members(header(b"00000000777\0", b"L") + b"short")


def test_a_name_that_no_file_system_takes_is_refused() -> None:
    """Longer than a path may be."""
    with pytest.raises(DamageError, match="more than 4096 characters"):
        members(tar([member("n" * 5000, b"")]))


def test_a_global_header_changes_no_name() -> None:
    """As git archive writes one."""
    info, _ = member("x", b"")
    text = b"15 path=hidden\n"

    assert [found.name for found in members(header(b"%011o\0" % len(text), b"g") + text.ljust(512, b"\0") + info.tobuf())] == [
        "x"
    ]


def test_several_gzip_members_are_one_stream() -> None:
    """As pigz and stargz write them, with zeros behind."""
    packed = gzip.compress(b"one ") + gzip.compress(b"two") + bytes(100)

    assert whole(unpack(Plain(Memory(packed)))) == b"one two"


@pytest.mark.parametrize(
    ("packed", "said"),
    [
        (gzip.compress(b"x" * 1000)[:-9], "truncated"),
        (gzip.compress(b"x" * 1000)[:10] + b"\xff" * 50, "damaged"),
        (gzip.compress(b"x") + b"no gzip at all", "damaged"),
    ],
)
def test_a_damaged_gzip_stream_is_refused(packed: bytes, said: str) -> None:
    """Cut off, overwritten, or followed by something else."""
    with pytest.raises(DamageError, match=said):
        whole(unpack(Plain(Memory(packed))))


def test_zstd_frames_are_one_stream_and_can_be_read_back_and_forth() -> None:
    """Their state cannot be kept, so each step back begins anew."""
    zstd = pytest.importorskip("backports.zstd")
    packed = zstd.compress(b"a" * 300_000) + zstd.compress(b"b" * 300_000)
    stream = unpack(Plain(Memory(packed)))

    assert [stream.read_at(place, 2) for place in (599_998, 0, 299_999, 600_000)] == [b"bb", b"aa", b"ab", b""]


@pytest.mark.parametrize("change", [lambda packed: packed[:-3], lambda packed: packed[:6] + b"\xff" * 20])
def test_a_damaged_zstd_stream_is_refused(change: Callable[[bytes], bytes]) -> None:
    """Cut off, or overwritten."""
    zstd = pytest.importorskip("backports.zstd")

    with pytest.raises(DamageError, match="what is packed is"):
        whole(unpack(Plain(Memory(change(zstd.compress(bytes(range(256)) * 99))))))


def test_what_is_not_packed_is_left_as_it_is() -> None:
    """A plain tar."""
    assert whole(unpack(Plain(Memory(tar([member("a", b"1")], tarfile.USTAR_FORMAT)))))[:1] == b"a"

"""SRAM and times: the table of layers, the bitmap, and what a pure inference time leaves out."""

from collections.abc import Callable

import pytest

from rkcompat.logs._timing import missing_phases, timings
from rkcompat.model.log import ReadLog
from rkcompat.model.performance import Layer

Read = Callable[..., ReadLog]

TABLE = """
---------------------------------------------------------------------------
Total allocated Internal SRAM Size: 524288, Addr: [0xff3e0000, 0xff460000)
---------------------------------------------------------------------------
ID User Tensor DataType OrigShape NativeShape | [Start End) Size | SramHit
---------------------------------------------------------------------+---------
1 ConvRelu input0 INT8 (1,3,224,224) (1,1,224,224,3) |{0}0xff3b0000 0xff3d4c00 0x00024c00 | \\
2 ConvRelu output2 INT8 (1,32,112,112) (1,2,112,112,16) |{0}0xff404c00*0xff466c00 0x00062000 | 0x0005b400
Predict SRAM Hit RW Amount: 6688768
"""

BITMAP = """
SRAM bitmap: "*" - used, "." - free (1bit = 4KB)
[000] [****************................]
[001] [...............]
SRAM total size: 192512, used: 65536, free: 126976
"""


@pytest.mark.parametrize("joint", [" ", "\n"], ids=["one line a layer", "broken by a terminal"])
def test_the_table_of_layers_is_read(joint: str, read: Read) -> None:
    """A layer that cannot lie in SRAM has no hit, which is not a hit of none."""
    sram = read(TABLE.format(joint)).sram

    assert sram is not None
    assert (sram.allocated, sram.saved_a_frame) == (524288, 6688768)
    assert sram.layers == (
        Layer(number=1, operator="ConvRelu", tensor="input0", data_type="INT8", size=0x24C00, hit=None),
        Layer(number=2, operator="ConvRelu", tensor="output2", data_type="INT8", size=0x62000, hit=0x5B400),
    )


def test_the_bitmap_is_read(read: Read) -> None:
    """The last one of a log, one character for 4 KiB."""
    sram = read(BITMAP.replace("*", ".") + BITMAP).sram

    assert sram is not None
    assert (sram.total, sram.used, sram.free) == (192512, 65536, 126976)
    assert sram.bitmap.count("*") * 4096 == sram.used


def test_what_the_query_answers_is_read(read: Read) -> None:
    """The used part follows."""
    sram = read("total_sram_size: 978944, free_sram_size: 454656\n").sram

    assert sram is not None
    assert sram.used == 524288


def test_a_log_without_sram_says_nothing_of_it(read: Read) -> None:
    """Not that there is none."""
    assert read("E RKNN: 6, 1\n").sram is None


def test_times_are_told_apart(read: Read) -> None:
    """Each part with its mean; microseconds become milliseconds."""
    found = timings(read("preprocess time: 4.0 ms\nonce run use 20.0 ms\nonce run use 30.0 ms\npostprocess: 9000 us\n").hits)

    assert [(timing.phase, timing.mean) for timing in found] == [
        ("preprocessing", 4.0),
        ("inference", 25.0),
        ("postprocessing", 9.0),
    ]
    assert missing_phases(found) == ("loading", "total")


def test_a_log_without_times_misses_none(read: Read) -> None:
    """Nobody asked for speed."""
    assert missing_phases(timings(read("E RKNN: 6, 1\n").hits)) == ()

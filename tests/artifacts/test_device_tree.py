"""Device trees, as dtc compiles them: what the NPU is given, and what is wrong with it."""

from pathlib import Path

import pytest

from rkcompat.artifacts import read_artifact
from rkcompat.model.artifact_tree import DeviceTreeFile
from rkcompat.model.manifest import NpuNode, OwnedRegion, Region

from .making import make_tree, needs_dtc

RK3588 = """
/dts-v1/;
/ {
    compatible = "acme,board-5", "rockchip,rk3588";
    model = "Acme Board 5";
    #address-cells = <2>;
    #size-cells = <2>;
    mmu: iommu@fdab9000 { status = "okay"; #iommu-cells = <0>; };
    rknpu: npu@fdab0000 {
        compatible = "rockchip,rk3588-rknpu";
        iommus = <&mmu>;
        rockchip,sram = <&npu_sram>;
        status = "okay";
    };
    rkvdec0: rkvdec-core@fdc38000 { OTHER };
    sram@ff001000 {
        compatible = "mmio-sram";
        reg = <0x0 0xff001000 0x0 0xef000>;
        #address-cells = <1>;
        #size-cells = <1>;
        ranges = <0x0 0x0 0xff001000 0xef000>;
        npu_sram: npu-sram@0 { reg = <NPU>; };
        CHILDREN
    };
};
"""
RK3576 = RK3588.replace("ff001000", "3ff88000").replace("ef000", "78000").replace("rk3588", "rk3576")
DECODER = "rkvdec0_sram: rkvdec-sram@78000 { reg = <0x78000 0x77000>; };"


def fill(source: str, npu: str, children: str = "", other: str = "") -> str:
    """A board's tree with what its SRAM is divided into."""
    return source.replace("NPU>", f"{npu}>").replace("CHILDREN", children).replace("OTHER", other)


def read_tree(path: Path) -> DeviceTreeFile:
    """The device tree that a file must turn out to be."""
    found = read_artifact(path)
    assert isinstance(found, DeviceTreeFile), found
    return found


@needs_dtc
@pytest.mark.parametrize(
    ("source", "size", "start", "soc"),
    [(RK3588, 956, 0xFF001000, "rk3588"), (RK3576, 480, 0x3FF88000, "rk3576")],
    ids=["RK3588, 956 KB", "RK3576, 480 KB"],
)
def test_all_of_the_sram_can_be_given_to_the_npu(tmp_path: Path, source: str, size: int, start: int, soc: str) -> None:
    """As the vendor's guide shows it."""
    found = read_tree(make_tree(tmp_path / "board.dtb", fill(source, f"0x0 {size * 1024:#x}")))

    assert (found.soc, found.model, found.compatible) == (soc, "Acme Board 5", ("acme,board-5", f"rockchip,{soc}"))
    assert found.tree.npu == NpuNode(node="npu@fdab0000", compatible=f"rockchip,{soc}-rknpu", status="okay", iommu=True)
    assert found.tree.sram == Region(start=start, size=size * 1024)
    assert found.tree.reserved_sram == ()
    assert (found.problem, found.oddities) == (None, ())


@needs_dtc
def test_what_others_are_given_is_told_by_their_names(tmp_path: Path) -> None:
    """The codec refers to its piece."""
    source = fill(RK3588, "0x0 0x78000", DECODER, "rockchip,sram = <&rkvdec0_sram>;")
    found = read_tree(make_tree(tmp_path / "board.dtb", source))

    assert found.tree.sram == Region(start=0xFF001000, size=0x78000)
    assert found.tree.reserved_sram == (OwnedRegion(owner="rkvdec-core", start=0xFF079000, size=0x77000),)
    assert [child.owner for child in found.sram_children] == ["npu-sram@0", "rkvdec-sram@78000"]
    assert found.oddities == ()


@needs_dtc
def test_pieces_that_overlap_are_named(tmp_path: Path) -> None:
    """Both would write to the same bytes."""
    found = read_tree(make_tree(tmp_path / "board.dtb", fill(RK3588, "0x0 0x79000", DECODER)))

    assert found.oddities == (
        "the SRAM of npu-sram@0, [0xff001000, 0xff07a000), and that of rkvdec-sram@78000, [0xff079000, 0xff0f0000), overlap",
    )


@needs_dtc
def test_a_piece_that_is_not_aligned_is_named(tmp_path: Path) -> None:
    """The driver maps whole pages."""
    found = read_tree(make_tree(tmp_path / "board.dtb", fill(RK3588, "0x800 0x77800")))

    assert found.oddities == (
        "the SRAM of npu-sram@0 begins at 0xff001800, needed a multiple of 0x1000",
        "the SRAM of npu-sram@0 has a size of 0x77800, needed a multiple of 0x1000",
    )


@needs_dtc
def test_a_piece_that_is_larger_than_the_whole_is_named(tmp_path: Path) -> None:
    """RK3588 has 956 KB to give, not a megabyte."""
    found = read_tree(make_tree(tmp_path / "board.dtb", fill(RK3588, "0x0 0x100000")))

    assert found.oddities == ("the SRAM of npu-sram@0, [0xff001000, 0xff101000), reaches out of [0xff001000, 0xff0f0000)",)


@needs_dtc
@pytest.mark.parametrize(
    ("old", "new", "status", "iommu"),
    [
        ('sram>;\n        status = "okay"', 'sram>;\n        status = "disabled"', "disabled", True),
        ('{ status = "okay"; #iommu', '{ status = "disabled"; #iommu', "okay", False),
        ("iommus = <&mmu>;", "", "okay", False),
        ('sram>;\n        status = "okay";', "sram>;", "okay", True),
    ],
    ids=["NPU off", "IOMMU off", "no IOMMU", "on without a word"],
)
def test_the_states_of_npu_and_iommu_are_told(tmp_path: Path, old: str, new: str, status: str, iommu: bool) -> None:
    """A node without a status is in use."""
    source = fill(RK3588, "0x0 0xef000")
    assert old in source
    npu = read_tree(make_tree(tmp_path / "board.dtb", source.replace(old, new))).tree.npu

    assert npu
    assert (npu.status, npu.iommu) == (status, iommu)


@needs_dtc
def test_an_npu_without_sram_has_none(tmp_path: Path) -> None:
    """What others have is still told."""
    source = fill(RK3588, "0x0 0xef000").replace("rockchip,sram = <&npu_sram>;", "")
    found = read_tree(make_tree(tmp_path / "board.dtb", source))

    assert found.tree.sram is None
    assert found.tree.reserved_sram == (OwnedRegion(owner="npu-sram", start=0xFF001000, size=0xEF000),)


@needs_dtc
def test_a_tree_without_sram_says_nothing_of_it(tmp_path: Path) -> None:
    """Nobody was given anything, as far as one can see."""
    source = '/dts-v1/; / { compatible = "rockchip,rk3568"; npu@fde40000 { compatible = "rockchip,rk3568-rknpu"; }; };'

    assert read_tree(make_tree(tmp_path / "board.dtb", source)).tree.reserved_sram is None


@needs_dtc
def test_the_tree_of_mainline_is_told(tmp_path: Path) -> None:
    """Another driver is bound there."""
    source = '/dts-v1/; / { compatible = "rockchip,rk3588"; npu@fdab0000 { compatible = "rockchip,rk3588-rknn-core"; }; };'

    assert read_tree(make_tree(tmp_path / "board.dtb", source)).oddities == (
        "its NPU is described for mainline's driver rocket, which the RKNN runtime does not work with",
    )


@needs_dtc
def test_a_tree_without_an_npu_is_told(tmp_path: Path) -> None:
    """It is a device tree all the same."""
    found = read_tree(make_tree(tmp_path / "pi.dtb", '/dts-v1/; / { compatible = "acme,other"; };'))

    assert (found.soc, found.tree.npu, found.oddities) == (None, None, ("it has no node of an NPU",))


@needs_dtc
@pytest.mark.parametrize("target", ["&rknpu {", "&{/npu@fdab0000} {"], ids=["by its label", "by its path"])
def test_an_overlay_says_what_it_changes_and_no_more(tmp_path: Path, target: str) -> None:
    """What it does not name stays as it is."""
    found = read_tree(make_tree(tmp_path / "npu.dtbo", f'/dts-v1/; /plugin/; {target} status = "okay"; }};', "-@"))

    assert found.is_overlay
    assert found.tree.npu == NpuNode(status="okay")
    assert found.tree.reserved_sram is None


@needs_dtc
def test_a_fit_image_is_told(tmp_path: Path) -> None:
    """It has a device tree's form, and is none."""
    found = read_tree(make_tree(tmp_path / "boot.itb", "/dts-v1/; / { images { }; configurations { }; };"))

    assert found.oddities == ("a FIT image, which holds kernels and device trees, and is none itself",)


@needs_dtc
@pytest.mark.parametrize(
    "source",
    [
        fill(RK3588, "0x0 0xef000"),
        fill(RK3588, "0x0 0x79000", DECODER, "rockchip,sram = <&rkvdec0_sram>;"),
        fill(RK3576, "0x0 0x78000"),
    ],
)
def test_source_says_the_same_as_what_is_compiled_from_it(tmp_path: Path, source: str) -> None:
    """As far as there are no macros in it."""
    compiled = read_tree(make_tree(tmp_path / "board.dtb", source))
    (tmp_path / "board.dts").write_text("// a comment\n#include <dt-bindings/x.h>\n/* another { one */" + source)
    written = read_tree(tmp_path / "board.dts")

    assert written.kind == "device-tree-source"
    assert (written.tree, written.sram, written.oddities) == (compiled.tree, compiled.sram, compiled.oddities)
    assert (written.soc, written.model) == (compiled.soc, compiled.model)


def test_a_fragment_of_source_says_what_it_changes(tmp_path: Path) -> None:
    """As the vendor's guide shows two, one for each node."""
    (tmp_path / "fragment.dts").write_text('&rknpu { compatible = "rockchip,rk3588-rknpu"; status = "okay"; };\n')
    found = read_tree(tmp_path / "fragment.dts")

    assert found.tree.npu == NpuNode(compatible="rockchip,rk3588-rknpu", status="okay")


@pytest.mark.parametrize("text", ["/ { a = <1>; ", "/ { }; };", "/ {" + "n {" * 100], ids=["open", "closed twice", "deep"])
def test_braces_that_do_not_match_are_damage(tmp_path: Path, text: str) -> None:
    """A compiler says so too."""
    (tmp_path / "board.dts").write_text(text)

    assert "device tree source" in (read_artifact(tmp_path / "board.dts").problem or "")


@needs_dtc
@pytest.mark.parametrize(
    ("start", "end", "new", "problem"),
    [
        (4, 8, b"\xff\xff\xff\xff", "by its header, the device tree has 4294967295 bytes"),
        (8, 12, b"\x00\xff\xff\xff", "but its parts lead to bytes behind it"),
        (20, 24, b"\0\0\0\x03", "found a device tree of version 3, needed 17"),
        (36, 40, b"\0\0\0\x08", "the device tree does not end"),
    ],
    ids=["size", "offset", "version", "cut structure"],
)
def test_a_lying_header_is_damage(tmp_path: Path, start: int, end: int, new: bytes, problem: str) -> None:
    """Nothing behind the end is read."""
    path = make_tree(tmp_path / "board.dtb", fill(RK3588, "0x0 0xef000"))
    content = path.read_bytes()
    path.write_bytes(content[:start] + new + content[end:])

    assert problem in (read_artifact(path).problem or "")

"""Versions as people write them: what each spelling means, and what it leaves open."""

import pytest

from rkcompat.model.version import parse_range, parse_version


@pytest.mark.parametrize(
    ("written", "same"),
    [
        ("v2.3.2", "2.3.2"),
        ("V2.3.2", "2.3.2"),
        ("1.4.0-22dcfef4", "1.4.0"),
        ("1.4.0-a10f100eb", "1.4.0"),
        ("2.0.0b0+9bab5682", "2.0.0b0"),
        ("2.0.0-beta0", "2.0.0b0"),
        ("1.5.2 (c6b7b351a@2023-08-23T15:28:22)", "1.5.2"),
        ("0.9.8_20241009", "0.9.8"),
        ("6.1.75-vendor-rk35xx", "6.1.75"),
        ("5.10.110+", "5.10.110"),
        ("6.1.0-1025-rockchip", "6.1.0"),
        ("1.3.4-source_code", "1.3.4"),
        ("7.0-rc7", "7.0.0rc7"),
        ("6.4.6.5.351518", "6.4.6.5.351518"),
    ],
)
def test_spellings_of_one_version_are_equal_in_the_order(written: str, same: str) -> None:
    """Commits, dates, distributions' suffixes and a leading v take no part."""
    assert (parse_version(written).low, parse_version(written).high) == (parse_version(same).low, parse_version(same).high)
    assert not parse_version(written).is_range


def test_the_text_and_the_build_are_kept() -> None:
    """A report shows what was written."""
    version = parse_version("2.0.0b0+9bab5682")

    assert str(version) == "2.0.0b0+9bab5682"
    assert version.build == "9bab5682"


@pytest.mark.parametrize("written", ["1.6", "1.6.x", "1.6.*", "5.10", "5.10-rockchip", "2", "2.x"])
def test_an_open_version_is_a_range(written: str) -> None:
    """Two numbers leave the third open, and an x says so."""
    assert parse_version(written).is_range


@pytest.mark.parametrize(
    ("written", "inside", "outside"),
    [
        ("<=1.5.0", "1.5.0", "1.5.1"),
        ("<1.5.0", "1.5.0b1", "1.5.0"),
        (">=1.5.2", "1.5.2", "1.5.1"),
        (">1.5.0", "1.5.1", "1.5.0"),
        (">0.7.0, <1.5.0", "0.8.0", "0.7.0"),
        (">0.7.0, <1.5.0", "1.4.2b3", "1.5.0"),
    ],
)
def test_bounds_leave_what_lies_between_them(written: str, inside: str, outside: str) -> None:
    """As a log leaves it that names a number which several releases have."""
    version = parse_version(written)

    assert version.is_range
    assert version.low <= parse_version(inside).low < version.high
    assert not version.low <= parse_version(outside).low < version.high


@pytest.mark.parametrize("written", [">1.5.0, <1.5.0", ">=2.0.0, <=1.6.0"])
def test_bounds_with_nothing_between_them_are_refused(written: str) -> None:
    """No version is meant."""
    with pytest.raises(ValueError, match="is empty: no version lies between its bounds"):
        parse_version(written)


@pytest.mark.parametrize(
    "written",
    [
        "",
        "x",
        "abc",
        "<=1.5.0,",
        "<=",
        "<<1.0.0",
        "1..2",
        "1.2.3.4.5.6.7",
        "1234567890.1",
        "1.2.3betamax",
        "-1.2.3",
        "1.2.3\n4",
        "1" * 300,
        "१.२.३",
    ],
)
def test_what_is_no_version_is_refused_with_an_example(written: str) -> None:
    """The message shows what was found and what would do."""
    with pytest.raises(ValueError, match=r"needed a version such as 2\.3\.2"):
        parse_version(written)


def test_betas_come_in_order_before_their_release() -> None:
    """As Rockchip numbers them."""
    written = ["1.3.4b14", "1.4.0", "1.5.1b19", "2.0.0b0", "2.0.0b22", "2.0.0rc1", "2.0.0", "2.4.2a2", "2.4.2a12", "2.4.2"]

    assert sorted(written, key=lambda text: parse_version(text).low) == written


@pytest.mark.parametrize(
    ("range", "version", "holds"),
    [
        (">=0.8.0", "0.8.0", True),
        (">=0.8.0", "0.7.2", False),
        (">0.8.0", "0.8.0", False),
        ("<=0.8.0", "0.8.0", True),
        ("==0.9.3", "0.9.3", True),
        ("==0.9.3", "0.9.4", False),
        ("!=0.9.3", "0.9.3", False),
        ("==6.1.x", "6.1.43-20-rk2312", True),
        ("==6.1.x", "6.11.0", False),
        (">=1.5.2, <2", "1.6.0", True),
        (">=1.5.2, <2", "2.0.0b0", True),
        (">=1.5.2, <2.0.0", "2.0.0b0", True),
        (">=1.5.2", "1.5.x", None),
        (">=1.5.2", "1.6.x", True),
        (">=1.5.2", "1.4.x", False),
        ("!=0.9.3", "0.9.x", None),
    ],
)
def test_a_range_holds_fails_or_leaves_it_open(range: str, version: str, holds: bool | None) -> None:
    """A version that is a range itself is held only where all of it is."""
    assert parse_range(range).holds(parse_version(version)) is holds


@pytest.mark.parametrize("text", ["", "0.8.0", "=>1.0", ">=1.0,", ">=2.0.0, <1.0.0", ">= x", "!=1.0," * 4000 + ">=1.0"])
def test_what_is_no_range_is_refused(text: str) -> None:
    """Among it a range that no version can meet."""
    with pytest.raises(ValueError, match=r"found|empty"):
        parse_range(text)

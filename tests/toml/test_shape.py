"""The types of the format's keys are found by their paths."""

from typing import Any, Literal

import pytest

from rkcompat.model.manifest import Manifest, ModuleFile, OwnedRegion, Region, Runtime
from rkcompat.toml._path import read_path
from rkcompat.toml._shape import choices, element, is_table, plain, type_at


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("manifest", int),
        ("board.soc", str),
        ("runtime[7]", Runtime),
        ("runtime[0].loaded", bool),
        ("driver.module_file", ModuleFile),
        ("driver.nodes[0]", str),
        ("device_tree.sram.start", int),
        ("device_tree.reserved_sram[1]", OwnedRegion),
        ("driver.linkage", Literal["builtin", "module"]),
        ("kernel.config.CONFIG_X", str),
        ('evidence."driver.version".raw', str),
    ],
)
def test_a_key_has_the_type_that_it_is_declared_with(path: str, kind: Any) -> None:
    """Whether a manifest has it or not."""
    assert plain(type_at(read_path(path), Manifest)) == kind


@pytest.mark.parametrize(
    ("path", "hint"),
    [
        ("drivr", "did you mean driver"),
        ("driver.verison", "did you mean driver.version"),
        ("runtime.version", "did you mean runtime[0].version"),
        ("runtime[2].verison", "did you mean runtime[2].version"),
        ("board.zzz", "known are soc, name, label"),
        ("driver[0]", None),
        ("board.soc.name", None),
        ("driver.nodes.name", None),
    ],
)
def test_a_key_that_is_none_has_a_hint(path: str, hint: str | None) -> None:
    """As far as something near it is one."""
    with pytest.raises(LookupError) as caught:
        type_at(read_path(path), Manifest)

    assert caught.value.args == (hint,)


def test_types_are_taken_apart() -> None:
    """What an array holds, what may be chosen, and what has keys of its own."""
    assert element(type_at(("device_tree", "reserved_sram"), Manifest)) is OwnedRegion
    assert element(type_at(("board", "soc"), Manifest)) is None
    assert len(choices(type_at(("kernel", "config", "CONFIG_X"), Manifest))) == 2
    assert is_table(type_at(("device_tree", "sram"), Manifest))
    assert is_table(Region)
    assert not is_table(type_at(("runtime",), Manifest))

"""Each act says what to do, how to go back, and whose the thing is."""

from typing import get_args

import msgspec
import pytest

from rkcompat.model.manifest import Board, Manifest, Model, Runtime
from rkcompat.model.resolution import Action, Build, Change, Step
from rkcompat.report._steps import owner_of, say_step, say_undo

from .stack import MATRIX

MANIFEST = Manifest(
    manifest=1,
    board=Board(soc="rk3588s"),
    runtime=(
        Runtime(library="librknnrt", path="/usr/lib/librknnrt.so"),
        Runtime(library="librknnmrt", where="container:frigate"),
        Runtime(where="application"),
        Runtime(library="librknnrt", where="host"),
    ),
    model=(Model(path="a.rknn"), Model(found_at="/opt/b.rknn")),
)


def change(component: str, action: Action, about: str = "", before: str = "1.4.0", after: str = "2.3.2") -> Change:
    """One component that changes."""
    return Change(component=component, about=about or component, before=before, after=after, action=action)


def step(*changes: Change) -> Step:
    """One act."""
    return Step(step=1, changes=changes, state_after="compatible")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            [change("runtime", "replace-library", "runtime[0]")],
            "replace librknnrt (/usr/lib/librknnrt.so) 1.4.0 by librknnrt 2.3.2",
        ),
        (
            [
                msgspec.structs.replace(
                    change("runtime", "replace-library", "runtime[0]", before="2.3.2"),
                    builds=(Build(fact="runtime.arch", before="armhf", after="aarch64"),),
                )
            ],
            "replace librknnrt (/usr/lib/librknnrt.so) 2.3.2 (armhf) by librknnrt 2.3.2 (aarch64)",
        ),
        (
            [change("runtime", "replace-library", "runtime[1]", before="")],
            "replace librknnmrt by librknnrt 2.3.2",
        ),
        (
            [change("rkllm-runtime", "replace-library", "runtime[2]")],
            "replace librkllmrt 1.4.0 by librkllmrt 2.3.2",
        ),
        ([change("lite", "install-wheel")], "install rknn-toolkit-lite2 2.3.2 in place of 1.4.0"),
        ([change("lite", "install-wheel", before="")], "install rknn-toolkit-lite2 2.3.2"),
        ([change("server", "replace-server")], "replace rknn_server 1.4.0 by 2.3.2"),
        ([change("toolkit", "change-toolkit")], "install rknn-toolkit2 2.3.2 in place of 1.4.0"),
        (
            [change("model", "convert-model", "model[0]"), change("model", "convert-model", "model[1]")],
            (
                "convert model[0] (a.rknn) again for rk3588 with toolkit 2.3.2"
                " and model[1] (/opt/b.rknn) again for rk3588 with toolkit 2.3.2"
            ),
        ),
        (
            [change("driver", "replace-module", before="0.8.2", after="0.9.8")],
            "build and install rknpu.ko 0.9.8 for the running kernel in place of 0.8.2",
        ),
        (
            [
                msgspec.structs.replace(change("driver", "change-image", after="0.9.8"), images=("Armbian 25.2", "Radxa b39")),
                msgspec.structs.replace(change("kernel-config", "change-image", after="CONFIG_A=y"), images=("Radxa b39",)),
            ],
            (
                "flash an image that brings driver 0.9.8 and a kernel configuration with CONFIG_A=y"
                " (Armbian 25.2; Radxa b39 carry it)"
            ),
        ),
    ],
)
def test_an_act_is_said(changes: list[Change], said: str) -> None:
    """With the place of the file where it is known, and the board's own library where another was found."""
    assert say_step(step(*changes), MANIFEST, MATRIX) == said


@pytest.mark.parametrize("action", get_args(Action))
def test_every_act_has_a_way_back_and_an_owner(action: Action) -> None:
    """None is left out of the table."""
    one = change("driver", action)

    assert say_undo(step(one))
    assert owner_of(one, MANIFEST)


@pytest.mark.parametrize(("about", "owner"), [(0, "image"), (1, "container"), (2, "application"), (3, "image")])
def test_a_library_is_owned_by_what_holds_it(about: int, owner: str) -> None:
    """A container brings its own."""
    assert owner_of(change("runtime", "replace-library", f"runtime[{about}]"), MANIFEST) == owner

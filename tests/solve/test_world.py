"""What follows from a manifest before any rule is asked: flags of a module, permissions on a node, which copy can load."""

import pytest

from rkcompat.model.fact import Value
from rkcompat.solve.nearest._slots import build_slots

from .stack import FORMAT_6, RK3588, board, copy, stack, verdicts, world_of

MODULE = RK3588 + 'module_file = { vermagic = "6.1.84 SMP preempt mod_unload aarch64" }\n'


def board_fact(text: str, name: str) -> Value:
    """A fact of the board."""
    return world_of(text).board[name]


@pytest.mark.parametrize(
    ("options", "unlike"),
    [
        ({"CONFIG_SMP": "y", "CONFIG_PREEMPT": "y"}, ()),
        ({"CONFIG_PREEMPT": "n", "CONFIG_PREEMPT_BUILD": "y"}, ()),
        ({"CONFIG_PREEMPT": "n", "CONFIG_PREEMPT_BUILD": "n"}, ("preempt",)),
        ({"CONFIG_MODVERSIONS": "y", "CONFIG_MODULE_UNLOAD": "n"}, ("mod_unload", "modversions")),
        ({"CONFIG_PREEMPT": "n"}, None),
        ({"CONFIG_ROCKCHIP_RKNPU": "m"}, None),
    ],
)
def test_flags_of_a_vermagic_are_held_against_known_options(options: dict[str, str], unlike: tuple[str, ...] | None) -> None:
    """5.10 asks CONFIG_PREEMPT, newer kernels CONFIG_PREEMPT_BUILD: only the two together say that there is no flag."""
    config = "".join(f'{name} = "{value}"\n' for name, value in options.items())

    assert board_fact(f"{MODULE}[kernel.config]\n{config}", "driver.module-flags-unlike") == unlike


def test_a_whole_configuration_says_no_by_silence() -> None:
    """What it does not list is not set."""
    text = f'{MODULE}[kernel]\nconfig_complete = true\n[kernel.config]\nCONFIG_SMP = "y"\nCONFIG_MODULE_UNLOAD = "y"\n'

    assert board_fact(text, "driver.module-flags-unlike") == ("preempt",)


NODES = """node_access = [
  { node = "/dev/dri/card1", mode = "0660", owner = "root", group = "video" },
  { node = "/dev/dri/renderD129", mode = "0640", owner = "npu", group = "render" },
]
"""


@pytest.mark.parametrize(
    ("application", "may"),
    [
        ('user = "root"', True),
        ('user = "pi"\ngroups = ["video"]', True),
        ('user = "pi"\ngroups = ["pi"]', False),
        ('user = "pi"\ngroups = ["render"]', False),
        ('user = "npu"\ngroups = []', True),
        ('user = "pi"', None),
        ('id = "detector"', None),
    ],
)
def test_a_user_may_open_one_of_the_nodes(application: str, may: bool | None) -> None:
    """To read alone is not enough; without the user's groups only root and the owner are known."""
    world = world_of(f"{RK3588}{NODES}[[application]]\n{application}\n")

    assert world.groups["application"][0][0]["application.node-access"] is may


def test_in_a_container_the_users_of_the_host_say_nothing() -> None:
    """It has users and nodes of its own."""
    world = world_of(f'{RK3588}{NODES}[[application]]\nuser = "pi"\ngroups = []\n[[container]]\nid = "a"\n')

    assert world.groups["application"][0][0]["application.node-access"] is None


def test_a_copy_that_the_system_cannot_load_is_passed_over() -> None:
    """The loader takes the 64-bit copy: the 32-bit one beside it leaves nothing open."""
    copies = copy("2.3.2", 'arch = "aarch64"') + copy("1.4.0", 'arch = "armhf"')
    libc = '[libc]\nfamily = "glibc"\narch = ["aarch64"]\n'

    assert verdicts(RK3588 + copies + FORMAT_6, "model-format-runtime") == ["undetermined"]
    assert verdicts(RK3588 + copies + FORMAT_6 + libc, "model-format-runtime") == ["satisfied"]


def test_the_only_copy_is_judged_whatever_it_is_for() -> None:
    """It is the one that people will see fail."""
    text = RK3588 + copy("1.4.0", 'arch = "armhf"') + FORMAT_6 + '[libc]\narch = ["aarch64"]\n'

    assert verdicts(text, "model-format-runtime") == ["violated"]


@pytest.mark.parametrize(("linkage", "again"), [("module", True), ("builtin", False)])
def test_a_module_file_can_be_made_again_for_the_same_driver(linkage: str, again: bool) -> None:
    """What is wrong with the file on the disk needs no other release of the driver; a driver that is built in has no file."""
    text = RK3588 + f'linkage = "{linkage}"\nmodule_file = {{ version = "0.9.8", signed = false }}\n' + copy("2.3.2")
    manifest = board(text)
    slots = build_slots(world_of(text), manifest, stack(), ())
    [driver] = [slot for slot in slots if slot.component == "driver"]

    assert ("0.9.8" in [option.label for option in driver.options[1:]]) is again

"""The steps as a request that somebody else can carry out: who, what first, where from, how, how to check, how to go back."""

import shlex
from typing import get_args

import msgspec
import pytest

from rkcompat.model.manifest import (
    Application,
    Board,
    Driver,
    Kernel,
    Libc,
    Lite,
    Manifest,
    Model,
    ModuleFile,
    Runtime,
    Server,
    Toolkit,
)
from rkcompat.model.resolution import Action, Build, Change, Resolution, Step
from rkcompat.report import PLAIN, Look, load_format
from rkcompat.report._origin import say_origin
from rkcompat.report._plan import publish_plan
from rkcompat.report._shape import StepShape

from .hostile import EVIL
from .stack import BOARD, INCOMPATIBLE, KNOWN_BAD, MATRIX, RULES, SRAM_OFF

COMPONENTS: dict[Action, str] = {
    "replace-library": "runtime",
    "install-wheel": "lite",
    "replace-server": "server",
    "change-toolkit": "toolkit",
    "convert-model": "model",
    "replace-module": "driver",
    "change-image": "driver",
}

BARE = msgspec.structs.replace(BOARD, runtime=(), model=())
"""The board with nothing on its root file system that a manifest names."""


def change(action: Action, component: str = "", after: str = "2.3.2") -> Change:
    """One component that changes by an act."""
    component = component or COMPONENTS[action]
    about = f"{component}[0]" if component in ("runtime", "model") else component
    return Change(component=component, about=about, before="1.4.0", after=after, action=action)


def planned(*steps: tuple[Change, ...], down: int = 0, **changed: object) -> Resolution:
    """A resolution with these steps, of which the first `down` leave the board down."""
    plan = tuple(
        Step(step=number, changes=changes, state_after="down" if number <= down else "compatible")
        for number, changes in enumerate(steps, 1)
    )
    return msgspec.structs.replace(INCOMPATIBLE, plan=plan, **changed)


def published(action: Action, manifest: Manifest = BOARD, **changed: object) -> StepShape:
    """The only step of a plan."""
    return next(publish_plan(planned((change(action),), manifest=manifest, **changed), MATRIX))


@pytest.mark.parametrize("action", get_args(Action))
def test_every_step_can_be_handed_over(action: Action) -> None:
    """It names who, a command, where the file is or that this is not known, what to check, and the way back."""
    step = published(action)

    assert step.owners
    assert step.run
    assert step.get
    assert next(check.value for check in step.verify) == "2.3.2"
    assert step.undo
    assert step.undo_state == "down"


def test_a_library_is_kept_before_it_is_replaced() -> None:
    """Not beside itself, where the loader would find it."""
    step = published("replace-library")

    assert step.run[:2] == (
        "cp -p /usr/lib/librknnrt.so librknnrt-1.4.0.so",
        "sudo install -m 644 librknnrt.so /usr/lib/librknnrt.so",
    )
    assert step.undo_run == ("sudo install -m 644 librknnrt-1.4.0.so /usr/lib/librknnrt.so",)
    assert [(check.fact, check.value, check.how) for check in step.verify] == [
        ("runtime[0].version", "2.3.2", "rkcompat collect")
    ]


def test_another_file_of_the_same_release_is_told_and_checked_by_what_it_is_built_for() -> None:
    """In the report as in the step: the version alone would be no change."""
    builds = (
        Build(fact="runtime.arch", before="armhf", after="aarch64"),
        Build(fact="runtime.libc-version", before="glibc 2.38", after="glibc 2.17"),
    )
    wrong = msgspec.structs.replace(change("replace-library", after="1.4.0"), builds=builds)
    plan = planned((wrong,))
    step = next(publish_plan(plan, MATRIX))

    assert step.do.endswith("1.4.0 (armhf, glibc 2.38) by librknnrt 1.4.0 (aarch64, glibc 2.17)")
    assert [(check.fact, check.value) for check in step.verify] == [
        ("runtime[0].version", "1.4.0"),
        ("runtime[0].arch", "aarch64"),
        ("runtime[0].needs_libc.version", "2.17"),
    ]
    answer = msgspec.structs.replace(INCOMPATIBLE.nearest[0], changes=(wrong,))
    told = msgspec.structs.replace(plan, nearest=(answer,))
    for style in ("text", "markdown", "html"):
        shown = load_format(style).one(told, MATRIX, Look(width=300))
        assert "1.4.0 (armhf, glibc 2.38)" in shown
        assert "1.4.0 (aarch64, glibc 2.17)" in shown
    stored = msgspec.json.decode(load_format("json").one(told, MATRIX, PLAIN))
    assert stored["nearest"][0]["changes"][0]["builds"][0] == {"fact": "runtime.arch", "from": "armhf", "to": "aarch64"}


@pytest.mark.parametrize(
    ("library", "soc", "libc", "path"),
    [
        ("librknnrt", "rk3588", None, "/usr/lib/librknnrt.so"),
        ("librknnmrt", "rv1106", None, "/oem/usr/lib/librknnmrt.so"),
        ("librknnrt", "rk3588", Libc(family="bionic", arch=("aarch64",)), "/vendor/lib64/librknnrt.so"),
        ("librknnrt", "rk3588", Libc(family="bionic", arch=("armhf",)), "/vendor/lib/librknnrt.so"),
    ],
)
def test_a_library_that_is_not_there_is_put_where_the_vendor_puts_it(
    library: str, soc: str, libc: Libc | None, path: str
) -> None:
    """Nothing is replaced and nothing is kept; the way back is to take it away."""
    from rkcompat.matrix import load_matrix

    bare = msgspec.structs.replace(BOARD, board=Board(soc=soc), runtime=(), libc=libc)
    new = msgspec.structs.replace(change("replace-library"), about="runtime", before="")
    step = next(publish_plan(planned((new,), manifest=bare), load_matrix()))

    assert step.do == f"put {library} 2.3.2 in {path.rpartition('/')[0]}"
    assert step.run[0] == f"sudo install -m 644 {library}.so {path}"
    assert step.undo == "remove the file again"
    assert step.undo_run[0] == f"sudo rm {path}"


def test_another_library_comes_in_the_same_folder_and_shows_its_name() -> None:
    """A librknnmrt where the chip takes librknnrt."""
    wrong = Runtime(library="librknnmrt", version="1.4.0", path="/opt/lib/librknnmrt.so")
    step = published("replace-library", msgspec.structs.replace(BOARD, runtime=(wrong,)))

    assert "sudo install -m 644 librknnrt.so /opt/lib/librknnrt.so" in step.run
    assert ("runtime[0].library", "librknnrt") in [(check.fact, check.value) for check in step.verify]


def test_a_library_of_a_container_comes_with_the_containers_image() -> None:
    """No command replaces it for good."""
    inside = Runtime(library="librknnrt", version="1.4.0", where="container:frigate", path="/usr/lib/librknnrt.so")
    step = published("replace-library", msgspec.structs.replace(BOARD, runtime=(inside,)))

    assert step.run == ()
    assert step.owners == ("container",)
    assert "build the container's image again" in step.first[0]


def test_a_command_takes_a_hostile_path_as_one_word() -> None:
    """What a manifest says is never more than the name of a file, also where the line is broken."""
    path = "/opt/my lib's $(reboot); `x`/librknnrt.so"
    manifest = msgspec.structs.replace(BOARD, runtime=(Runtime(library="librknnrt", version="1.4.0", path=path),))
    plan = planned((change("replace-library"),), manifest=manifest)
    text = load_format("text").one(plan, MATRIX, Look(width=60, verbose=True))
    shown = text[text.index("     run  ") : text.index("     check  ")].replace("\\\n", " ")

    assert shlex.split(published("replace-library", manifest).run[0]) == ["cp", "-p", path, "librknnrt-1.4.0.so"]
    assert shlex.split(shown.splitlines()[0]) == ["run", "cp", "-p", path, "librknnrt-1.4.0.so"]


def test_a_model_is_checked_by_its_file() -> None:
    """Its path is one word there, too."""
    manifest = msgspec.structs.replace(BOARD, model=(Model(path="a;reboot.rknn", kind="rknn", format=6),))

    assert [check.how for check in published("convert-model", manifest).verify] == ["rkcompat inspect 'a;reboot.rknn'"]


def test_a_command_stays_on_one_line_whatever_the_path() -> None:
    """A path cannot begin a command of its own."""
    manifest = msgspec.structs.replace(BOARD, runtime=(Runtime(library="librknnrt", version="1.4.0", path=EVIL),))
    plan = planned((change("replace-library"),), manifest=manifest)
    clean = planned((change("replace-library"),))
    lines = [load_format("markdown").one(one, MATRIX, PLAIN).count("\n") for one in (plan, clean)]

    assert lines[0] == lines[1]


def test_an_image_takes_away_what_earlier_steps_installed_and_what_was_there() -> None:
    """The step names each with the version to have and its place, and asks for those versions again."""
    manifest = msgspec.structs.replace(
        BOARD,
        runtime=(*BOARD.runtime, Runtime(library="librkllmrt", version="1.2.1", where="container:llm")),
        lite=Lite(version="2.3.0"),
        server=Server(),
        application=(Application(id="detector"),),
    )
    plan = planned((change("replace-library"),), (change("change-image", after="0.9.8"),), manifest=manifest)
    library, image = publish_plan(plan, MATRIX)

    assert "root file system" not in str(library.first)
    assert image.first[-1] == (
        "build librknnrt 2.3.2 (/usr/lib/librknnrt.so), librkllmrt 1.2.1 (container:llm), "
        "model[0] (yolov8n.rknn) of toolkit 2.3.0, rknn-toolkit-lite2 2.3.0, rknn_server and application detector "
        "into the image, or put them back after flashing: the image replaces the root file system"
    )
    assert [(check.fact, check.value, check.how) for check in image.verify] == [
        ("driver.version", "0.9.8", "rkcompat collect"),
        ("runtime[0].version", "2.3.2", "rkcompat collect"),
        ("runtime[1].version", "1.2.1", "rkcompat collect"),
        ("model[0].toolkit", "2.3.0", "rkcompat inspect yolov8n.rknn"),
        ("lite.version", "2.3.0", "rkcompat collect"),
    ]


def test_what_a_later_step_installs_need_not_be_put_back() -> None:
    """Nor what the image itself brings."""
    plan = planned((change("change-image"), change("change-image", "model")), (change("replace-library"),))
    image = next(publish_plan(plan, MATRIX))

    assert image.first[-1] == "put back what was installed on the root file system: the image replaces it"
    assert [check.fact for check in image.verify] == ["driver.version", "model[0].toolkit"]


def test_a_library_that_an_earlier_step_added_is_among_what_an_image_takes_away() -> None:
    """The manifest has no entry for it."""
    new = msgspec.structs.replace(change("replace-library"), about="runtime", before="")
    image = list(publish_plan(planned((new,), (change("change-image"),), manifest=BARE), MATRIX))[1]

    assert image.first[-1].startswith("build librknnrt 2.3.2 (/usr/lib/librknnrt.so) into the image")
    assert ("runtime.version", "2.3.2") in [(check.fact, check.value) for check in image.verify]


def test_many_models_are_counted_where_an_image_takes_them_away() -> None:
    """Nobody reads thirty names in a sentence."""
    manifest = msgspec.structs.replace(BARE, model=(Model(path="a.rknn"),) * 30)

    assert "model[3] (a.rknn) and 26 more of [[model]] into the image" in published("change-image", manifest).first[-1]


def test_what_is_checked_of_many_models_alike_takes_one_line() -> None:
    """A program still reads each of them."""
    manifest = msgspec.structs.replace(BARE, model=(Model(toolkit="2.3.0"),) * 30 + (Model(toolkit="2.3.2"),))
    plan = planned((change("change-image"),), manifest=manifest)
    text = load_format("text").one(plan, MATRIX, Look(width=200))

    assert "model[0].toolkit = 2.3.0, and that of 29 more of [[model]]  (rkcompat inspect FILE)" in text
    assert "model[30].toolkit = 2.3.2  (rkcompat inspect FILE)" in text
    assert "model[1].toolkit = 2.3.0" not in text
    assert len(next(publish_plan(plan, MATRIX)).verify) == 32


@pytest.mark.parametrize(
    ("linkage", "said"), [("builtin", "the driver is built into the kernel"), (None, "the driver is not known to be a module")]
)
def test_no_module_is_copied_alone_beside_a_driver_that_is_built_in(linkage: str | None, said: str) -> None:
    """Nor where nobody looked; an image that starts is kept first."""
    manifest = msgspec.structs.replace(BOARD, driver=msgspec.convert({"family": "rknpu", "linkage": linkage}, Driver))
    step = published("change-image", manifest)

    assert step.first[0].startswith("keep the image that runs now")
    assert any(said in line for line in step.first)
    assert not any("rknpu.ko" in command for command in step.run)


def test_a_module_alone_comes_with_its_conditions() -> None:
    """All that the kernel and the hardware ask of it, and where it goes."""
    file = ModuleFile(path="/lib/modules/6.1.75-vendor/extra/rknpu.ko")
    driver = Driver(family="rknpu", version="0.9.3", linkage="module", module_file=file)
    step = published("replace-module", msgspec.structs.replace(BOARD, driver=driver))
    asked = [line.partition(":")[0] for line in step.first]

    assert asked[0].startswith("better is a complete image, then a kernel and module rebuilt of the board's BSP")
    assert asked[1:8] == ["source", "vermagic", "symbols", "configuration", "signature", "device tree", "use"]
    assert "6.1.75-vendor" in step.first[2]
    assert "sudo install -m 644 KERNEL/drivers/rknpu/rknpu.ko /lib/modules/6.1.75-vendor/extra/rknpu.ko" in step.run


@pytest.mark.parametrize("top", ["/lib/modules", "/usr/lib/modules"])
def test_a_module_goes_where_the_running_kernel_looks(top: str) -> None:
    """Not below the release of another kernel, where the old one was found; the step says so, and what is to be kept."""
    file = ModuleFile(path=f"{top}/5.10.160/extra/rknpu.ko")
    driver = Driver(family="rknpu", version="0.9.3", linkage="module", module_file=file)
    step = published("replace-module", msgspec.structs.replace(BOARD, driver=driver))
    unknown = published("replace-module", msgspec.structs.replace(BOARD, driver=driver, kernel=Kernel()))

    assert f"sudo install -m 644 KERNEL/drivers/rknpu/rknpu.ko {top}/6.1.75-vendor/extra/rknpu.ko" in step.run
    assert step.first[-1].startswith(f"place: {file.path} is not of the running kernel 6.1.75-vendor")
    assert f"sudo install -m 644 KERNEL/drivers/rknpu/rknpu.ko {file.path}" in unknown.run
    assert not any(line.startswith("place") for line in unknown.first)


def test_a_module_outside_of_the_folders_of_kernels_is_replaced_where_it_lies() -> None:
    """As on images that load it from a script."""
    driver = Driver(family="rknpu", version="0.9.3", linkage="module", module_file=ModuleFile(path="/oem/usr/ko/rknpu.ko"))

    assert (
        "sudo install -m 644 KERNEL/drivers/rknpu/rknpu.ko /oem/usr/ko/rknpu.ko"
        in published("replace-module", msgspec.structs.replace(BOARD, driver=driver)).run
    )


def test_a_kernel_configuration_is_checked_by_what_the_rules_ask_of_it() -> None:
    """It has no version."""
    plan = planned((change("change-image", "kernel-config", "as required"),), manifest=BARE, findings=(SRAM_OFF,))
    checks = next(publish_plan(plan, MATRIX)).verify

    assert [(check.fact, check.value) for check in checks] == [("kernel.config.CONFIG_ROCKCHIP_RKNPU_SRAM", "y")]


def test_what_a_prohibition_wants_otherwise_is_checked_by_the_rule() -> None:
    """No single value would do."""
    bad = msgspec.structs.replace(KNOWN_BAD.rule, severity="error", when=(*RULES["sram-kconfig"].require, *KNOWN_BAD.rule.when))
    finding = msgspec.structs.replace(KNOWN_BAD, rule=bad)
    plan = planned((change("change-image", "kernel-config", "as required"),), manifest=BARE, findings=(finding,))
    step = next(publish_plan(plan, MATRIX))

    assert [(check.fact, check.value) for check in step.verify] == [("driver-known-bad", "satisfied")]
    assert step.get == ("no image is known to carry it: one that is built of the board's BSP",)


def test_a_driver_of_another_family_is_checked_by_its_family_too() -> None:
    """A number says nothing of whose it is."""
    manifest = msgspec.structs.replace(BARE, driver=Driver(family="rocket"))

    assert [check.fact for check in published("change-image", manifest).verify] == ["driver.family", "driver.version"]


def test_the_owner_is_whom_the_configuration_names() -> None:
    """In the text beside the change, in Markdown beside the step."""
    plan = planned((change("replace-library"),), owners={"runtime": "BSP team"})

    assert "1.4.0 -> 2.3.2 (owner: BSP team)" in load_format("text").one(plan, MATRIX, PLAIN)
    assert "- who: BSP team" in load_format("markdown").one(plan, MATRIX, PLAIN)


def test_a_broken_state_says_until_when() -> None:
    """By the number of the step, in every format for people."""
    plan = planned((change("change-toolkit"),), (change("replace-library"),), (change("change-image"),), down=2)
    shapes = list(publish_plan(plan, MATRIX))

    assert [step.down_until for step in shapes] == [3, 3, msgspec.UNSET]
    assert [step.undo_state for step in shapes] == ["down", "down", "down"]
    for style in ("text", "markdown", "html"):
        assert load_format(style).one(plan, MATRIX, PLAIN).count("down until step 3 is done") == 2


def test_the_state_to_go_back_to_is_that_after_the_step_before() -> None:
    """Before the first step it is the verdict."""
    plan = planned((change("replace-library"),), (change("change-image"),))
    text = load_format("text").one(plan, MATRIX, Look(verbose=True, width=200))

    assert [step.undo_state for step in publish_plan(plan, MATRIX)] == ["down", "compatible"]
    assert "copy it back; the state before does not fit either" in text
    assert "flash it again; the state before is compatible" in text


def test_a_report_of_an_earlier_version_shows_its_steps() -> None:
    """It says only what to do, what follows and how to go back."""
    from rkcompat.report._stored import parse_report

    stored = msgspec.json.decode(load_format("json").one(planned((change("change-image"),), down=1), MATRIX, PLAIN))
    stored["plan"] = [{"step": 1, "do": "flash", "state_after": "down", "undo": "flash again"}]
    document = parse_report(msgspec.json.encode(stored), "old.json")

    assert "1. flash\n     after it    down until a later step is done\n" in load_format("text").write(document, PLAIN)


def test_where_a_file_lies_is_what_the_sources_say() -> None:
    """The built-in matrix: PyPI, an SDK release with its commit, a source package, and nothing where nobody says it."""
    from rkcompat.matrix import load_matrix

    matrix = load_matrix()
    toolkit = msgspec.structs.replace(BOARD, toolkit=Toolkit(version="1.4.0"))
    plan = planned((change("change-toolkit"),), manifest=toolkit)

    assert next(publish_plan(plan, matrix)).get == ("PyPI: rknn-toolkit2 2.3.2",)
    assert next(publish_plan(plan, matrix)).run == ("python3 -m pip install rknn-toolkit2==2.3.2",)
    assert say_origin("runtime", "librknnrt", "2.3.2", "rk3588", matrix) == "RKNN SDK 2.3.2 (airockchip/rknn-toolkit2@42aa1d4)"
    assert say_origin("runtime", "librknnrt", "1.5.2", "rk3588", matrix) == "RKNN SDK 1.5.2 (rockchip-linux/rknpu2@f29bfee)"
    assert say_origin("driver", "driver", "0.9.8", "rk3588", matrix).endswith("rknpu_driver_0.9.8_20241009.tar.bz2")
    assert say_origin("runtime", "librknnrt", "2.4.2a2", "rk3588", matrix) == ""


def test_a_conversion_installs_no_toolkit_that_another_step_installs() -> None:
    """Once is enough; a toolkit of another version is not that one."""
    same = planned((change("change-toolkit"),), (change("convert-model"),))
    other = planned((change("change-toolkit", after="2.3.0"),), (change("convert-model"),))

    assert list(publish_plan(same, MATRIX))[1].run == ("python3 CONVERT.py",)
    assert list(publish_plan(same, MATRIX))[1].get == ("CONVERT.py: your own script that converts the model",)
    assert list(publish_plan(other, MATRIX))[1].run[0].startswith("python3 -m pip install")


def test_a_step_says_where_its_files_are_without_being_asked() -> None:
    """A word in capitals is to be filled in; images that the step itself names are not named twice."""
    image = msgspec.structs.replace(change("change-image"), images=("Armbian 25.2", "Radxa b39"))
    text = load_format("text").one(planned((change("convert-model"),), (image,)), MATRIX, Look(width=200))
    verbose = load_format("text").one(planned((image,)), MATRIX, Look(width=200, verbose=True))

    assert "from        RKNN SDK 2.3.2\n" in text
    assert text.count("Radxa b39") == 1
    assert verbose.count("Radxa b39") == 2

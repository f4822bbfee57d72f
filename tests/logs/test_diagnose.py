"""From pasted lines to the layer that failed first, and why."""

from collections.abc import Callable
from pathlib import Path

import pytest

from rkcompat import diagnose
from rkcompat.model.diagnosis import Diagnosis

Say = Callable[..., Diagnosis]


@pytest.fixture
def say(tmp_path: Path) -> Say:
    """Diagnoses a text as a log, with the facts that are given."""

    def diagnose_text(text: str, *settings: str, **answers: str) -> Diagnosis:
        path = tmp_path / "app.log"
        path.write_text(text)
        return diagnose([path], settings=settings, answers={name.replace("_", "-"): said for name, said in answers.items()})  # type: ignore[misc]

    return diagnose_text


def violated(diagnosis: Diagnosis) -> set[str]:
    """The rules and signatures that are violated."""
    return {finding.rule.id for finding in diagnosis.resolution.findings if finding.verdict == "violated"}


FORMAT = "E RKNN: [14:34:00.922] 6, 1\nE RKNN: [14:34:00.922] Invalid RKNN model version 6\nrknn_init error ret=-1\n"


def test_the_format_is_explained_by_the_old_copy(say: Say) -> None:
    """The wording alone settles it; the driver plays no part."""
    found = say(FORMAT, "board.soc=rk3588")

    assert (found.layer, found.cause, found.explained) == ("loading", "model-newer-than-runtime", True)
    assert {"model-format-runtime", "model-format-numbers", "model-format-invalid"} <= violated(found)
    assert [link.part for link in found.chain] == ["cause", "consequence", "consequence"]


def test_a_return_code_alone_says_nothing(say: Say) -> None:
    """It is read with the line before it, or not at all."""
    found = say("rknn_init error ret=-6\nException: RKNN init failed. error code: RKNN_ERR_MODEL_INVALID\n")

    assert (found.layer, violated(found)) == (None, set())


def test_failed_to_submit_is_not_blamed_on_a_version(say: Say) -> None:
    """Without a known-bad driver it leads to checks and questions."""
    log = (
        "driver version: 0.9.8, API version: 2.3.2 (429f97ae6b@2025-04-09T09:09:27)\n"
        "E RKNN: [05:03:32.244] failed to submit!, op id: 1, op name: Conv:x, flags: 0x5\n"
    )
    found = say(log, "board.soc=rk3588")

    assert (found.layer, found.explained) == ("execution", False)
    assert found.checks
    assert "official-example-runs" in {question.id for question in found.questions}


def test_failed_to_submit_on_a_known_bad_driver_is_explained(say: Say) -> None:
    """0.9.3 on kernel 6.1 is such a point."""
    log = (
        "driver version: 0.9.3, API version: 1.6.0 (9a7b5d24c@2023-12-13T17:31:11)\n"
        "E RKNN: [05:03:32.244] failed to submit!, op id: 1, op name: Conv:x, flags: 0x5\n"
    )
    found = say(log, "board.soc=rk3588", "kernel.release=6.1.43")

    assert found.explained
    assert "driver-kernel" in violated(found)


def test_too_low_of_rkllm_is_a_warning(say: Say) -> None:
    """The start goes on; what refuses is another line."""
    log = (
        "W rkllm: Warning: Your rknpu driver version is too low, please upgrade to 0.9.7.\n"
        "I rkllm: rkllm-runtime version: 1.1.2, rknpu driver version: 0.8.2, platform: RK3588\n"
        "E RKNN: [11:51:52.906] invalid rknn llm model magic\n"
    )
    found = say(log)
    severities = {link.hit.signature.id: link.hit.signature.severity for link in found.chain}

    assert severities["rkllm-driver-too-low"] == "warning"
    assert found.layer == "loading"
    assert next(link.hit.signature.id for link in found.chain if link.part == "cause") == "rkllm-model-first-magic"


def test_the_two_texts_of_librknnrt_are_a_refusal_and_an_advice(say: Say) -> None:
    """One ends the program, the other does not."""
    refusal = say(
        "E RKNN: Mismatch driver version, librknnrt version: 1.6.0 (9a7b5d24c@2023-12-13T17:31:11) requires driver version"
        " >= 0.7.0, but you have driver version: 0.6.4 which is incompatible!\n",
        "board.soc=rk3588",
    )
    advice = say("W RKNN: Current driver version: 0.8.2, recommend to upgrade the driver to the new version: >= 0.8.8\n")

    assert refusal.resolution.verdict == "incompatible"
    assert refusal.explained
    assert advice.resolution.verdict != "incompatible"
    assert violated(advice) == {"driver-upgrade-advised"}


@pytest.mark.parametrize(
    "line",
    [
        "W RKNN: [16:29:28.453] query RKNN_QUERY_INPUT_DYNAMIC_RANGE error, rknn model is static shape type, please export",
        "RKNPU fdab0000.npu: can't request region for resource [mem 0xfdab0000-0xfdabffff]",
    ],
)
def test_a_harmless_line_is_named_so(line: str, say: Say) -> None:
    """It looks bad, and nothing failed."""
    found = say(line)

    assert [link.part for link in found.chain] == ["harmless"]
    assert (found.layer, violated(found)) == (None, set())


def test_an_answer_says_what_it_means(say: Say) -> None:
    """The question is no longer open, and its conclusion stands there."""
    log = "E RKNN: [10:00:00.000] failed to submit!, op id: 1, op name: Conv:x\n"
    found = say(log, official_example_runs="yes")
    question = next(one for one in found.questions if one.id == "official-example-runs")

    assert question.conclusion == question.yes


TOO_LOW = "W rkllm: Warning: Your rknpu driver version is too low, please upgrade to 0.9.7.\n"
NEW = TOO_LOW + "I rkllm: rkllm-runtime version: 1.2.2, rknpu driver version: 0.9.2, platform: RK3588\n"
REFUSED_MODULE = "rknpu: version magic '6.1.84 SMP mod_unload aarch64' should be '6.1.75 SMP mod_unload aarch64'\n"
OTHER_COPY = ("runtime.library=librkllmrt", "runtime.version=1.1.4", "runtime.path=/usr/lib/librkllmrt.so")


@pytest.mark.parametrize(
    ("reason", "log", "settings"),
    [
        ("runtime-upgraded-alone", NEW.replace("0.9.2", "0.9.6").replace("1.2.2", "1.3.0"), ()),
        ("several-copies", NEW, OTHER_COPY),
        ("module-was-copied", NEW, ("driver.module_file.version=0.9.8", "driver.linkage=module")),
        ("driver-is-built-in", f"{NEW}filename:       (builtin)\n", ("driver.module_file.version=0.9.8",)),
        ("module-does-not-load", NEW + REFUSED_MODULE, ("driver.module_file.version=0.9.8",)),
        ("container-over-an-old-host", NEW, ("container.kind=docker",)),
        ("image-never-validated", NEW.replace("0.9.2", "0.9.1"), ("image.id=vendor-image",)),
    ],
)
def test_a_driver_that_is_too_low_has_one_of_seven_reasons(reason: str, log: str, settings: tuple[str, ...], say: Say) -> None:
    """The line is the same each time; the facts around it tell."""
    assert say(log, *settings).reasons[0].id == reason


def test_memory_that_was_refused_says_nothing_of_a_driver_that_is_too_low(say: Say) -> None:
    """That may be why, and no program said so: none of the seven reasons is claimed."""
    found = say(
        "E rkllm: can not create weight memory for domain1\n", "driver.linkage=builtin", "kernel.config.CONFIG_ROCKCHIP_RKNPU=y"
    )

    assert found.chain[0].part == "cause"
    assert found.reasons == ()


def test_the_kernel_of_a_pc_is_not_the_boards(say: Say) -> None:
    """People paste the uname of the machine that they convert on."""
    pc = "Linux desk 6.8.0-45-generic #45-Ubuntu SMP PREEMPT_DYNAMIC x86_64 GNU/Linux\n"
    board = "Linux rock 6.1.75-vendor-rk35xx #1 SMP aarch64 GNU/Linux\n"

    assert say(pc).resolution.manifest.kernel.release is None
    assert say(pc + board).resolution.manifest.kernel.release == "6.1.75-vendor-rk35xx"

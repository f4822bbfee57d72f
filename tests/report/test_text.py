"""The text report: what matters first, each thing once, nothing that a terminal acts upon."""

import msgspec

from rkcompat.model.fact import Value
from rkcompat.model.finding import Finding, MissingFact, Reading
from rkcompat.model.manifest import Board, Manifest, Runtime
from rkcompat.model.resolution import Answer, CoreItem, Joined, Resolution
from rkcompat.report._format import Look
from rkcompat.report._text import to_text

from .stack import ADVICE, COMPATIBLE, FORMAT_TOO_NEW, INCOMPATIBLE, KNOWN_BAD, LOCKED, MATRIX, RULES, UNDETERMINED


def text_of(resolution: Resolution, **changed: object) -> str:
    """The report on a resolution with other parts."""
    return to_text(msgspec.structs.replace(resolution, **changed), MATRIX)


def test_the_verdict_and_its_reason_come_first() -> None:
    """Nobody has to look for it."""
    assert text_of(INCOMPATIBLE).splitlines()[0] == "incompatible: 2 violated rules of severity error"


def test_errors_come_before_warnings_and_those_before_what_is_worth_knowing() -> None:
    """And within a severity in the order of the layers."""
    heads = [
        line.split(": ")[0] for line in text_of(INCOMPATIBLE).splitlines() if line.startswith(("error", "warning", "info"))
    ]

    assert heads == ["error", "error", "warning", "info"]


def test_one_rule_that_several_libraries_violate_is_one_block() -> None:
    """With what was found of each, and what was needed once where it is the same."""
    second = msgspec.structs.replace(
        FORMAT_TOO_NEW,
        about=("model[0]", "runtime[1]"),
        read=(FORMAT_TOO_NEW.read[0], Reading("runtime[1]", "runtime.highest-schema", 1)),
    )
    text = text_of(INCOMPATIBLE, findings=(FORMAT_TOO_NEW, second))

    assert text.count("error: model-format-runtime") == 1
    assert text.count("model[0] yolov8n.rknn: format of the model 6") == 1
    assert "runtime[1]: highest model format it takes 1" in text


def test_what_was_found_names_the_command_that_showed_it_or_the_line() -> None:
    """The manifest's evidence is closer to the board than its line."""
    text = text_of(INCOMPATIBLE)

    assert "driver version 0.9.3  (cat /sys/kernel/debug/rknpu/version)" in text
    assert "format of the model 6  (line 14)" in text


def test_the_sources_that_speak_of_what_was_found_come_first() -> None:
    """Of three, the one that names the version of the library."""
    rule = msgspec.structs.replace(RULES["model-format-runtime"], sources=("guide", "guide#4.1.5", "runs"))
    text = text_of(INCOMPATIBLE, findings=(msgspec.structs.replace(FORMAT_TOO_NEW, rule=rule),))

    assert "stated in   librknnrt 1.4.0 and 1.5.2 on models of format 6 (measured)" in text
    assert "and 1 more: rkcompat explain model-format-runtime" in text


def test_a_section_is_told_apart_from_the_title_before_it() -> None:
    """A reader who does not know the document sees which words name the part of it."""
    rule = msgspec.structs.replace(RULES["model-format-runtime"], sources=("guide#4.1.5",))
    text = text_of(INCOMPATIBLE, findings=(msgspec.structs.replace(FORMAT_TOO_NEW, rule=rule),))

    assert 'RKNN2 SDK Development Guide V2.5.0, section "4.1.5"' in text


def test_other_sources_on_the_same_question_stand_beside() -> None:
    """They are not merged in silence."""
    satisfied = msgspec.structs.replace(ADVICE, verdict="satisfied")
    text = text_of(INCOMPATIBLE, findings=(KNOWN_BAD, satisfied))

    assert "beside      driver-advice (info, satisfied): Driver 0.9.6 or newer is advised" in text


def test_what_is_worth_knowing_takes_one_line() -> None:
    """And no more."""
    text = text_of(COMPATIBLE, findings=(ADVICE,), nearest=())

    assert text.splitlines()[3] == "info: driver-advice: Driver 0.9.6 or newer is advised"
    assert "change" not in text


def test_facts_that_would_only_tell_more_are_counted_and_shown_on_request() -> None:
    """A hand-written manifest leaves many out."""
    assert "CONFIG_X" not in text_of(UNDETERMINED)
    assert "facts that would tell more: 1" in text_of(UNDETERMINED)
    assert "CONFIG_X (kernel.config.CONFIG_X)" in to_text(UNDETERMINED, MATRIX, Look(verbose=True))


def test_a_library_that_was_not_looked_for_is_not_said_to_be_absent() -> None:
    """Both ways to state it stand there: a table of its own, or that there is none."""
    unknown = MissingFact(
        fact="runtime.present", about="runtime", needed=True, decides=("runtime-present",), how="find / -name librknnrt.so"
    )
    said = 'whether there is a runtime library on the board ([[runtime]], or absent = ["runtime"])'

    assert said in to_text(msgspec.structs.replace(UNDETERMINED, missing=(unknown,)), MATRIX, Look(width=200))


def test_a_core_of_unknown_facts_is_no_core_of_changes() -> None:
    """Rules that cannot be met together, whatever the facts that are not known."""
    core = (CoreItem(kind="rule", name="runtime-driver", text="The driver is not older than the runtime asks for"),)

    assert "no value of the unknown facts satisfies all of these together" in text_of(UNDETERMINED, core=core)
    assert "nothing that may change helps" in text_of(LOCKED)


def test_a_set_that_nobody_ran_says_so() -> None:
    """It rests on the rules alone."""
    answer = Answer(validated=False, set=None, title="what the rules allow", basis="inferred", cost=0, changes=())

    text = text_of(INCOMPATIBLE, nearest=(answer,))

    assert "\nnearest set that the rules allow; nobody is known to have run it\n" in text


def test_two_sets_that_were_joined_are_never_one_that_somebody_ran() -> None:
    """The first line says so, and each part is named with what it covers."""
    parts = (
        Joined(set="sdk-2.3.2", title="RKNN SDK 2.3.2", covers=("runtime",)),
        Joined(set="image-a", title="Image A", covers=("driver",)),
    )
    answer = Answer(
        validated=False,
        set=None,
        title="RKNN SDK 2.3.2, joined with Image A",
        basis="board-log",
        cost=0,
        changes=(),
        covers=("runtime", "driver"),
        joined=parts,
    )

    text = to_text(msgspec.structs.replace(INCOMPATIBLE, nearest=(answer,)), MATRIX, Look(width=200))

    assert "\nno validated set fits; nearest two that agree, joined: RKNN SDK 2.3.2, joined with Image A\n" in text
    assert "joined      runtime: RKNN SDK 2.3.2 (sdk-2.3.2)\n              driver: Image A (image-a)\n" in text
    assert "nobody is known to have run them at once: test them together" in text


def test_the_distance_to_every_set_stands_there_on_request() -> None:
    """A line for each that can be had; of the others what stands in the way, those together that have it in common."""
    verbose = to_text(INCOMPATIBLE, MATRIX, Look(verbose=True)).partition(
        "\nwhat it costs to take over each of the 5 validated sets"
    )[2]
    lines = [line.split(maxsplit=1) for line in verbose.splitlines()[1:6] if line]

    assert "what it costs" not in text_of(INCOMPATIBLE)
    assert lines == [
        ["2", "sdk-2.3.2: runtime 2.3.2 (inferred in part)"],
        ["-", "changes what is locked (driver, kernel): image-a"],
        ["-", "breaks a rule (driver-known-bad): image-b, image-c"],
        ["-", "says nothing about this deployment: rkllm-1.2.1"],
    ]


def test_a_board_that_fits_and_that_nobody_ran_is_told_of_the_nearest_that_somebody_did() -> None:
    """Compatible by the rules is not the same as seen running."""
    text = text_of(COMPATIBLE, nearest=INCOMPATIBLE.nearest[:1])

    assert "\nnobody is known to have run this very set; nearest validated set: RKNN SDK" in text


def test_text_of_a_manifest_moves_no_cursor_and_breaks_no_line() -> None:
    """Names, paths, labels, notes, evidence."""
    evil = "\x1b[2J\x07\n::error::x\u202e\x9b31m"
    manifest = Manifest(
        manifest=1,
        board=Board(soc=evil, name=evil, label=evil),
        runtime=(Runtime(id=evil, library="librknnrt", version="1.4.0", path=evil),),
    )
    hostile: Value = (evil,)
    finding = Finding(rule=RULES["driver-known-bad"], verdict="violated", read=(Reading("board", "soc", hostile),), note=evil)
    text = text_of(INCOMPATIBLE, manifest=manifest, path=evil, findings=(finding, FORMAT_TOO_NEW), notes=(evil,), reason=evil)

    assert text.isascii()
    assert not any(character < " " and character != "\n" for character in text)
    assert not [line for line in text.splitlines() if line.startswith("::")]
    assert r"\x1b[2J\x07\x0a::error::x\u202e\x9b31m" in text


def test_no_line_that_was_wrapped_is_a_command_of_a_ci_runner() -> None:
    """A word that stood in the middle of a name may come to be the first of a line."""
    manifest = Manifest(manifest=1, board=Board(soc="rk3588", name=f"{'x' * 70} ::add-mask::y ##[error]z"))
    text = text_of(COMPATIBLE, manifest=manifest)

    assert "\n  \\x3a:add-mask::y \\x23#[error]z" in text


def test_a_fragment_keeps_its_columns() -> None:
    """It is there to be copied; a tab of it becomes spaces."""
    rule = msgspec.structs.replace(RULES["model-format-runtime"], fragment='&rknpu {\n\tstatus = "okay";\n};\n')
    text = text_of(INCOMPATIBLE, findings=(msgspec.structs.replace(FORMAT_TOO_NEW, rule=rule),))

    assert '\n              &rknpu {\n                      status = "okay";\n' in text

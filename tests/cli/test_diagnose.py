"""``rkcompat diagnose``: what it prints, its exit codes, and what it refuses."""

import json
from pathlib import Path

import pytest

from rkcompat.cli import run

FORMAT = "E RKNN: [14:34:00.922] 6, 1\nE RKNN: [14:34:00.922] Invalid RKNN model version 6\n"


@pytest.fixture
def log(tmp_path: Path) -> str:
    """A log of a runtime that refuses a model."""
    path = tmp_path / "app.log"
    path.write_text(FORMAT)
    return str(path)


def test_a_log_alone_is_an_answer(log: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The layer, the lines, the way out; the exit code is the verdict's."""
    code = run(["diagnose", log, "--set", "board.soc=rk3588"])
    text = capsys.readouterr().out

    assert code == 1
    assert text.startswith("loading failed first: ")
    assert "app.log:1:" in text
    assert "nearest validated set" in text


def test_programs_read_the_same(log: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With the report on the manifest that the log supports."""
    run(["diagnose", log, "-f", "json"])
    found = json.loads(capsys.readouterr().out)

    assert (found["format"], found["layer"], found["explained"]) == (1, "loading", True)
    assert [link["part"] for link in found["chain"]] == ["cause", "consequence"]
    assert found["report"]["verdict"] == found["verdict"] == "incompatible"


def test_a_page_shows_sram_and_times(log: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A bar for what is in use, with the figure beside it; and what a time of inference alone leaves out."""
    with Path(log).open("a") as file:
        file.write("SRAM total size: 192512, used: 65536, free: 126976\ninference time: 12.3 ms\n<b>E RKNN</b>\n")
    code = run(["diagnose", log, "-f", "html"])
    page = capsys.readouterr().out

    assert code == 1
    assert "<h1>Loading failed first: " in page
    assert 'aria-label="64 KiB of 188 KiB"' in page
    assert '<rect class="full" width="68" height="12"/>' in page
    assert "inference alone does not say what a frame takes" in page
    assert "<b>" not in page


def test_a_log_becomes_a_manifest(log: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Which resolve takes, and judges alike."""
    run(["diagnose", log, "--manifest"])
    written = tmp_path / "written.toml"
    written.write_text(capsys.readouterr().out)

    assert run(["check", str(written), "-q"]) == 1


def test_what_is_known_besides_is_read_too(log: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And where the log says something else, that is a finding."""
    manifest = tmp_path / "board.toml"
    manifest.write_text('manifest = 1\n[[runtime]]\nlibrary = "librknnrt"\nversion = "2.3.2"\n')
    run(["diagnose", log, "--with", str(manifest)])

    assert "observations-agree" in capsys.readouterr().out


def test_check_reads_a_log_beside_its_manifest(log: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The finding is the signature's, and names the rule that explains it."""
    manifest = tmp_path / "board.toml"
    manifest.write_text('manifest = 1\n[board]\nsoc = "rk3588"\n')
    code = run(["check", str(manifest), "--log", log, "-f", "json"])
    findings = {finding["rule"]: finding for finding in json.loads(capsys.readouterr().out)["findings"]}

    assert code == 1
    assert findings["model-format-invalid"]["verdict"] == "violated"
    assert "explained by model-format-runtime" in findings["model-format-invalid"]["note"]
    assert [rule for rule, finding in findings.items() if finding.get("log_line")] == [
        "model-format-invalid",
        "model-format-numbers",
    ]


@pytest.mark.parametrize("words", [["check", "board.toml", "--log", "app.log"], ["diagnose", "app.log"]], ids=" ".join)
def test_a_line_and_the_rule_that_explains_it_are_no_two_rules(
    words: list[str], log: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The reason counts them apart, and so does the line below a report."""
    monkeypatch.chdir(tmp_path)
    Path(log).write_text("E RKNN: Invalid RKNN model version 6, 1\n")
    Path("board.toml").write_text('manifest = 1\n[board]\nsoc = "rk3588"\n')
    code = run([*words, "--set", "board.soc=rk3588"])
    text = " ".join(capsys.readouterr().out.split())

    assert code == 1
    assert "incompatible: 1 violated rule and 1 line of the log of severity error" in text
    assert words[0] == "diagnose" or "not applicable; failures that the log states: 1;" in text


def test_the_report_says_the_number_that_the_log_states(log: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And no list of what releases could have said."""
    Path(log).write_text("E RKNN: Invalid RKNN model version 6, 1\n")
    run(["diagnose", log, "--manifest"])
    written = tmp_path / "written.toml"
    written.write_text(capsys.readouterr().out)
    run(["check", str(written)])
    text = " ".join(capsys.readouterr().out.split())

    assert "runtime[0] librknnrt >0.7.0, <1.5.0: highest model format it takes 1 (" in text
    assert "format of the model at most 1 (" in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["diagnose", "no-such.log"], "no-such.log: cannot be read"),
        (["diagnose", ".", "--answer", "nonsense=yes"], "needed ID=yes or ID=no"),
        (["diagnose", ".", "--answer", "runs-as-root=perhaps"], "needed ID=yes or ID=no"),
        (["diagnose", "."], "cannot be read"),
        (["check", ".", "--log", "app.log"], "needed one manifest"),
    ],
)
def test_what_cannot_be_used_is_refused(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With exit code 2, and a word on why."""
    assert run(words) == 2
    assert said in capsys.readouterr().err


def test_a_log_that_says_nothing_is_undetermined(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing failed that anybody could see."""
    path = tmp_path / "quiet.log"
    path.write_text("hello\n")
    run(["diagnose", str(path)])

    assert capsys.readouterr().out.startswith("no line of this log is known")


def test_the_manifest_of_a_log_quotes_it_without_addresses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A manifest goes into a repository, or into a question in public; the facts stay."""
    path = tmp_path / "kernel.log"
    path.write_text("RKNPU fdab0000.npu: RKNPU: rknpu iommu is enabled, using iommu mode 10.1.2.3 aa:bb:cc:dd:ee:ff\n")
    run(["diagnose", "--manifest", str(path)])
    written = capsys.readouterr().out

    assert "npu = { iommu = true }" in written
    assert 'using iommu mode ADDRESS MAC"' in written


def test_a_text_in_place_of_a_file_is_answered_with_how_to_pipe_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Quoted as a shell takes it; a file's name without blanks is merely missing."""
    code = run(["diagnose", "Invalid RKNN model version 6, 1"])
    said = capsys.readouterr()

    assert (code, said.out) == (2, "")
    assert said.err.endswith("hint: a text is piped in: echo 'Invalid RKNN model version 6, 1' | rkcompat diagnose -\n")
    assert run(["diagnose", "app.lg"]) == 2
    assert "piped in" not in capsys.readouterr().err

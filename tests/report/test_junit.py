"""JUnit XML, read back by a library that knows the format."""

import msgspec
import pytest
from junitparser import Error, Failure, JUnitXml, Skipped, TestCase

from rkcompat.errors import Problem
from rkcompat.model.resolution import Resolution
from rkcompat.report import PLAIN, Batch, Unusable, load_format

from .hostile import HOSTILE
from .stack import COMPATIBLE, INCOMPATIBLE, MATRIX, UNDETERMINED
from .test_golden import BATCH
from .thirty import THIRTY


def cases(resolution: Resolution, **changed: object) -> dict[str, TestCase]:
    """The cases of a report by their rules."""
    text = load_format("junit").one(msgspec.structs.replace(resolution, **changed), MATRIX, PLAIN)
    (suite,) = JUnitXml.fromstring(text.encode())
    return {case.name: case for case in suite}


def outcome(case: TestCase) -> list[type]:
    """What a case came to; nothing is passed."""
    return [type(result) for result in case.result]


@pytest.mark.parametrize("resolution", [COMPATIBLE, INCOMPATIBLE, UNDETERMINED, THIRTY], ids=lambda one: one.verdict)
def test_every_rule_is_a_case(resolution: Resolution) -> None:
    """However many libraries or models it is asked of."""
    assert sorted(cases(resolution)) == sorted({finding.rule.id for finding in resolution.findings})


def test_a_verdict_has_its_outcome() -> None:
    """Errors fail, what is less grave passes and says so, satisfied passes, the rest is skipped."""
    read = cases(INCOMPATIBLE)

    assert outcome(read["model-format-runtime"]) == [Failure]
    assert outcome(read["runtime-driver"]) == []
    assert outcome(read["driver-known-bad"]) == []
    assert "Driver 0.9.3 does not run on kernel 6.1" in (read["driver-known-bad"].system_out or "")
    assert outcome(cases(UNDETERMINED)["runtime-driver"]) == [Error]
    assert outcome(cases(UNDETERMINED)["sram-kconfig"]) == [Skipped]


def test_a_case_fails_where_the_exit_code_does() -> None:
    """With --fail-on warning a warning fails, with --unknown=pass what waits passes."""
    strict, lax = cases(INCOMPATIBLE, fail_on="warning"), cases(UNDETERMINED, exit_code=0)

    assert outcome(strict["driver-known-bad"]) == [Failure]
    assert outcome(strict["driver-advice"]) == []
    assert outcome(lax["runtime-driver"]) == []
    assert "undetermined" in (lax["runtime-driver"].system_out or "")


def test_a_waived_rule_is_skipped_with_its_reason() -> None:
    """Where nothing else of that rule fails."""
    waived = tuple(finding for finding in THIRTY.findings if finding.verdict == "waived")
    (case,) = cases(THIRTY, findings=waived).values()

    assert outcome(case) == [Skipped]
    assert "the model is replaced in March" in case.result[0].message


def test_a_failure_says_all_that_fails() -> None:
    """One line each, with its place."""
    (failure,) = cases(THIRTY)["model-format-runtime"].result
    lines = (failure.text or "").split("\n")

    assert len(lines) == 25
    assert lines[0].startswith("boards/thirty.toml:89: violated: The runtime takes the format of the model: found model[2]")


def test_the_numbers_are_those_of_the_cases() -> None:
    """Of the suites and of all together."""
    read = JUnitXml.fromstring(load_format("junit").many(BATCH, MATRIX, PLAIN).encode())

    assert [(suite.name, suite.tests, suite.errors, suite.skipped) for suite in read] == [
        ("board.toml", 2, 0, 1),
        ("broken.toml", 1, 1, 0),
        ("stdin", 2, 1, 1),
    ]
    assert (read.tests, read.failures, read.errors, read.skipped) == (5, 0, 2, 2)


def test_any_text_makes_good_xml() -> None:
    """Control characters, ends of CDATA, half characters, marks."""
    read = cases(HOSTILE)

    assert r"\x1b[2J\x0d\x0a::error file=x::pwned\x0a<script>" in (read["driver-known-bad"].system_out or "")
    assert r"\ufffe" in (read["driver-known-bad"].system_out or "")


def test_no_line_is_a_command_of_a_ci_runner() -> None:
    """The error of a manifest that cannot be used has lines of its own; whoever named the file wrote one."""
    name = "a\n::error::x.toml"
    batch = Batch((Unusable(name, (Problem(name, 1, "found no key", "write one"),)),), 2, "1 unusable")
    text = load_format("junit").many(batch, MATRIX, PLAIN)

    assert "\n\\x3a:error::x.toml:1: found no key\nhint: write one" in text

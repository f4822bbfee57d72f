"""What differs between two matrices, as text and JSON."""

import msgspec

from rkcompat.model.matrix_diff import FieldChange, MatrixDiff, RowChange, VerdictChange
from rkcompat.report._matrix_diff import diff_to_json, diff_to_text

DIFF = MatrixDiff(
    rows=(
        RowChange(kind="set", id="a-set", change="added", title="A run\x1b"),
        RowChange(
            kind="rule",
            id="sram-driver",
            change="changed",
            title="SRAM",
            fields=(
                FieldChange(name="disproved_by", before="", after="a-source"),
                FieldChange(name="severity", before="warning", after="error"),
            ),
        ),
    ),
    judged=3,
    verdicts=(VerdictChange(path="a.toml", before="compatible", after="undetermined", rules=("sram-driver", "x-y")),),
)


def test_people_see_what_went_and_what_came() -> None:
    """The rows, then the manifests."""
    assert diff_to_text(DIFF) == (
        "added set a-set: A run\\x1b\n"
        "changed rule sram-driver\n"
        "  disproved-by: (nothing) -> a-source\n"
        "  severity: warning -> error\n"
        "\n"
        "verdicts: 1 of 3 manifests changed\n"
        "  a.toml: compatible -> undetermined, by sram-driver, x-y\n"
    )


def test_programs_get_all_of_it() -> None:
    """And nothing that acts upon a terminal."""
    text = diff_to_json(DIFF)
    report = msgspec.json.decode(text)

    assert "\x1b" not in text
    assert (report["format"], report["judged"], len(report["rows"]), len(report["verdicts"])) == (1, 3, 2, 1)
    assert report["rows"][1]["fields"][1] == {"name": "severity", "before": "warning", "after": "error"}


def test_nothing_is_said_to_be_nothing() -> None:
    """And without manifests there is no word of verdicts."""
    assert diff_to_text(MatrixDiff(rows=())) == "the rows are the same\n"

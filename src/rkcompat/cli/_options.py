"""The options that several verbs share, each with its help."""

from typing import Annotated, Literal, get_args

import typer

from ..model.words import Basis, ReportFormat as ReportFormatName, Severity

Manifest = Annotated[str, typer.Argument(metavar="MANIFEST", help="A file; - is standard input.")]
Format = Annotated[Literal["text", "json"], typer.Option("--format", "-f", help="How the answer is written.")]

_REPORT_FORMAT = typer.Option(
    "--format",
    "-f",
    metavar="FORMAT",
    help=f"How the report on stdout is written: {', '.join(get_args(ReportFormatName))}.",
)
ReportFormat = Annotated[ReportFormatName, _REPORT_FORMAT]
Output = Annotated[
    list[str] | None,
    typer.Option("--output", "-o", metavar="FORMAT=FILE", help="Write a report to a file too; any number of times."),
]
OutputOrProof = Annotated[
    list[str] | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FORMAT=FILE",
        help="Write a report to a file too, or with proof=FILE what verify-proof checks; any number of times.",
    ),
]

# What rkcompat.toml and the environment can say too has no default here: where nobody says it, `rkcompat config show` does.
StatedFormat = Annotated[ReportFormatName | None, _REPORT_FORMAT]
StatedFailOn = Annotated[
    Severity | None,
    typer.Option("--fail-on", help="The least severity of a violated rule that is incompatible.  [default: error]"),
]
StatedUnknown = Annotated[
    Literal["fail", "pass"] | None,
    typer.Option("--unknown", help="Whether an undetermined verdict fails (exit code 3) or passes (0).  [default: fail]"),
]
Strict = Annotated[
    bool | None, typer.Option("--strict/--no-strict", help="Whether warnings count, and waivers that match nothing.")
]
MinBasis = Annotated[
    Basis | None,
    typer.Option("--min-basis", metavar="BASIS", help=f"Rules of a weaker basis judge nothing: {', '.join(get_args(Basis))}."),
]
ExitZero = Annotated[
    bool | None,
    typer.Option("--exit-zero/--no-exit-zero", help="Whether 0 stands for 1, 3 and 4; what cannot be used has its own code."),
]
ConfigFile = Annotated[
    str | None,
    typer.Option("--config", metavar="FILE", help="The configuration, in place of the nearest rkcompat.toml."),
]
Locked = Annotated[bool, typer.Option("--locked", help="Fail too where anything is not as the rkcompat.lock beside it says.")]
LockFile = Annotated[str | None, typer.Option("--lock-file", metavar="FILE", help="The lock for --locked, wherever it lies.")]
Isolated = Annotated[bool, typer.Option("--isolated", help="Read no configuration file.")]

Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Override or add a fact: board.soc=rk3588; any number of times."),
]
MatrixFolders = Annotated[
    list[str] | None,
    typer.Option("--matrix", metavar="DIR", help="Lay a folder of your own rows over the matrices; any number of times."),
]
Log = Annotated[
    list[str] | None,
    typer.Option(
        "--log", metavar="FILE", help="Add what programs printed: a log file, - for standard input; any number of times."
    ),
]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Show satisfied rules, and facts that would only tell more.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Nothing on stdout: the exit code and the files of -o say it.")]
Color = Annotated[
    Literal["auto", "always", "never"],
    typer.Option("--color", help="Colour in text; auto: on a terminal, unless NO_COLOR is set."),
]

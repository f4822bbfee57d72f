"""``rkcompat diagnose LOG…``."""

import os
import shlex
import sys
from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, cast, get_args

import typer

from .._api.logs import diagnose as diagnose_logs, log_to_manifest, question_ids
from ..errors import Problem, UsageError
from ..matrix import load_matrix
from ..model.diagnosis import Answer
from . import _options as option
from ._exit import Exit
from ._output import look_of
from ._settings import read_overlays
from ._talk import put_report

app = typer.Typer(rich_markup_mode=None, add_completion=False)

_Logs = Annotated[
    list[str],
    typer.Argument(metavar="LOG...", help="What programs printed: files, the text of a saved page, - for standard input."),
]
_With = Annotated[
    str | None,
    typer.Option("--with", metavar="MANIFEST", help="What is known of the board besides; the more trusted fact judges."),
]
_Answers = Annotated[
    list[str] | None,
    typer.Option("--answer", metavar="ID=yes|no", help="The answer to a question that the report asked; any number of times."),
]
_Format = Annotated[Literal["text", "json", "html"], typer.Option("--format", "-f", help="How the answer is written.")]
_Writes = Annotated[bool, typer.Option("--manifest", help="Write the manifest that the log supports, and nothing else.")]


@app.command()
def diagnose(
    log: _Logs,
    *,
    beside: _With = None,
    answer: _Answers = None,
    manifest: _Writes = False,
    format: _Format = "text",
    set: option.Set = None,
    matrix: option.MatrixFolders = None,
    verbose: option.Verbose = False,
    color: option.Color = "auto",
) -> None:
    """Say what a log means: which layer failed first, which lines show it, and what would help.

    On a terminal it asks what it cannot see, unless --answer says it.
    """
    _refuse_text(log)
    known = load_matrix(overlays=read_overlays(matrix))
    if manifest:
        put_report(log_to_manifest(log, known, beside=beside, settings=set or ()))
        raise typer.Exit(Exit.COMPATIBLE)
    answers = parse_answers(answer or ())
    found = diagnose_logs(log, known, beside=beside, settings=set or (), answers=answers)
    if format == "text" and "-" not in log and sys.stdin.isatty() and sys.stdout.isatty():
        asked = {one.id: given for one in found.questions if one.answer is None and (given := _ask(one.text))}
        if asked:
            found = diagnose_logs(log, known, beside=beside, settings=set or (), answers=answers | asked)
    if format == "json":
        from ..report._diagnosis_json import diagnosis_to_json

        put_report(diagnosis_to_json(found, known))
    elif format == "html":
        from ..report._diagnosis_html import diagnosis_to_html

        put_report(diagnosis_to_html(found, known))
    else:
        from ..report._diagnosis import diagnosis_to_text

        put_report(diagnosis_to_text(found, known, look_of(color, verbose=verbose)))
    raise typer.Exit(found.resolution.exit_code)


def _refuse_text(logs: Iterable[str]) -> None:
    """Somebody may give a line of a log in place of the file's name.

    Raises:
        UsageError: a word has blanks, and no file has its name.
    """
    problems = [
        Problem(
            word,
            None,
            "found no file of this name, needed one",
            f"a text is piped in: echo {shlex.quote(word)} | rkcompat diagnose -",
        )
        for word in logs
        if " " in word.strip() and not os.path.exists(word)
    ]
    if problems:
        raise UsageError(*problems)


def parse_answers(stated: Iterable[str]) -> dict[str, Answer]:
    """``ID=yes`` each → the answers.

    Raises:
        UsageError: with every one that names no question, or is neither yes nor no.
    """
    ids = question_ids()
    answers: dict[str, Answer] = {}
    problems = []
    for text in stated:
        name, _, said = text.partition("=")
        if name not in ids or said not in get_args(Answer):
            problems.append(Problem("--answer", None, f"found {text!r}, needed ID=yes or ID=no", f"ids: {', '.join(ids)}"))
        else:
            answers[name] = cast("Answer", said)
    if problems:
        raise UsageError(*problems)
    return answers


def _ask(question: str) -> Answer | None:
    """What the person at the terminal says; nothing where they do not know."""
    said: Sequence[str] = typer.prompt(f"{question} [yes/no/enter]", default="", show_default=False, err=True).strip().lower()
    return "yes" if said in {"y", "yes"} else "no" if said in {"n", "no"} else None

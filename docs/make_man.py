"""Write ``docs/rkcompat.1``, the man page, from the help: ``python docs/make_man.py``; a test compares the two."""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rkcompat._version import VERSION
from rkcompat.cli._exit import MEANINGS
from rkcompat.cli._verbs import VERBS, build
from rkcompat.policy._settle import ENVIRONMENT
from rkcompat.report._project import HOME

PAGE = Path(__file__).parent / "rkcompat.1"

MEANT = {
    **{name: f"As {key} of rkcompat.toml; a word on the command line stands over it." for key, name in ENVIRONMENT.items()},
    "NO_COLOR": "No colour in text, whatever it is set to.",
    "RKCOMPAT_DEBUG": "Show the traceback of a fault of rkcompat itself.",
    "XDG_CACHE_HOME": "Where a checkout keeps its compiled matrices; an installed rkcompat has them and writes nothing.",
}


def man_page() -> str:
    """The page as the help has it now."""
    program = build()
    lines = [
        f'.TH RKCOMPAT 1 "" "rkcompat {VERSION}" "User Commands"',
        ".SH NAME",
        r"rkcompat \- does a Rockchip NPU deployment fit together, why not, and what would",
        ".SH SYNOPSIS",
        ".B rkcompat",
        r"[\-\-version] [\-\-help] \fIVERB\fR ...",
        ".SH DESCRIPTION",
        plain(program.help or ""),
        ".SH VERBS",
    ]
    for verb in VERBS:
        command = program.get_command(None, verb.name)
        lines += command_section(verb.name, command)
    lines.append(".SH EXIT STATUS")
    for code, meaning in MEANINGS.items():
        lines += [".TP", rf"\fB{int(code)}\fR", plain(meaning)]
    lines.append(".SH ENVIRONMENT")
    for name, meaning in MEANT.items():
        lines += [".TP", rf"\fB{name}\fR", plain(meaning)]
    lines += [".SH SEE ALSO", plain(HOME)]
    return "\n".join(lines) + "\n"


def command_section(name: str, command: Any) -> Iterator[str]:
    """A verb; of a group each of its verbs."""
    if hasattr(command, "commands"):
        for inner, one in command.commands.items():
            yield from command_section(f"{name} {inner}", one)
        return
    context = command.make_context(name, [], resilient_parsing=True)
    yield f".SS rkcompat {plain(' '.join([name, *command.collect_usage_pieces(context)]))}"
    for place, paragraph in enumerate(re.split(r"\n\s*\n", inspect.cleandoc(command.help or ""))):
        if place:
            yield ".PP"
        yield plain(paragraph)
    for parameter in command.params:
        record = parameter.get_help_record(context)
        if record is not None and record[0] != "--help":
            yield ".TP"
            yield rf"\fB{plain(record[0])}\fR"
            yield plain(record[1])


def plain(text: str) -> str:
    """Text that means nothing to roff; a hyphen that is typed stays one."""
    joined = " ".join(text.split())
    return re.sub(r"^([.'])", r"\\&\1", joined.replace("\\", r"\e").replace("-", r"\-"))


if __name__ == "__main__":
    PAGE.write_text(man_page(), encoding="utf-8")

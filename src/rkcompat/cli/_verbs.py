"""The verbs by name, and the group that loads one only when it is asked for."""

import os
from importlib import import_module
from typing import Annotated, Any, NamedTuple, cast

import typer
from typer.core import TyperGroup
from typer.main import get_command

from .._version import VERSION
from ._exit import MEANINGS


class Verb(NamedTuple):
    """One verb of the command line."""

    name: str
    module: str
    """The module of this package; its `app` is the verb."""
    help: str
    """One line for the list of verbs."""


VERBS = (
    Verb("resolve", "resolve", "Check a manifest, and find the nearest validated set."),
    Verb("check", "check", "Hold manifests against every rule: the gate."),
    Verb("collect", "collect", "Read what a board has, and write its manifest."),
    Verb("inspect", "inspect", "Show what files of the stack say of themselves."),
    Verb("diagnose", "diagnose", "Say what a log means: which layer failed first, and why."),
    Verb("explain", "explain", "Show a rule: why it is so, who says it, what to do."),
    Verb("why", "why", "Say why the answer has the version that it has."),
    Verb("why-not", "why_not", "Say what forbids a version or a set, and what would allow it."),
    Verb("what-if", "what_if", "Say what a change would break and mend."),
    Verb("render", "render", "Write a stored report in another format."),
    Verb("verify-proof", "verify_proof", "Check a proof that resolve wrote."),
    Verb("graph", "graph", "Draw who demands what of whom."),
    Verb("issue-form", "issue_form", "Write the report that a vendor asks for."),
    Verb("diff", "diff", "Show what changed between two, and what that broke."),
    Verb("lock", "lock", "Write down an accepted set, which check --locked then holds."),
    Verb("config", "config", "Show the configuration, and where each value comes from."),
    Verb("schema", "schema", "Print a JSON Schema: manifest, config or matrix."),
    Verb("matrix", "matrix", "Keep the matrices: list, show, coverage, diff, record, lint."),
    Verb("completion", "completion", "Write what makes a shell complete the words."),
)
"""Every verb, in the order in which people need them."""

COMPLETE = "_RKCOMPAT_COMPLETE"
"""The variable by which a shell asks what a word could become."""

_HELP = "Say whether the parts of a Rockchip NPU deployment fit together, why not, and what would."
_EPILOG = "\b\nExit codes:\n" + "\n".join(f"  {code:3}  {meaning}" for code, meaning in MEANINGS.items())


class _Verbs(TyperGroup):
    """A group that knows its verbs by name; the help needs no more."""

    def __init__(self, **settings: Any) -> None:
        names: dict[str, Any] = dict.fromkeys(verb.name for verb in VERBS)
        super().__init__(**{**settings, "commands": names})

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The verb, built when it is asked for."""
        for verb in VERBS:
            if verb.name == cmd_name:
                return get_command(import_module(f".{verb.module}", __package__).app)
        return None

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The list of verbs."""
        with formatter.section("Verbs"):
            formatter.write_dl([(verb.name, verb.help) for verb in VERBS])


def build() -> TyperGroup:
    """The command line as a whole."""
    if COMPLETE in os.environ:
        know_shells()
    app = typer.Typer(
        cls=_Verbs, rich_markup_mode=None, add_completion=False, no_args_is_help=True, subcommand_metavar="VERB ..."
    )
    app.callback(help=_HELP, epilog=_EPILOG)(_root)
    return cast(TyperGroup, get_command(app))


def know_shells() -> None:
    """Let typer register the shells; on the way of every other call this is left out, with the options that it would add."""
    from typer.completion import get_completion_inspect_parameters

    get_completion_inspect_parameters()


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"rkcompat {VERSION}")
        raise typer.Exit


_Version = Annotated[bool, typer.Option("--version", help="Show the version and exit.", is_eager=True, callback=_show_version)]


def _root(version: _Version = False) -> None:
    """Take the options that stand before the verb."""

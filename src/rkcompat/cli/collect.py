"""``rkcompat collect``."""

import os
from collections.abc import Callable, Sequence
from typing import Annotated

import typer

from ..collect import (
    Collected,
    Settings,
    Target,
    adb_target,
    bundle_to_manifest,
    local_target,
    parse_bundle,
    probe,
    probe_list,
    probe_script,
    ssh_target,
)
from ..errors import CollectError, Problem, UnreachableError, UsageError
from ..manifest import manifest_to_toml
from . import _collect_trees as trees
from ._exit import Exit, worst
from ._output import write_files
from ._side_by_side import side_by_side
from ._talk import put_line, put_problems, put_report

app = typer.Typer(rich_markup_mode=None, add_completion=False)

_Serial = Annotated[
    list[str] | None, typer.Argument(metavar="[SERIAL]...", help="With --adb: the devices, where there are several.")
]
_Local = Annotated[bool, typer.Option("--local", help="This machine.")]
_Ssh = Annotated[
    list[str] | None,
    typer.Option("--ssh", metavar="HOST", help="A board over OpenSSH, as in ~/.ssh/config; any number of times."),
]
_Adb = Annotated[bool, typer.Option("--adb", help="A device over adb: --adb, or --adb SERIAL...")]
_Bundle = Annotated[
    str | None,
    typer.Option(
        metavar="FILE", help="What --print-script printed on a board, also copied from a console; - is standard input."
    ),
]
_App = Annotated[
    str | None,
    typer.Option(metavar="PID|PATH", help="The process, or with files the program, whose library is the one that is loaded."),
]
_Models = Annotated[bool, typer.Option("--models", help="Look for .rknn and .rkllm files too.")]
_Output = Annotated[
    str | None, typer.Option("--output", "-o", metavar="FILE", help="The manifest's file; of several boards their folder.")
]
_Save = Annotated[
    str | None, typer.Option(metavar="FILE", help="Keep what the board said, to be read again; of several boards a folder.")
]
_Script = Annotated[bool, typer.Option("--print-script", help="Show the script that runs on the board; run by hand: ... | sh.")]
_List = Annotated[bool, typer.Option("--list", help="Show every file and command that the script may touch.")]


@app.command()
def collect(
    serial: _Serial = None,
    *,
    local: _Local = False,
    ssh: _Ssh = None,
    adb: _Adb = False,
    bundle: _Bundle = None,
    rootfs: trees.Rootfs = None,
    container: trees.Container = None,
    app: _App = None,
    models: _Models = False,
    output: _Output = None,
    save_bundle: _Save = None,
    print_script: _Script = False,
    list: _List = False,
) -> None:
    """Read what a board, a root file system or a container image has, and write it as a manifest, each fact with its place.

    One script runs on the board. It reads and changes nothing, and needs a shell only; root sees more.
    """
    pid, program = trees.split_app(app)
    settings = Settings(pid, models)
    if print_script or list:
        put_report(probe_script(settings) if print_script else "".join(f"{line}\n" for line in probe_list()))
        return
    if serial and not adb:
        raise UsageError(Problem(serial[0], None, "found a SERIAL without --adb", "a board over ssh: --ssh HOST"))
    targets = [local_target()] * local + [ssh_target(host) for host in ssh or ()]
    if adb:
        targets += [adb_target(name) for name in serial] if serial else [adb_target(None)]
    sources = bool(targets) + (bundle is not None) + (rootfs is not None)
    if sources > 1 or not (sources or container is not None):
        given = {"--local": local, "--ssh": ssh, "--adb": adb, "--bundle": bundle is not None, "--rootfs": rootfs is not None}
        raise trees.not_one_source([option for option, is_given in given.items() if is_given])
    is_live = bool(targets) or bundle is not None
    trees.refuse_app(pid, program, live=is_live, trees=rootfs is not None or container is not None)
    if not is_live:
        if save_bundle is not None:
            raise UsageError(Problem("--save-bundle", None, "found no board that says one, needed one or a bundle"))
        collected = trees.read_trees(rootfs, container, program)
        _write({rootfs or container or "": collected}, _sole(output))
        return
    join = trees.join_of(container, program)
    if len({_file_name(target) for target in targets}) < len(targets):
        raise UsageError(Problem("collect", None, "found a board that is named twice"))
    if bundle is not None:
        raise typer.Exit(_finish({bundle: _read(bundle)}, settings, _sole(output), _sole(save_bundle), join))
    if len(targets) == 1:
        answer = _try(targets[0], settings)
        if isinstance(answer, UnreachableError):
            put_problems(answer.problems)
            raise typer.Exit(Exit.UNREACHABLE)
        raise typer.Exit(_finish({targets[0].name: answer}, settings, _sole(output), _sole(save_bundle), join))
    raise typer.Exit(_collect_many(targets, settings, output, save_bundle, join))


def _collect_many(targets: Sequence[Target], settings: Settings, output: str | None, save: str | None, join: trees.Join) -> int:
    """Ask several boards at once; one that cannot be reached does not stop the rest."""
    if output is None or not os.path.isdir(output) or (save is not None and not os.path.isdir(save)):
        needed = "needed a folder that is there, one file a board goes into it"
        raise UsageError(
            Problem("--output", None, f"found several boards and no folder{f' {output!r}' if output else ''}, {needed}")
        )
    names = {target.name: _file_name(target) for target in targets}
    answers: dict[str, bytes] = {}
    code = int(Exit.COMPATIBLE)
    for target, answer in zip(targets, side_by_side(lambda target: _try(target, settings), targets, "boards"), strict=True):
        if isinstance(answer, UnreachableError):
            put_problems(answer.problems)
            code = Exit.UNREACHABLE
        else:
            answers[target.name] = answer
    return worst((code, _finish(answers, settings, _within(output, names, ".toml"), _within(save, names, ".bundle"), join)))


def _try(target: Target, settings: Settings) -> "bytes | UnreachableError":
    try:
        return probe(target, settings)
    except UnreachableError as fault:
        return fault


Place = Callable[[str], "str | None"]
"""The file that a board's answer goes to; ``None`` is stdout, or nowhere."""


def _sole(file: str | None) -> Place:
    return lambda _: file


def _within(folder: str | None, names: dict[str, str], suffix: str) -> Place:
    return lambda name: None if folder is None else os.path.join(folder, names[name] + suffix)


def _file_name(target: Target) -> str:
    """A board's name as the name of a file: ``root@10.0.0.7`` stays, a slash does not."""
    return "".join(sign if sign.isalnum() or sign in "@.-_" else "_" for sign in target.name)


def _finish(answers: dict[str, bytes], settings: Settings, output: Place, save: Place, join: trees.Join) -> int:
    """Write what the boards said, and the manifests; a bundle is kept even where no manifest comes of it."""
    write_files({file: content.decode("utf-8", "replace") for name, content in answers.items() if (file := save(name))})
    found: dict[str, Collected] = {}
    code = int(Exit.COMPATIBLE)
    for name, content in answers.items():
        try:
            found[name] = join(bundle_to_manifest(parse_bundle(content, name), app=settings.app))
        except CollectError as fault:
            put_problems(fault.problems)
            code = Exit.UNUSABLE
    _write(found, output)
    return code


def _write(found: dict[str, Collected], output: Place) -> None:
    """Write the manifests, and on stderr what they have no key for."""
    texts: dict[str, str] = {}
    for name, collected in found.items():
        for note in collected.notes:
            put_line(f"note: {name}: {note}" if len(found) > 1 else f"note: {note}")
        text = manifest_to_toml(collected.manifest)
        file = output(name)
        if file is None:
            put_report(text)
        else:
            texts[file] = text
    write_files(texts)


def _read(name: str) -> bytes:
    import sys

    from ..collect._bundle import LARGEST

    try:
        if name == "-":
            return sys.stdin.buffer.read(LARGEST + 1)
        with open(name, "rb") as file:
            return file.read(LARGEST + 1)
    except OSError as fault:
        raise UsageError(Problem(name, None, f"cannot be read: {fault.strerror}")) from None

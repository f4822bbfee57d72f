"""The ways to reach a board: each is a command whose shell takes the probe on its standard input."""

import subprocess
import tempfile
from threading import Event, Timer
from typing import Final

import msgspec

from ..errors import Problem, UnreachableError, UsageError
from ._bundle import LARGEST
from ._script import Settings, probe_script

#: Seconds for all of it; the probe bounds each of its commands, the slowest, a search of the whole disk, to 60.
PATIENCE: Final = 300

_HINTS = (
    ("authoriz", "unlock the device and accept this computer's key on its screen"),
    ("offline", "plug the device in again, or: adb reconnect offline"),
    ("more than one device", "name one: --adb SERIAL; adb devices lists them"),
    ("no devices", "adb devices lists none: plug the device in, or: adb connect HOST"),
    ("not found", "adb devices lists those that are there"),
    ("Host key verification failed", "connect once by hand, so that its key is known"),
    ("Permission denied", "rkcompat asks for no password: set up a key, or ssh-agent"),
    ("Could not resolve", "is the name right, or does ~/.ssh/config need it"),
    ("timed out", "is the board on, and its address right"),
    ("Connection refused", "is sshd running there, and on this port"),
)
"""What ssh and adb say, and what to do about it."""


class Target(msgspec.Struct, frozen=True):
    """A board, and the command that reaches a shell on it."""

    name: str
    """As the user named it."""
    command: tuple[str, ...]


def local_target() -> Target:
    """This machine."""
    return Target("this machine", ("sh",))


def ssh_target(host: str) -> Target:
    """A board over the system's OpenSSH, with the user's own configuration; it never asks anything.

    Raises:
        UsageError: a name that ssh would take for an option.
    """
    return Target(host, ("ssh", "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=20", "--", _plain("--ssh", host), "sh"))


def adb_target(serial: str | None) -> Target:
    """A board over the system's adb; the only device where none is named.

    Raises:
        UsageError: a serial that adb would take for an option.
    """
    chosen = () if serial is None else ("-s", _plain("--adb", serial))
    return Target(serial or "adb", ("adb", *chosen, "shell", "sh"))


def _plain(option: str, name: str) -> str:
    if not name or name.startswith("-") or not name.isprintable():
        raise UsageError(Problem(option, None, f"found {name[:60]!r}, needed a name that does not begin with '-'"))
    return name


def probe(target: Target, settings: Settings | None = None) -> bytes:
    """Run the probe on a board, and return what it printed.

    Raises:
        UnreachableError: there was no bundle in it; with what was tried and what that said.
    """
    tried = " ".join(target.command)
    with tempfile.TemporaryFile() as script, tempfile.TemporaryFile() as complaints:
        # a shell that is not told of the end of its input, as over an old adb, ends by itself
        script.write(probe_script(settings).encode())
        script.seek(0)
        try:
            process = subprocess.Popen(target.command, stdin=script, stdout=subprocess.PIPE, stderr=complaints)  # noqa: S603 (no shell reads it, and names are plain)
        except OSError as fault:
            hint = f"install {target.command[0]}" if isinstance(fault, FileNotFoundError) else None
            raise UnreachableError(Problem(target.name, None, f"{tried}: {fault.strerror}", hint)) from None
        late = Event()

        def give_up() -> None:
            late.set()
            process.kill()

        watch = Timer(PATIENCE, give_up)
        watch.start()
        try:
            assert process.stdout is not None
            with process.stdout as output:
                content = output.read(LARGEST)
            code = process.wait() if len(content) < LARGEST else _stop(process)
        except BaseException:
            _stop(process)
            raise
        finally:
            watch.cancel()
        if b"rkc." in content:
            return content
        complaints.seek(0)
        said = (complaints.read(4096) + b"\n" + content[-1024:]).decode("utf-8", "replace").strip()
    reason = " / ".join(line.strip() for line in said.splitlines()[-4:] if line.strip()) or "it said nothing"
    hint = next((advice for words, advice in _HINTS if words in said), None)
    ended = f"stopped after {PATIENCE} seconds" if late.is_set() else f"exit code {code}"
    raise UnreachableError(Problem(target.name, None, f"{tried}: {ended}: {reason}", hint))


def _stop(process: "subprocess.Popen[bytes]") -> int:
    process.kill()
    return process.wait()

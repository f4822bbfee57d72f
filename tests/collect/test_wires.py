"""The same board over every wire gives the same manifest; one that cannot be reached is said plainly."""

import subprocess
from pathlib import Path

import pytest

from rkcompat.cli import run
from rkcompat.collect import Target, probe
from rkcompat.errors import UnreachableError

from .conftest import Plug, needs


def collected(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The manifest that a way to the board gives."""
    capsys.readouterr()
    code = run(["collect", "--models", *words])
    out = capsys.readouterr()

    assert code == 0, out.err
    return out.out


def console(bundle: bytes) -> bytes:
    """The bundle as a log of a serial console shows it."""
    lines = bundle.decode().splitlines()
    lines[40:40] = ["[  312.004211] usb 2-1: new high-speed USB device number 4", "", "\x1b[0m"]
    before = ["Debian GNU/Linux 12 board ttyFIQ0", "root@board:~# sh /tmp/probe.sh"]
    return "\r\n".join([*before, *(f"{line}  " for line in lines), "root@board:~# "]).encode()


def test_ssh_adb_local_and_a_pasted_bundle_agree(
    shown: Path, ssh: str, plug: Plug, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Byte for byte: no fact and no evidence depends on the wire."""
    kept = tmp_path / "board.bundle"
    local = collected(capsys, "--local", "--save-bundle", str(kept))
    pasted = tmp_path / "pasted.txt"
    pasted.write_bytes(console(kept.read_bytes()))

    assert collected(capsys, "--ssh", ssh) == local
    assert collected(capsys, "--adb", plug("ready").serial) == local
    assert collected(capsys, "--bundle", str(pasted)) == local
    assert 'version = "2.3.2"' in local


def test_several_hosts_side_by_side(ssh: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One file a board; one that is not there does not stop the others, and counts."""
    code = run(["collect", "--ssh", "board-1", "--ssh", "board-2", "--ssh", "nobody-1", "-o", str(tmp_path)])
    said = capsys.readouterr().err

    assert code == 5
    assert "error: nobody-1: ssh -T -o BatchMode=yes" in said
    assert (tmp_path / "board-1.toml").read_text() == (tmp_path / "board-2.toml").read_text()
    assert not (tmp_path / "nobody-1.toml").exists()


@pytest.mark.parametrize(
    ("host", "said", "advice"),
    [
        ("nobody-1", "Connection refused", "hint: is sshd running there, and on this port"),
        ("refuses-me", "Permission denied", "hint: rkcompat asks for no password: set up a key, or ssh-agent"),
    ],
)
def test_a_host_that_does_not_let_us_in(
    ssh: str, capsys: pytest.CaptureFixture[str], host: str, said: str, advice: str
) -> None:
    """It names the command that was tried, what that said, and what to do."""
    code = run(["collect", "--ssh", host])
    out = capsys.readouterr()

    assert code == 5
    assert out.out == ""
    assert said in out.err
    assert f"-- {host} sh: exit code 255" in out.err
    assert advice in out.err


def test_the_only_device_needs_no_name(plug: Plug, capsys: pytest.CaptureFixture[str]) -> None:
    """As adb itself has it; and one shell is all that is asked of the device."""
    device = plug("ready")

    assert 'soc = "rk3588"' in collected(capsys, "--adb")
    assert device.commands == ["sh"]


def test_of_two_devices_one_must_be_named(plug: Plug, capsys: pytest.CaptureFixture[str]) -> None:
    """Which one is nothing to guess."""
    first, second = plug("ready"), plug("ready")
    code = run(["collect", "--adb"])

    assert code == 5
    assert "hint: name one: --adb SERIAL" in capsys.readouterr().err
    assert collected(capsys, "--adb", first.serial) == collected(capsys, "--adb", second.serial)


@pytest.mark.parametrize(
    ("kind", "said", "advice"),
    [
        ("unauthorized", "unauthorized", "hint: unlock the device and accept this computer's key on its screen"),
        ("offline", "offline", "hint: plug the device in again, or: adb reconnect offline"),
    ],
)
def test_a_device_that_does_not_talk(plug: Plug, capsys: pytest.CaptureFixture[str], kind: str, said: str, advice: str) -> None:
    """What adb says of it stands in the message, beside a second device that is well."""
    plug("ready")
    device = plug("unauthorized" if kind == "unauthorized" else "offline")
    code = run(["collect", "--adb", device.serial])
    out = capsys.readouterr()

    assert code == 5
    assert out.out == ""
    assert said in out.err
    assert advice in out.err


def test_a_device_that_is_not_there(plug: Plug, capsys: pytest.CaptureFixture[str]) -> None:
    """The hint says how to see those that are."""
    plug("ready")
    code = run(["collect", "--adb", "rk3588-7"])

    assert code == 5
    assert "hint: adb devices lists those that are there" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--ssh", "-oProxyCommand=touch /tmp/x"], ["--adb", "--", "-s"], ["--ssh", ""]])
def test_a_name_that_looks_like_an_option_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """They would obey it."""
    code = run(["collect", *words])

    assert code == 2
    assert "needed a name that does not begin with '-'" in capsys.readouterr().err


def test_a_program_that_is_not_installed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It is named."""
    monkeypatch.setenv("PATH", "/nowhere")
    code = run(["collect", "--adb"])

    assert code == 5
    assert "error: adb: adb shell sh: No such file or directory\nhint: install adb" in capsys.readouterr().err


def test_a_board_that_never_ends_is_stopped_and_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """A code of the signal that ended it says nothing to a person."""
    monkeypatch.setattr("rkcompat.collect._target.PATIENCE", 0.2)

    with pytest.raises(UnreachableError, match=r"sleep 60: stopped after 0\.2 seconds: it said nothing"):
        probe(Target("slow", ("sleep", "60")))


def test_a_host_without_a_shell(ssh: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What it said instead of a bundle is shown, escaped."""
    needs("ssh")
    (tmp_path / "user.pub").write_text(f"command=\"printf '\\033]0;no shell here\\a'\" {(tmp_path / 'user.pub').read_text()}")
    code = run(["collect", "--ssh", ssh])
    said = capsys.readouterr().err

    assert code == 5
    assert "no shell here" in said
    assert "\x1b" not in said


def test_the_script_by_hand(shown: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``--print-script | sh`` on a board that no wire reaches, and its output read here."""
    run(["collect", "--print-script", "--models"])
    script = capsys.readouterr().out
    done = subprocess.run(["sh"], input=script.encode(), capture_output=True, check=True)
    (tmp_path / "bundle").write_bytes(done.stdout)

    assert collected(capsys, "--bundle", str(tmp_path / "bundle")) == collected(capsys, "--local")

"""Boards on loopback: this machine, an OpenSSH server and an adb device, each of which shows a prepared tree for its root."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .adb_device import AdbDevice, Kind
from .prepared import prepare

HERE = Path(__file__).parent
WHOLE = HERE / "whole.toml"
"""A board with something of every kind."""

SHELLS = {"dash": ("dash",), "busybox": ("busybox", "sh"), "mksh": ("mksh",)}
"""The shells that the probe is made for; toybox has none of its own, Android's is mksh."""


def needs(*programs: str) -> None:
    """Skip on a machine that has not what `.ci/run` installs; where CI is set, nothing is skipped."""
    missing = [name for name in programs if shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin") is None]
    if missing and not os.environ.get("CI"):
        pytest.skip(f"needs {', '.join(missing)}")


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root of the board that has something of every kind."""
    root = tmp_path_factory.mktemp("boards") / "whole"
    try:
        return prepare(WHOLE, root)
    except (PermissionError, subprocess.CalledProcessError):
        if os.environ.get("CI"):
            raise
        pytest.skip("needs the right to make device nodes")


@pytest.fixture
def shown(whole: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, as this machine's root for the probe."""
    monkeypatch.setenv("RKCOMPAT_ROOT", str(whole))
    return whole


def free_port() -> int:
    """A port of loopback that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def wait_for(ready: Callable[[], bool]) -> None:
    """Until something is so, at most some seconds."""
    for _ in range(200):
        if ready():
            return
        time.sleep(0.05)
    pytest.fail("it did not come about")


@pytest.fixture
def ssh(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A host that an OpenSSH server serves, with keys and settings of its own; its name, as ssh knows it."""
    needs("ssh", "sshd", "ssh-keygen")
    server = shutil.which("sshd") or "/usr/sbin/sshd"
    port = free_port()
    for name in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / name], check=True)
    public = (tmp_path / "host.pub").read_text()
    (tmp_path / "known").write_text(f"[127.0.0.1]:{port} {public}")
    (tmp_path / "sshd_config").write_text(
        f"Port {port}\nListenAddress 127.0.0.1\nHostKey {tmp_path}/host\nAuthorizedKeysFile {tmp_path}/user.pub\n"
        f"PidFile {tmp_path}/pid\nStrictModes no\nUsePAM no\nPermitRootLogin prohibit-password\nSetEnv RKCOMPAT_ROOT={whole}\n"
    )
    (tmp_path / "ssh_config").write_text(
        f"Host board-* 127.0.0.1\n  HostName 127.0.0.1\n  Port {port}\n  IdentityFile {tmp_path}/user\n  IdentitiesOnly yes\n"
        f"  UserKnownHostsFile {tmp_path}/known\nHost refuses-me\n  IdentityFile {tmp_path}/host\n"
        f"Host nobody-*\n  HostName 127.0.0.1\n  Port {free_port()}\nHost refuses-me\n  HostName 127.0.0.1\n  Port {port}\n"
        f"  IdentitiesOnly yes\n  UserKnownHostsFile {tmp_path}/known\n"
    )
    # ssh looks for its settings where the system says that home is, whatever HOME says
    wrapper = tmp_path / "bin" / "ssh"
    wrapper.parent.mkdir()
    wrapper.write_text(f'#!/bin/sh\nexec {shutil.which("ssh")} -F {tmp_path}/ssh_config "$@"\n')
    wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", str(wrapper.parent), prepend=os.pathsep)
    if os.geteuid() == 0:
        Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
    process = subprocess.Popen([server, "-D", "-e", "-f", tmp_path / "sshd_config"], stderr=subprocess.DEVNULL)
    try:
        wait_for((tmp_path / "pid").exists)
        yield "board-1"
    finally:
        process.terminate()
        process.wait()


Plug = Callable[[Kind], AdbDevice]


@pytest.fixture
def plug(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Plug]:
    """Connect one more device to an adb server of the test's own."""
    needs("adb", "mksh")
    monkeypatch.setenv("HOME", str(tmp_path))  # where adb keeps its key
    monkeypatch.setenv("ANDROID_SDK_HOME", str(tmp_path))
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(free_port()))
    devices: list[AdbDevice] = []

    def adb(*words: str) -> str:
        return subprocess.run(["adb", *words], capture_output=True, text=True, timeout=60, check=False).stdout

    def connect(kind: Kind) -> AdbDevice:
        device = AdbDevice(kind, ["mksh", "-c"], {"RKCOMPAT_ROOT": str(whole)})
        devices.append(device)
        state = {"ready": "device"}.get(kind, kind)
        waiting = subprocess.Popen(["adb", "connect", device.serial], stdout=subprocess.DEVNULL)
        wait_for(lambda: f"{device.serial}\t{state}" in adb("devices"))
        waiting.kill()  # it waits for one that never answers
        waiting.wait()
        return device

    adb("start-server")
    try:
        yield connect
    finally:
        for device in devices:
            device.close()
        adb("kill-server")

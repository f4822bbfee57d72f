"""A device that speaks adb's wire protocol on loopback, as far as ``adb connect`` and ``adb shell COMMAND`` need it.

The protocol is that of Android's ``packages/modules/adb/protocol.txt``: messages of six little-endian words and a payload.
"""

import os
import socket
import struct
import subprocess
import threading
from collections.abc import Mapping, Sequence
from typing import Literal

_WORDS = struct.Struct("<6I")
_VERSION = 0x01000000
_PAYLOAD = 4096

Kind = Literal["ready", "unauthorized", "offline"]


class AdbDevice:
    """One device: ``ready`` runs what it is asked to, ``unauthorized`` never accepts a key, ``offline`` never answers."""

    def __init__(self, kind: Kind, shell: Sequence[str], environment: Mapping[str, str]) -> None:
        self.kind = kind
        self.shell = list(shell)
        self.environment = dict(environment)
        self.commands: list[str] = []
        """What was asked of its shell."""
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.serial = f"127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Be gone."""
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._talk, args=(connection,), daemon=True).start()

    def _talk(self, connection: socket.socket) -> None:
        streams: dict[int, _Shell] = {}
        link = _Link(connection)
        with connection:
            while (message := link.receive()) is not None:
                command, first, second, payload = message
                match command, self.kind:
                    case b"CNXN", "ready":
                        link.send(b"CNXN", _VERSION, _PAYLOAD, b"device::ro.product.name=rk3588;ro.product.model=board;\0")
                    case ((b"CNXN" | b"AUTH"), "unauthorized") if first != 3:
                        link.send(b"AUTH", 1, 0, bytes(20))  # sign this; at last comes the key itself, for a person to accept
                    case b"OPEN", "ready":
                        service = payload.rstrip(b"\0").decode()
                        if not service.startswith("shell:"):
                            link.send(b"CLSE", 0, first)
                            continue
                        self.commands.append(service.removeprefix("shell:"))
                        number = len(self.commands)
                        link.send(b"OKAY", number, first)
                        streams[number] = _Shell(link, number, first, [*self.shell, self.commands[-1]], self.environment)
                    case b"WRTE", _ if second in streams:
                        streams[second].feed(payload)
                        link.send(b"OKAY", second, first)
                    case b"OKAY", _ if second in streams:
                        streams[second].acknowledged.release()
                    case b"CLSE", _:
                        streams.pop(second, None)


class _Link:
    """One connection, message by message."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.writing = threading.Lock()

    def receive(self) -> tuple[bytes, int, int, bytes] | None:
        head = self._read(_WORDS.size)
        if head is None:
            return None
        command, first, second, size, _, magic = _WORDS.unpack(head)
        assert magic == command ^ 0xFFFFFFFF
        payload = self._read(size) if size else b""
        return None if payload is None else (command.to_bytes(4, "little"), first, second, payload)

    def send(self, command: bytes, first: int, second: int, payload: bytes = b"") -> None:
        word = int.from_bytes(command, "little")
        head = _WORDS.pack(word, first, second, len(payload), sum(payload) & 0xFFFFFFFF, word ^ 0xFFFFFFFF)
        with self.writing:
            try:
                self.connection.sendall(head + payload)
            except OSError:
                return

    def _read(self, size: int) -> bytes | None:
        content = b""
        while len(content) < size:
            try:
                part = self.connection.recv(size - len(content))
            except OSError:
                return None
            if not part:
                return None
            content += part
        return content


class _Shell:
    """One shell, its output sent a message at a time, the next when the last was acknowledged."""

    def __init__(self, link: _Link, number: int, remote: int, command: list[str], environment: Mapping[str, str]) -> None:
        self.acknowledged = threading.Semaphore(0)
        self.process = subprocess.Popen(
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=os.environ | environment,
        )
        threading.Thread(target=self._pump, args=(link, number, remote), daemon=True).start()

    def feed(self, payload: bytes) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(payload)
        except (OSError, ValueError):  # it ended before all was read
            return

    def _pump(self, link: _Link, number: int, remote: int) -> None:
        assert self.process.stdout is not None
        with self.process:
            while part := os.read(self.process.stdout.fileno(), _PAYLOAD):
                link.send(b"WRTE", number, remote, part)
                self.acknowledged.acquire(timeout=30)
        link.send(b"CLSE", number, remote)

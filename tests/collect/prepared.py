"""A board as a folder tree, made from a TOML file that says what its public log shows."""

import gzip
import os
import stat
import subprocess
from pathlib import Path
from typing import Any

import tomli

_MACHINES = {"aarch64": 0xB7, "armhf": 0x28, "x86_64": 0x3E}


def prepare(board: Path, root: Path) -> Path:
    """Lay out a board below a folder, which then stands for its root.

    ``[files]`` path to text, ``[hex]`` to bytes, ``[gzip]`` to what is packed, ``[links]`` to where it points,
    ``[nodes]`` to ``MAJOR:MINOR``, ``[programs]`` to ``{ machine, strings }``; ``folders`` are paths.
    """
    said: dict[str, Any] = tomli.loads(board.read_text())
    for path in said.get("folders", ()):
        (root / path).mkdir(parents=True, exist_ok=True)
    for path, text in said.get("files", {}).items():
        _put(root / path, text.encode())
    for path, digits in said.get("hex", {}).items():
        _put(root / path, bytes.fromhex(digits))
    for path, text in said.get("gzip", {}).items():
        _put(root / path, gzip.compress(text.encode(), mtime=0))
    for path, program in said.get("programs", {}).items():
        _put(root / path, elf(program["machine"], *program["strings"]))
    for path, target in said.get("links", {}).items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).symlink_to(target)
    for path, numbers in said.get("nodes", {}).items():
        major, _, minor = numbers.partition(":")
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        _make_node(root / path, int(major), int(minor))
    return root


def elf(machine: str, *strings: str) -> bytes:
    """The head of an ELF file and some strings: as much of a library as the probe looks at."""
    head = b"\x7fELF\x02\x01\x01" + bytes(9) + (3).to_bytes(2, "little") + _MACHINES[machine].to_bytes(2, "little")
    return head + b"\1\2\3\0" + b"\0".join(text.encode() for text in strings) + b"\0\xff\xfe"


def _make_node(path: Path, major: int, minor: int) -> None:
    """A character device, which root alone can make."""
    if os.geteuid() == 0:
        os.mknod(path, stat.S_IFCHR, os.makedev(major, minor))
        os.chmod(path, 0o660)
    else:
        subprocess.run(["sudo", "-n", "mknod", "-m", "660", path, "c", str(major), str(minor)], check=True)


def _put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)

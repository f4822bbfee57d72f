"""Root file systems and container images made in a test: ELF files of gcc, everything else byte by byte."""

import gzip
import hashlib
import io
import json
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")

AARCH64, ARM, X86_64 = 0xB7, 0x28, 0x3E
RT_232 = "librknnrt version: 2.3.2 (429f97ae6b@2025-04-09T09:09:27)"
RT_140 = "librknnrt version: 1.4.0 (a10f100eb@2022-09-09T09:07:14)"
LLM_121 = "rkllm-runtime version: 1.2.1"
SERVER_232 = "rknn_server version: 2.3.2 (1842325 build@2025-03-30T09:54:34)"
GLIBC_236 = "GNU C Library (Debian GLIBC 2.36-9) stable release version 2.36."
CONFIG = """#
# Automatically generated file; DO NOT EDIT.
# Linux/arm64 6.1.115 Kernel Configuration
#
CONFIG_ROCKCHIP_RKNPU=y
CONFIG_ROCKCHIP_RKNPU_DRM_GEM=y
# CONFIG_ROCKCHIP_RKNPU_SRAM is not set
"""

Content = bytes | str | None
"""The bytes of a file, where a link points, or a folder."""


def _compile(source: str, *flags: str, machine: int) -> bytes:
    """What gcc makes of it; the machine is written over, as nothing here is ever run."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "made")
        subprocess.run(["gcc", "-x", "c", "-", *flags, "-o", str(place)], input=source.encode(), check=True)
        made = bytearray(place.read_bytes())
    made[18:20] = machine.to_bytes(2, "little")
    return bytes(made)


@cache
def module(version: str, release: str) -> bytes:
    """An rknpu.ko: an object with a .modinfo."""
    facts = "\\0".join((f"version={version}", f"vermagic={release} SMP mod_unload aarch64", "name=rknpu"))
    source = f'const char modinfo[] __attribute__((section(".modinfo"), used)) = "{facts}";\n'
    return _compile(source, "-c", machine=AARCH64)


@cache
def library(name: str, text: str, *, machine: int = AARCH64) -> bytes:
    """A shared library that gives itself a name and holds a text."""
    source = f'const char text[] = "{text}"; int rknn_init(void) {{ return 0; }}\n'
    return _compile(source, "-shared", "-fPIC", f"-Wl,-soname,{name}", machine=machine)


@cache
def program(
    *needed: str, text: str = "", calls: str = "", weak: str = "", flags: tuple[str, ...] = (), machine: int = AARCH64
) -> bytes:
    """A program that needs libraries by name, for the loader of 64-bit glibc.

    Args:
        text: a string that it holds.
        calls: a function that it expects of a library.
        weak: one that it calls where a library has it.
        flags: more for gcc.
    """
    call = f"extern int {calls}(void);" if calls else ""
    if weak:
        call += f"extern int {weak}(void) __attribute__((weak)); int optional(void) {{ return {weak} ? {weak}() : 0; }}"
    source = f'{call}\nconst char text[] = "{text}";\nint main(void) {{ return text[0]{f" + {calls}()" if calls else ""}; }}\n'
    with tempfile.TemporaryDirectory() as folder:
        for name in needed:
            stub = ["gcc", "-shared", "-fPIC", "-x", "c", "-", f"-Wl,-soname,{name}", "-o", f"{folder}/{name}"]
            subprocess.run(stub, input=f"int {calls}(void) {{ return 0; }}".encode() if calls else b"", check=True)
        links = [f"-L{folder}", "-Wl,--no-as-needed", *(f"-l:{name}" for name in needed)]
        loader = "-Wl,--dynamic-linker=/lib/ld-linux-aarch64.so.1"
        return _compile(source, "-x", "none", *links, loader, *flags, machine=machine)


def runtime(text: str = RT_232, machine: int = AARCH64) -> bytes:
    """A library that says it is librknnrt of a release."""
    return library("librknnrt.so", text, machine=machine)


MODEL = Path(__file__).parent.parent / "samples" / "made" / "2.3.2_rk3588_i8.rknn"


LITE = "/usr/lib/python3/dist-packages/rknn_toolkit_lite2-2.3.2.dist-info"


def debian() -> dict[str, Content]:
    """A root file system as debootstrap makes it, with the NPU's user space and a vendor kernel."""
    return {
        "/usr/lib": None,
        "/usr/bin": None,
        "/lib": "usr/lib",
        "/bin": "usr/bin",
        "/usr/bin/sh": program(),
        "/usr/lib/ld-linux-aarch64.so.1": "aarch64-linux-gnu/ld-linux-aarch64.so.1",
        "/usr/lib/aarch64-linux-gnu/ld-linux-aarch64.so.1": b"\x7fELF",
        "/usr/lib/aarch64-linux-gnu/libc.so.6": b"\x7fELF" + bytes(100) + GLIBC_236.encode() + b"\n\0",
        "/etc/os-release": b'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\nVERSION_ID="12"\n',
        "/usr/lib/librknnrt.so": runtime(),
        "/usr/bin/rknn_server": program(text=SERVER_232),
        f"{LITE}/METADATA": b"Metadata-Version: 2.1\nName: rknn-toolkit-lite2\nVersion: 2.3.2\n",
        f"{LITE}/WHEEL": b"Wheel-Version: 1.0\nTag: cp311-cp311-linux_aarch64\n",
        "/usr/lib/modules/6.1.115-vendor-rk35xx/modules.builtin": b"kernel/drivers/rknpu/rknpu.ko\n",
        "/usr/lib/modules/6.1.115-vendor-rk35xx/modules.builtin.modinfo": b"rknpu.version=0.9.8\0rknpu.license=GPL v2\0",
        "/boot/config-6.1.115-vendor-rk35xx": CONFIG.encode(),
    }


def put(root: Path, files: Mapping[str, Content]) -> Path:
    """Write a tree into a folder."""
    for path, content in files.items():
        place = root / path.lstrip("/")
        if content is None:
            place.mkdir(parents=True, exist_ok=True)
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str):
            place.symlink_to(content)
        else:
            place.write_bytes(content)
    return root


def member(name: str, content: Content = b"", kind: bytes | None = None, target: str = "") -> tuple[tarfile.TarInfo, bytes]:
    """One entry of a tar."""
    info = tarfile.TarInfo(name)
    if kind is not None:
        info.type, info.linkname = kind, target
        return info, b""
    if content is None:
        info.type = tarfile.DIRTYPE
    elif isinstance(content, str):
        info.type, info.linkname = tarfile.SYMTYPE, content
    else:
        info.size = len(content)
    return info, content if isinstance(content, bytes) else b""


def tar(members: Sequence[tuple[tarfile.TarInfo, bytes]], form: int = tarfile.GNU_FORMAT) -> bytes:
    """A tar of entries, in their order."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=form) as archive:
        for info, content in members:
            archive.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


def layer(files: Mapping[str, Content], form: int = tarfile.GNU_FORMAT) -> bytes:
    """A layer that holds a tree."""
    return tar([member(path.lstrip("/"), content) for path, content in files.items()], form)


def docker_save(path: Path, *layers: bytes, tag: str = "ghcr.io/example/frigate:0.15", **start: Any) -> Path:
    """An image as ``docker save`` writes it."""
    names = [f"{hashlib.sha256(content).hexdigest()}/layer.tar" for content in layers]
    config = json.dumps({"architecture": "arm64", "os": "linux", "config": start}).encode()
    manifest = json.dumps([{"Config": "config.json", "RepoTags": [tag], "Layers": names}]).encode()
    files = {**dict(zip(names, layers, strict=True)), "config.json": config, "manifest.json": manifest}
    path.write_bytes(tar([member(name, content) for name, content in files.items()]))
    return path


def oci(path: Path, *layers: bytes, platforms: Sequence[str] = ("arm64",), tag: str = "frigate:0.15", **start: Any) -> Path:
    """An image as an OCI layout in a tar, its layers packed; the same one for each platform."""
    blobs: dict[str, bytes] = {}

    def blob(content: bytes) -> dict[str, Any]:
        digest = hashlib.sha256(content).hexdigest()
        blobs[f"blobs/sha256/{digest}"] = content
        return {"digest": f"sha256:{digest}", "size": len(content)}

    manifests = []
    for platform in platforms:
        config = blob(json.dumps({"architecture": platform, "config": start}).encode())
        packed = [
            {**blob(gzip.compress(content, 1, mtime=0)), "mediaType": "application/vnd.oci.image.layer.v1.tar+gzip"}
            for content in layers
        ]
        image = blob(json.dumps({"schemaVersion": 2, "config": config, "layers": packed}).encode())
        manifests.append({**image, "platform": {"architecture": platform, "os": "linux"}})
    index = {
        "schemaVersion": 2,
        "manifests": [{**one, "annotations": {"org.opencontainers.image.ref.name": tag}} for one in manifests],
    }
    files = {"oci-layout": b'{"imageLayoutVersion": "1.0.0"}', "index.json": json.dumps(index).encode(), **blobs}
    path.write_bytes(tar([member(name, content) for name, content in files.items()]))
    return path

"""Files of the stack made in a test: libraries by gcc, device trees by dtc, kernels and wheels byte by byte."""

import bz2
import gzip
import io
import lzma
import platform
import shutil
import struct
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Literal

import lz4.block
import lz4.frame
import pytest

from rkcompat.artifacts._source import Memory, Source

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

#: What it makes is never run; on other machines it makes no ELF files, or has no 32-bit form.
_HAS_GCC = sys.platform == "linux" and platform.machine() == "x86_64" and shutil.which("gcc") is not None
needs_gcc = pytest.mark.skipif(not _HAS_GCC, reason="needs gcc on Linux on x86-64")
needs_dtc = pytest.mark.skipif(shutil.which("dtc") is None, reason="needs dtc, of the package device-tree-compiler")

BANNER = "librknnrt version: 1.6.0 (9a7b5d24c@2023-12-13T17:32:13)"
API_1_6_0 = (
    *("rknn_init", "rknn_destroy", "rknn_query", "rknn_run", "rknn_inputs_set", "rknn_outputs_get", "rknn_outputs_release"),
    *("rknn_create_mem", "rknn_create_mem_from_fd", "rknn_create_mem_from_phys", "rknn_destroy_mem", "rknn_mem_sync"),
    *("rknn_set_internal_mem", "rknn_set_io_mem", "rknn_set_weight_mem", "rknn_set_core_mask", "rknn_set_batch_core_num"),
    *("rknn_dup_context", "rknn_wait", "rknn_matmul_create", "rknn_matmul_destroy", "rknn_matmul_run"),
    *("rknn_matmul_set_io_mem", "rknn_matmul_set_core_mask", "rknn_set_input_shape", "rknn_set_input_shapes"),
    *("rknn_register_custom_ops", "rknn_custom_op_get_op_attr"),
)
_MACHINES = {"aarch64": 183, "armhf": 40, "x86_64": 62}


def make_elf(
    place: Path,
    *,
    exports: Iterable[str] = (),
    imports: Iterable[str] = (),
    texts: Sequence[str] = (),
    soname: str | None = None,
    needed: Sequence[str] = (),
    versions: Mapping[str, str] | None = None,
    runpath: str | None = None,
    rpath: str | None = None,
    interpreter: str | None = None,
    arch: Literal["aarch64", "armhf", "x86_64"] = "aarch64",
    in_data: bool = False,
    has_default: bool = True,
) -> Path:
    """Compile a library, or with an interpreter a program.

    Args:
        place: the file to make.
        exports: the functions that it offers.
        imports: those that it calls.
        texts: what stands in its read-only data.
        soname: its own name.
        needed: the names of libraries it needs.
        versions: versioned functions it calls, each with the version: ``puts`` of ``GLIBC_2.17``.
        runpath: where it looks for libraries.
        rpath: the same, in the older way.
        interpreter: the loader that starts it.
        arch: the machine; what is compiled is never run, so the header alone says so.
        in_data: whether the texts stand among the data that can be written.
        has_default: whether it looks for libraries in the system's folders.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    work = place.parent / f".{place.name}.work"
    work.mkdir()
    wide = [] if arch != "armhf" else ["-m32"]
    gcc = ["gcc", "-O0", "-fPIC", "-nostdlib", "-fno-stack-protector", "-fcf-protection=none", *wide]
    versions = versions or {}
    stubs = []
    for name in needed:
        script = "".join(f"{version} {{ global: {symbol}; }};\n" for symbol, version in versions.items())
        (work / "stub.c").write_text("".join(f"int {symbol}(void) {{ return 0; }}\n" for symbol in versions))
        (work / "stub.map").write_text(script or "{ local: *; };")
        stub = f"{work}/{name.replace('/', '_')}"
        _run([*gcc, "-shared", f"-Wl,-soname,{name},--version-script={work}/stub.map", "-o", stub, f"{work}/stub.c"])
        stubs.append(stub)
    calls = (*imports, *versions)
    lines = [f"int {name}(void);" for name in calls]
    lines += [f"int {name}(void) {{ return 0; }}" for name in exports]
    kind = "char" if in_data else "const char"
    lines += [f'__attribute__((used)) {kind} text_{index}[] = "{text}";' for index, text in enumerate(texts)]
    lines += [f"int entry_of_this(void) {{ return {' + '.join(f'{name}()' for name in calls) or '0'}; }}"]
    (work / "made.c").write_text("\n".join(lines))
    link = ["-Wl,--build-id=none", "-Wl,--no-as-needed", "-Wl,--unresolved-symbols=ignore-all"]
    link += [f"-Wl,-soname,{soname}"] if soname else []
    link += [f"-Wl,--enable-new-dtags,-rpath,{runpath}"] if runpath else []
    link += [f"-Wl,--disable-new-dtags,-rpath,{rpath}"] if rpath else []
    link += [] if has_default else ["-Wl,-z,nodefaultlib"]
    link += ["-pie", "-Wl,-e,entry_of_this", f"-Wl,-dynamic-linker,{interpreter}"] if interpreter else ["-shared"]
    _run([*gcc, *link, "-o", str(place), f"{work}/made.c", *stubs])
    shutil.rmtree(work)
    content = bytearray(place.read_bytes())
    content[18:20] = struct.pack("<H", _MACHINES[arch])
    place.write_bytes(content)
    return place


def make_module(place: Path, facts: Mapping[str, str], *, has_crcs: bool = False, is_signed: bool = False) -> Path:
    """Compile a kernel module that states these facts."""
    source = place.with_suffix(".c")
    lines = [
        f'__attribute__((section(".modinfo"), used)) static const char fact_{index}[] = "{key}={value}";'
        for index, (key, value) in enumerate(facts.items())
    ]
    if has_crcs:
        lines.append('__attribute__((section("__versions"), used)) static const long crc[] = { 1, 2 };')
    source.write_text("\n".join(lines))
    _run(["gcc", "-c", "-o", str(place), str(source)])
    source.unlink()
    content = bytearray(place.read_bytes())
    content[18:20] = struct.pack("<H", _MACHINES["aarch64"])
    place.write_bytes(bytes(content) + (b"\0" * 12 + b"~Module signature appended~\n" if is_signed else b""))
    return place


def make_tree(place: Path, source: str, *options: str) -> Path:
    """Compile a device tree."""
    text = place.with_suffix(".source")
    text.write_text(source)
    _run(["dtc", "-q", "-I", "dts", "-O", "dtb", *options, "-o", str(place), str(text)])
    return place


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def pack_with(method: str, content: bytes) -> bytes:
    """The content, packed in the way of that name; ``lz4`` is the old form, in which kernels are packed."""
    if method == "lz4":
        size = 8 << 20
        blocks = [
            lz4.block.compress(content[start : start + size], store_size=False)
            for start in range(0, max(len(content), 1), size)
        ]
        packed = b"".join(struct.pack("<I", len(block)) + block for block in blocks)
        return b"\x02\x21\x4c\x18" + packed + struct.pack("<I", len(content))
    if method == "lz4-frame":
        return lz4.frame.compress(content)
    packers = {"gzip": gzip.compress, "xz": lzma.compress, "zstd": zstd.compress, "bzip2": bz2.compress}
    if method == "lzma":
        return lzma.compress(content, format=lzma.FORMAT_ALONE)
    return packers[method](content)


CONFIG = """\
#
# Automatically generated file; DO NOT EDIT.
# Linux/arm64 6.1.75 Kernel Configuration
#
CONFIG_MODULES=y
CONFIG_NO_GKI=y
CONFIG_ROCKCHIP_RKNPU=y
# CONFIG_ROCKCHIP_RKNPU_DMA_HEAP is not set
CONFIG_ROCKCHIP_RKNPU_DRM_GEM=y
CONFIG_LOCALVERSION="-vendor"
"""


def make_image(
    *, config: str | None = CONFIG, driver: bytes = b"\0rknpu\0RKNPU driver\0" + b"20240828\0" + b"0.9.8\0"
) -> bytes:
    """A kernel for 64-bit ARM, as far as a reader looks: header, banner, configuration, the driver's names."""
    header = struct.pack("<II8s8s8s", 0x14000010, 0, b"", b"", b"").ljust(0x38, b"\0") + b"ARMd" + bytes(4)
    parts = [header, b"\0" * 5000, b"Linux version 6.1.75-vendor-rk35xx (me@here) (gcc 12.3, GNU ld 2.40) #2 SMP Fri Mar 8\n\0"]
    parts.append(b"Linux version %s (%s)\n\0")
    if config is not None:
        parts += [b"\0" * (1 << 20), b"IKCFG_ST", gzip.compress(config.encode()), b"IKCFG_ED"]
    parts += [b"\0" * (1 << 19), driver, b"\0" * (1 << 14)]
    return b"".join(parts)


def make_wheel(
    name: str = "rknn_toolkit_lite2",
    version: str = "2.3.2",
    *,
    summary: str = "Rockchip Neural Network Toolkit Lite2. (commit: 1482e03)",
    tags: Sequence[str] = ("cp310-cp310-manylinux_2_17_aarch64", "cp310-cp310-manylinux2014_aarch64"),
) -> bytes:
    """A wheel with its record and nothing else."""
    folder = f"{name}-{version}.dist-info"
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            f"{folder}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nSummary: {summary}\n\nAbout"
        )
        archive.writestr(f"{folder}/WHEEL", "Wheel-Version: 1.0\n" + "".join(f"Tag: {tag}\n" for tag in tags))
    return content.getvalue()


class MadeTree:
    """Files and links in memory, as a container's layers are."""

    def __init__(self, files: Mapping[str, bytes], links: Mapping[str, str] | None = None) -> None:
        self._files = dict(files)
        self._links = dict(links or {})
        self._folders = {str(parent) for path in (*self._files, *self._links) for parent in PurePosixPath(path).parents}

    def kind(self, path: str) -> Literal["file", "folder", "link"] | None:
        """What is there."""
        if path in self._links:
            return "link"
        return "file" if path in self._files else "folder" if path in self._folders else None

    def link(self, path: str) -> str:
        """What a link names."""
        return self._links[path]

    def names(self, path: str) -> Sequence[str]:
        """What a folder holds."""
        below = path.rstrip("/") + "/"
        paths = (*self._files, *self._links, *self._folders)
        return sorted({item[len(below) :].partition("/")[0] for item in paths if item.startswith(below)} - {""})

    @contextmanager
    def open(self, path: str) -> Iterator[Source]:
        """The bytes of a file."""
        yield Memory(self._files[path])


def make_cache(entries: Sequence[tuple[str, str]], flags: int = 0x0A03, *, behind_the_old: bool = False) -> bytes:
    """``/etc/ld.so.cache`` with these names and paths."""
    header = 48 + 24 * len(entries)
    strings, table = b"", b""
    for name, path in entries:
        table += struct.pack("<iIIIQ", flags, header + len(strings), header + len(strings) + len(name) + 1, 0, 0)
        strings += name.encode() + b"\0" + path.encode() + b"\0"
    cache = struct.pack("<20sII20x", b"glibc-ld.so.cache1.1", len(entries), len(strings)) + table + strings
    return struct.pack("<12sI", b"ld.so-1.7.0", 1) + bytes(12 + 4) + cache if behind_the_old else cache

"""What any file of the stack is, told from its content, and the reader for it; a reader is loaded only when it is needed."""

import os
import re
from typing import TYPE_CHECKING

import msgspec

from ..model.artifact_any import Artifact
from ..model.artifact_file import UnreadableFile
from ._container import BARE_GRAPH, MAGIC
from ._file import DamageError, RegularFile
from ._named import check_name, wanted_by_name
from ._source import Source

if TYPE_CHECKING:
    from ..model.artifact_kernel import Compression

_BEGINNING = 4096
_MODEL_MAGICS = (MAGIC, b"CYPTRKNN", BARE_GRAPH)
_LARGEST_HASHED = 64 << 30
_LARGEST_LINKED = 1 << 30
_METADATA = re.compile(rb"Metadata-Version: ?\d")


def read_artifact(path: str | os.PathLike[str]) -> Artifact:
    """Read a file of the stack, or the ``.dist-info`` folder of an installed package; nothing in it is run.

    A file that is none, or a damaged one, is an answer too: one with a `problem`.

    Raises:
        OSError: the file is missing, or must not be read.
    """
    name = os.fspath(path)
    if name.rstrip("/").endswith(".dist-info") and os.path.isdir(name):
        return _read_installed(name)
    try:
        with RegularFile(name) as file:
            return read_source(name, file)
    except DamageError as damage:
        return UnreadableFile(path=name, size=0, problem=str(damage))


def read_source(path: str, source: Source) -> Artifact:
    """Read what comes from elsewhere than a file, as from an archive; `path` is what it is called there."""
    try:
        return check_name(_read(path, source))
    except DamageError as damage:
        return UnreadableFile(path=path, size=source.size, problem=str(damage))


def _read_installed(folder: str) -> Artifact:
    from ._package import read_metadata

    try:
        if not os.path.isfile(os.path.join(folder, "METADATA")):
            raise DamageError("found no METADATA in it, needed the folder of an installed package")
        with RegularFile(os.path.join(folder, "METADATA")) as file:
            wheel = os.path.join(folder, "WHEEL")
            tags = ""
            if os.path.isfile(wheel):
                with RegularFile(wheel) as beside:
                    tags = beside.read(0, min(beside.size, _BEGINNING)).decode("utf-8", "replace")
            return read_metadata(os.path.join(folder, ""), file, tags)
    except DamageError as damage:
        return UnreadableFile(path=folder, size=0, problem=str(damage))


def _read(path: str, source: Source) -> Artifact:
    beginning = source.read(0, min(_BEGINNING, source.size))
    if path.endswith((".rknn", ".rkllm")) or beginning.startswith(_MODEL_MAGICS):
        return _read_model(path, source)
    if beginning.startswith(b"\x7fELF"):
        return _read_elf(path, source, None, source.size)
    if beginning.startswith(b"PK\x03\x04"):
        from ._package import read_wheel

        return read_wheel(path, source)
    if beginning.startswith(b"\xd0\x0d\xfe\xed"):
        from ._device_tree import read_device_tree
        from ._fdt import read_fdt

        return read_device_tree(path, source.size, read_fdt(source))
    from ._kernel import arch_of, read_kernel

    if arch := arch_of(beginning):
        return read_kernel(path, source, arch)
    from ._unpack import compression_of

    if method := compression_of(beginning):
        return _read_packed(path, source, method)
    return _read_text(path, source, beginning)


def _read_model(path: str, source: Source) -> Artifact:
    from ._read import read_model_source
    from ._source import sha256_of

    model = read_model_source(path, source)
    if model.kind == "rkllm" and source.size <= _LARGEST_HASHED:
        return msgspec.structs.replace(model, sha256=sha256_of(source))
    return model


def _read_elf(path: str, source: Source, method: "Compression | None", size: int) -> Artifact:
    from ._elf import read_elf

    elf = read_elf(source)
    if elf.kind == "ET_REL":
        from ._module import read_module

        return read_module(path, source, elf, method, size)
    if source.size > _LARGEST_LINKED:
        raise DamageError(f"found an ELF file of {source.size} bytes, needed at most {_LARGEST_LINKED}")
    from ._linked import read_linked

    return read_linked(path, source, elf)


def _read_packed(path: str, source: Source, method: "Compression") -> Artifact:
    """A kernel, a module or a configuration, told from how it begins when it is unpacked."""
    from ._kconfig import LONGEST as LONGEST_CONFIG, is_config, read_config
    from ._kernel import arch_of, read_kernel
    from ._module import LONGEST as LONGEST_MODULE
    from ._unpack import unpack, unpack_whole

    beginning = next(unpack(source, method), b"")[:_BEGINNING]
    if arch := arch_of(beginning):
        return read_kernel(path, source, arch)
    if beginning.startswith(b"\x7fELF"):
        return _read_elf(path, unpack_whole(source, method, LONGEST_MODULE), method, source.size)
    if is_config(beginning):
        return read_config(path, unpack_whole(source, method, LONGEST_CONFIG), method, source.size)
    raise DamageError(f"found something packed with {method} that is none of the stack's, needed {wanted_by_name(path)}")


def _read_text(path: str, source: Source, beginning: bytes) -> Artifact:
    from ._dts import is_dts, read_dts
    from ._kconfig import is_config, read_config
    from ._module import is_builtin_list, read_builtin

    if is_config(beginning):
        return read_config(path, source, None, source.size)
    if _METADATA.match(beginning):
        from ._package import read_metadata

        return read_metadata(path, source)
    if is_builtin_list(beginning):
        return read_builtin(path, source)
    if is_dts(beginning):
        from ._device_tree import read_device_tree

        return read_device_tree(path, source.size, read_dts(source), "device-tree-source")
    from ._recognize import recognize

    what = recognize(beginning[:256], source.size) or "no kind of file that is known"
    raise DamageError(f"found {what}, needed {wanted_by_name(path)}")

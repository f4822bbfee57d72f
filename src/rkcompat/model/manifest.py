"""What one deployment consists of, as a manifest of format 1 states it.

The classes below are the format: their fields are the keys, their docstrings what a key means. A key that is absent is
unknown, never a default; only ``absent`` and ``config_complete`` turn silence into a statement.
"""

from typing import Annotated, Literal

import msgspec

from .words import CLibrary, Library

FORMAT = 1
"""The newest manifest format that this rkcompat reads and the one it writes."""

MOST_ENTRIES = 32
"""How many copies of a library, models, applications or containers one manifest may hold; each pair of them is judged."""

Feature = Literal[
    "sram",
    "sram-env",
    "sram-alloc",
    "sram-share",
    "nbuf",
    "dynamic-shape",
    "matmul-api",
    "matmul-int4",
    "custom-op",
    "multi-core",
    "batch-core-num",
    "zero-copy",
    "weight-share",
    "weight-compression",
    "internal-outside",
    "gpu-fallback",
    "mem-sync",
    "disable-flush",
    "create-mem2",
    "model-zero-copy",
    "encrypted-model",
    "sparse-infer",
    "flash-attention",
    "w4a16",
    "w8a16",
    "w16a16i",
    "auto-hybrid",
    "codegen",
    "perf-debug",
    "lora",
    "multimodal",
]
"""What an application uses of the stack; the names follow Rockchip's flags and API."""

Absent = Literal[
    "toolkit",
    "rkllm_toolkit",
    "lite",
    "server",
    "runtime",
    "model",
    "driver",
    "application",
    "container",
    "libc",
    "image",
    "device_tree",
]
"""The tables of a manifest that can be looked for and not found."""

Lockable = Literal[
    "toolkit",
    "model",
    "lite",
    "runtime",
    "server",
    "driver",
    "kernel",
    "image",
    "kernel-config",
    "device-tree",
    "rkllm-toolkit",
    "rkllm-model",
    "rkllm-runtime",
]
"""What a lock can name: the components, and what changes only with the image."""

Architecture = Literal["aarch64", "armhf", "x86_64"]
"""The processors that a program or a library is built for."""

VersionText = Annotated[str, msgspec.Meta(extra={"read": "version"})]
"""A version as people write it; `rkcompat.model.version.parse_version` reads it."""

Number = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
"""A number as large as an integer of TOML can be."""

Bytes = Number
"""An address or a size in bytes."""


class Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One table of a manifest."""


class Board(Table, frozen=True):
    """The machine."""

    soc: Annotated[str, msgspec.Meta(min_length=1)] | None = None
    """The chip in lower case, ``rk3588``; variants such as ``rk3588s`` are folded by the platforms."""
    name: str | None = None
    """The board as its maker calls it."""
    label: str | None = None
    """The user's own name for it, for fleets."""


class Image(Table, frozen=True):
    """The system image that the board runs."""

    id: str | None = None
    version: str | None = None


class Kernel(Table, frozen=True):
    """The running kernel."""

    release: VersionText | None = None
    """``uname -r``."""
    config_complete: bool = False
    """Whether ``config`` holds every option that is set, so that one that is not listed is ``n``."""
    config: dict[str, str | Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]] = {}
    """``CONFIG_…`` to ``y``, ``m``, ``n`` or a value."""


class NpuNode(Table, frozen=True):
    """The NPU's node of the device tree."""

    node: str | None = None
    compatible: str | None = None
    status: str | None = None
    iommu: bool | None = None


class Region(Table, frozen=True):
    """A piece of SRAM, in bytes."""

    start: Bytes
    size: Bytes


class OwnedRegion(Region, frozen=True):
    """A piece of SRAM that another block was given."""

    owner: str


class DeviceTree(Table, frozen=True):
    """What the running device tree says of the NPU and the SRAM."""

    npu: NpuNode | None = None
    sram: Region | None = None
    """What the NPU was given (``rockchip,sram``)."""
    reserved_sram: tuple[OwnedRegion, ...] | None = None
    """What other blocks were given: ``[]`` is nobody, no key is not read."""


class ModuleFile(Table, frozen=True):
    """A ``rknpu.ko`` on the disk, which need not be the driver that runs."""

    path: str | None = None
    version: VersionText | None = None
    vermagic: str | None = None
    signed: bool | None = None
    """Whether a signature is appended to it; whether the kernel has the key, nobody looked."""


class NodeAccess(Table, frozen=True):
    """Who may open a device node, as ``ls -l`` shows it."""

    node: str
    """Its path, ``/dev/dri/renderD129``."""
    mode: Annotated[str, msgspec.Meta(pattern=r"^0?[0-7]{3}$")]
    """Its permissions in octal, ``0660``."""
    owner: str
    group: str


class Driver(Table, frozen=True):
    """The kernel driver of the NPU, as it runs."""

    family: Literal["rknpu", "rocket", "galcore", "rknpu3", "none"] | None = None
    version: VersionText | None = None
    date: str | None = None
    linkage: Literal["builtin", "module"] | None = None
    nodes: tuple[str, ...] | None = None
    """The device nodes of the NPU, and a ``/dev/rknpu`` that is a link."""
    node_access: tuple[NodeAccess, ...] | None = None
    """That of every node; no key where one of them has an access list (``+``), which says more."""
    module_file: ModuleFile | None = None


class LibcNeed(Table, frozen=True):
    """The C library that a program or a library was built for."""

    family: CLibrary | None = None
    version: VersionText | None = None


class Runtime(Table, frozen=True):
    """One copy of a runtime library that was found."""

    id: str | None = None
    library: Library | None = None
    version: VersionText | None = None
    build: str | None = None
    """``COMMIT@DATE`` as the library prints it."""
    path: str | None = None
    """Where it lies on the board; never opened."""
    arch: Architecture | None = None
    needs_libc: LibcNeed | None = None
    where: str | None = None
    """``host``, ``container``, ``container:ID`` or ``application``."""
    loaded: bool | None = None
    """Seen mapped by the process, or what its loader would take; no key is not known."""
    sha256: str | None = None


class Model(Table, frozen=True):
    """One model, from its file or as a collector saw it."""

    path: str | None = None
    """A file to read, relative to the manifest; what the file says judges."""
    found_at: str | None = None
    """Where a collector saw it; never opened, the facts beside it judge."""
    runtime: str | None = None
    """The ``id`` of the runtime that loads it."""
    kind: Literal["rknn", "rkllm"] | None = None
    format: Number | None = None
    """The number in the file's header."""
    toolkit: VersionText | None = None
    compiler: VersionText | None = None
    target_platform: tuple[str, ...] | None = None
    npu: str | None = None
    """The NPU type string of the file, ``RKNPU v2``."""
    layout: Literal["full", "mini", "generation-1"] | None = None
    encrypted: bool | None = None
    dynamic_shape: bool | None = None
    opset: Number | None = None
    quantized: bool | None = None


class Toolkit(Table, frozen=True):
    """The converter on the PC: RKNN-Toolkit2 or RKLLM-Toolkit."""

    version: VersionText | None = None
    python: VersionText | None = None


class Lite(Table, frozen=True):
    """RKNN-Toolkit-Lite2 on the board."""

    version: VersionText | None = None
    python: VersionText | None = None


class Server(Table, frozen=True):
    """``rknn_server``, which a PC needs to debug the board."""

    version: VersionText | None = None
    build: str | None = None
    running: bool | None = None


class Application(Table, frozen=True):
    """A program that uses the runtime."""

    id: str | None = None
    headers: VersionText | None = None
    """The release of ``rknn_api.h`` that it was built with."""
    rkllm_headers: VersionText | None = None
    """The release of ``rkllm.h`` that it was built with."""
    needs_libc: LibcNeed | None = None
    missing: tuple[str, ...] | None = None
    """The functions of the API that it calls and the library that it loads lacks: ``[]`` is none, no key is not compared."""
    user: str | None = None
    """Whom it runs as, where not in a container."""
    groups: tuple[str, ...] | None = None
    """The groups of that user, all of them."""


class Libc(LibcNeed, frozen=True):
    """The C library of the system."""

    arch: tuple[Architecture, ...] | None = None
    """The processors whose programs it starts: those for which it has a loader, all of them."""


class Container(Table, frozen=True):
    """A container that the application runs in."""

    id: str | None = None
    kind: str | None = None
    device_tree_visible: bool | None = None
    devices: tuple[str, ...] | None = None


class Use(Table, frozen=True):
    """What the deployment does with the stack."""

    features: tuple[Feature, ...] = ()
    board_debugging: bool | None = None
    """A PC connects through ``rknn_server``."""
    core_mask: Annotated[str, msgspec.Meta(pattern=r"^(auto|all|[0-9](_[0-9]){0,15})$")] | None = None
    """``auto``, ``all``, or the cores as in ``0_1_2``."""


class Lock(Table, frozen=True):
    """What must not change, and who says so."""

    components: tuple[Lockable, ...] = ()
    reason: str | None = None


class Evidence(Table, frozen=True):
    """Where a fact came from."""

    read_from: str | None = None
    raw: str | None = None


class Manifest(Table, frozen=True):
    """One deployment."""

    manifest: int
    """The format of the file."""
    absent: tuple[Absent, ...] = ()
    """Looked for and not there."""
    board: Board = Board()
    image: Image | None = None
    kernel: Kernel = Kernel()
    device_tree: DeviceTree = DeviceTree()
    driver: Driver = Driver()
    runtime: tuple[Runtime, ...] = ()
    model: tuple[Model, ...] = ()
    toolkit: Toolkit | None = None
    rkllm_toolkit: Toolkit | None = None
    lite: Lite | None = None
    server: Server | None = None
    application: tuple[Application, ...] = ()
    libc: Libc | None = None
    container: tuple[Container, ...] = ()
    use: Use = Use()
    lock: Lock = Lock()
    evidence: dict[str, Evidence] = {}

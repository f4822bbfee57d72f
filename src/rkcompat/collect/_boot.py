"""What a tree would boot: its kernel, the NPU driver in it or beside it, and its device tree."""

import re
from typing import NamedTuple

import msgspec

from ..model.artifact_kernel import BuiltinModules, KernelConfig, KernelImage, KernelModule
from ..model.artifact_tree import DeviceTreeFile
from ..model.manifest import Board, DeviceTree, Driver, Kernel, ModuleFile, Region
from ._find import Found
from ._record import Record, shown

_MODULES = "/lib/modules"
_EXTLINUX = ("/boot/extlinux/extlinux.conf", "/extlinux/extlinux.conf")
#: Settings of the boot scripts of Armbian, Orange Pi and others; `fdtfile` names the device tree.
_ENVIRONMENTS = ("/boot/armbianEnv.txt", "/boot/orangepiEnv.txt", "/boot/uEnv.txt", "/boot/boot/uEnv.txt")
_KERNELS = ("/boot/Image", "/boot/zImage", "/boot/vmlinuz", "/vmlinuz")
_KERNEL_NAME = re.compile(r"(?:z?Image|vmlinu[xz])\b.*")
_OF_RELEASE = re.compile(r"/modules/([^/]+)/")
#: Below a kernel's own modules, or where the scripts of vendors' images load theirs from.
_OF_BOOT = re.compile(r"/modules/|^/(?:oem|odm|vendor|system)/")
#: The driver by the name of its module, in the order in which one is preferred that is there beside others.
_FAMILIES = ("rknpu", "galcore", "rocket")


class Boot(NamedTuple):
    """The tables of a manifest that a host has, and a container has not."""

    board: Board
    kernel: Kernel
    device_tree: DeviceTree
    driver: Driver


class _Chosen(NamedTuple):
    """What the boot loader is told to load."""

    kernels: tuple[str, ...]
    device_trees: tuple[str, ...]
    overlays: str | None


def read_boot(record: Record, found: Found) -> Boot:
    """Read all of it."""
    chosen = _chosen(record)
    image_path, image = _image(record, chosen)
    release = _release(record, image_path, image)
    config = _config(record, release, image_path, image)
    driver = _driver(record, found, release, image_path, image)
    board, tree = _device_tree(record, found, chosen)
    return Boot(board, Kernel(release=release, config=dict(config)), tree, driver)


def _chosen(record: Record) -> _Chosen:
    for path in _EXTLINUX:
        text = record.tree.text(path)
        if text is not None:
            entry = _extlinux(text)
            base = path.rpartition("/")[0]
            kernels = _places(entry.get("linux") or entry.get("kernel"), base)
            return _Chosen(kernels, _places(entry.get("fdt") or entry.get("devicetree"), base), entry.get("fdtoverlays"))
    for path in _ENVIRONMENTS:
        text = record.tree.text(path)
        if text is not None:
            settings = dict(line.split("=", 1) for line in text.splitlines() if "=" in line and not line.startswith("#"))
            file = settings.get("fdtfile", "").strip()
            trees = (f"/boot/dtb/{file}", f"/boot/dtb/rockchip/{file}", f"/boot/{file}") if file else ()
            overlays = " ".join(settings.get(key, "").strip() for key in ("overlays", "user_overlays")).strip()
            return _Chosen(_KERNELS, trees, overlays or None)
    return _Chosen(_KERNELS, (), None)


def _extlinux(text: str) -> dict[str, str]:
    """The keys of the default entry, else of the first."""
    entries: dict[str, dict[str, str]] = {}
    default = None
    entry: dict[str, str] | None = None
    for line in text.splitlines():
        key, _, value = line.strip().partition(" ")
        key, value = key.lower(), value.strip()
        if key == "default":
            default = value
        elif key == "label":
            entry = entries.setdefault(value, {})
        elif entry is not None and value:
            entry.setdefault(key, value)
    return entries.get(default or "") or next(iter(entries.values()), {})


def _places(path: str | None, base: str) -> tuple[str, ...]:
    """Where a file of the boot loader's file system can lie in the tree: that may be mounted at /boot."""
    if not path:
        return ()
    return (path, f"/boot{path}") if path.startswith("/") else (f"{base}/{path}", f"/boot/{path}")


def _image(record: Record, chosen: _Chosen) -> tuple[str, KernelImage | None]:
    """The kernel that boots: the one that is named, else the one that there is."""
    paths = [path for path in chosen.kernels if (entry := record.tree.find(path)) and entry.kind == "file"]
    if not paths:
        paths = [f"/boot/{name}" for name in record.tree.names("/boot") if _KERNEL_NAME.fullmatch(name)]
        paths = sorted({place for path in paths if (place := record.tree.resolve(path))})
        if len(paths) > 1:
            record.note("/boot", f"holds {len(paths)} kernels, and nothing says which one boots")
            return "", None
    for path in paths[:1]:
        image = record.read(path)
        if isinstance(image, KernelImage):
            return path, image
    return "", None


def _release(record: Record, path: str, image: KernelImage | None) -> str | None:
    if image is not None and (release := record.version(path, image.release)) is not None:
        record.state("kernel.release", path, image.banner)
        return release
    releases = [
        name
        for name in record.tree.names(_MODULES)
        if (entry := record.tree.find(f"{_MODULES}/{name}")) and entry.kind == "folder"
    ]
    if len(releases) > 1:
        record.note(_MODULES, f"holds modules of {len(releases)} kernels, and nothing says which one boots")
    elif releases and (release := record.version(_MODULES, shown(releases[0]))) is not None:
        record.state("kernel.release", f"{_MODULES}/{release}")
        return release
    return None


def _config(record: Record, release: str | None, image_path: str, image: KernelImage | None) -> dict[str, str]:
    """The options that bear on the NPU."""
    path, config = image_path, image.config if image is not None else None
    if config is None and release is not None:
        for path in (f"/boot/config-{release}", f"{_MODULES}/{release}/config", f"{_MODULES}/{release}/build/.config"):
            if (entry := record.tree.find(path)) is None or entry.kind != "file":
                continue
            file = record.read(path)
            if isinstance(file, KernelConfig):
                config = file.config
                break
    for option, value in (config or {}).items():
        record.state(f"kernel.config.{option}", path, f"{option}={value}" if value != "n" else f"# {option} is not set")
    return config or {}


def _driver(record: Record, found: Found, release: str | None, image_path: str, image: KernelImage | None) -> Driver:
    builtin = _builtin(record, release, image_path, image)
    module = _module(record, found, release)
    if builtin is not None:
        family, version, date, path = builtin
        linkage = "builtin"
    elif module is not None and not _is_loaded(module[1], release):
        record.note(module[1].path or "", "nothing says that the kernel that boots loads it; which driver runs is not known")
        return Driver(module_file=module[1])
    elif module is not None:
        family, date = module[0], None
        version, path = module[1].version, module[1].path or ""
        linkage = "module"
    else:
        path = f"{_MODULES}/{release}/modules.builtin"
        if release is None or record.tree.find(path) is None or _modules(found, release) or record.tree.notes:
            return Driver()  # nothing is known, or a module may lie where nobody could look
        record.state("driver.family", path, "neither rknpu, galcore nor rocket, and no such module")
        return Driver(family="none")
    record.state("driver.family", path)
    record.state("driver.linkage", path)
    if version is not None:
        record.state("driver.version", path, version)
    if date is not None:
        record.state("driver.date", path, date)
    return Driver(
        family=family,  # type: ignore[arg-type]
        version=version,
        date=date,
        linkage=linkage,  # type: ignore[arg-type]
        module_file=module[1] if module is not None and module[0] == family else None,
    )


def _builtin(
    record: Record, release: str | None, image_path: str, image: KernelImage | None
) -> tuple[str, str | None, str | None, str] | None:
    """Family, version, date and place of a driver in the kernel itself."""
    version = record.version(image_path, image.driver_version) if image is not None else None
    if image is not None and image.has_rknpu:
        return "rknpu", version, image.driver_date, image_path
    if release is None:
        return None
    path = f"{_MODULES}/{release}/modules.builtin.modinfo"
    if (entry := record.tree.find(path)) is not None and entry.kind == "file":
        listed = record.read(path)
        if isinstance(listed, BuiltinModules):
            for family in _FAMILIES:
                if family in listed.drivers:
                    return family, record.version(path, listed.drivers[family]), None, path
    path = f"{_MODULES}/{release}/modules.builtin"
    text = record.tree.text(path, 4 * 1024 * 1024) or ""
    for family in _FAMILIES:
        if f"/{family}.ko" in text:
            return family, None, None, path
    return None


def _modules(found: Found, release: str | None) -> list[str]:
    """The drivers on the disk that this kernel can load: below its modules, or at a place of the vendor's own."""
    owners = {path: _OF_RELEASE.search(path) for path in found.modules}
    return [path for path, owner in owners.items() if owner is None or release is None or owner[1] == release]


def _is_loaded(module: ModuleFile, release: str | None) -> bool:
    """Whether a boot loads the module: it lies where boots look for one, and is not of another kernel by its vermagic."""
    if _OF_BOOT.search(module.path or "") is None:
        return False
    of = (module.vermagic or "").partition(" ")[0]
    return release is None or not of or of == release


def _module(record: Record, found: Found, release: str | None) -> tuple[str, ModuleFile] | None:
    """Name and facts of the driver on the disk."""
    paths = _modules(found, release)
    for family in _FAMILIES:
        for path in (path for path in paths if path.rpartition("/")[2].startswith(f"{family}.")):
            module = record.read(path)
            if not isinstance(module, KernelModule):
                continue
            version = record.version(path, module.version)
            if version is not None:
                record.state("driver.module_file.version", path, f"version={version}")
            if module.vermagic is not None:
                record.state("driver.module_file.vermagic", path, f"vermagic={module.vermagic}")
            record.state("driver.module_file.signed", path)
            return family, ModuleFile(path=shown(path), version=version, vermagic=module.vermagic, signed=module.is_signed)
    return None


def _device_tree(record: Record, found: Found, chosen: _Chosen) -> tuple[Board, DeviceTree]:
    """The tree that is named, else the only one that could boot, and the board that it describes."""
    paths = [path for path in chosen.device_trees if (entry := record.tree.find(path)) and entry.kind == "file"]
    if not paths:
        paths = [path for path in found.device_trees if path.startswith("/boot/")]
        if len(paths) > 1:
            record.note("/boot", f"of {len(paths)} device trees nothing says which one boots")
        if len(paths) != 1:
            return Board(), DeviceTree()
    path = paths[0]
    file = record.read(path)
    if not isinstance(file, DeviceTreeFile) or file.is_overlay:
        return Board(), DeviceTree()
    if chosen.overlays is not None:
        record.note(path, f"overlays may change it at boot: {shown(chosen.overlays)}")
    if file.soc is not None:
        record.state("board.soc", path, " ".join(file.compatible))
    if file.model is not None:
        record.state("board.name", path, file.model)
    tree = file.tree
    if tree.npu is not None and chosen.overlays is not None:  # they may switch the NPU on or off, and give it SRAM
        tree = msgspec.structs.replace(tree, npu=msgspec.structs.replace(tree.npu, status=None))
    elif tree.npu is not None and tree.sram is None:  # read whole, and nothing in it for the NPU
        tree = msgspec.structs.replace(tree, sram=Region(start=0, size=0))
    for key in ("npu", "sram", "reserved_sram"):
        if getattr(tree, key) is not None:
            record.state(f"device_tree.{key}", path)
    return Board(soc=file.soc, name=shown(file.model) if file.model is not None else None), tree

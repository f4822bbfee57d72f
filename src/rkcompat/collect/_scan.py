"""A root file system or a container image → a manifest: files are read, nothing of them is run."""

import posixpath

import msgspec

from ..errors import Problem, UsageError
from ..model.manifest import FORMAT, Absent, Board, Container, Evidence, Manifest, Model, Runtime
from ._boot import read_boot
from ._container import Image, open_image
from ._find import Found, find
from ._loaded import Start, mark_loaded, mark_of_lite
from ._manifest import Collected
from ._read_container import SIGNS
from ._record import Record
from ._release import read_release
from ._rootfs import Directory
from ._userland import Userland, read_userland

_ARCHITECTURES = ("arm64", "arm", None)
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_LIBRARY_OF = {"rknn": ("librknnrt", "librknnmrt"), "rkllm": ("librkllmrt",)}


def scan_rootfs(path: str, *, app: str | None = None) -> Collected:
    """What lies below a directory.

    Args:
        path: the top of a root file system.
        app: a program in it; the copies that its loader takes are the loaded ones.

    Raises:
        UsageError: the directory cannot be read, or holds no such program.
    """
    tree = Directory(path)
    found = find(tree)
    record = Record(tree)
    kind = next((kind for sign, kind in SIGNS.items() if tree.find(sign) is not None), None)
    userland = read_userland(record, found, "host" if kind is None else "container")
    release, boot = read_release(record), read_boot(record, found)
    board = Board(soc=boot.board.soc or release.soc, name=boot.board.name or release.board)
    start = None if app is None else Start(_known(record, app))
    manifest = Manifest(
        manifest=FORMAT,
        board=board,
        image=release.image,
        kernel=boot.kernel,
        device_tree=boot.device_tree,
        driver=boot.driver,
        container=() if kind is None else (Container(id="container", kind=kind),),
    )
    return _collected(record, manifest, found, userland, start)


def scan_container(path: str, *, app: str | None = None) -> Collected:
    """What a container of an image has of its own: kernel, driver and board are its host's.

    Args:
        path: the image, as ``docker save`` or an OCI tool writes it.
        app: a program in it, where that is another than the one that the image starts.

    Raises:
        UsageError: the file cannot be used, or holds no such program.
    """
    with open_image(path) as image:
        found = find(image.tree)
        record = Record(image.tree, f"container {image.id}")
        if image.architecture not in _ARCHITECTURES:
            record.notes.append(f"container {image.id}: the image is for {image.architecture}, needed one for arm64 or arm")
        userland = read_userland(record, found, f"container:{image.id}")
        record.evidence["container[0].id"] = Evidence(read_from=path, raw=image.tag)
        manifest = Manifest(manifest=FORMAT, container=(Container(id=image.id, kind=image.kind),))
        return _collected(record, manifest, found, userland, _start(record, image, app))


def _known(record: Record, app: str) -> str:
    """The program's path in the tree.

    Raises:
        UsageError: there is none.
    """
    entry = record.tree.find(app)
    if entry is None or entry.kind != "file":
        hint = "name it by its path inside, /usr/bin/app"
        raise UsageError(Problem(record.tree.name, None, f"found no program {app!r} in it", hint))
    return app


def _start(record: Record, image: Image, app: str | None) -> Start | None:
    """The program that was asked for, else the one that the image starts, where it is a program of the tree."""
    library_path = image.environment.get("LD_LIBRARY_PATH", "")
    if app is not None:
        return Start(_known(record, app), library_path)
    name = next(iter(image.command), "")
    folders = image.environment.get("PATH", _PATH).split(":") if name and "/" not in name else [image.folder]
    for folder in folders:
        place = posixpath.join(folder, name)
        entry = record.tree.find(place)
        if entry is not None and entry.kind == "file":
            return Start(place, library_path, asked=False)
    return None


def _collected(record: Record, manifest: Manifest, found: Found, userland: Userland, start: Start | None) -> Collected:
    """The manifest with what the tree holds above the kernel."""
    copies, application = (userland.runtime, None) if start is None else mark_loaded(record, userland.runtime, start)
    if application is None and userland.lite is not None:
        copies = mark_of_lite(record, copies)
    looked_everywhere = not record.tree.notes
    nothing: dict[Absent, bool] = {
        "lite": not any("/rknn_toolkit_lite2-" in folder for folder in found.packages),
        "runtime": not found.libraries,
        "server": not found.servers,
    }
    whole = msgspec.structs.replace(
        manifest,
        absent=tuple(name for name, is_absent in nothing.items() if is_absent and looked_everywhere),
        runtime=copies,
        model=_models(userland.model, copies) if manifest.container else userland.model,
        toolkit=userland.toolkit,
        rkllm_toolkit=userland.rkllm_toolkit,
        lite=userland.lite,
        server=userland.server,
        application=() if application is None else (application,),
        libc=userland.libc,
        evidence=dict(sorted(record.evidence.items())),
    )
    return Collected(whole, (*record.tree.notes, *record.notes))


def _models(models: tuple[Model, ...], copies: tuple[Runtime, ...]) -> tuple[Model, ...]:
    """The models of a container, each with the copy of that container that loads it, where only one can."""
    named = []
    for model in models:
        fitting = [copy for copy in copies if copy.library in _LIBRARY_OF[model.kind or "rknn"] and copy.loaded is not False]
        loaded = [copy for copy in fitting if copy.loaded] or fitting
        named.append(msgspec.structs.replace(model, runtime=loaded[0].id if len(loaded) == 1 else None))
    return tuple(named)

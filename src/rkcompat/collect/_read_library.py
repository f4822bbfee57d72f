"""Every copy of a runtime library, and which of them a process has mapped."""

import re
from typing import Any

from ..artifacts._stated import library_version
from ..model.words import LIBRARIES
from ._bundle import Bundle, Item
from ._draft import Draft
from ._read_container import PID, contained, container_of

#: e_machine of the ELF header.
_MACHINES = {0x28: "armhf", 0x3E: "x86_64", 0xB7: "aarch64"}
_ROOT = re.compile(r"/proc/([0-9]{1,10})/root(/.*)")


def read_libraries(bundle: Bundle, draft: Draft, app: int | None) -> None:
    """``runtime``: what lies on the disk, and what is mapped though it does not lie there any more."""
    mapped = _mapped(bundle, draft, app)
    container = container_of(bundle, app)
    here = "container" if not container and draft.data.get("container") else "host"
    seen: set[tuple[str, str]] = set()
    for header in bundle.of("library.header"):
        root = _ROOT.fullmatch(header.read_from)
        if root and not (container and root[1] == str(app)):
            continue  # of a container that was not asked for
        entry, evidence = _copy(header, bundle, draft)
        if entry is None:
            continue
        entry["path"] = root[2] if root else header.read_from
        entry["where"] = f"container:{container}" if root else here
        if (entry["where"], entry["path"]) in seen:
            continue
        seen.add((entry["where"], entry["path"]))
        loaded = mapped.get(entry["path"])
        if loaded is not None and (root or not container):
            entry["loaded"], evidence["loaded"] = True, (loaded, entry["path"])
        _add(draft, entry, evidence)
    where = f"container:{container}" if container else here
    for path, item in mapped.items():
        if (where, path) not in seen:
            draft.note(
                f"{path[:100]} is mapped, but its file cannot be read: its version is not known until the program restarts"
            )
            _add(draft, {"library": _by_name(path), "path": path, "where": where, "loaded": True}, {"loaded": (item, path)})
    if app is not None:
        _settle(bundle, draft, app, bool(mapped))
    searches = bundle.of("files.found")
    named = bundle.of("library.link") or bundle.of("library.header")
    if searches and not named and not mapped and not container and all(item.status == "ok" for item in searches):
        draft.absent.append("runtime")


def _mapped(bundle: Bundle, draft: Draft, app: int | None) -> dict[str, Item]:
    """The paths that the program has mapped, or any program that shares the probe's files, to where that was seen."""
    inside = contained(bundle)
    servers = {_pid(item) for item in bundle.of("process.name") if item.lines == ("rknn_server",)}
    mapped: dict[str, Item] = {}
    for item in bundle.of("process.library"):
        pid = _pid(item)
        if item.lines and app is None and pid in inside:
            draft.note(f"process {pid} in a container has {item.lines[0][:100]} mapped: --app {pid} asks about that deployment")
        elif item.lines and (pid == str(app) if app is not None else pid not in servers):
            mapped.setdefault(item.lines[0], item)
    return mapped


def _pid(item: Item) -> str:
    found = PID.search(item.read_from)
    return found[1] if found else ""


def _copy(header: Item, bundle: Bundle, draft: Draft) -> tuple[dict[str, Any] | None, dict[str, tuple[Item, str]]]:
    """What one file says of itself; ``None`` for a file that is no library."""
    path = header.read_from
    try:
        start = bytes.fromhex(header.lines[0] if header.lines else "")
    except ValueError:
        start = b""
    if start[:4] != b"\x7fELF":
        if header.status == "ok":
            draft.note(f"{path[:100]}: found no ELF file under this name, needed a library (a link as text, a web page?)")
        return None, {}
    entry: dict[str, Any] = {"library": _by_name(path)}
    evidence = {"library": (header, "")}
    machine = int.from_bytes(start[18:20], "little" if start[5:6] == b"\1" else "big")
    if machine in _MACHINES:
        entry["arch"], evidence["arch"] = _MACHINES[machine], (header, header.lines[0])
    else:
        draft.note(f"{path[:100]}: found the ELF machine {machine}, needed aarch64, armhf or x86_64")
    for item in bundle.of("library.version"):
        for line in item.lines if item.read_from == path else ():
            named = library_version(line)
            if named is None or not draft.version(named.version, path):
                continue
            if "version" in entry and entry["version"] != named.version:
                draft.note(f"{path[:100]}: names the versions {entry['version']} and {named.version}; the first counts")
                continue
            entry |= {"library": named.library, "version": named.version, "build": named.build}
            evidence |= dict.fromkeys(("library", "version", "build"), (item, line))
    for item in bundle.of("library.sha256"):
        if item.read_from == f"sha256sum {path}" and item.lines and re.fullmatch(r"[0-9a-f]{64}", item.lines[0]):
            entry["sha256"], evidence["sha256"] = item.lines[0], (item, "")
    if "version" not in entry:
        draft.note(f"{path[:100]}: names no version")
    return entry, evidence


def _by_name(path: str) -> str | None:
    name = path.rpartition("/")[2]
    return next((library for library in LIBRARIES if name.startswith(library)), None)


def _add(draft: Draft, entry: dict[str, Any], evidence: dict[str, tuple[Item, str]]) -> None:
    at = draft.add("runtime", {key: value for key, value in entry.items() if value is not None})
    if at is not None:
        for key, (item, raw) in sorted(evidence.items()):
            draft.tell(f"runtime[{at}].{key}", item, raw)


def _settle(bundle: Bundle, draft: Draft, app: int, is_mapped: bool) -> None:
    """Where the program's own copy is known, the others of that library are not what it loads."""
    if not is_mapped:
        draft.note(f"process {app} has no runtime library mapped: it has not opened the NPU yet, or root must look")
        return
    copies = draft.data.get("runtime", [])
    loaded = {copy.get("library") for copy in copies if copy.get("loaded")}
    for at, copy in enumerate(copies):
        if "loaded" not in copy and copy.get("library") in loaded:
            copy["loaded"] = False
            draft.tell(f"runtime[{at}].loaded", Item("", "ok", f"/proc/{app}/maps"), "another copy is mapped")

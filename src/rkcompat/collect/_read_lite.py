"""RKNN-Toolkit-Lite2, by the folder that pip left."""

import re

from ._bundle import Bundle, Item
from ._draft import Draft
from ._read_container import container_of

#: Without the 2 it is the lite runtime of generation 1, whose releases are others.
_NAME = "rknn_toolkit_lite2-"
_FOLDER = re.compile(rf"{_NAME}([0-9][0-9a-z.+]*?)(?:-py[0-9.]+)?\.(?:dist|egg)-info")
_TAG = re.compile(r"Tag: [cp]p3([0-9]{1,2})-")
_PYTHON = re.compile(r"/python3\.([0-9]{1,2})/")


def read_lite(bundle: Bundle, draft: Draft, app: int | None) -> None:
    """``lite``, and the Python that its wheel was built for; what several installations differ in is left out.

    A container has its own, which is not read.
    """
    if container_of(bundle, app):
        return
    folders = [item for item in bundle.of("lite.folder") if _name(item).startswith(_NAME)]
    installed: dict[str, list[Item]] = {}
    for folder in folders:
        found = _FOLDER.fullmatch(_name(folder))
        if found is not None and (version := draft.version(found[1], folder.read_from)):
            installed.setdefault(version, []).append(folder)
    if len(installed) > 1:
        draft.data["lite"] = {}
        places = ", ".join(f"{version} in {several[0].read_from[:100]}" for version, several in installed.items())
        draft.note(f"RKNN-Toolkit-Lite2 is installed several times ({places}); write down the one that is used")
    for version, several in installed.items() if len(installed) == 1 else ():
        draft.put("lite.version", version, several[0])
        pythons = {python: (item, raw) for folder in several for python, item, raw in _pythons(folder, bundle)}
        if len(pythons) == 1:
            [(python, (item, raw))] = pythons.items()
            draft.put("lite.python", python, item, raw)
    searches = bundle.of("files.found")
    if searches and not folders and all(item.status == "ok" for item in searches):
        draft.absent.append("lite")


def _name(folder: Item) -> str:
    return folder.read_from.rpartition("/")[2]


def _pythons(folder: Item, bundle: Bundle) -> list[tuple[str, Item, str]]:
    """The versions of Python that an installation is for, and where each stands: in the tags of its wheel, else in its path."""
    wheels = [item for item in bundle.of("lite.wheel") if item.read_from == f"{folder.read_from}/WHEEL"]
    tags = [(f"3.{tag[1]}", item, line) for item in wheels for line in item.lines if (tag := _TAG.match(line))]
    path = _PYTHON.search(folder.read_from)
    return tags or ([(f"3.{path[1]}", folder, "")] if path else [])

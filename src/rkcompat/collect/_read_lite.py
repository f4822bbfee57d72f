"""RKNN-Toolkit-Lite2, by the folder that pip left."""

import re

from ._bundle import Bundle
from ._draft import Draft
from ._read_container import container_of

_FOLDER = re.compile(r"rknn_toolkit_lite2?-([0-9][0-9a-z.+]*?)(?:-py[0-9.]+)?\.(?:dist|egg)-info")
_TAG = re.compile(r"Tag: [cp]p3([0-9]{1,2})-")
_PYTHON = re.compile(r"/python3\.([0-9]{1,2})/")


def read_lite(bundle: Bundle, draft: Draft, app: int | None) -> None:
    """``lite``: the first by its path; the Python that its wheel was built for. A container has its own, which is not read."""
    if container_of(bundle, app):
        return
    for item in bundle.of("lite.folder"):
        found = _FOLDER.fullmatch(item.read_from.rpartition("/")[2])
        if found is None or not (version := draft.version(found[1], item.read_from)):
            continue
        if draft.has("lite.version"):
            draft.note(f"{item.read_from[:100]}: another RKNN-Toolkit-Lite2; the first that was found counts")
            continue
        draft.put("lite.version", version, item)
        for wheel in bundle.of("lite.wheel"):
            for line in wheel.lines if wheel.read_from == f"{item.read_from}/WHEEL" else ():
                if tag := _TAG.match(line):
                    draft.put("lite.python", f"3.{tag[1]}", wheel, line)
        if python := _PYTHON.search(item.read_from):
            draft.put("lite.python", f"3.{python[1]}", item)
    searches = bundle.of("files.found")
    if searches and not bundle.of("lite.folder") and all(item.status == "ok" for item in searches):
        draft.absent.append("lite")

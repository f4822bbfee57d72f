"""rknn_server: its file's own version, and whether it runs."""

from ..artifacts._stated import server_version
from ._bundle import Bundle
from ._draft import Draft

_FOLDERS = ("/usr/bin/", "/usr/local/bin/", "/bin/", "/vendor/bin/", "/system/bin/", "/oem/usr/bin/")


def place_of(path: str) -> int:
    """How early a shell would find a server: the folders of programs by their order, every other place after them."""
    folder = path.removesuffix("rknn_server")
    return _FOLDERS.index(folder) if folder in _FOLDERS else len(_FOLDERS)


def read_server(bundle: Bundle, draft: Draft, _app: int | None) -> None:
    """``server``: the copy that a shell would start; where that names no version, another's says nothing of it."""
    items = sorted(bundle.of("server.version"), key=lambda item: place_of(item.read_from))
    for item in items[:1]:
        for line in item.lines:
            named = server_version(line)
            if named and draft.version(named.version, item.read_from):
                draft.put("server.version", named.version, item, line)
                draft.put("server.build", named.build, item, line)
    for item in items[1:]:
        draft.note(f"{item.read_from[:100]}: another rknn_server; {items[0].read_from[:100]} comes first")
    for item in bundle.of("server.running"):
        if item.status == "ok" and (item.lines or items):
            draft.put("server.running", bool(item.lines), item, item.lines[0] if item.lines else "")
    searches = bundle.of("files.found")
    if searches and not items and "server" not in draft.data and all(item.status == "ok" for item in searches):
        draft.absent.append("server")

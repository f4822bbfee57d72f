"""Which files of a tree have to do with the NPU, told from their names in one walk."""

import re
from typing import NamedTuple

from ..model.words import LIBRARIES
from ._tree import Tree

_LIBRARY = rf"(?:{'|'.join(LIBRARIES)})\.so(?:\.[\w.-]+)?"
_MODULE = r"(?:rknpu|rocket|galcore)\.ko(?:\.(?:gz|xz|zst))?"
_FILE = re.compile(
    rf"(?P<library>{_LIBRARY})|(?P<server>rknn_server)|(?P<module>{_MODULE})|(?P<model>.+\.(?:rknn|rkllm))|(?P<tree>.+\.dtb)",
    re.DOTALL,
)
_PACKAGE = re.compile(r"(?:rknn_toolkit2|rknn_toolkit_lite2|rkllm_toolkit)-[^/]+\.(?:dist|egg)-info")


class Found(NamedTuple):
    """The paths of what was found, sorted; links are left out, so that each file stands once."""

    libraries: tuple[str, ...]
    servers: tuple[str, ...]
    modules: tuple[str, ...]
    models: tuple[str, ...]
    device_trees: tuple[str, ...]
    packages: tuple[str, ...]
    """``….dist-info`` and ``….egg-info`` of the converters and of the lite runtime: folders, the latter also files."""


def find(tree: Tree) -> Found:
    """Walk a tree once."""
    found: dict[str, list[str]] = {"library": [], "server": [], "module": [], "model": [], "tree": []}
    packages: list[str] = []
    known = _FILE.fullmatch
    for path, folders, files in tree.walk():
        for name in files:
            match = known(name)
            if match is not None:
                found[match.lastgroup or ""].append(f"{path}/{name}")
        packages += [f"{path}/{name}" for name in (*folders, *files) if name.endswith("-info") and _PACKAGE.fullmatch(name)]

    def files_of(kind: str) -> tuple[str, ...]:
        return tuple(sorted(place for place in found[kind] if (entry := tree.look(place)) and entry.kind == "file"))

    return Found(
        files_of("library"),
        files_of("server"),
        files_of("module"),
        files_of("model"),
        files_of("tree"),
        tuple(sorted(packages)),
    )

"""Where the file of a release lies, as far as the sources of the matrix say."""

import re
from collections.abc import Iterator

from ..model.matrix import Matrix, Release
from ._sources import cite

_PLACE = re.compile(r"([\w.-]+/[\w.-]+@[0-9a-f]{7,})(?:: (\S+))?")
"""``OWNER/REPOSITORY@COMMIT: PATH``, as sources write it."""

_PYPI = "https://pypi.org/project/"

_FILES = {
    "lite": "rknn_toolkit_lite2",
    "toolkit": "rknn_toolkit2",
    "rkllm-toolkit": "rkllm_toolkit",
    "server": "rknn_server",
    "rkllm-runtime": "librkllmrt.so",
    "driver": "rknpu",
}
"""What stands in the path of a component's file; a library of the runtime is called as its releases are."""


def is_on_pypi(key: str, version: str, matrix: Matrix) -> bool:
    """Whether a source says that PyPI has this release; `key` is a component or, of a runtime, its library."""
    release = _release(key, version, matrix)
    return release is not None and any((one.source.url or "").startswith(_PYPI) for one in cite(release.sources, matrix))


def say_origin(component: str, key: str, version: str, soc: str, matrix: Matrix) -> str:
    """``RKNN SDK 2.3.2 (airockchip/rknn-toolkit2@42aa1d4)``; empty where the sources name no place."""
    release = _release(key, version, matrix)
    sdks = [row for row in matrix.sets if row.kind == "sdk-release" and str(row.components.get(component, "")) == version]
    sdks.sort(key=lambda row: soc not in row.socs)
    file = _FILES.get(component, f"{key}.so")
    places = [*_places(release.sources if release else (), file, matrix)]
    places += [place for row in sdks[:1] for place in _places(row.sources, file, matrix)]
    title = sdks[0].title.partition(":")[0] if sdks else ""
    return f"{title} ({places[0]})" if title and places else title or "".join(places[:1])


def _release(key: str, version: str, matrix: Matrix) -> Release | None:
    return next((one for one in matrix.releases.get(key, ()) if one.version.text == version), None)


def _places(sources: tuple[str, ...], file: str, matrix: Matrix) -> Iterator[str]:
    """The commits that hold the file; the path only of a source package, since a library has one for each processor."""
    for citation in cite(sources, matrix):
        listed = _PLACE.match(citation.gist)
        found = listed or _PLACE.match(citation.source.citation or "")
        if found and (file in found[2] if found[2] else listed):
            yield found[0] if (found[2] or "").endswith(".tar.bz2") else found[1]

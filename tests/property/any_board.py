"""Boards of every kind, of releases that the built-in matrix knows: several copies, models, locks, what is absent."""

from typing import Any

import msgspec
from hypothesis import strategies as st

from rkcompat.matrix import load_matrix
from rkcompat.model.manifest import Manifest

MATRIX = load_matrix()
_SOCS = st.sampled_from(("rk3588", "rk3566", "rk3576", "rk3562", "rv1106", "rv1126b", "rk9999"))
_LIBRARIES = st.sampled_from((None, "librknnrt", "librknnrt", "librknnmrt", "librknn_api", "librkllmrt"))
_ARCHES = st.sampled_from((None, None, "aarch64", "armhf", "x86_64"))


def _release(component: str) -> st.SearchStrategy[str]:
    return st.sampled_from([row.version.text for row in MATRIX.releases[component]])


@st.composite
def _copies(draw: st.DrawFn) -> list[dict[str, Any]]:
    copies = []
    for number in range(draw(st.integers(0, 3))):
        library = draw(_LIBRARIES)
        key = {"librkllmrt": "rkllm-runtime", "librknnmrt": "librknnmrt"}.get(library or "", "librknnrt")
        copies.append(
            {
                "id": f"r{number}",
                "library": library,
                "version": draw(st.none() | _release(key)),
                "loaded": draw(st.sampled_from((None, None, True, False))),
                "arch": draw(_ARCHES),
                "needs_libc": draw(st.none() | st.just({"family": "glibc", "version": "2.17"})),
            }
        )
    return copies


@st.composite
def _models(draw: st.DrawFn, copies: list[dict[str, Any]]) -> list[dict[str, Any]]:
    names = st.sampled_from([None, *(copy["id"] for copy in copies)])
    return [
        {
            "kind": draw(st.sampled_from(("rknn", "rknn", "rkllm"))),
            "format": draw(st.sampled_from((None, 1, 6))),
            "toolkit": draw(st.none() | _release("toolkit")),
            "target_platform": draw(st.sampled_from((None, ["rk3588"], ["rk3566", "rk3568"], ["rv1106"]))),
            "runtime": draw(names),
        }
        for _ in range(draw(st.integers(0, 2)))
    ]


def _some(**facts: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=facts)


@st.composite
def boards(draw: st.DrawFn) -> Manifest:
    """A manifest of anything that can be stated together."""
    copies = draw(_copies())
    data = {
        "manifest": 1,
        "board": {"soc": draw(_SOCS)},
        "driver": {
            "family": draw(st.sampled_from(("rknpu", "rknpu", "rocket"))),
            "version": draw(st.none() | _release("driver")),
        },
        "runtime": copies,
        "model": draw(_models(copies)),
        **draw(
            _some(
                kernel=st.builds(lambda release: {"release": release}, st.sampled_from(("5.10.110", "6.1.75", "6.18.2"))),
                toolkit=_release("toolkit").map(lambda version: {"version": version}),
                lite=_release("lite").map(lambda version: {"version": version}),
                libc=st.sampled_from(({"family": "musl"}, {"family": "glibc", "version": "2.31", "arch": ["aarch64"]})),
                application=st.sampled_from(([{"headers": "2.3.0"}], [{"missing": ["rknn_mem_sync"]}])),
                use=st.sampled_from(({"features": ["sram"]}, {"features": ["matmul-api", "multi-core"]})),
                lock=st.sampled_from(({"components": ["kernel"]}, {"components": ["runtime", "model"]})),
            )
        ),
    }
    if draw(st.booleans()):
        data["driver"] |= {"linkage": "module"}
    if not copies and draw(st.booleans()):
        data["absent"] = ["runtime"]
    return msgspec.convert(_told(data), Manifest)


def _told(value: Any) -> Any:
    """Without what is not known."""
    if isinstance(value, dict):
        return {key: _told(one) for key, one in value.items() if one is not None}
    return [_told(one) for one in value] if isinstance(value, list) else value

"""How a person names a part of a deployment: by its component, by its entry in the manifest, by its id."""

from typing import NamedTuple

from ...model.manifest import Manifest
from ...model.words import COMPONENTS


class Named(NamedTuple):
    """A component, or one of several copies or models of it."""

    component: str
    place: int | None = None
    """The index of the one that is meant among the manifest's runtimes or models."""

    @property
    def about(self) -> str:
        """As reports name it: ``runtime[1]``, or the component."""
        return self.component if self.place is None else f"{self.component.removeprefix('rkllm-')}[{self.place}]"


def read_name(manifest: Manifest, name: str) -> Named:
    """``runtime``, ``runtime[1]`` or the id of a copy; a name that is none of these is taken for a component's."""
    if name not in COMPONENTS:
        for index, copy in enumerate(manifest.runtime):
            if name in (f"runtime[{index}]", copy.id):
                return Named("rkllm-runtime" if copy.library == "librkllmrt" else "runtime", index)
        for index, model in enumerate(manifest.model):
            if name == f"model[{index}]":
                return Named("rkllm-model" if model.kind == "rkllm" else "model", index)
    return Named(name)

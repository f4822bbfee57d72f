"""What to say of a name that is no component of a deployment and no validated set."""

from collections.abc import Iterable, Iterator

from ..errors import Problem, UsageError
from ..model.manifest import Manifest
from ..model.matrix import Matrix
from ..model.reading import ReadManifest
from ..model.words import COMPONENTS
from ..solve._world import World
from ..solve.explain._names import read_name
from ..toml._nearest import nearest

CALLED = {
    "librknnrt": "runtime",
    "librknnmrt": "runtime",
    "librkllmrt": "rkllm-runtime",
    "rknn_server": "server",
    "rknpu": "driver",
    "rknn-toolkit2": "toolkit",
    "rknn-toolkit-lite2": "lite",
}
"""The vendor's name of a part of the stack to the component that it is."""


def no_component(read: ReadManifest, name: str, world: World, matrix: Matrix, *, is_set: bool = False) -> UsageError:
    """That a question or a wish is about something that the deployment does not have.

    Args:
        is_set: whether a validated set could have been named too.
    """
    from ..solve.nearest._adopt import applicable_sets
    from ..solve.nearest._slots import build_slots

    slots = build_slots(world, read.manifest, matrix, applicable_sets(world, matrix))
    there = list(dict.fromkeys(slot.component for slot in slots))
    named = read_name(read.manifest, name)
    if named.place is not None:
        told = f"{named.about} judges nothing, since another copy is the one that is loaded"
        return UsageError(Problem(read.path, None, told, f"--set {named.about}.loaded=true supposes that it is loaded too"))
    if name in there:
        return UsageError(Problem(read.path, None, f"found {name} without a version", f"write {name}=VERSION"))
    if name in COMPONENTS:
        return UsageError(Problem(read.path, None, f"it has no {name}", f"it has {', '.join(there)}"))
    sets = [row.id for row in matrix.sets] if is_set else []
    what = "neither a component that it has nor a validated set" if is_set else "no component that it has"
    more = "; the sets: rkcompat matrix list sets" if is_set else ""
    hint = f"{did_you_mean(name, (*there, *ids_in(read.manifest), *sets))}it has {', '.join(_with_entries(there, read))}{more}"
    return UsageError(Problem(read.path, None, f"{name!r} is {what}", hint))


def _with_entries(components: Iterable[str], read: ReadManifest) -> Iterator[str]:
    """The components, those of which there are several with their entries: ``runtime (runtime[0] system, runtime[1])``."""
    entries = [f"runtime[{index}]" for index in range(len(read.manifest.runtime))]
    entries += [f"model[{index}]" for index in range(len(read.manifest.model))]
    for component in components:
        mine = [entry for entry in entries if read_name(read.manifest, entry).component == component]
        yield f"{component} ({', '.join(mine)})" if len(mine) > 1 else component


def ids_in(manifest: Manifest) -> Iterator[str]:
    """The ids by which a manifest's libraries can be named."""
    yield from (copy.id for copy in manifest.runtime if copy.id)


def no_set(place: str, name: str, matrix: Matrix) -> UsageError:
    """That something names a validated set that is none; `place` is the option that does."""
    hint = f"{did_you_mean(name, (row.id for row in matrix.sets))}they are listed by rkcompat matrix list sets"
    return UsageError(Problem(place, None, f"there is no validated set {name!r}", hint))


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The beginning of a hint that names the word that was meant; empty where none is like it."""
    whole = name.partition("[")[0].lower().removesuffix(".so").removesuffix(".ko")
    meant = CALLED.get(whole) or nearest(whole, known)
    return f"did you mean {meant}; " if meant else ""

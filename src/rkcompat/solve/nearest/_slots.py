"""What can change about a deployment, and into what: each thing with its options, the present state first."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from ...model.fact import Scope, Value
from ...model.manifest import Manifest
from ...model.matrix import Matrix, ValidatedSet
from ...model.platform import Platform
from ...model.proof import AS_REQUIRED
from ...model.resolution import Action
from ...model.version import Version
from ...model.wish import Want
from .._cost import ACTION, DOWNGRADE
from .._facts import Facts
from .._world import Group, World
from ._functions import library_of
from ._library import ARCH, FAMILY, asks_too_much, file_of

_THINGS: tuple[Scope, ...] = ("runtime", "rkllm-runtime", "model", "rkllm-model")
"""What there can be several of; a scope of these is named as its component."""

_OF_MODULE = (
    "driver.module-version",
    "driver.module-release",
    "driver.module-vermagic",
    "driver.module-flags-unlike",
    "driver.module-signed",
)
"""What is known of the file on the disk, and of that of another driver is not."""


class Option(msgspec.Struct, frozen=True):
    """One state that a thing can be in."""

    label: str
    version: Version | None
    facts: Group
    """Its facts: the candidates of the present state, one of any other; empty where it meets whatever is demanded."""
    extra: int = 0
    age: int = 0


class Slot(msgspec.Struct, frozen=True):
    """One thing that can change."""

    component: str
    about: str
    """``runtime[0]``, or the component of the board."""
    scope: Scope
    action: Action
    options: tuple[Option, ...]
    """The present state, then the others in order of preference: no downgrade before an upgrade, newest first."""
    locked: bool = False
    wants: tuple[Want, ...] = ()

    def allowed(self, *, locked: bool = True, wanted: bool = True) -> int:
        """The options that its lock and the wishes leave, one bit each; either can be left out of account."""
        options = self.options[:1] if locked and self.locked else self.options
        wants = self.wants if wanted else ()
        return sum(1 << bit for bit, option in enumerate(options) if all(want.allows(option.version) for want in wants))


def build_slots(
    world: World, manifest: Manifest, matrix: Matrix, sets: Iterable[ValidatedSet], wants: Sequence[Want] = ()
) -> tuple[Slot, ...]:
    """All that can change, in a fixed order; `sets` are those that apply, whose versions are options too.

    Raises:
        LookupError: somebody wants something of a component that the deployment does not have.
    """
    platform = matrix.platforms.get(str(world.board["soc"]))
    named = list(sets)
    things = [(scope, group) for scope in _THINGS for group in (*world.groups[scope], *zip(world.passed_over(scope)))]
    slots = [_thing(scope, group, platform, matrix, named) for scope, group in things]
    for component in ("toolkit", "rkllm-toolkit", "lite", "server", "driver", "kernel"):
        fact = {"kernel": "kernel.release"}.get(component, f"{component}.version")
        foreign = component == "driver" and world.board["driver.family"] not in (None, "rknpu")
        if world.board[fact] is not None or foreign:
            slots.append(_on_board(component, fact, world, matrix, named))
    missing = {want.component for want in wants} - {slot.component for slot in slots}
    if missing:
        raise LookupError(min(missing))
    for component in ("kernel-config", "device-tree"):
        options = (Option("", None, (world.board,)), Option(AS_REQUIRED, None, ()))
        slots.append(Slot(component, component, "board", "change-image", options))
    return tuple(_hold(slot, manifest, wants) for slot in slots)


def _hold(slot: Slot, manifest: Manifest, wants: Sequence[Want]) -> Slot:
    """An image brings its kernel: where either is locked, nothing that only an image changes can change."""
    locks: set[str] = set(manifest.lock.components)
    by_image = slot.action == "change-image" and bool(locks & {"image", "kernel"})
    mine = tuple(want for want in wants if want.component == slot.component)
    return msgspec.structs.replace(slot, locked=by_image or slot.component in locks, wants=mine)


def _versions(component: str, key: str, matrix: Matrix, sets: list[ValidatedSet]) -> list[Version]:
    """The releases that one could go to, newest first: all but betas; last what was never published, and betas of a set."""
    releases = matrix.releases.get(key, ())
    found = {release.version.low: release.version for release in releases if release.version.is_final}
    rare = {release.version.low for release in releases if release.unpublished}
    for row in sets:
        version = row.components.get(component)
        if version is not None:
            found.setdefault(version.low, version)
    return sorted(found.values(), key=lambda one: (one.is_final and one.low not in rare, one.low), reverse=True)


def _options(present: Group, now: Version | None, choices: list[tuple[Version, Facts]]) -> tuple[Option, ...]:
    """The present state and the others; `choices` are newest first."""
    others = []
    for age, (version, facts) in enumerate(choices):
        same = len(present) == 1 and now is not None and (version.low, version.high) == (now.low, now.high)
        if same and not _is_other(facts, present[0]):
            continue
        extra = DOWNGRADE if now is not None and version.high <= now.low else 0
        others.append(Option(version.text, version, (facts,), extra, age))
    others.sort(key=lambda option: (option.extra, option.age))
    return (Option(now.text if now else "", now, present), *others)


def _is_other(new: Facts, old: Facts) -> bool:
    """Whether a release of the same number would still be a change: another library, a model in order, a file that loads."""
    asked: tuple[str, ...] = ("runtime.library", "model.target-platform", "model.damage", "rkllm-model.target-platform")
    if old["driver.linkage"] == "module":
        asked += _OF_MODULE
    if any(old[fact] is not None and new[fact] != old[fact] for fact in (ARCH, FAMILY)) or asks_too_much(old):
        return True
    return any(new.get(name) != old[name] for name in asked if name in new)


def _thing(scope: Scope, group: Group, platform: Platform | None, matrix: Matrix, sets: list[ValidatedSet]) -> Slot:
    component: str = scope
    facts = group[0]
    fact = f"{component}.toolkit" if component.endswith("model") else f"{component}.version"
    stated = facts[fact]
    now = stated if isinstance(stated, Version) and len({str(one[fact]) for one in group}) == 1 else None
    key = {"model": "toolkit", "rkllm-model": "rkllm-toolkit"}.get(component, component)
    changed: dict[str, Value] = {}
    if component == "runtime":
        library = platform.runtime_library if platform else facts["runtime.library"]
        key = str(library)
        changed = {"runtime.library": library}
    elif component == "model" and platform is not None:
        mini = platform.runtime_library == "librknnmrt"
        changed = {
            "model.target-platform": (platform.id,),
            "model.npu": platform.npu,
            "model.layout": "mini" if mini else "full",
            "model.header": "0x1004" if mini else "6",
            "model.damage": (),
            "model.disagreements": (),
        }
    elif component == "rkllm-model" and platform is not None:
        changed = {"rkllm-model.target-platform": (platform.id,)}
    choices = []
    for version in _versions(component, key, matrix, sets) if platform or component != "model" else ():
        new = facts.but(changed | {fact: version} | _made_by(component, version))
        if component.endswith("runtime"):
            new[f"{component}.present"] = True
        new.pop("runtime.build", None)
        if component == "model":
            new.pop("model.schema", None)
            targets = new["model.targets"]
            if isinstance(targets, tuple) and platform and platform.id not in targets:
                continue
        elif component == "runtime" and _serves_another(new, platform):
            new["runtime.build"] = _build_for(matrix, key, version, platform)
        if component == "runtime":
            new.update(file_of(new, facts))
        choices.append((version, new))
    return Slot(component, facts.about, scope, ACTION[component], _options(group, now, choices))


def _made_by(component: str, version: Version) -> dict[str, Value]:
    return {"model.compiler": version} if component == "model" else {}


def _serves_another(facts: Facts, platform: Platform | None) -> bool:
    """Whether the version has builds for chips of which this must be the right one."""
    return platform is not None and facts["runtime.serves"] is not None and not isinstance(facts["runtime.serves"], str)


def _build_for(matrix: Matrix, library: str, version: Version, platform: Platform | None) -> Value:
    for release in matrix.releases.get(library, ()):
        serves = release.attributes.get("serves", {}).get("*")
        if (
            release.version.low == version.low
            and platform
            and isinstance(serves, tuple)
            and platform.id in serves
            and release.builds
        ):
            return release.builds[0]
    return None


def _on_board(component: str, fact: str, world: World, matrix: Matrix, sets: list[ValidatedSet]) -> Slot:
    board = world.board
    stated = board[fact]
    now = stated if isinstance(stated, Version) else None
    action = ACTION[component]
    changed: dict[str, Value] = {}
    if component == "driver":
        changed = {"driver.family": "rknpu", "driver.nodes": None} | dict.fromkeys(_OF_MODULE)
        built_in = board["kernel-config.CONFIG_ROCKCHIP_RKNPU"] == "y"
        if board["driver.linkage"] == "module" and board["driver.family"] == "rknpu" and not built_in:
            action = "replace-module"
    choices = [(version, board.but(changed | {fact: version})) for version in _versions(component, component, matrix, sets)]
    return Slot(component, component, "board", action, _options((board,), now, choices))


def slot_of(slots: tuple[Slot, ...]) -> dict[str, int]:
    """``runtime[0]``, ``driver``, … to the slot's index; all candidates of one group have the same slot."""
    found: dict[str, int] = {}
    for index, slot in enumerate(slots):
        if slot.scope == "board":
            found[slot.component] = index
        else:
            for facts in slot.options[0].facts:
                found[facts.about] = index
    return found


def by_image(slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
    """The same where an image costs less than the module that comes with it, unless the image is locked."""
    if all(slot.locked for slot in slots if slot.action == "change-image"):
        return slots
    return tuple(
        msgspec.structs.replace(slot, action="change-image") if slot.action == "replace-module" else slot for slot in slots
    )


def actions_of(slots: tuple[Slot, ...], values: Sequence[int]) -> Iterator[Action]:
    """How each slot would change: a new image brings the driver's module too, since one built for the old kernel is lost."""
    image = any(value and slot.action == "change-image" for slot, value in zip(slots, values, strict=True))
    for slot in slots:
        yield "change-image" if image and slot.action == "replace-module" else slot.action


def the_library(slots: tuple[Slot, ...], names: Value) -> int | None:
    """The slot of the only library that can have these functions; ``None`` where there is none, or several."""
    scope = library_of(names)
    found = [index for index, slot in enumerate(slots) if slot.scope == scope]
    return found[0] if len(found) == 1 else None


def acts_of(slots: tuple[Slot, ...]) -> Iterator[str]:
    """What a person does for each slot: libraries are replaced one by one, all else of one action at once."""
    for slot in slots:
        what = {"replace-library": slot.about, "change-image": "", "convert-model": ""}.get(slot.action, slot.component)
        yield f"{slot.action} {what}"

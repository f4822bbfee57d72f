"""What a manifest of the right shape must not say: versions that cannot be read, names of nothing, contradictions."""

from collections.abc import Iterator

from ..model.manifest import (
    FORMAT,
    MOST_ENTRIES,
    Application,
    Driver,
    Kernel,
    Libc,
    LibcNeed,
    Lite,
    Manifest,
    Model,
    ModuleFile,
    Runtime,
    Server,
    Table,
    Toolkit,
)
from ..model.version import parse_version
from ..toml._nearest import nearest
from ..toml._path import Path, read_path, spell

Fault = tuple[Path, str, str | None]
"""The key that is wrong, what was found and needed, a hint."""

NOTHING = Manifest(manifest=FORMAT)
"""What a manifest says that says nothing."""

_NOWHERE = object()

#: A test holds it against the declared types, which are slow to read.
VERSIONS: dict[type[Table], tuple[str, ...]] = {
    Kernel: ("release",),
    ModuleFile: ("version",),
    Driver: ("version",),
    Runtime: ("version",),
    Model: ("toolkit", "compiler"),
    Toolkit: ("version", "python"),
    Lite: ("version", "python"),
    Server: ("version",),
    LibcNeed: ("version",),
    Libc: ("version",),
    Application: ("headers", "rkllm_headers"),
}
"""The keys that hold a version, by table."""


def contradictions(manifest: Manifest) -> Iterator[Fault]:
    """Everything that is wrong with a manifest whose keys and types are right."""
    yield from _sizes(manifest)
    yield from _versions(manifest, ())
    yield from _absent(manifest)
    yield from _options(manifest)
    yield from _containers(manifest)
    yield from _runtimes(manifest)
    yield from _models(manifest)
    yield from _evidence(manifest)


def _sizes(manifest: Manifest) -> Iterator[Fault]:
    """Lists of which no board has that many."""
    for name in ("runtime", "model", "application", "container"):
        entries = getattr(manifest, name)
        if len(entries) > MOST_ENTRIES:
            yield (name, MOST_ENTRIES), f"found {len(entries)} entries of {name}, needed at most {MOST_ENTRIES}", None


def _versions(table: Table, path: Path) -> Iterator[Fault]:
    """The versions of a table, and of those below it, that cannot be read."""
    versions = VERSIONS.get(type(table), ())
    for name in table.__struct_fields__:
        value = getattr(table, name)
        if name in versions and value is not None:
            try:
                parse_version(value)
            except ValueError as error:
                yield (*path, name), str(error), None
        elif isinstance(value, Table):
            yield from _versions(value, (*path, name))
        elif type(value) is tuple:
            for index, item in enumerate(value):
                if isinstance(item, Table):
                    yield from _versions(item, (*path, name, index))


def _absent(manifest: Manifest) -> Iterator[Fault]:
    for name in manifest.absent:
        value = getattr(manifest, name)
        if value != getattr(NOTHING, name):
            header = f"[[{name}]]" if isinstance(value, tuple) else f"[{name}]"
            yield (
                ("absent",),
                f"found {name}, which {header} describes",
                f"take one of the two out: absent says that there is no {name}",
            )


def _options(manifest: Manifest) -> Iterator[Fault]:
    for option in manifest.kernel.config:
        if not option.startswith("CONFIG_"):
            hint = f"did you mean CONFIG_{option}" if option.isidentifier() else None
            yield ("kernel", "config", option), f"found {_short(option)}, needed a name that begins with CONFIG_", hint


def _containers(manifest: Manifest) -> Iterator[Fault]:
    yield from _repeated("container", [container.id for container in manifest.container])


def _runtimes(manifest: Manifest) -> Iterator[Fault]:
    yield from _repeated("runtime", [copy.id for copy in manifest.runtime])
    containers = {container.id for container in manifest.container if container.id is not None}
    for index, copy in enumerate(manifest.runtime):
        if copy.where is None:
            continue
        path = ("runtime", index, "where")
        kind, colon, container = copy.where.partition(":")
        if kind not in {"host", "container", "application"} or (colon and kind != "container"):
            close = nearest(kind, ("host", "container", "application"))
            hint = f"did you mean {close!r}" if close else None
            yield path, f"found {_short(copy.where)}, needed host, container, container:ID or application", hint
        elif colon and container not in containers:
            yield (
                path,
                f"found {_short(copy.where)}, needed the id of a [[container]]",
                _one_of(container, containers, "container"),
            )
        elif copy.where == "container" and len(manifest.container) > 1:
            hint = "give each [[container]] an id, and name one"
            yield path, f"found 'container', needed container:ID, as there are {len(manifest.container)}", hint


def _models(manifest: Manifest) -> Iterator[Fault]:
    copies = {copy.id for copy in manifest.runtime if copy.id is not None}
    for index, model in enumerate(manifest.model):
        path = ("model", index)
        if model.path is not None and model.found_at is not None:
            hint = "path is a file to read beside the manifest, found_at is where a collector saw it"
            yield (*path, "found_at"), "found path and found_at, needed one of them", hint
        if model.path is not None and (not model.path or "\0" in model.path):
            yield (*path, "path"), f"found {_short(model.path)}, needed the name of a file", None
        if model.target_platform == ():
            hint = "leave the key out if the platform is not known"
            yield (*path, "target_platform"), "found an empty array, needed a platform such as 'rk3588'", hint
        if model.runtime is not None and model.runtime not in copies:
            yield (
                (*path, "runtime"),
                f"found {_short(model.runtime)}, needed the id of a [[runtime]]",
                _one_of(model.runtime, copies, "runtime"),
            )


def _evidence(manifest: Manifest) -> Iterator[Fault]:
    for key in manifest.evidence:
        try:
            named = read_path(key)
        except ValueError as error:
            yield ("evidence", key), str(error), None
            continue
        if _look(manifest, named) is not _NOWHERE:
            continue
        from ..toml._shape import type_at

        try:
            type_at(named, Manifest)
        except LookupError as error:
            yield ("evidence", key), f"found {_short(key)}, needed a key of this format", error.args[0]
            continue
        for at, step in enumerate(named):
            entries = _look(manifest, named[:at])
            count = len(entries) if isinstance(entries, tuple) else 0
            if isinstance(step, int) and step >= count:
                yield ("evidence", key), f"found {spell(named[: at + 1])}, where the manifest has {count or 'none'}", None
                break


def _look(manifest: Manifest, path: Path) -> object:
    """The value at a path; `_NOWHERE` where a table on the way is not there or has no such key."""
    value: object = manifest
    for step in path:
        if isinstance(value, Table) and step in value.__struct_fields__:
            value = getattr(value, str(step))
        elif isinstance(value, tuple) and isinstance(step, int) and step < len(value):
            value = value[step]
        elif isinstance(value, dict) and isinstance(step, str):
            value = value.get(step)
        else:
            return _NOWHERE
    return value


def _repeated(name: str, ids: list[str | None]) -> Iterator[Fault]:
    """The ids that an entry before has."""
    first: dict[str, int] = {}
    for index, word in enumerate(ids):
        if word is not None and first.setdefault(word, index) != index:
            yield (
                (name, index, "id"),
                f"found {_short(word)}, which is the id of {name}[{first[word]}] too",
                "give each its own id",
            )


def _one_of(word: str, ids: set[str], name: str) -> str:
    """The hint at an id that nothing has."""
    close = nearest(word, sorted(ids)[:1000])
    if close:
        return f"did you mean {close!r}"
    known = ", ".join(map(_short, sorted(ids)[:10]))
    return f"known are {known}" if known else f"no [[{name}]] of this manifest has an id"


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:60]}…")

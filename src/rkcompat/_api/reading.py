"""A manifest and the model files that it names → what can be judged."""

import os
from collections.abc import Mapping, Sequence

import msgspec

from .._sha256 import sha256
from ..errors import ManifestError, Problem
from ..manifest import parse_manifest
from ..model.artifact import ModelFile
from ..model.manifest import Manifest, Model
from ..model.reading import ReadManifest
from ..model.resolution import KnownFact
from ..toml._read import LARGEST


def read_manifest(path: "str | os.PathLike[str]", *, settings: Sequence[str] = ()) -> ReadManifest:
    """Read a manifest and the model files that it names.

    Args:
        path: a file, or ``-`` for standard input; the paths of models are relative to its folder.
        settings: facts to override or add, each ``KEY=VALUE``.

    Raises:
        ManifestError: with everything that is wrong, each with its line.
    """
    name = os.fspath(path)
    content = _read(name)
    manifest = parse_manifest(content, name)
    if settings:
        from ..manifest import apply_settings

        manifest = apply_settings(manifest, settings)
    text = content.decode()
    read = ReadManifest(path=name, sha256=sha256(content).hexdigest(), text=text, manifest=manifest, settings=tuple(settings))
    return _with_models(read) if any(model.path is not None for model in manifest.model) else read


def _read(name: str) -> bytes:
    import stat
    import sys

    if name == "-":
        content = sys.stdin.buffer.read(LARGEST + 1)
    else:
        try:
            handle = os.open(name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
        except (OSError, ValueError) as fault:
            raise ManifestError(Problem(name, None, f"cannot be read: {getattr(fault, 'strerror', None) or fault}")) from None
        try:
            mode = os.fstat(handle).st_mode
            if stat.S_ISDIR(mode):
                hint = "name a file in it; check takes a folder too"
                raise ManifestError(Problem(name, None, "found a folder, needed a manifest in TOML", hint))
            if not stat.S_ISREG(mode):
                raise ManifestError(Problem(name, None, "found no regular file, needed a manifest in TOML"))
            with open(handle, "rb", closefd=False) as file:
                content = file.read(LARGEST + 1)
        finally:
            os.close(handle)
    if len(content) > LARGEST:
        raise ManifestError(
            Problem(name, None, f"found more than {LARGEST} bytes, needed a manifest", "is this the right file?")
        )
    return content


def _with_models(read: ReadManifest) -> ReadManifest:
    """Read the files that the models name; what a file says stands in place of what was written."""
    from ..artifacts import read_model
    from ..manifest import compare_model, locate

    folder = os.path.dirname(read.path) if read.path != "-" else ""
    models: list[Model] = []
    files: dict[int, ModelFile] = {}
    disagreements: dict[int, tuple[str, ...]] = {}
    notes: list[str] = []
    problems: list[Problem] = []
    for index, model in enumerate(read.manifest.model):
        if model.path is None or model.kind == "rkllm":
            models.append(model)
            continue
        try:
            file = read_model(os.path.join(folder, model.path))
        except (OSError, ValueError) as fault:
            reason = getattr(fault, "strerror", None) or str(fault)
            if model.kind and model.format is not None and model.target_platform:
                notes.append(f"model[{index}]: {model.path} was not read ({reason}); what the manifest says of it judges")
            else:
                line = locate(read.text).get(f"model[{index}].path")
                hint = "or write kind, format and target_platform, which then judge"
                problems.append(Problem(read.path, line, f"the model file {model.path!r} cannot be read: {reason}", hint))
            models.append(model)
            continue
        files[index] = file
        merged, differing = compare_model(model, file)
        models.append(merged)
        if differing:
            disagreements[index] = differing
        notes += [f"model[{index}]: {oddity}" for oddity in file.oddities]
    if problems:
        raise ManifestError(*problems)
    manifest = msgspec.structs.replace(read.manifest, model=tuple(models))
    return msgspec.structs.replace(
        read, manifest=manifest, files=files, disagreements=disagreements, notes=(*read.notes, *notes)
    )


def known_facts(manifest: Manifest) -> tuple[KnownFact, ...]:
    """Every fact that the manifest states, by its key, with where it came from."""
    found: dict[str, str | int | bool | tuple[str, ...]] = {}

    def walk(path: str, value: object) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                walk(f"{path}.{key}" if path else key, inner)
        elif isinstance(value, tuple) and value and all(isinstance(item, dict) for item in value):
            for index, inner in enumerate(value):
                walk(f"{path}[{index}]", inner)
        elif isinstance(value, tuple):
            found[path] = tuple(map(str, value))
        elif isinstance(value, str | int | bool):
            found[path] = value

    data = msgspec.to_builtins(manifest)
    evidence: Mapping[str, Mapping[str, str]] = data.pop("evidence", {})
    for aside in ("manifest", "lock", "use"):
        data.pop(aside, None)
    walk("", data)
    return tuple(
        KnownFact(
            fact=fact, value=value, read_from=evidence.get(fact, {}).get("read_from"), raw=evidence.get(fact, {}).get("raw")
        )
        for fact, value in sorted(found.items())
    )

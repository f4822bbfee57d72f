"""A container image in a tar, as ``docker save`` or an OCI tool writes it: its layers as one tree, and how it starts."""

import posixpath
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec

from ..artifacts._file import DamageError, RegularFile
from ..errors import Problem, UsageError
from ._layers import Layers
from ._stream import Inside, Plain, Stream, unpack
from ._tar import Member, read_members
from ._tree import Tree

#: The docker limit is 127.
_MOST_LAYERS = 512
_MOST_MEMBERS = 10_000
_LARGEST_JSON = 4 * 1024 * 1024
#: A board's; an index may hold the same image for others.
_ARCHITECTURES = ("arm64", "arm")


class Image(NamedTuple):
    """An image, laid out but not unpacked."""

    tree: Tree
    id: str
    """A short name, ``frigate``: of the tag, else of the file."""
    kind: str
    """``docker`` or ``oci``, by the form of the tar."""
    tag: str | None
    """The name in full, ``ghcr.io/blakeblackshear/frigate:0.15``."""
    architecture: str | None
    """As Docker says it: ``arm64``, ``arm``, ``amd64``."""
    environment: dict[str, str]
    command: tuple[str, ...]
    """The program that it starts, with its arguments."""
    folder: str
    """Where that starts."""


@contextmanager
def open_image(path: str) -> Iterator[Image]:
    """Lay out the image in a tar file, packed or not; nothing is written to disk. Its files can be read inside the ``with``.

    Raises:
        UsageError: it cannot be read, is no image, holds several, or is damaged or hostile.
    """
    try:
        file = RegularFile(path)
    except (OSError, DamageError) as fault:
        raise _refusal(path, fault) from None
    with file:
        try:
            image = _open(path, file)
        except (OSError, DamageError) as fault:
            raise _refusal(path, fault) from None
        yield image


def _refusal(path: str, fault: Exception) -> UsageError:
    reason = getattr(fault, "strerror", None) or str(fault)
    hint = "write it with 'docker save IMAGE -o FILE', 'podman save' or 'skopeo copy … oci-archive:FILE'"
    return UsageError(Problem(path, None, f"cannot be used as a container image: {reason}", hint))


def _open(path: str, file: RegularFile) -> Image:
    archive = _Archive(unpack(Plain(file)))
    is_docker = archive.has("manifest.json")
    if is_docker:
        tag, config_name, layers = _docker(archive)
    elif archive.has("index.json"):
        tag, config_name, layers = _oci(archive)
    else:
        raise DamageError("found a tar without manifest.json and index.json, needed a container image")
    if len(layers) > _MOST_LAYERS:
        raise DamageError(f"found {len(layers)} layers, at most {_MOST_LAYERS} are read")
    described = archive.json(config_name, _Config)
    tree = Layers(path)
    for layer in layers:
        try:
            tree.add(unpack(archive.stream(layer)))
        except DamageError as damage:
            raise DamageError(f"layer {layer}: {damage}") from None
    start = described.config or _Start()
    environment = dict(pair.partition("=")[::2] for pair in start.env or ())
    command = (*(start.entrypoint or ()), *(start.cmd or ()))
    name = tag or posixpath.basename(path.replace("\\", "/")).partition(".")[0]
    short = name.partition("@")[0].rpartition("/")[2].partition(":")[0] or "image"
    return Image(
        tree,
        short,
        "docker" if is_docker else "oci",
        tag,
        described.architecture,
        environment,
        command,
        start.working_dir or "/",
    )


class _Start(msgspec.Struct, frozen=True):
    """How a container of the image starts."""

    env: tuple[str, ...] | None = msgspec.field(name="Env", default=None)
    entrypoint: tuple[str, ...] | None = msgspec.field(name="Entrypoint", default=None)
    cmd: tuple[str, ...] | None = msgspec.field(name="Cmd", default=None)
    working_dir: str | None = msgspec.field(name="WorkingDir", default=None)


class _Config(msgspec.Struct, frozen=True):
    architecture: str | None = None
    config: _Start | None = None


class _Saved(msgspec.Struct, frozen=True):
    """One image of ``docker save``."""

    config: str = msgspec.field(name="Config")
    layers: tuple[str, ...] = msgspec.field(name="Layers")
    tags: tuple[str, ...] | None = msgspec.field(name="RepoTags", default=None)


class _Platform(msgspec.Struct, frozen=True):
    architecture: str = ""
    os: str = ""


class _Descriptor(msgspec.Struct, frozen=True, rename="camel"):
    """One blob of an OCI layout."""

    digest: str
    media_type: str = ""
    platform: _Platform | None = None
    annotations: dict[str, str] | None = None


class _Index(msgspec.Struct, frozen=True):
    manifests: tuple[_Descriptor, ...] = ()


class _Manifest(msgspec.Struct, frozen=True):
    """What an index names: an image, or one more index."""

    config: _Descriptor | None = None
    layers: tuple[_Descriptor, ...] = ()
    manifests: tuple[_Descriptor, ...] = ()


class _Archive:
    """The outer tar: a few files by name."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._members: dict[str, Member] = {}
        for member in read_members(stream):
            if len(self._members) >= _MOST_MEMBERS:
                raise DamageError(f"found more than {_MOST_MEMBERS} files, which no image has")
            self._members[posixpath.normpath(member.name).lstrip("/")] = member

    def has(self, name: str) -> bool:
        return name in self._members

    def stream(self, name: str) -> Plain:
        """The bytes of one of its files; ``docker save`` writes a layer that comes twice as a link."""
        for _ in range(8):
            member = self._members.get(posixpath.normpath(name))
            if member is None:
                break
            if member.kind == "file":
                return Plain(Inside(self._stream, member.offset, member.size))
            if member.kind not in ("link", "hard-link"):
                break
            name = member.target if member.kind == "hard-link" else f"{posixpath.dirname(name)}/{member.target}"
        raise DamageError(f"found no file {name[:200]!r}, which the image names")

    def json(self, name: str, kind: type[Any]) -> Any:
        content = self.stream(name).read_at(0, _LARGEST_JSON + 1)
        if len(content) > _LARGEST_JSON:
            raise DamageError(f"found more than {_LARGEST_JSON} bytes of JSON in {name}")
        try:
            return msgspec.json.decode(content, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
            raise DamageError(f"{name}: {fault}") from None


def _docker(archive: _Archive) -> tuple[str | None, str, tuple[str, ...]]:
    images: tuple[_Saved, ...] = archive.json("manifest.json", tuple[_Saved, ...])
    if len(images) != 1:
        names = ", ".join(tag for image in images for tag in image.tags or ())
        raise DamageError(f"found {len(images)} images ({names[:200]}), needed one")
    tags = images[0].tags or ()
    return (tags[0] if tags else None), images[0].config, images[0].layers


def _oci(archive: _Archive) -> tuple[str | None, str, tuple[str, ...]]:
    listed: tuple[_Descriptor, ...] = archive.json("index.json", _Index).manifests
    tag = None
    for _ in range(4):  # an index may name an index
        described = _choose(listed)
        for key in ("io.containerd.image.name", "org.opencontainers.image.ref.name"):
            tag = tag or (described.annotations or {}).get(key)
        manifest: _Manifest = archive.json(_blob(described), _Manifest)
        if manifest.config is not None:
            return tag, _blob(manifest.config), tuple(map(_blob, manifest.layers))
        listed = manifest.manifests
    raise DamageError("found indexes without an image in them")


def _choose(listed: tuple[_Descriptor, ...]) -> _Descriptor:
    """The one image, or the one for boards."""
    for architecture in _ARCHITECTURES:
        fitting = [one for one in listed if one.platform and one.platform.architecture == architecture]
        if len(fitting) == 1:
            return fitting[0]
    real = [one for one in listed if not one.platform or one.platform.os != "unknown"]  # unknown: notes on how it was built
    if len(real) != 1:
        raise DamageError(f"found {len(real)} images, needed one, or one for arm64")
    return real[0]


def _blob(described: _Descriptor) -> str:
    algorithm, _, digest = described.digest.partition(":")
    return f"blobs/{algorithm}/{digest}"

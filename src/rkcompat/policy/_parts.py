"""A manifest → the parts that a lock holds."""

from collections import Counter
from collections.abc import Iterator, Mapping

from ..model.lock import LockedPart, PresentPart
from ..model.manifest import Manifest


def parts_of(manifest: Manifest, hashes: Mapping[int, str]) -> tuple[PresentPart, ...]:
    """Everything with a version, a build or a file; of two without a name each gets a number.

    Args:
        manifest: what is there.
        hashes: the SHA-256 of the file of ``model[i]``, by index.
    """
    seen: Counter[tuple[str, str]] = Counter()
    parts = []
    for one in (*_of_board(manifest), *_of_lists(manifest, hashes)):
        key = one.part.component, one.part.name
        seen[key] += 1
        parts.append(one if seen[key] == 1 else _numbered(one, seen[key]))
    return tuple(parts)


def _numbered(one: PresentPart, number: int) -> PresentPart:
    from msgspec.structs import replace

    return replace(one, part=replace(one.part, name=f"{one.part.name} {number}"))


def _of_board(manifest: Manifest) -> Iterator[PresentPart]:
    """What there is one of."""
    board, image, driver, kernel = manifest.board, manifest.image, manifest.driver, manifest.kernel
    if board.soc:
        yield _part("soc", "soc", version=board.soc, facts={"version": "soc"})
    if image is not None:
        yield _part("image", image.id or "image", version=image.version, facts={"version": "image.version"})
    if kernel.release:
        yield _part("kernel", "kernel", version=kernel.release, facts={"version": "kernel.release"})
    if driver.family or driver.version:
        facts = {"version": "driver.version", "build": "driver.date"}
        yield _part("driver", driver.family or "driver", version=driver.version, build=driver.date, facts=facts)
    if manifest.libc is not None:
        yield _part("libc", manifest.libc.family or "libc", version=manifest.libc.version, facts={"version": "libc.version"})
    server = manifest.server
    if server is not None:
        facts = {"version": "server.version", "build": "server.build"}
        yield _part("server", "rknn_server", version=server.version, build=server.build, facts=facts)
    tools = {"toolkit": manifest.toolkit, "rkllm-toolkit": manifest.rkllm_toolkit, "lite": manifest.lite}
    for component, tool in tools.items():
        if tool is not None:
            yield _part(component, component, version=tool.version, facts={"version": f"{component}.version"})


def _of_lists(manifest: Manifest, hashes: Mapping[int, str]) -> Iterator[PresentPart]:
    """What there can be several of."""
    for index, copy in enumerate(manifest.runtime):
        component = "rkllm-runtime" if copy.library == "librkllmrt" else "runtime"
        yield PresentPart(
            part=LockedPart(
                component=component,
                name=copy.id or copy.path or copy.library or component,
                file=copy.path,
                version=copy.version,
                build=copy.build,
                sha256=copy.sha256,
            ),
            about=f"runtime[{index}]",
            facts={"version": f"{component}.version", "build": f"{component}.build", "sha256": f"{component}.sha256"},
        )
    for index, model in enumerate(manifest.model):
        component = "rkllm-model" if model.kind == "rkllm" else "model"
        file = model.path or model.found_at
        yield PresentPart(
            part=LockedPart(
                component=component,
                name=file or component,
                file=file,
                version=model.toolkit,
                build=model.compiler,
                sha256=hashes.get(index),
            ),
            about=f"model[{index}]",
            facts={"version": f"{component}.toolkit", "build": f"{component}.compiler", "sha256": f"{component}.sha256"},
        )
    for index, application in enumerate(manifest.application):
        headers = application.headers or application.rkllm_headers
        fact = "application.headers" if application.headers else "application.rkllm-headers"
        yield PresentPart(
            part=LockedPart(component="application", name=application.id or "application", version=headers),
            about=f"application[{index}]",
            facts={"version": fact},
        )


def _part(component: str, name: str, *, version: str | None, facts: dict[str, str], build: str | None = None) -> PresentPart:
    part = LockedPart(component=component, name=name, version=version, build=build)
    return PresentPart(part=part, about="board", facts=facts)

"""What ``rkcompat collect`` reads from files alone: a root file system, a container image, and that over a host."""

from collections.abc import Callable, Sequence
from typing import Annotated

import typer

from ..collect import Collected, over_host, scan_container, scan_rootfs
from ..errors import Problem, UsageError

Rootfs = Annotated[
    str | None, typer.Option(metavar="DIR", help="A root file system, unpacked or mounted; nothing in it is run.")
]
Container = Annotated[
    str | None,
    typer.Option(
        metavar="IMAGE.tar",
        help="A container image, from docker save or as an OCI layout: alone, or over the kernel of one of the others.",
    ),
]

Join = Callable[[Collected], Collected]
"""What a container makes of its host; the host itself where there is no container."""


def not_one_source(given: Sequence[str]) -> UsageError:
    """That nothing was named to read, or several things that are not read in one go; `given` are the options that do."""
    if not given:
        hint = "--local, --ssh HOST, --adb [SERIAL], --bundle FILE, --rootfs DIR; with one or alone --container IMAGE.tar"
        return UsageError(Problem("collect", None, "found nothing to read, needed a board or files", hint))
    hint = "call collect once for each, with -o FILE; only --container goes together with one of them"
    return UsageError(Problem("collect", None, f"found {' and '.join(given)}, needed one of them", hint))


def split_app(app: str | None) -> tuple[int | None, str | None]:
    """``--app`` is a process of a live board, or a program by its path.

    Raises:
        UsageError: it is neither.
    """
    if app is None or app.startswith("/"):
        return None, app
    if app.isascii() and app.isdecimal() and 0 < int(app[:12]) < 2**31:
        return int(app[:12]), None
    raise UsageError(Problem("--app", None, f"found {app!r}, needed a process number, or the path of a program from / on"))


def refuse_app(pid: int | None, program: str | None, *, live: bool, trees: bool) -> None:
    """Where nothing could follow what was asked.

    Raises:
        UsageError: a path without a tree, a process without a board.
    """
    if program is not None and not trees:
        hint = "of a live board --app is the number of a process"
        raise UsageError(Problem("--app", None, "found a path, needed --rootfs or --container, whose program it is", hint))
    if pid is not None and not live:
        raise UsageError(Problem("--app", None, "found a process, needed a board or a bundle; of files --app is a path"))


def join_of(container: str | None, program: str | None) -> Join:
    """Lay the container over whatever host it is given.

    Raises:
        UsageError: the image cannot be used.
    """
    if container is None:
        return lambda host: host
    inside = scan_container(container, app=program)
    return lambda host: over_host(inside, host)


def read_trees(rootfs: str | None, container: str | None, program: str | None) -> Collected:
    """A root file system, an image, or the one under the other.

    Raises:
        UsageError: one cannot be used.
    """
    if rootfs is None:
        assert container is not None
        return scan_container(container, app=program)
    return join_of(container, program)(scan_rootfs(rootfs, app=program if container is None else None))

"""A bundle → a manifest, with where each fact was read, and what a person should know besides."""

import msgspec

from ..model.manifest import Manifest
from ._bundle import Bundle
from ._draft import Draft
from ._read_board import read_board, read_image, read_libc
from ._read_container import read_container
from ._read_driver import read_driver, read_module_file
from ._read_kernel import read_kernel
from ._read_library import read_libraries
from ._read_lite import read_lite
from ._read_model import read_models
from ._read_server import read_server
from ._read_tree import read_tree

READERS = (
    read_board,
    read_image,
    read_kernel,
    read_tree,
    read_driver,
    read_module_file,
    read_container,
    read_libraries,
    read_models,
    read_lite,
    read_server,
    read_libc,
)
"""Each takes the items it knows; a later one may look at what an earlier one stated."""

#: Places that are named in one note.
_NAMED = 6


class Collected(msgspec.Struct, frozen=True):
    """What a bundle says."""

    manifest: Manifest
    notes: tuple[str, ...]
    """What the manifest has no key for: places that root could read, copies that differ, a link where a device should be."""


def bundle_to_manifest(bundle: Bundle, *, app: int | None = None) -> Collected:
    """The manifest that a bundle stands for.

    What was looked for everywhere and not found is ``absent``; what could not be read is no key. ``app`` is the process
    whose library is the loaded one; without it, every copy that a process other than ``rknn_server`` has mapped is.
    """
    draft = Draft()
    for read in READERS:
        read(bundle, draft, app)
    for status, what in (
        ("denied", "root could read more"),
        ("timeout", "took too long"),
        ("cut", "more than the probe takes"),
    ):
        places = list(dict.fromkeys(item.read_from for item in bundle.items if item.status == status))
        if places:
            more = f" and {len(places) - _NAMED} more" if len(places) > _NAMED else ""
            draft.note(f"{what}: {', '.join(place[:80] for place in places[:_NAMED])}{more}")
    return Collected(draft.manifest(), tuple(draft.notes))

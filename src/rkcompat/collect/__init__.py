"""The one probe script, the ways to reach a board, and what a bundle of text says of one."""

from ._bundle import Bundle, Item, parse_bundle
from ._manifest import Collected, bundle_to_manifest
from ._over_host import over_host
from ._scan import scan_container, scan_rootfs
from ._script import Settings, probe_list, probe_script
from ._target import Target, adb_target, local_target, probe, ssh_target

__all__ = [
    "Bundle",
    "Collected",
    "Item",
    "Settings",
    "Target",
    "adb_target",
    "bundle_to_manifest",
    "local_target",
    "over_host",
    "parse_bundle",
    "probe",
    "probe_list",
    "probe_script",
    "scan_container",
    "scan_rootfs",
    "ssh_target",
]

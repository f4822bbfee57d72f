"""What the library promises: the exported names, nothing more, and each of them there."""

import subprocess
import sys
from inspect import get_annotations

import rkcompat

NAMES = [
    "CollectError",
    "Collected",
    "ManifestError",
    "Matrix",
    "MatrixError",
    "Policy",
    "Problem",
    "Proof",
    "ReadManifest",
    "Resolution",
    "RkcompatError",
    "Rule",
    "Target",
    "UnreachableError",
    "UsageError",
    "Waiver",
    "Want",
    "Wishes",
    "__version__",
    "accept",
    "adb_target",
    "add_log",
    "bundle_to_manifest",
    "check",
    "coverage",
    "deviations",
    "diagnose",
    "diff_manifests",
    "diff_matrices",
    "explain",
    "find_rows",
    "inspect",
    "lint",
    "load_matrix",
    "load_policy",
    "local_target",
    "log_to_manifest",
    "manifest_to_toml",
    "over_host",
    "parse_bundle",
    "parse_proof",
    "parse_range",
    "probe",
    "prove",
    "read_lock",
    "read_log",
    "read_manifest",
    "record",
    "resolve",
    "scan_container",
    "scan_rootfs",
    "schema",
    "settle",
    "ssh_target",
    "verify_proof",
    "what_if",
    "why",
    "why_not",
    "with_lines",
]
"""A name that is added is a promise; one that goes breaks somebody."""


def test_the_exported_names_are_these() -> None:
    """In one sorted list, and each can be had."""
    assert sorted(rkcompat.__all__) == NAMES
    assert all(getattr(rkcompat, name) is not None for name in NAMES)
    assert set(NAMES) <= set(dir(rkcompat))


def test_every_public_name_says_what_it_is() -> None:
    """With the types of what it takes and gives."""
    public = [getattr(rkcompat, name) for name in NAMES if name != "__version__"]

    assert [one for one in public if not (one.__doc__ or "").strip()] == []
    assert [one for one in public if callable(one) and "return" not in get_annotations(one) and not isinstance(one, type)] == []


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    """As for any module."""
    assert not hasattr(rkcompat, "no_such_name")


def test_importing_the_package_loads_nothing_of_it() -> None:
    """A program pays for what it asks for."""
    code = "import rkcompat, sys; print(sorted(name for name in sys.modules if name.startswith('rkcompat.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() in ("[]", "['rkcompat._version']")

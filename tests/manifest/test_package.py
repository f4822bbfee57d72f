"""The public names of the package; what a check does not need is not loaded."""

import subprocess
import sys

import pytest

import rkcompat.manifest


def test_the_public_names_are_there() -> None:
    """Each of them, and no other."""
    assert all(callable(getattr(rkcompat.manifest, name)) for name in rkcompat.manifest.__all__)
    with pytest.raises(AttributeError, match=r"^module 'rkcompat\.manifest' has no attribute 'parse'$"):
        _ = rkcompat.manifest.parse  # type: ignore[attr-defined]


def test_reading_a_manifest_loads_only_what_that_takes() -> None:
    """A manifest that is right needs no lines, no types, no nearest words."""
    script = (
        "import sys\n"
        "from rkcompat.manifest import parse_manifest\n"
        "parse_manifest('manifest = 1\\n[driver]\\nversion = \"0.9.8\"\\n[evidence]\\n\"driver.version\" = {}', 'm')\n"
        "print(*sorted(name.rpartition('.')[2] for name in sys.modules if name.startswith('rkcompat.manifest.')))\n"
        "print('difflib' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["_consistency", "_read", "False"]

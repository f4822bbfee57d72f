"""``matrices/`` and its compiled form → the wheel, so that an installed rkcompat parses no TOML of its own."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class MatricesBuildHook(BuildHookInterface[Any]):
    """Adds ``rkcompat/matrices`` to a standard wheel; an editable install finds the checkout's own folder."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the matrices beside the build, and name them and the result as files of the wheel.

        Args:
            version: ``standard`` or ``editable``.
            build_data: Where hatchling reads what goes into the wheel.

        Raises:
            MatrixError: the matrices cannot be compiled; nothing is built.
        """
        if version != "standard":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root / "src"))
        try:
            import msgspec

            from rkcompat.matrix._compile import compile_matrix
            from rkcompat.matrix._load import compiled_name, fingerprint, read_texts
        finally:
            sys.path.pop(0)

        texts = read_texts(root / "matrices")
        digest = fingerprint(texts.items())
        self._scratch = TemporaryDirectory()
        compiled = Path(self._scratch.name, compiled_name(digest))
        compiled.write_bytes(msgspec.msgpack.encode(compile_matrix(texts, digest)))
        build_data["force_include"] |= {
            str(root / "matrices"): "rkcompat/matrices",
            str(compiled): f"rkcompat/matrices/{compiled.name}",
        }

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the compiled form, which the wheel now holds."""
        if version == "standard":
            self._scratch.cleanup()

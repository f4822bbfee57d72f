"""What a Python package of the stack says of itself."""

from typing import Literal

from .artifact_file import ReadFile


class PythonPackage(ReadFile, frozen=True, kw_only=True):
    """A wheel, or the record that an installed one leaves."""

    kind: Literal["python-package"] = "python-package"
    component: Literal["toolkit", "lite", "rkllm-toolkit"] | None = None
    """``None`` where it is none of Rockchip's."""
    name: str
    version: str
    commit: str | None = None
    """From its summary; the same release has another one on another machine."""
    python: tuple[str, ...] = ()
    """The versions of Python it is for, ``3.10``."""
    platforms: tuple[str, ...] = ()
    """The platform tags, ``manylinux_2_17_aarch64``."""
    is_installed: bool = False

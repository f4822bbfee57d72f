"""One file of the stack → what it says of itself."""

import os
from typing import TYPE_CHECKING

from ..errors import Problem, UsageError

if TYPE_CHECKING:
    from ..model.artifact_any import Artifact


def inspect(path: "str | os.PathLike[str]") -> "Artifact":
    """Read one file of the stack: a model, a library, a program, a kernel, a module, a device tree, a package.

    Raises:
        UsageError: it cannot be opened.
    """
    from ..artifacts import read_artifact

    try:
        return read_artifact(path)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise UsageError(Problem(os.fspath(path), None, f"cannot be read: {reason}")) from None

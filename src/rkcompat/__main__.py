"""``rkcompat`` and ``python -m rkcompat``."""

import gc
import sys

from ._version import VERSION


def main() -> int:
    """Run the command line and return its exit code; the version is told before anything is loaded."""
    gc.disable()  # a run is over before collecting would pay: 3 % of `check`
    try:
        if sys.argv[1:] == ["--version"]:
            sys.stdout.write(f"rkcompat {VERSION}\n")
            return 0
        from .cli import run

        return run(sys.argv[1:])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())

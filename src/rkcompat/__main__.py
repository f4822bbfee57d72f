"""``rkcompat`` and ``python -m rkcompat``."""

import gc
import sys


def main() -> int:
    """Run the command line and return its exit code."""
    gc.disable()  # a run is over before collecting would pay: 3 % of `check`
    try:
        from .cli import run

        return run(sys.argv[1:])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())

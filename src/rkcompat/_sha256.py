"""SHA-256 of what is short: hashlib loads OpenSSL for it, which takes 2 of the 70 milliseconds of `check`."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import sha256
else:
    try:  # what hashlib itself falls back to
        if sys.version_info >= (3, 12):
            from _sha2 import sha256
        else:
            from _sha256 import sha256
    except ImportError:
        from hashlib import sha256

__all__ = ["sha256"]

"""One value of the configuration, as it is shown."""

import msgspec


class Setting(msgspec.Struct, frozen=True):
    """One value, and where it comes from."""

    key: str
    value: str
    """As a person reads it."""
    origin: str
    """``default``, ``rkcompat.toml:3``, ``RKCOMPAT_STRICT``, ``command line``."""

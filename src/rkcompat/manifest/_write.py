"""`Manifest` → ``manifest.toml``: the keys in the format's order, small tables on a line of their own."""

from typing import Any

import msgspec

from ..model.manifest import Manifest, Table
from ..toml._path import quoted, spell
from ._consistency import NOTHING


def manifest_to_toml(manifest: Manifest) -> str:
    """The text that `parse_manifest` reads back as this manifest."""
    lines = []
    for name in manifest.__struct_fields__:
        value = getattr(manifest, name)
        if value == getattr(NOTHING, name) and name != "manifest":
            continue
        plain = msgspec.to_builtins(value)
        if isinstance(value, tuple) and isinstance(value[0], Table):
            for table in plain:
                lines += ["", f"[[{name}]]", *_pairs(table)]
        elif isinstance(value, (Table, dict)):
            options = plain.pop("config", None) if name == "kernel" else None
            if plain or not options:
                lines += ["", f"[{name}]", *_pairs(plain)]
            if options:
                lines += ["", "[kernel.config]", *_pairs(options)]
        else:
            lines.append(_pair(name, plain))
    return "\n".join(lines) + "\n"


def _pairs(table: dict[str, Any]) -> list[str]:
    return [_pair(key, value) for key, value in table.items()]


def _pair(key: str, value: Any) -> str:
    text = f"{value:#x}" if key == "start" else _value(value)  # the one key that is an address
    return f"{spell([key])} = {text}"


def _value(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return quoted(value)
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case dict():
            return f"{{ {', '.join(_pairs(value))} }}" if value else "{}"
    return str(value)

"""Model files, where the probe was asked for them: where they lie, and the number in their header."""

from typing import Any

from ._bundle import Bundle
from ._draft import Draft


def read_models(bundle: Bundle, draft: Draft, _app: int | None) -> None:
    """``model``: as it was seen on the board, to be opened by nobody."""
    for item in bundle.of("model"):
        entry: dict[str, Any] = {"found_at": item.read_from, "kind": "rkllm" if item.read_from.endswith(".rkllm") else "rknn"}
        try:
            start = bytes.fromhex(item.lines[0] if item.lines else "")
        except ValueError:
            start = b""
        number = int.from_bytes(start[8:16], "little") if len(start) == 16 and start[:8] == b"RKNN\0\0\0\0" else None
        if number is not None and number < 1 << 16 and entry["kind"] == "rknn":
            entry["format"] = number
        at = draft.add("model", entry)
        if at is not None and "format" in entry:
            draft.tell(f"model[{at}].format", item, item.lines[0])
    searches = bundle.of("files.models")
    if searches and not bundle.of("model") and all(item.status == "ok" for item in searches):
        draft.absent.append("model")

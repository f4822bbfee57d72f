"""What public logs show of real boards becomes a manifest that says that, and no more."""

import os
from pathlib import Path

import pytest

from rkcompat.collect import bundle_to_manifest, parse_bundle
from rkcompat.manifest import manifest_to_toml, parse_manifest

BOARDS = sorted(path.parent for path in (Path(__file__).parents[1] / "boards").glob("*/board.bundle"))


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_a_board_gives_its_manifest(board: Path) -> None:
    """RKCOMPAT_UPDATE=1 writes the expected one anew."""
    collected = bundle_to_manifest(parse_bundle((board / "board.bundle").read_bytes(), "board.bundle"))
    text = manifest_to_toml(collected.manifest)
    if os.environ.get("RKCOMPAT_UPDATE"):
        (board / "manifest.toml").write_text(text)

    assert text == (board / "manifest.toml").read_text()
    assert parse_manifest(text, "-") == collected.manifest
    assert collected.manifest.absent == ()

"""A small matrix in which nothing is wrong, as files to change."""

from collections.abc import Callable
from pathlib import Path

import pytest

FILES = {
    "sources/guide.toml": """
matrix    = 1
title     = "a guide"
publisher = "Rockchip"
basis     = "vendor-document"
read-on   = "2026-11-29"
citation  = "page 1"
[sections]
chips    = "which chips there are"
releases = "which releases there are"
""",
    "sources/run.toml": """
matrix    = 1
title     = "a run"
publisher = "rkcompat"
basis     = "measured"
read-on   = "2026-11-28"
url       = "https://example.org/librknnrt.so"
sha256    = "00"
method    = "rknn_init on a board"
""",
    "platforms/rk3588.toml": """
matrix          = 1
title           = "RK3588"
generation      = 2
aliases         = ["rk3588s"]
npu             = "RKNPU v2"
cores           = 3
runtime-library = "librknnrt"
runs-models-for = ["rk3588"]
sources         = ["guide#chips"]
""",
    "components/librknnrt.toml": """
matrix    = 1
component = "runtime"
[attribute.driver-minimum]
kind  = "version"
title = "driver below which it refuses to start"
by    = "npu"
[[release]]
version = "1.6.0"
library = "librknnrt"
sources = ["guide#releases"]
[[release]]
version = "2.3.2"
library = "librknnrt"
sources = ["guide#releases"]
driver-minimum = { "RKNPU v2" = "0.8.2" }
""",
    "components/driver.toml": """
matrix    = 1
component = "driver"
[[release]]
version = "0.8.2"
sources = ["guide#releases"]
[[release]]
version = "0.9.8"
sources = ["guide#releases"]
""",
    "rules/driver.toml": """
matrix = 1
title  = "the driver"
[[rule]]
id       = "runtime-driver"
title    = "the driver is not older than the runtime asks for"
why      = "it refuses to start"
layer    = "runtime-initialization"
severity = "error"
require  = { driver = { at-least = "runtime.driver-minimum" } }
remedy   = "take another image"
sources  = ["run"]
[[rule]]
id       = "multi-core-driver"
title    = "several cores need a later driver"
why      = "one core is used otherwise"
layer    = "performance"
severity = "warning"
when     = { feature = "multi-core", soc = "rk3588" }
require  = { driver = ">=0.9.0" }
remedy   = "take another image"
sources  = ["guide#releases"]
""",
    "validated/field.toml": """
matrix = 1
title  = "field runs"
[[set]]
id         = "field-rock-5b-2.3.2"
title      = "a board that runs"
kind       = "field-run"
socs       = ["rk3588"]
components = { runtime = "2.3.2", driver = "0.9.8", kernel = "6.1.75" }
sources    = ["run"]
""",
}


@pytest.fixture
def write_matrix(tmp_path: Path) -> Callable[..., Path]:
    """Write the small matrix with one text in it replaced, and answer its folder."""

    def write(old: str = "", new: str = "", also: dict[str, str] | None = None) -> Path:
        holders = [name for name, text in FILES.items() if old in text]
        assert not old or len(holders) == 1, f"{old!r} stands in {holders}"
        for name, text in (FILES | (also or {})).items():
            place = tmp_path / "matrices" / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text.replace(old, new) if old else text)
        return tmp_path / "matrices"

    return write

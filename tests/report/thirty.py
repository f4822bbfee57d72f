"""One manifest with thirty findings: three libraries, ten models, a kernel without SRAM, two rules waived, two that wait."""

from collections.abc import Callable

import msgspec

from rkcompat._api.judging import check, with_lines
from rkcompat.manifest import parse_manifest
from rkcompat.model.finding import Finding, Reading
from rkcompat.model.reading import ReadManifest
from rkcompat.model.resolution import Answer, Change, Resolution, Step

from .stack import MATRIX, RULES, demand

_HEAD = """\
manifest = 1

[board]
soc   = "rk3588"
name  = "ROCK 5B"
label = "line-3/unit-17"

[image]
id      = "armbian-vendor-rk35xx"
version = "25.2.1"

[kernel]
release = "6.1.75-vendor-rk35xx"
[kernel.config]
CONFIG_ROCKCHIP_RKNPU_SRAM = "n"

[driver]
family  = "rknpu"
version = "0.9.3"
linkage = "builtin"

[toolkit]
version = "2.3.2"
[lite]
version = "2.3.2"
[server]
version = "2.3.2"
[libc]
family  = "glibc"
version = "2.36"

[[application]]
id      = "detector"
headers = "2.3.0"

[[container]]
id   = "frigate"
kind = "docker"

[use]
features = ["sram"]

[evidence]
"driver.version" = { read_from = "cat /sys/kernel/debug/rknpu/version", raw = "RKNPU driver: v0.9.3" }
"""

_RUNTIME = """
[[runtime]]
id      = "{id}"
library = "librknnrt"
version = "{version}"
path    = "{path}"
sha256  = "{sha256}"
loaded  = true
"""

_MODEL = """
[[model]]
found_at        = "/opt/models/{name}.rknn"
kind            = "rknn"
format          = 6
toolkit         = "2.3.0"
target_platform = ["rk3588"]
runtime         = "{runtime}"
"""

_COPIES = (
    ("system", "1.4.0", "/usr/lib/librknnrt.so"),
    ("detector", "1.3.0", "/opt/detector/librknnrt.so"),
    ("old", "1.4.0", "/usr/local/lib/librknnrt.so"),
)

TEXT = (
    _HEAD
    + "".join(
        _RUNTIME.format(id=name, version=version, path=path, sha256=str(place) * 64)
        for place, (name, version, path) in enumerate(_COPIES)
    )
    + "".join(_MODEL.format(name=f"yolov8-{number}", runtime=_COPIES[number % 3][0]) for number in range(25))
)
"""The manifest."""


def _waive(note: str) -> Callable[[Finding], Finding]:
    return lambda finding: msgspec.structs.replace(finding, verdict="waived", note=note)


_WAIVED = {
    ("model[0]", "runtime[0]"): _waive("the model is replaced in March; owner BSP team, until 2027-03-31"),
    ("model[1]", "runtime[1]"): _waive(""),
}


def _resolution() -> Resolution:
    read = ReadManifest(path="boards/thirty.toml", sha256="30" * 32, text=TEXT, manifest=parse_manifest(TEXT.encode(), "x"))
    judged = with_lines(check(read, MATRIX), TEXT)
    waits = Finding(
        rule=RULES["runtime-driver"],
        verdict="undetermined",
        read=(Reading("board", "driver.version", None, demand("runtime-driver", "driver.version")),),
        missing=("driver.version",),
    )
    waiting = (("runtime[0]",), ("runtime[1]",))
    change = Change(component="runtime", about="runtime[0]", before="1.4.0", after="2.3.2", action="replace-library")
    image = Change(
        component="driver", about="driver", before="0.9.3", after="0.9.8", action="change-image", images=("Armbian 25.5",)
    )
    return msgspec.structs.replace(
        judged,
        findings=(
            *(
                _WAIVED.get(finding.about, lambda same: same)(finding)
                for finding in judged.findings
                if finding.about not in waiting
            ),
            *(msgspec.structs.replace(waits, about=about) for about in waiting),
        ),
        nearest=(
            Answer(
                validated=True,
                set="sdk-2.3.2",
                title="RKNN SDK 2.3.2",
                basis="vendor-document",
                cost=20,
                changes=(change, image),
                covers=("runtime", "model"),
                not_covered=("kernel",),
                assumed={"toolkit": "2.3.2"},
            ),
            Answer(validated=False, set=None, title="a set that the rules allow", basis="inferred", cost=9, changes=(change,)),
        ),
        plan=(Step(step=1, changes=(image,), state_after="down"), Step(step=2, changes=(change,), state_after="compatible")),
    )


THIRTY = _resolution()
"""What is said of it."""

"""A small matrix and what can be said of a manifest that is held against it, for the tests of the reports."""

from rkcompat.matrix._compile import compile_matrix
from rkcompat.model.fact import Value
from rkcompat.model.finding import Finding, MissingFact, Reading
from rkcompat.model.manifest import Board, Driver, Kernel, Lock, Manifest, Model, Runtime
from rkcompat.model.resolution import Answer, Change, CoreItem, Distance, Failed, Joined, KnownFact, Resolution, Search, Step
from rkcompat.model.rule import Demand
from rkcompat.model.version import parse_version

FILES: dict[str, str] = {
    "sources/runs.toml": """
matrix = 1
title = "librknnrt 1.4.0 and 1.5.2 on models of format 6"
publisher = "rkcompat"
basis = "measured"
read-on = "2026-11-01"
url = "https://example.org/runs"
sha256 = "00"
method = "rknn_init of the released library on a released model"
[sections]
"table 2" = "which runtime takes which format"
""",
    "sources/guide.toml": """
matrix = 1
title = "RKNN2 SDK Development Guide V2.5.0"
publisher = "Rockchip"
basis = "vendor-document"
read-on = "2026-11-29"
citation = "V2.5.0, page 97"
[sections]
"4.1.5" = "what SRAM for the NPU needs"
""",
    "platforms/rk3588.toml": """
matrix = 1
title = "RK3588"
generation = 2
npu = "RKNPU v2"
cores = 3
aliases = ["rk3588s"]
runtime-library = "librknnrt"
runs-models-for = ["rk3588"]
sources = ["guide"]
""",
    "components/runtime.toml": """
matrix = 1
component = "runtime"
[attribute.highest-schema]
kind = "number"
title = "highest model format it takes"
[attribute.driver-minimum]
kind = "version"
title = "driver below which it refuses to start"
by = "npu"
[[release]]
version = "1.3.0"
library = "librknnrt"
sources = ["runs"]
highest-schema = 1
driver-minimum = { "RKNPU v2" = "0.6.0" }
[[release]]
version = "1.4.0"
library = "librknnrt"
sources = ["runs"]
highest-schema = 1
driver-minimum = { "RKNPU v2" = "0.6.0" }
[[release]]
version = "1.5.2"
library = "librknnrt"
sources = ["runs"]
highest-schema = 6
driver-minimum = { "RKNPU v2" = "0.7.0" }
[[release]]
version = "2.3.2"
library = "librknnrt"
sources = ["runs"]
highest-schema = 6
driver-minimum = { "*" = "0.8.0" }
[[release]]
version = "2.4.0"
library = "librknnrt"
sources = ["runs"]
""",
    "rules/stack.toml": """
matrix = 1
title = "a few rules"
[[rule]]
id = "model-format-runtime"
title = "The runtime takes the format of the model"
why = "An older runtime refuses a newer file."
layer = "loading"
severity = "error"
require = { "model.schema" = { at-most = "runtime.highest-schema" } }
remedy = "Replace librknnrt.so by 1.5.2 or newer, or convert the model with the toolkit of the runtime's release."
sources = ["runs#table 2", "guide#4.1.5", "guide"]
[[rule]]
id = "runtime-driver"
title = "The driver is not older than the runtime asks for"
why = "The runtime gives up."
layer = "runtime-initialization"
severity = "error"
require = { driver = { at-least = "runtime.driver-minimum" } }
remedy = "Take an image with a newer BSP."
sources = ["runs"]
[[rule]]
id = "sram-kconfig"
title = "SRAM needs CONFIG_ROCKCHIP_RKNPU_SRAM"
why = "Without it the driver has no SRAM."
layer = "runtime-initialization"
severity = "error"
when = { feature = "sram" }
require = { kernel-config = { CONFIG_ROCKCHIP_RKNPU_SRAM = "y" } }
remedy = "Set the option in the board's defconfig and rebuild the kernel."
fragment = "CONFIG_ROCKCHIP_RKNPU=y\\nCONFIG_ROCKCHIP_RKNPU_SRAM=y"
sources = ["guide#4.1.5"]
[[rule]]
id = "driver-known-bad"
title = "Driver 0.9.3 does not run on kernel 6.1"
why = "Several boards crashed."
layer = "execution"
severity = "warning"
when = { soc = "rk3588" }
forbid = { driver = "==0.9.3", kernel = ">=6.1, <6.2" }
remedy = "Take an image with driver 0.9.6 or newer."
sources = ["guide"]
contradicts = ["sdk-2.3.2"]
was = ["driver-093"]
beside = ["driver-advice"]
[[rule]]
id = "driver-advice"
title = "Driver 0.9.6 or newer is advised"
why = "The vendor says so."
layer = "performance"
severity = "info"
require = { driver = ">=0.9.6" }
remedy = "Take an image with a newer BSP when there is one."
sources = ["guide"]
""",
    "validated/sdk.toml": """
matrix = 1
title = "SDK releases"
[[set]]
id = "sdk-2.3.2"
title = "RKNN SDK 2.3.2"
kind = "sdk-release"
socs = ["rk3588"]
components = { runtime = "2.3.2", model = "2.3.2", toolkit = "2.3.2" }
who = "Rockchip"
when = "2025-04-09"
ran = "the SDK's own examples"
sources = ["guide"]
""",
}

MATRIX = compile_matrix({name: text.encode() for name, text in FILES.items()}, "3f2a9c81d0e4" + "0" * 52)
RULES = {rule.id: rule for rule in MATRIX.rules}

BOARD = Manifest(
    manifest=1,
    board=Board(soc="rk3588", name="ROCK 5B", label="line-3/unit-17"),
    kernel=Kernel(release="6.1.75-vendor", config={"CONFIG_ROCKCHIP_RKNPU_SRAM": "n"}),
    driver=Driver(family="rknpu", version="0.9.3"),
    runtime=(Runtime(id="system", library="librknnrt", version="1.4.0", path="/usr/lib/librknnrt.so"),),
    model=(Model(path="yolov8n.rknn", kind="rknn", format=6, toolkit="2.3.0", target_platform=("rk3588",)),),
    lock=Lock(components=("runtime",), reason="frozen"),
)


def demand(rule: str, fact: str) -> Demand:
    """The demand of a rule on a fact."""
    return next(demand for demand in (*RULES[rule].require, *RULES[rule].when) if demand.fact == fact)


def violation(rule: str, *read: tuple[str, str, Value], about: tuple[str, ...] = (), note: str = "") -> Finding:
    """A violated rule; each reading is (about, fact, value), with the rule's demand on that fact where it has one."""
    demands = {demand.fact: demand for demand in (*RULES[rule].require, *RULES[rule].when)}
    readings = tuple(Reading(whose, fact, value, demands.get(fact)) for whose, fact, value in read)
    return Finding(rule=RULES[rule], verdict="violated", about=about, read=readings, note=note)


FORMAT_TOO_NEW = violation(
    "model-format-runtime",
    ("model[0]", "model.schema", 6),
    ("runtime[0]", "runtime.highest-schema", 1),
    about=("model[0]", "runtime[0]"),
)
KNOWN_BAD = violation(
    "driver-known-bad",
    ("board", "soc", "rk3588"),
    ("board", "driver.version", parse_version("0.9.3")),
    ("board", "kernel.release", parse_version("6.1.75-vendor")),
    note="seen on three boards",
)
SRAM_OFF = violation("sram-kconfig", ("board", "kernel-config.CONFIG_ROCKCHIP_RKNPU_SRAM", "n"))
ADVICE = violation("driver-advice", ("board", "driver.version", parse_version("0.9.3")))
HOLDS = Finding(rule=RULES["runtime-driver"], verdict="satisfied", about=("runtime[0]",))
OUT_OF_PLACE = Finding(rule=RULES["sram-kconfig"], verdict="not-applicable")

_RUNTIME = Change(component="runtime", about="runtime[0]", before="1.4.0", after="2.3.2", action="replace-library")

INCOMPATIBLE = Resolution(
    path="manifest.toml",
    sha256="ab" * 32,
    manifest=BOARD,
    verdict="incompatible",
    exit_code=1,
    reason="2 violated rules of severity error",
    findings=(ADVICE, HOLDS, FORMAT_TOO_NEW, KNOWN_BAD, SRAM_OFF),
    facts=(
        KnownFact(
            fact="driver.version", value="0.9.3", read_from="cat /sys/kernel/debug/rknpu/version", raw="RKNPU driver: v0.9.3"
        ),
        KnownFact(fact="board.soc", value="rk3588"),
    ),
    missing=(
        MissingFact(
            fact="server.version", about="board", needed=False, decides=("runtime-server",), how="strings /usr/bin/rknn_server"
        ),
    ),
    notes=("model[0]: yolov8n.rknn was not read (No such file or directory); what the manifest says of it judges",),
    nearest=(
        Answer(
            validated=True,
            set="sdk-2.3.2",
            title="RKNN SDK 2.3.2",
            basis="vendor-document",
            cost=2,
            changes=(_RUNTIME,),
            covers=("runtime",),
            not_covered=("driver", "kernel"),
            assumed={"toolkit": "2.3.2"},
            doubts=("runtime.driver-minimum of 2.3.2 is not known; it was taken to be 0.8.0",),
            joined=(Joined(set="image-a", title="Image A of 2025", covers=("driver", "kernel")),),
            failed=(Failed(set="unet", title="UNet crashes on runtime 2.3.2", note="one network"),),
            warnings=("driver-known-bad",),
        ),
        Answer(validated=False, set=None, title="a set that the rules allow", basis="inferred", cost=9, changes=()),
    ),
    distances=(
        Distance(
            set="sdk-2.3.2",
            title="RKNN SDK 2.3.2",
            basis="vendor-document",
            cost=2,
            changes=(_RUNTIME,),
            covers=("runtime",),
            doubts=("runtime.driver-minimum of 2.3.2 is not known; it was taken to be 0.8.0",),
        ),
        Distance(set="image-a", title="Image A of 2025", basis="board-log", obstacle="locked", by=("driver", "kernel")),
        Distance(set="image-b", title="Image B", basis="board-log", obstacle="forbidden", by=("driver-known-bad",)),
        Distance(set="image-c", title="Image C", basis="board-log", obstacle="forbidden", by=("driver-known-bad",)),
        Distance(set="rkllm-1.2.1", title="RKLLM SDK 1.2.1", basis="vendor-document", obstacle="elsewhere"),
    ),
    plan=(Step(step=1, changes=(_RUNTIME,), state_after="compatible"),),
    search=Search(proved=False, nodes=20000, limit=20000),
    lines={"model[0].format": 14, "runtime[0].version": 9, "driver.version": 6, "kernel.config": 20},
)

UNDETERMINED = Resolution(
    path="-",
    sha256="cd" * 32,
    manifest=Manifest(manifest=1, runtime=(Runtime(library="librknnrt", version="1.4.0"), Runtime(library="librknnrt"))),
    verdict="undetermined",
    exit_code=3,
    reason="2 needed facts are not known",
    findings=(
        Finding(
            rule=RULES["runtime-driver"],
            verdict="undetermined",
            about=("runtime[0]",),
            read=(
                Reading("board", "driver.version", None, demand("runtime-driver", "driver.version")),
                Reading("runtime[0]", "runtime.driver-minimum", None),
            ),
            missing=("driver.version", "soc"),
        ),
        OUT_OF_PLACE,
    ),
    missing=(
        MissingFact(
            fact="driver.version",
            about="board",
            needed=True,
            decides=("runtime-driver",),
            how="cat /sys/kernel/debug/rknpu/version",
        ),
        MissingFact(
            fact="runtime.version", about="runtime[0]", needed=True, decides=("runtime-driver",), how="strings librknnrt.so"
        ),
        MissingFact(
            fact="runtime.version",
            about="runtime[1]",
            needed=True,
            decides=("model-format-runtime",),
            how="strings librknnrt.so",
        ),
        MissingFact(
            fact="kernel-config.CONFIG_X", about="board", needed=False, decides=("sram-kconfig",), how="zcat /proc/config.gz"
        ),
    ),
)

LOCKED = Resolution(
    path="manifest.toml",
    sha256="ab" * 32,
    manifest=BOARD,
    verdict="incompatible",
    exit_code=4,
    reason="no change that the locks allow helps",
    findings=(FORMAT_TOO_NEW,),
    core=(
        CoreItem(kind="rule", name="model-format-runtime", text="The runtime takes the format of the model"),
        CoreItem(kind="fact", name="model[0]: model.schema", text="6"),
        CoreItem(kind="lock", name="runtime", text="runtime[0] stays 1.4.0: frozen"),
    ),
    search=Search(proved=True, nodes=12, limit=20000),
)

COMPATIBLE = Resolution(
    path="board.toml",
    sha256="ef" * 32,
    manifest=BOARD,
    verdict="compatible",
    exit_code=0,
    reason="no rule is violated",
    findings=(HOLDS, OUT_OF_PLACE),
    nearest=(
        Answer(
            validated=True,
            set="sdk-2.3.2",
            title="RKNN SDK 2.3.2",
            basis="vendor-document",
            cost=0,
            changes=(),
            covers=("runtime",),
            not_covered=("driver",),
        ),
    ),
)

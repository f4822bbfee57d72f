"""A resolution whose every text of unknown origin tries to be more than text."""

import msgspec

from rkcompat.model.finding import Finding, Reading
from rkcompat.model.manifest import Board, Driver, Manifest, Model, Runtime
from rkcompat.model.resolution import KnownFact

from .stack import FORMAT_TOO_NEW, INCOMPATIBLE, RULES

EVIL = (
    "\x1b[2J\r\n::error file=x::pwned\n<script>alert(1)</script><img src=x onerror=alert(2)>\"'&amp;]]>--> "
    "`code` ```\n# head\n- item\n|cell| **bold** [link](javascript:alert(3)) https://evil.example www.evil.example @someone "
    "%0A::warning::x \u202e\u2028\ufffe\x9b31m"
)

HOSTILE = msgspec.structs.replace(
    INCOMPATIBLE,
    path=f"boards/{EVIL}.toml",
    reason=EVIL,
    notes=(EVIL,),
    manifest=Manifest(
        manifest=1,
        board=Board(soc=EVIL, name=EVIL, label=EVIL),
        driver=Driver(version=EVIL),
        runtime=(Runtime(id=EVIL, library="librknnrt", version="1.4.0", path=EVIL),),
        model=(Model(path=EVIL, kind="rknn", format=6),),
    ),
    findings=(
        FORMAT_TOO_NEW,
        Finding(rule=RULES["driver-known-bad"], verdict="violated", read=(Reading("board", "soc", (EVIL,)),), note=EVIL),
        Finding(rule=RULES["sram-kconfig"], verdict="waived", about=("runtime[0]",), note=EVIL),
    ),
    facts=tuple(
        KnownFact(fact=fact, value=EVIL, read_from=EVIL, raw=EVIL)
        for fact in ("board.soc", "board.name", "driver.version", "model[0].path", "runtime[0].id", "runtime[0].path")
    ),
)

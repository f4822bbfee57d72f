"""A small stack to judge: one chip, a few releases, one rule of each kind."""

from functools import lru_cache
from typing import Any

import msgspec
import tomli

from rkcompat.matrix._compile import compile_matrix, compile_rule
from rkcompat.matrix._shape import RuleRow
from rkcompat.model.finding import Finding
from rkcompat.model.manifest import Manifest
from rkcompat.model.matrix import Matrix
from rkcompat.model.rule import Rule
from rkcompat.model.words import Severity
from rkcompat.solve._check import check
from rkcompat.solve._world import World, build_world

_RELEASE = '[[release]]\nversion = "{}"\nsources = ["doc"]\n'

_FILES = 'files = ["aarch64-glibc", "armhf-glibc", "aarch64-bionic"]\n'

_RUNTIMES = (
    ("1.3.0", 1, '"0.6.2"', 'builds = ["aaa1"]\nserves = ["rk3566"]\n'),
    ("1.3.0", 1, '"0.6.2"', 'builds = ["bbb1"]\nserves = ["rk3588"]\n'),
    ("1.4.0", 1, '"0.6.2"', _FILES + 'glibc = "2.17"\nadds = ["rknn_init", "rknn_old"]\n'),
    ("1.5.0", 4, '"0.6.2"', _FILES + "adds = []\n"),
    ("1.5.2", 6, '"0.7.0"', _FILES + 'adds = ["rknn_new"]\ndrops = ["rknn_old"]\n'),
    ("1.6.0", 6, '"0.7.0"', _FILES + 'glibc = "2.17"\nadds = []\n'),
    ("2.3.0", 6, None, ""),
    ("2.3.2", 6, None, _FILES),
)

_RULE = """[[rule]]
id = "{id}"
title = "{id}"
why = "w"
layer = "loading"
severity = "{severity}"
remedy = "r"
sources = ["doc"]
{body}
"""

_RULES = {
    "soc-generation": "require = { generation = 2 }",
    "driver-family": 'require = { "driver.family" = "rknpu" }',
    "model-format-runtime": 'require = { "model.schema" = { at-most = "runtime.highest-schema" } }',
    "model-platform": 'require = { "model.target-platform" = { shares = "platform.runs-models-for" } }',
    "model-intact": 'require = { "model.damage" = { empty = true } }',
    "runtime-driver": 'require = { driver = { at-least = "runtime.driver-minimum" } }',
    "runtime-build-soc": 'require = { "runtime.serves" = { shares = "soc" } }',
    "runtime-arch-libc": 'require = { "runtime.arch" = { shares = "libc.arch" } }',
    "runtime-needs-libc": 'require = { "runtime.libc-family" = { same-as = "libc.family" } }',
    "runtime-needs-libc-version": 'when = { "runtime.libc-family" = { same-as = "libc.family" } }\n'
    'require = { "libc.version" = { at-least = "runtime.libc-version" } }',
    "application-symbols": 'require = { "application.missing" = { empty = true } }',
    "runtime-present": 'when = { "platform.runtime-library" = "librknnrt" }\nrequire = { "runtime.present" = true }',
    "driver-known-bad": 'when = { soc = "rk3588" }\nforbid = { driver = "==0.9.3", kernel = "==6.1.x" }',
    "sram-driver": 'when = { feature = "sram" }\nrequire = { driver = ">=0.8.0" }',
    "sram-kernel": 'when = { feature = "sram" }\nrequire = { kernel-config = { CONFIG_ROCKCHIP_RKNPU_SRAM = "y" } }',
    "sram-old-runtime": 'when = { feature = "sram", runtime = "<1.6.0" }\nrequire = { driver = ">=0.9.0" }',
    "nbuf-new-driver": 'when = { feature = "nbuf" }\nrequire = { driver = ">=0.9.0" }',
    "nbuf-old-runtime": 'when = { feature = "nbuf", driver = ">=0.9.0" }\nrequire = { runtime = "<1.6.0" }',
    "nbuf-new-runtime": 'when = { feature = "nbuf" }\nrequire = { runtime = ">=1.6.0" }',
    "server-toolkit": 'when = { board-debugging = true }\nrequire = { server = { same-as = "toolkit" } }',
    "container-tree": 'require = { "container.device-tree-visible" = true }',
}
_WARNINGS = {
    "compiler-not-newer": 'require = { "model.compiler" = { minor-at-most = "runtime" } }',
    "module-file-is-driver": 'require = { "driver.module-version" = { same-as = "driver" } }',
}


@lru_cache
def stack() -> Matrix:
    """The matrix, through the real compiler."""
    head = 'matrix = 1\ntitle = "t"\n'
    runtime = 'matrix = 1\ncomponent = "runtime"\n'
    for name, kind, extra in (
        ("highest-schema", "number", ""),
        ("driver-minimum", "version", 'by = "npu"\ncarry = true\n'),
        ("serves", "words", ""),
        ("files", "words", ""),
        ("glibc", "version", ""),
        ("adds", "words", ""),
        ("drops", "words", ""),
    ):
        runtime += f'[attribute.{name}]\nkind = "{kind}"\ntitle = "{name}"\n{extra}'
    for version, schema, driver, more in _RUNTIMES:
        runtime += _RELEASE.format(version) + f'library = "librknnrt"\nhighest-schema = {schema}\n{more}'
        runtime += f'driver-minimum = {{ "RKNPU v2" = {driver} }}\n' if driver else ""
    toolkit = 'matrix = 1\ncomponent = "toolkit"\n[attribute.schema]\nkind = "number"\ntitle = "format"\n'
    for version, schema in (("1.4.0", 1), ("1.5.2", 6), ("1.6.0", 6), ("2.3.0", 6), ("2.3.2", 6)):
        toolkit += _RELEASE.format(version) + f"schema = {schema}\n"
    drivers = ("0.6.4", "0.7.2", "0.8.2", "0.9.3", "0.9.6", "0.9.8")
    driver = 'matrix = 1\ncomponent = "driver"\n' + "".join(_RELEASE.format(version) for version in drivers)
    sets = "".join(
        f'[[set]]\nid = "sdk-{v}"\ntitle = "SDK {v}"\nkind = "sdk-release"\nsocs = ["rk3588"]\nsources = ["doc"]\n'
        f'components = {{ toolkit = "{v}", model = "{v}", runtime = "{v}", lite = "{v}" }}\n'
        for v in ("1.5.2", "1.6.0", "2.3.0", "2.3.2")
    )
    sets += '[[set]]\nid = "image-a"\ntitle = "Image A"\nkind = "image"\nsocs = ["rk3588"]\nsources = ["doc"]\n'
    sets += (
        'image = "Image A 6.1.84"\nboard = "ROCK 5B"\ncomponents = { driver = "0.9.8", kernel = "6.1.84", runtime = "2.3.2" }\n'
    )
    rules = "".join(_RULE.format(id=id, severity="error", body=body) for id, body in _RULES.items())
    rules += "".join(_RULE.format(id=id, severity="warning", body=body) for id, body in _WARNINGS.items())
    texts = {
        "sources/doc.toml": f'{head}publisher = "p"\nbasis = "measured"\nread-on = "2026-11-29"\nmethod = "m"\n',
        "platforms/rk3588.toml": f'{head}generation = 2\nsources = ["doc"]\naliases = ["rk3588s"]\nnpu = "RKNPU v2"\n'
        'cores = 3\nruntime-library = "librknnrt"\nruns-models-for = ["rk3588"]\n',
        "platforms/rk3566.toml": f'{head}generation = 2\nsources = ["doc"]\nnpu = "RKNPU lite"\ncores = 1\n'
        'runtime-library = "librknnrt"\nruns-models-for = ["rk3566", "rk3568"]\n',
        "platforms/rv1126.toml": f'{head}generation = 1\nsources = ["doc"]\nneeds = "RKNN-Toolkit 1.7.5"\n',
        "components/runtime.toml": runtime,
        "components/toolkit.toml": toolkit,
        "components/driver.toml": driver,
        "rules/all.toml": head + rules,
        "validated/all.toml": head + sets,
    }
    return compile_matrix({name: text.encode() for name, text in texts.items()}, "0" * 64)


def rule(name: str, *, severity: Severity = "error", **body: Any) -> Rule:
    """A rule for the small stack, through the real compiler; `body` is its `when`, `require` and `forbid`."""
    row = RuleRow(id=name, title="t", why="w", layer="loading", severity=severity, remedy="r", sources=("doc",), **body)
    return compile_rule(row, stack().sources, stack().attributes)


def board(text: str) -> Manifest:
    """A manifest from TOML."""
    return msgspec.convert(tomli.loads("manifest = 1\n" + text), Manifest)


def world_of(text: str) -> World:
    """The facts of a manifest in the small stack."""
    return build_world(board(text), stack())


def findings(text: str, rule: str) -> list[Finding]:
    """What one rule says of a manifest."""
    return [finding for finding in check(world_of(text), stack()) if finding.rule.id == rule]


def verdicts(text: str, rule: str) -> list[str]:
    """The verdicts of one rule, one for each time it is asked."""
    return [finding.verdict for finding in findings(text, rule)]


RK3588 = '[board]\nsoc = "rk3588"\n[driver]\nfamily = "rknpu"\nversion = "0.9.8"\n'
"""A board with a good driver."""

FORMAT_6 = '[[model]]\nkind = "rknn"\nformat = 6\ntoolkit = "2.3.0"\ntarget_platform = ["rk3588"]\n'
"""A model that runtimes from 1.5.2 on take."""


def copy(version: str, more: str = "") -> str:
    """One copy of librknnrt."""
    return f'[[runtime]]\nlibrary = "librknnrt"\nversion = "{version}"\n{more}\n'

"""What is wrong with a manifest is said all at once, each thing with its line, both sides and a hint."""

import pytest

from rkcompat.errors import ManifestError
from rkcompat.manifest import parse_manifest
from rkcompat.toml._faults import MOST

FEATURES = (
    "the words are sram, sram-env, sram-alloc, sram-share, nbuf, dynamic-shape, matmul-api, matmul-int4, custom-op, "
    "multi-core, batch-core-num, zero-copy, weight-share, weight-compression, internal-outside, gpu-fallback, mem-sync, "
    "disable-flush, "
    "create-mem2, model-zero-copy, encrypted-model, sparse-infer, flash-attention, w4a16, w8a16, w16a16i, auto-hybrid, "
    "codegen, perf-debug, lora, multimodal"
)
TOP = (
    "known are manifest, absent, board, image, kernel, device_tree, driver, runtime, model, toolkit, rkllm_toolkit, lite, "
    "server, application, libc, container, use, lock, evidence; tables of your own begin with x-"
)

ONE: dict[str, str] = {
    "board.sok = 'rk3588'": "m:2: board.sok: unknown key\nhint: did you mean board.soc",
    "[Board]": "m:2: Board: unknown key\nhint: did you mean board",
    "device-tree = {}": "m:2: device-tree: unknown key\nhint: did you mean device_tree",
    "zzz = 1": f"m:2: zzz: unknown key\nhint: {TOP}",
    "x_ours = 1": f"m:2: x_ours: unknown key\nhint: {TOP}",
    "board.x-ours = 1": "m:2: board.x-ours: unknown key\nhint: known are soc, name, label",
    '[board]\n"a.b]\\n" = 1': 'm:3: board."a.b]\\n": unknown key\nhint: known are soc, name, label',
    "[[model]]\n[[model]]\nformt = 6": "m:4: model[1].formt: unknown key\nhint: did you mean model[1].format",
    "driver.module_file = { pth = 'a' }": (
        "m:2: driver.module_file.pth: unknown key\nhint: did you mean driver.module_file.path"
    ),
    "model = [{ format = '6' }]": "m:2: model[0].format: found a string '6', needed an integer\nhint: write it without quotes",
    "model = [{ format = 'six' }]": "m:2: model[0].format: found a string 'six', needed an integer",
    "model = [{ format = 6.0 }]": "m:2: model[0].format: found a float 6.0, needed an integer",
    "model = [{ format = true }]": "m:2: model[0].format: found a boolean true, needed an integer",
    "model = [{ format = -1 }]": ("m:2: model[0].format: found an integer -1, needed an integer from 0 to 9223372036854775807"),
    "model = [{ opset = 0xffffffffffffffff }]": (
        "m:2: model[0].opset: found an integer 18446744073709551615, needed an integer from 0 to 9223372036854775807"
    ),
    "model = [{ opset = 0x1_0000000000000000 }]": (
        "m:2: model[0].opset: found an integer of 65 bits, needed an integer from 0 to 9223372036854775807"
    ),
    "driver.version = 2.3": "m:2: driver.version: found a float 2.3, needed a string\nhint: put it in quotes",
    "driver.date = 2024-08-28": "m:2: driver.date: found a date or time 2024-08-28, needed a string\nhint: put it in quotes",
    "driver.date = 07:32:00": "m:2: driver.date: found a date or time 07:32:00, needed a string\nhint: put it in quotes",
    "driver.date = [2024]": "m:2: driver.date: found an array, needed a string",
    "driver.date = {}": "m:2: driver.date: found a table, needed a string",
    "driver.linkage = 'builtn'": (
        "m:2: driver.linkage: found 'builtn', needed one of builtin, module\nhint: did you mean 'builtin'"
    ),
    "driver.linkage = 'Module'": (
        "m:2: driver.linkage: found 'Module', needed one of builtin, module\nhint: did you mean 'module'"
    ),
    "driver.linkage = 'y'": "m:2: driver.linkage: found 'y', needed one of builtin, module",
    "driver.linkage = 1": "m:2: driver.linkage: found an integer 1, needed one of builtin, module\nhint: put it in quotes",
    "use.features = ['sram',\n 'dynamic_shape']": (
        "m:3: use.features[1]: found 'dynamic_shape', needed one of 31 words\nhint: did you mean 'dynamic-shape'"
    ),
    "use.features = ['zzz']": f"m:2: use.features[0]: found 'zzz', needed one of 31 words\nhint: {FEATURES}",
    "use.features = 'sram'": "m:2: use.features: found a string 'sram', needed an array of strings\nhint: write [\"sram\"]",
    "use.core_mask = '0,1'": ("m:2: use.core_mask: found '0,1', needed a string that matches ^(auto|all|[0-9](_[0-9]){0,15})$"),
    "use.core_mask = 1": (
        "m:2: use.core_mask: found an integer 1, needed a string that matches ^(auto|all|[0-9](_[0-9]){0,15})$\n"
        "hint: put it in quotes"
    ),
    "lock.components = ['kernal']": (
        "m:2: lock.components[0]: found 'kernal', needed one of 13 words\nhint: did you mean 'kernel'"
    ),
    "absent = ['servr']": "m:2: absent[0]: found 'servr', needed one of 12 words\nhint: did you mean 'server'",
    "server.running = 'yes'": (
        "m:2: server.running: found a string 'yes', needed true or false\nhint: write true or false, without quotes"
    ),
    "server.running = 1": "m:2: server.running: found an integer 1, needed true or false",
    "[runtime]\nidd = 'a'": (
        "m:2: runtime: found a table, needed an array of tables\nhint: write [[runtime]]\n"
        "m:3: runtime.idd: unknown key\nhint: did you mean runtime.id"
    ),
    "[runtime]\nid = 'a'": "m:2: runtime: found a table, needed an array of tables\nhint: write [[runtime]]",
    "runtime = 'librknnrt'": "m:2: runtime: found a string 'librknnrt', needed an array of tables",
    "runtime = ['librknnrt']": "m:2: runtime[0]: found a string 'librknnrt', needed a table",
    "[[driver]]\nfamily = 'rknpu'": "m:2: driver: found an array, needed a table\nhint: write [driver], and only one",
    "driver = 'rknpu'": "m:2: driver: found a string 'rknpu', needed a table",
    "device_tree.reserved_sram = { owner = 'a', start = 0, size = 1 }": (
        "m:2: device_tree.reserved_sram: found a table, needed an array of tables\nhint: put it in brackets"
    ),
    "device_tree.reserved_sram = {}": (
        "m:2: device_tree.reserved_sram: found a table, needed an array of tables\nhint: put it in brackets\n"
        "m:2: device_tree.reserved_sram: found no start, size, owner, needed start, size, owner"
    ),
    "device_tree.sram = { start = 0 }": "m:2: device_tree.sram: found no size, needed start, size",
    "device_tree.reserved_sram = [\n {},\n]": (
        "m:3: device_tree.reserved_sram[0]: found no start, size, owner, needed start, size, owner"
    ),
    "kernel.config = 'y'": "m:2: kernel.config: found a string 'y', needed a table",
    "kernel.config.CONFIG_A = true": (
        'm:2: kernel.config.CONFIG_A: found a boolean true, needed a string or an integer\nhint: write "y", "m" or "n"'
    ),
    "kernel.config.CONFIG_A = 0x8000000000000000": (
        "m:2: kernel.config.CONFIG_A: found an integer 9223372036854775808, "
        "needed a string or an integer from -9223372036854775808 to 9223372036854775807\nhint: put it in quotes"
    ),
    "evidence = []": "m:2: evidence: found an array, needed a table",
    "evidence.server = 'ls'": "m:2: evidence.server: found a string 'ls', needed a table",
}


def said(text: str) -> str:
    """All problems of a manifest, as they are shown."""
    with pytest.raises(ManifestError) as caught:
        parse_manifest(text, "m")
    return str(caught.value)


@pytest.mark.parametrize("text", ONE)
def test_what_is_wrong_is_said(text: str) -> None:
    """In the words of TOML, with what to write instead where that is clear."""
    assert said(f"manifest = 1\n{text}\n") == ONE[text]


NUMBERS = {
    "": "m: manifest: found no such key, needed manifest = 1\nhint: write manifest = 1 above the first table",
    "manifest = 0": "m:1: manifest: found format 0, needed format 1\nhint: this rkcompat reads format 1",
    "manifest = 2": (
        "m:1: manifest: found format 2, needed format 1\nhint: this rkcompat reads format 1; a newer one may read this"
    ),
    "manifest = 2\nnpu = 1\n[[board]]": (
        "m:1: manifest: found format 2, needed format 1\nhint: this rkcompat reads format 1; a newer one may read this"
    ),
    "manifest = 0x1_0000000000000000": (
        "m:1: manifest: found format of 65 bits, needed format 1\nhint: this rkcompat reads format 1; a newer one may read this"
    ),
    "manifest = '1'": "m:1: manifest: found a string '1', needed an integer\nhint: write it without quotes",
    "manifest = true": "m:1: manifest: found a boolean true, needed an integer",
    "manifest = 1.0": "m:1: manifest: found a float 1.0, needed an integer",
    "[manifest]": "m:1: manifest: found a table, needed an integer",
}


@pytest.mark.parametrize("text", NUMBERS)
def test_a_format_that_is_not_known_is_said(text: str) -> None:
    """Of a newer format nothing else is judged: its keys may be right."""
    assert said(text) == NUMBERS[text]


def test_all_problems_come_at_once_in_the_order_of_the_lines() -> None:
    """Wrong keys and values do not hide a contradiction further down, nor the numbers of what comes behind them."""
    text = """
runtime = [
  'x',
  { id = 'system', version = 'new' },
]
[[model]]
found_at = '/m.rknn'
path = 'm.rknn'
format = '6'
[[libc]]
famly = 'glibc'
[evidence]
'runtime[1].verison' = {}
"""
    assert said(text).splitlines() == [
        "m: manifest: found no such key, needed manifest = 1",
        "hint: write manifest = 1 above the first table",
        "m:3: runtime[0]: found a string 'x', needed a table",
        "m:4: runtime[1].version: found 'new', needed a version such as 2.3.2, 1.4.0-22dcfef4, 6.1.75-vendor-rk35xx or 1.6.x",
        "m:7: model[0].found_at: found path and found_at, needed one of them",
        "hint: path is a file to read beside the manifest, found_at is where a collector saw it",
        "m:9: model[0].format: found a string '6', needed an integer",
        "hint: write it without quotes",
        "m:10: libc: found an array, needed a table",
        "hint: write [libc], and only one",
        "m:11: libc[0].famly: unknown key",
        "hint: did you mean libc[0].family",
        "m:13: evidence.\"runtime[1].verison\": found 'runtime[1].verison', needed a key of this format",
        "hint: did you mean runtime[1].version",
    ]


def test_what_is_shown_is_short() -> None:
    """However long the key and the value are."""
    assert (
        len(said(f"manifest = 1\nboard.{'a' * 5000} = 1\ndriver.linkage = '{'b' * 5000}'\nuse.features = '{'c' * 5000}'")) < 700
    )


def test_the_list_ends_after_a_hundred() -> None:
    """And says so."""
    problems = said("manifest = 1\n" + "".join(f"z{number} = 1\n" for number in range(MOST + 1))).split("\nm")

    assert len(problems) == MOST + 1
    assert problems[-1] == ": there are more than these 100 problems"

"""Manifests made from the declared types of the format: written and read they are the same, and so are their facts set."""

import re
from collections.abc import Callable
from typing import Any, Literal, get_args, get_origin

import msgspec
from hypothesis import HealthCheck, given, settings, strategies as st

from rkcompat.errors import ManifestError
from rkcompat.manifest import apply_settings, manifest_to_toml, parse_manifest
from rkcompat.manifest._consistency import NOTHING
from rkcompat.manifest._faults import problems
from rkcompat.manifest._read import to_manifest
from rkcompat.model.manifest import Manifest, Table
from rkcompat.toml._shape import choices, declared, is_table, plain

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
WORDS = st.sampled_from(["a", "b", "container", "host", "é ]", 'c"\\', "\n\x00\x7f\x9b", ""])
VERSIONS = st.sampled_from(
    ["2.3.2", "v2.3.2", "1.4.0-22dcfef4", "2.0.0b0+9bab5682", "0.9.8_20241009", "6.1.75-vendor", "1.6.x", "5.10"]
)
NUMBERS = st.one_of(st.integers(0, 9), st.integers(0, 2**63 - 1))


def values(kind: Any) -> st.SearchStrategy[Any]:
    """Values of a declared type, in right and in awkward forms."""
    inner = plain(kind)
    metas = getattr(choices(kind)[0], "__metadata__", ())
    if len(choices(kind)) > 1:
        return st.one_of(TEXTS, st.integers(-(2**63), 2**63 - 1))
    if is_table(inner):
        return tables(inner)
    if get_origin(inner) is tuple:
        return st.lists(values(get_args(inner)[0]), max_size=3).map(tuple)
    if get_origin(inner) is dict:
        return st.dictionaries(TEXTS, values(get_args(inner)[1]), max_size=3)
    if get_origin(inner) is Literal:
        return st.sampled_from(get_args(inner))
    for pattern in (meta.pattern for meta in metas if meta.pattern):
        return st.sampled_from([word for word in ("auto", "all", "0", "0_1_2", "0660", "666") if re.search(pattern, word)])
    if metas and inner is str:
        return VERSIONS
    return {str: WORDS, int: NUMBERS, bool: st.booleans()}[inner]


def tables(table: type[Table]) -> st.SearchStrategy[Table]:
    """Tables of one kind, with few or many of their keys."""
    fields = msgspec.structs.fields(table)
    kinds = declared(table)
    required = {field.name: values(kinds[field.name]) for field in fields if field.required}
    optional = {field.name: values(kinds[field.name]) for field in fields if not field.required}
    return st.fixed_dictionaries(required, optional=optional).map(lambda keys: table(**keys))


def consistent(manifest: Manifest) -> Manifest:
    """The same without what it must not say."""
    replace: Callable[..., Any] = msgspec.structs.replace
    containers = tuple(replace(item, id=f"{item.id}{at}") for at, item in enumerate(manifest.container))
    wheres = [None, "host", "application", *(f"container:{item.id}" for item in containers)]
    copies = tuple(
        replace(copy, id=f"{copy.id}{at}", where=wheres[len(copy.where or "") % len(wheres)])
        for at, copy in enumerate(manifest.runtime)
    )
    models = tuple(
        replace(
            model,
            found_at=None if model.path is not None else model.found_at,
            path=None if model.path is None else model.path.replace("\0", "") or "m",
            runtime=copies[0].id if copies and model.runtime is not None else None,
            target_platform=model.target_platform or None,
        )
        for model in manifest.model
    )
    soc = manifest.board.soc
    keys = ["driver.version", "server", "kernel.config.CONFIG_A", *(f"runtime[{at}].version" for at in range(len(copies)))]
    return replace(
        manifest,
        manifest=1,
        absent=tuple(name for name in manifest.absent if getattr(manifest, name) == getattr(NOTHING, name)),
        board=replace(manifest.board, soc=soc and soc.lower()),
        kernel=replace(manifest.kernel, config={f"CONFIG_{name}": value for name, value in manifest.kernel.config.items()}),
        runtime=copies,
        model=models,
        container=containers,
        evidence=dict(zip(keys, manifest.evidence.values(), strict=False)),
    )


MANIFESTS = tables(Manifest).map(consistent)
"""All that can be written."""


@given(MANIFESTS)
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_what_is_written_reads_back(manifest: Manifest) -> None:
    """Every key, every value, however awkward."""
    assert parse_manifest(manifest_to_toml(manifest), "m") == manifest


@given(MANIFESTS)
@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_setting_nothing_changes_nothing(manifest: Manifest) -> None:
    """A manifest that can be read is still one after it went through the settings."""
    assert apply_settings(manifest, []) == manifest


KEYS = sorted(
    {key for table in (Manifest, *Table.__subclasses__()) for key in table.__struct_fields__}
    | {"x", "CONFIG_A", "driver.version"}
)
LEAVES = st.one_of(
    st.sampled_from(
        ["", "a", "2.3.2", "host", "container:a", "rknpu", "sram", "server", "auto", "driver.version", "runtime[0].version"]
    ),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.booleans(),
    st.dates(),
    st.times(),
)
TREES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4)
)


@st.composite
def nearly(draw: Any) -> dict[str, Any]:
    """What TOML gives for a manifest of which some parts were replaced by anything."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(draw(MANIFESTS)))
    for _ in range(draw(st.integers(1, 4))):
        node: Any = data
        while True:
            steps = list(node) if isinstance(node, dict) else list(range(len(node)))
            step = draw(st.sampled_from([*steps, *(KEYS if isinstance(node, dict) and not steps else [])] or [None]))
            if step is None:
                break
            if isinstance(node, dict) and isinstance(node.get(step), (dict, list)) and node[step] and draw(st.booleans()):
                node = node[step]
                continue
            node[step] = draw(TREES)
            break
    return data


@given(nearly() | st.dictionaries(st.sampled_from(KEYS), TREES, max_size=6))
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_the_two_ways_agree(data: dict[str, Any]) -> None:
    """The long way finds something wrong exactly where the short way refuses: nothing is refused without a reason."""
    try:
        is_refused = not to_manifest(data, "m", None)
    except ManifestError:
        is_refused = True

    assert bool(problems(data, "m", None)) == is_refused


@given(st.binary(max_size=60) | st.text(max_size=60) | st.text("[]{}=\"'.,\n\\#a1-", max_size=60))
@settings(deadline=None)
def test_any_bytes_are_a_manifest_or_an_error(content: bytes | str) -> None:
    """Nothing else ever comes out, and an error always says something."""
    try:
        said = str(parse_manifest(content, "m"))
    except ManifestError as error:
        said = str(error)

    assert said

"""The root table of a model's FlatBuffer: what its fields are in the full and in the mini schema."""

import re
from itertools import islice

import msgspec

from ._file import DamageError
from ._flatbuffer import FlatBuffer

#: There is a graph for each set of input shapes, all with the same operators; a large model has a few thousand nodes.
_GRAPHS_READ = 256
_NODES_READ = 16384
_LONGEST_OPERATOR = 256

_MADE_BY = re.compile(r"(?P<toolkit>[^(]+)\(compiler version: (?P<compiler>\S+) \((?P<build>[^()]+)\)\)")
_BATCH_SIZE = re.compile(r"[1-9][0-9]{0,8}")
_IS_DYNAMIC = {"static_shape": False, "dynamic_shape": True}


class _Fields(msgspec.Struct, frozen=True):
    """The number of each field; ``None`` for what the schema does not have."""

    schema: int
    npu: int
    graphs: int
    compiler_number: int
    made_by: int
    platform: int
    framework: int
    custom_string: int
    batch: int | None = None
    shapes: int | None = None
    memory: int | None = None


_FIELDS = {
    "full": _Fields(0, 1, 2, 6, 7, 8, 9, custom_string=11, batch=14, shapes=16, memory=19),
    "mini": _Fields(0, 1, 2, 4, 5, 6, 7, custom_string=8),
}
_GRAPH_NODES = 1
_NODE_OPERATOR = 1
_MEMORY_WEIGHTS = 0
_MEMORY_INTERNAL = 1


class Root(msgspec.Struct, frozen=True, kw_only=True):
    """What the root table says; ``None`` where it does not."""

    schema: int
    """The number that a runtime checks."""
    npu: str | None
    toolkit: str | None
    compiler: str | None
    """As text: ``1.4.2b4``."""
    compiler_build: str | None
    compiler_number: str | None
    """The compiler's version as its number says it, without a phase: ``1.4.2``."""
    platform: str | None
    """In lower case."""
    framework: str | None
    custom_string: str | None
    batch_size: int | None
    dynamic_shape: bool | None
    """From header format 4 on."""
    weight_bytes: int | None
    internal_bytes: int | None
    operators: tuple[str, ...]
    """The operator types of the nodes that were read, sorted, each once."""
    has_unread_nodes: bool


def read_root(buffer: FlatBuffer, layout: str) -> Root:
    """Read the root table of a ``full`` or a ``mini`` model.

    Raises:
        DamageError: an offset or a length leads out of the buffer, or the schema number is missing.
    """
    fields = _FIELDS[layout]
    root = buffer.root()
    schema = root.u32(fields.schema)
    if schema is None:
        raise DamageError("the FlatBuffer has no schema number, needed one")
    memory = root.table(fields.memory)
    number = root.u32(fields.compiler_number)
    made_by = _MADE_BY.fullmatch(root.string(fields.made_by) or "")
    platform = root.string(fields.platform)
    batch = _BATCH_SIZE.fullmatch(root.string(fields.batch) or "")
    nodes = (node for graph in islice(root.tables(fields.graphs), _GRAPHS_READ) for node in graph.tables(_GRAPH_NODES))
    operators = {node.string(_NODE_OPERATOR, _LONGEST_OPERATOR) for node in islice(nodes, _NODES_READ)}
    return Root(
        schema=schema,
        npu=root.string(fields.npu),
        toolkit=made_by and made_by["toolkit"],
        compiler=made_by and made_by["compiler"],
        compiler_build=made_by and made_by["build"],
        compiler_number=None if number is None else f"{number // 10000}.{number // 100 % 100}.{number % 100}",
        platform=platform and platform.lower(),
        framework=root.string(fields.framework),
        custom_string=root.string(fields.custom_string) or None,
        batch_size=batch and int(batch[0]),
        dynamic_shape=_IS_DYNAMIC.get(root.string(fields.shapes) or ""),
        weight_bytes=None if memory is None else memory.u64(_MEMORY_WEIGHTS),
        internal_bytes=None if memory is None else memory.u64(_MEMORY_INTERNAL),
        operators=tuple(sorted(filter(None, operators))),
        has_unread_nodes=next(nodes, None) is not None,
    )

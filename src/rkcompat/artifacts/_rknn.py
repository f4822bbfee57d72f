"""A ``.rknn`` file: its container, its FlatBuffer and its JSON brought together."""

from ..model.artifact import ModelFile
from ._container import read_container
from ._flatbuffer import FlatBuffer
from ._oddities import container_oddities, model_oddities
from ._root import read_root
from ._source import Source
from ._tail import read_tail


def read_rknn(path: str, file: Source) -> ModelFile:
    """Read a file that begins with the magic.

    Raises:
        DamageError: a part of it is cut off, or cannot be what it says.
    """
    container = read_container(file)
    if container.flatbuffer is None:
        tail = read_tail(file, container.json)
        return ModelFile(
            path=path,
            size=file.size,
            kind="rknn",
            layout=container.layout,
            format=container.format,
            target_platform=tail.platforms or None,
            toolkit=tail.version,
            framework=tail.ori_network_platform,
            oddities=tuple(container_oddities(container)),
        )
    root = read_root(FlatBuffer(file, container.flatbuffer.start, container.flatbuffer.end), container.layout)
    tail = read_tail(file, container.json)
    return ModelFile(
        path=path,
        size=file.size,
        kind="rknn",
        layout=container.layout,
        format=container.format,
        schema=root.schema,
        npu=root.npu,
        target_platform=tail.platforms or (root.platform and (root.platform,)) or None,
        toolkit=root.toolkit or tail.version,
        compiler=root.compiler if (root.compiler or "").startswith(root.compiler_number or "") else root.compiler_number,
        compiler_build=root.compiler_build,
        framework=root.framework,
        dynamic_shape=root.dynamic_shape,
        custom_string=root.custom_string,
        batch_size=root.batch_size,
        weight_bytes=root.weight_bytes,
        internal_bytes=root.internal_bytes,
        operators=root.operators,
        oddities=(*container_oddities(container), *model_oddities(container, root, tail)),
    )

"""Where a readable model file disagrees with itself, or with what the known toolkits write."""

from collections.abc import Iterator

from ._container import SCHEMA_OF_FORMAT, Container, format_text
from ._root import Root
from ._tail import Tail

_NPU_OF_PLATFORM = {
    "rk2118": "RKNPU w2",
    "rk3562": "RKNPU t4",
    "rk3566": "RKNPU lite",
    "rk3568": "RKNPU lite",
    "rk3576": "RKNPU f2",
    "rk3588": "RKNPU v2",
    "rv1103": "RKNPU t3",
    "rv1103b": "RKNPU w1",
    "rv1106": "RKNPU t3",
    "rv1106b": "RKNPU w1",
    "rv1126b": "RKNPU f3",
}


def container_oddities(container: Container) -> Iterator[str]:
    """What is unusual about the container."""
    if container.format not in SCHEMA_OF_FORMAT:
        yield f"found header format {format_text(container.format)} at byte 8, which no known toolkit writes"
    if container.surplus:
        yield f"{container.surplus} bytes follow the JSON, which ends at byte {container.json.end}"


def model_oddities(container: Container, root: Root, tail: Tail) -> Iterator[str]:
    """Where the FlatBuffer disagrees with the header, with the JSON, or with itself."""
    schema = SCHEMA_OF_FORMAT.get(container.format, root.schema)
    if root.schema != schema:
        header = f"header format {format_text(container.format)}"
        yield f"found schema {root.schema} in the FlatBuffer, where {schema} goes with {header}"
    for platform in dict.fromkeys((*tail.platforms, *filter(None, (root.platform,)))):
        if root.npu and _NPU_OF_PLATFORM.get(platform, root.npu) != root.npu:
            yield f"the target platform is {platform}, but the NPU type is {root.npu}, which is the one that a runtime follows"
    if tail.platforms and root.platform and root.platform not in tail.platforms:
        yield f"the target platform is {root.platform} in the FlatBuffer, but {', '.join(tail.platforms)} in the JSON"
    if root.toolkit is None:
        yield "the FlatBuffer does not name toolkit and compiler in the way that the known toolkits do"
    elif tail.version is not None and tail.version != root.toolkit:
        yield f"the toolkit is {root.toolkit} in the FlatBuffer, but {tail.version} in the JSON"
    if root.compiler and root.compiler_number and not root.compiler.startswith(root.compiler_number):
        yield f"the compiler is {root.compiler} by its text, but {root.compiler_number} by its number, at which a runtime looks"
    if root.has_unread_nodes:
        yield "the graph is so large that not all of its operators were read"

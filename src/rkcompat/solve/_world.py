"""A manifest → the facts that rules are held against, and which library loads which model."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from ..model.artifact import MINI_HEADER, SCHEMA_OF_HEADER, ModelFile
from ..model.fact import KERNEL_CONFIG, NO_DATA, Scope, Value
from ..model.manifest import Application, Container, Kernel, Manifest, Model, NodeAccess, Region, Runtime
from ..model.matrix import Matrix
from ..model.version import Version, parse_version
from ._facts import Facts

Group = tuple[Facts, ...]
"""One thing, or the candidates for it where nobody knows which is the one: copies of a library of which one is loaded."""

PAIRS: tuple[tuple[Scope, Scope], ...] = (("runtime", "model"), ("rkllm-runtime", "rkllm-model"))
"""Which library loads which models."""

_PAGE = 4096

_FLAGS = {
    "SMP": ("CONFIG_SMP",),
    "preempt": ("CONFIG_PREEMPT", "CONFIG_PREEMPT_BUILD"),
    "mod_unload": ("CONFIG_MODULE_UNLOAD",),
    "modversions": ("CONFIG_MODVERSIONS",),
}
"""The flags of a vermagic, and the options of which one sets each, of older and of newer kernels: include/linux/vermagic.h."""


class World(msgspec.Struct, frozen=True):
    """All facts of one manifest."""

    board: Facts
    groups: dict[Scope, tuple[Group, ...]]
    """Scope to the things of that scope."""
    loaders: dict[str, tuple[Group, ...]]
    """``model[0]`` to the libraries that load it, one group for each."""
    features: tuple[str, ...]
    """What the deployment uses."""
    absent: frozenset[Scope] = frozenset()
    """Of which libraries a model needs one, and there is none: a rule about one asks no more than that it is there."""

    def torn(self) -> Iterator[str]:
        """Models of which nobody knows which copy loads them, while others name one: no manifest can tell of one copy alone."""
        for scope, loads in PAIRS:
            for (model,) in self.groups[loads]:
                if any(len(group) > 1 and group not in self.groups[scope] for group in self.loaders[model.about]):
                    yield model.about

    def passed_over(self, scope: Scope) -> Iterator[Facts]:
        """Copies that judge nothing but a model that names none: another model names the one that does."""
        judging = {facts.about for group in self.groups[scope] for facts in group}
        loading = {facts.about: facts for groups in self.loaders.values() for group in groups for facts in group}
        yield from (facts for about, facts in loading.items() if facts.scope == scope and about not in judging)


def build_world(
    manifest: Manifest,
    matrix: Matrix,
    files: Mapping[int, ModelFile] | None = None,
    disagreements: Mapping[int, Sequence[str]] | None = None,
    *,
    inferring: frozenset[str] = frozenset(),
) -> World:
    """Lay out the facts of a manifest.

    Args:
        files: what the files of ``model[i]`` said, by index; the manifest's model already holds the facts that they know.
        disagreements: where the file and the manifest differ, in words, by index.
        inferring: what is only supposed, ``runtime[0]`` or ``driver``: an unknown gate of it counts as the last known one.
    """
    files, disagreements = files or {}, disagreements or {}
    board = _board(manifest, matrix, carry=any("[" not in about for about in inferring))
    scope: Scope
    copies: dict[Scope, list[tuple[Runtime, Facts]]] = {"runtime": [], "rkllm-runtime": []}
    for index, copy in enumerate(manifest.runtime):
        scope, about = "rkllm-runtime" if copy.library == "librkllmrt" else "runtime", f"runtime[{index}]"
        copies[scope].append((copy, Facts(scope, about, _runtime(copy, scope), matrix, board, carry=about in inferring)))
    models: dict[Scope, list[tuple[Model, Facts]]] = {"model": [], "rkllm-model": []}
    for index, model in enumerate(manifest.model):
        facts = _model(model, files.get(index), tuple(disagreements.get(index, ())))
        scope = "rkllm-model" if model.kind == "rkllm" else "model"
        models[scope].append((model, Facts(scope, f"model[{index}]", facts, matrix, board)))
    groups: dict[Scope, tuple[Group, ...]] = {"board": ((board,),)}
    loaders: dict[str, tuple[Group, ...]] = {}
    absent: set[Scope] = set()
    for scope, loads in PAIRS:  # a library, and the models that it loads
        named = frozenset(model.runtime for model, _ in models[loads] if model.runtime is not None)
        arches = manifest.libc.arch if manifest.libc else None
        unnamed, judging = _judging(copies[scope], arches), _judging(copies[scope], arches, named)
        of_rkllm = copies["rkllm-runtime"] or models["rkllm-model"]  # whose library the features may be of
        wanted = bool(models[loads]) or (scope == "runtime" and bool(manifest.use.features) and not of_rkllm)
        is_absent = scope.removeprefix("rkllm-") in manifest.absent
        if not judging and wanted:
            is_absent = is_absent and not manifest.container  # which may bring one that nobody looked for on the board
            stated: dict[str, Value] = {f"{scope}.present": False} if is_absent else {}
            judging = unnamed = ((Facts(scope, scope, stated, matrix, board),),)
            absent |= {scope} if is_absent else set()
        groups[scope] = judging
        groups[loads] = tuple((facts,) for _, facts in models[loads])
        for model, facts in models[loads]:
            loaders[facts.about] = _loaders(model, copies[scope], unnamed)
    groups["application"] = tuple(
        (Facts("application", f"application[{i}]", _application(application, manifest), matrix, board),)
        for i, application in enumerate(manifest.application)
    )
    groups["container"] = tuple(
        (Facts("container", f"container[{i}]", _container(container), matrix, board),)
        for i, container in enumerate(manifest.container)
    )
    return World(board, groups, loaders, manifest.use.features, frozenset(absent))


def _judging(
    copies: list[tuple[Runtime, Facts]], arches: tuple[str, ...] | None, named: frozenset[str] = frozenset()
) -> tuple[Group, ...]:
    """The copies that judge, library by library: each loaded one, else all that may be the loaded one as one group.

    A copy that a model names (`named`, by its id) is loaded by that model, whatever else is. One for a processor whose
    programs the system does not start (it does those of `arches`) is passed over where another copy is not.
    """
    groups: list[Group] = []
    for library in dict.fromkeys(copy.library for copy, _ in copies):
        same = [(copy, facts) for copy, facts in copies if copy.library == library]
        maybe = [(copy, facts) for copy, facts in same if copy.loaded is None]
        fitting = [(copy, facts) for copy, facts in maybe if None in (copy.arch, arches) or copy.arch in (arches or ())]
        groups += [(facts,) for copy, facts in same if copy.loaded or copy.id in named]
        if maybe and not any(copy.loaded for copy, _ in same) and named.isdisjoint(copy.id for copy, _ in maybe):
            groups.append(tuple(facts for _, facts in fitting or maybe))
    return tuple(groups)


def _loaders(model: Model, copies: list[tuple[Runtime, Facts]], unnamed: tuple[Group, ...]) -> tuple[Group, ...]:
    """The copy that the model names, else all that judge a model that names none."""
    if model.runtime is not None:
        named = tuple((facts,) for copy, facts in copies if copy.id == model.runtime)
        if named:
            return named
    return unnamed


def _board(manifest: Manifest, matrix: Matrix, *, carry: bool) -> Facts:
    driver, tree, use = manifest.driver, manifest.device_tree, manifest.use
    soc = manifest.board.soc
    stated: dict[str, Value] = {
        "features": tuple(use.features),
        "board-debugging": bool(use.board_debugging),
        "cores-used": _cores(use.core_mask),
    }
    _state(
        stated,
        {
            "soc": matrix.aliases.get(soc.lower(), soc.lower()) if soc else None,
            "kernel.release": _version(manifest.kernel.release),
            "driver.family": driver.family if "driver" not in manifest.absent else "none",
            "driver.version": _version(driver.version),
            "driver.linkage": driver.linkage,
            "driver.nodes": _node_kinds(driver.nodes),
            "device-tree.npu-status": tree.npu.status if tree.npu else None,
            "device-tree.npu-iommu": tree.npu.iommu if tree.npu else None,
            "libc.family": manifest.libc.family if manifest.libc else None,
            "libc.version": _version(manifest.libc.version) if manifest.libc else None,
            "libc.arch": manifest.libc.arch if manifest.libc else None,
        },
    )
    if driver.module_file is not None:
        file = driver.module_file
        vermagic = file.vermagic.split() if file.vermagic else []
        _state(
            stated,
            {
                "driver.module-version": _version(file.version),
                "driver.module-vermagic": file.vermagic,
                # with symbol CRCs the kernel skips the release: linux kernel/module/version.c, same_magic()
                "driver.module-release": NO_DATA if "modversions" in vermagic else vermagic[0] if vermagic else None,
                "driver.module-flags-unlike": _unlike_flags(vermagic[1:], manifest.kernel) if vermagic else None,
                "driver.module-signed": file.signed,
            },
        )
    for name, table in (("toolkit", manifest.toolkit), ("rkllm-toolkit", manifest.rkllm_toolkit), ("lite", manifest.lite)):
        if table is not None:
            _state(stated, {f"{name}.version": _version(table.version), f"{name}.python": _python(table.python)})
    if manifest.server is not None:
        _state(stated, {"server.version": _version(manifest.server.version)})
    for option, value in manifest.kernel.config.items():
        stated[KERNEL_CONFIG + option] = str(value)
    if tree.sram is not None:
        stated |= _sram(tree.sram, tree.reserved_sram)
    return Facts("board", "board", stated, matrix, config_complete=manifest.kernel.config_complete, carry=carry)


def _state(facts: dict[str, Value], given: Mapping[str, Value]) -> None:
    """Take over what is known."""
    facts |= {name: value for name, value in given.items() if value is not None}


def _version(text: str | None) -> Version | None:
    return None if text is None else parse_version(text)


def _python(text: str | None) -> str | None:
    """Major and minor number, which is what a wheel is built for."""
    return None if text is None else ".".join(text.split(".")[:2])


def _cores(mask: str | None) -> int:
    """How many cores the mask needs, counted up to its highest; 0 where it leaves the choice to the runtime."""
    return 0 if mask in (None, "auto", "all") else 1 + max(map(int, str(mask).split("_")))


def _node_kinds(nodes: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """``misc`` is /dev/rknpu, ``drm`` a node under /dev/dri, ``accel`` the mainline's."""
    if nodes is None:
        return None
    kinds = {"/dev/rknpu": "misc", "/dev/dri": "drm", "/dev/accel": "accel"}
    return tuple(sorted({kind for node in nodes for start, kind in kinds.items() if node.startswith(start)}))


def _unlike_flags(flags: Sequence[str], kernel: Kernel) -> tuple[str, ...] | None:
    """The flags that a module has and the kernel has not, or the other way round; ``None`` where no option is known."""
    unlike: list[str] = []
    is_known = False
    for flag, options in _FLAGS.items():
        values = {kernel.config.get(option, "n" if kernel.config_complete else None) for option in options}
        if "y" in values or values == {"n"}:
            is_known = True
            if ("y" in values) is not (flag in flags):
                unlike.append(flag)
    return tuple(unlike) if is_known else None


def _sram(sram: Region, reserved: Sequence[Region] | None) -> dict[str, Value]:
    facts: dict[str, Value] = {"device-tree.sram": sram.size > 0}
    if sram.size > 0:
        facts["device-tree.sram-bytes"] = sram.size
        facts["device-tree.sram-aligned"] = sram.start % _PAGE == 0 and sram.size % _PAGE == 0
        if reserved is not None:
            end = sram.start + sram.size
            facts["device-tree.sram-overlaps"] = tuple(
                getattr(other, "owner", "") for other in reserved if other.start < end and sram.start < other.start + other.size
            )
    return facts


def _runtime(copy: Runtime, scope: Scope) -> dict[str, Value]:
    facts: dict[str, Value] = {f"{scope}.present": True}
    if scope == "rkllm-runtime":
        _state(facts, {"rkllm-runtime.version": _version(copy.version)})
    else:
        _state(
            facts,
            {
                "runtime.library": copy.library,
                "runtime.version": _version(copy.version),
                "runtime.build": copy.build,
                "runtime.arch": copy.arch,
                "runtime.libc-family": copy.needs_libc.family if copy.needs_libc else None,
                "runtime.libc-version": _version(copy.needs_libc.version) if copy.needs_libc else None,
            },
        )
    return facts


def _model(model: Model, file: ModelFile | None, disagreements: tuple[str, ...]) -> dict[str, Value]:
    platform = None if model.target_platform is None else tuple(name.lower() for name in model.target_platform)
    if model.kind == "rkllm":
        facts: dict[str, Value] = {}
        _state(facts, {"rkllm-model.toolkit": _version(model.toolkit), "rkllm-model.target-platform": platform})
        return facts
    if file is not None and file.kind == "unreadable":
        unknown = (
            "schema",
            "header",
            "target-platform",
            "npu",
            "layout",
            "toolkit",
            "compiler",
            "encrypted",
            "dynamic-shape",
            "custom-operators",
        )
        facts = {f"model.{name}": NO_DATA for name in unknown}
        facts |= {"model.damage": (file.problem or "it cannot be read",), "model.disagreements": ()}
        return facts
    facts = {"model.damage": (), "model.disagreements": disagreements}
    schema = file.schema if file and file.schema is not None else SCHEMA_OF_HEADER.get(model.format or -1, model.format)
    layout = model.layout or (None if model.format is None else "mini" if model.format == MINI_HEADER else "full")
    _state(
        facts,
        {
            "model.schema": schema,
            "model.header": None
            if file is None or file.format is None
            else f"{file.format:#x}"
            if file.format > 255
            else str(file.format),
            "model.target-platform": platform,
            "model.npu": model.npu,
            "model.layout": layout,
            "model.toolkit": _version(model.toolkit),
            "model.compiler": _version(model.compiler),
            "model.encrypted": model.encrypted,
            "model.dynamic-shape": model.dynamic_shape,
            "model.opset": model.opset,
            "model.quantized": model.quantized,
            "model.custom-operators": None if file is None else tuple(op for op in file.operators if op.startswith("cst")),
        },
    )
    return facts


def _application(application: Application, manifest: Manifest) -> dict[str, Value]:
    facts: dict[str, Value] = {}
    need = application.needs_libc
    _state(
        facts,
        {
            "application.headers": _version(application.headers),
            "application.rkllm-headers": _version(application.rkllm_headers),
            "application.libc-family": need.family if need else None,
            "application.libc-version": _version(need.version) if need else None,
            "application.missing": application.missing,
            # a container has users and nodes of its own
            "application.node-access": None if manifest.container else _may_open(application, manifest.driver.node_access),
        },
    )
    return facts


def _may_open(application: Application, nodes: tuple[NodeAccess, ...] | None) -> bool | None:
    """Whether its user may read and write one of the nodes at least; ``None`` where that is not known."""
    if application.user is None or not nodes:
        return None
    if application.user == "root":
        return True
    answers = {_may_open_node(application, node) for node in nodes}
    return True if True in answers else None if None in answers else False


def _may_open_node(application: Application, node: NodeAccess) -> bool | None:
    owner, group, others = (int(node.mode, 8) >> shift & 6 == 6 for shift in (6, 3, 0))
    if node.owner == application.user:
        return owner
    if application.groups is None:
        return group if group is others else None
    return group if node.group in application.groups else others


def _container(container: Container) -> dict[str, Value]:
    facts: dict[str, Value] = {}
    devices = container.devices
    _state(
        facts,
        {
            "container.kind": container.kind,
            "container.device-tree-visible": container.device_tree_visible,
            "container.npu-node": None if devices is None else any(d.startswith(("/dev/dri", "/dev/rknpu")) for d in devices),
        },
    )
    return facts

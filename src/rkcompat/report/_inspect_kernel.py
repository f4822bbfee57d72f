"""The facts of kernels, their modules and their configurations, as people write them."""

from collections.abc import Iterator, Mapping

from ..model.artifact_kernel import BuiltinModules, KernelConfig, KernelImage, KernelModule


def say_module(file: KernelModule) -> Iterator[tuple[str, str]]:
    """Each known fact: its label, and its value."""
    yield "module", file.name or ""
    yield "version", file.version or "not stated"
    yield "vermagic", file.vermagic or ""
    yield "checksums", "of the symbols it uses" if file.has_crcs else "none: the whole vermagic must be the kernel's"
    yield "signature", "appended" if file.is_signed else "none"
    yield "srcversion", file.srcversion or ""
    yield "depends", ", ".join(file.depends)
    yield "built for", file.arch
    yield "packed", file.compression or ""


def say_builtin(file: BuiltinModules) -> Iterator[tuple[str, str]]:
    """Each known fact: its label, and its value."""
    yield "drivers", ", ".join(f"{name} {version}" if version else name for name, version in file.drivers.items())


def say_kernel(file: KernelImage) -> Iterator[tuple[str, str]]:
    """Each known fact: its label, and its value."""
    yield "release", file.release or ""
    yield "banner", file.banner or ""
    if file.has_rknpu:
        yield "RKNPU", " ".join(filter(None, ("built in", file.driver_version, file.driver_date)))
    else:
        yield "RKNPU", "not built in"
    yield "built for", file.arch
    yield "packed", file.compression or ""
    yield "options", "not held by it" if file.config is None else _options(file.config)


def say_config(file: KernelConfig) -> Iterator[tuple[str, str]]:
    """Each known fact: its label, and its value."""
    yield "release", file.release or ""
    yield "packed", file.compression or ""
    yield "options", _options(file.config)


def _options(config: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in config.items())

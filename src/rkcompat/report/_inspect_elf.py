"""The facts of libraries and programs, as people write them."""

from collections.abc import Iterator

from ..model.artifact_elf import Application, Linked, RuntimeLibrary, ServerProgram


def say_library(file: RuntimeLibrary) -> Iterator[tuple[str, str]]:
    """Each known fact: its label, and its value."""
    yield "library", f"{file.library}, generation {file.generation}"
    yield "version", f"{file.version} ({file.build})" if file.version else "not stated"
    yield "serves", ", ".join(file.serves or ())
    yield "API", f"{len(file.exports)} function{'' if len(file.exports) == 1 else 's'}{_bounds(file)}"
    yield from _say_linked(file)


def _bounds(file: RuntimeLibrary) -> str:
    if file.at_least is None:
        return ""
    return f", those of {file.at_least}" + (f" and not yet those of {file.before}" if file.before else "")


def say_server(file: ServerProgram) -> Iterator[tuple[str, str]]:
    """Each known fact: its label, and its value."""
    yield "version", f"{file.version} ({file.build}), generation {file.generation}"
    yield from _say_linked(file)


def say_application(file: Application) -> Iterator[tuple[str, str]]:
    """Each known fact: its label, and its value."""
    yield "calls", ", ".join(file.imports)
    for library, first in file.first.items():
        last = file.last.get(library)
        yield "needs", f"{library} {first} or newer" + (f", but not newer than {last}" if last else "")
    for path, names in file.missing.items():
        yield "missing", f"{path} does not offer {', '.join(names)}"
    yield "opens", ", ".join(file.opens)
    yield "contains", ", ".join(file.embeds)
    yield from _say_linked(file)


def _say_linked(file: Linked) -> Iterator[tuple[str, str]]:
    yield "built for", ", ".join(filter(None, (file.arch, file.libc)))
    yield "at least", ", ".join(f"{family} {version}" for family, version in file.symbol_versions.items())
    yield "libraries", ", ".join(file.needed)
    yield "sought in", ", ".join(file.search_path)
    yield "sha256", file.sha256

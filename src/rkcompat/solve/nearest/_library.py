"""The file of a release of a runtime library that a person takes here: the processor and the C library it is built for."""

from collections.abc import Iterator

from ...model.fact import Several, Value
from ...model.resolution import Build
from ...model.version import Version
from .._facts import Facts

ARCH, FAMILY, LIBC = "runtime.arch", "runtime.libc-family", "runtime.libc-version"

_PROCESSORS = ("aarch64", "armhf")
"""Those of the boards, where nobody says which one it is."""


def file_of(new: Facts, old: Facts) -> dict[str, Value]:
    """What the file of a release is built for: the one for this system, where there is one.

    `new` has the library and the version, `old` is the file that is there now. A system that no file is known for gets the
    one most like the present one, which does not help. Of a release whose files nobody knows, only what fits now is kept.
    """
    family, arches = old.board["libc.family"], _starts(old)
    files = files_of(new)
    if files is None:
        arch = old[ARCH] if old[ARCH] in (arches or _PROCESSORS) else None
        return {ARCH: arch, FAMILY: old[FAMILY] if family in (None, old[FAMILY]) else None, LIBC: None}
    fitting = [one for one in files if family in (None, one[1]) and (arches is None or one[0] in arches)] or files
    arch, libc = min(fitting, key=lambda one: (one[0] != old[ARCH], one[1] != old[FAMILY]))
    open_arch = arches is None and arch != old[ARCH] and any(one[0] != arch for one in fitting)
    open_libc = family is None and libc != old[FAMILY] and any(one[1] != libc for one in fitting)
    asks = new["runtime.glibc"] if libc == "glibc" and not open_libc else None
    return {
        ARCH: None if open_arch else arch,
        FAMILY: None if open_libc else libc,
        LIBC: asks if isinstance(asks, Version) else None,
    }


def files_of(library: Facts) -> list[tuple[str, str]] | None:
    """Processor and C library of each file of a release; ``None`` where that is not known."""
    files = words_of(library["runtime.files"])
    return None if files is None else [(one.partition("-")[0], one.partition("-")[2]) for one in files]


def words_of(value: Value) -> tuple[str, ...] | None:
    """The words of a fact that is known."""
    return value if isinstance(value, tuple) and not isinstance(value, Several) else None


def _starts(library: Facts) -> tuple[str, ...] | None:
    """The processors whose libraries can be loaded; RKNN-Toolkit-Lite2 is there for one only."""
    if library.board["lite.version"] is not None:
        return ("aarch64",)
    return words_of(library.board["libc.arch"])


def builds_between(new: Facts, old: Facts) -> Iterator[Build]:
    """In what the file of an option is built otherwise than the one that is there now, as far as that is known."""
    family = old.board["libc.family"]
    wanted = {
        ARCH: _starts(old) or tuple(dict.fromkeys(arch for arch, _ in files_of(new) or ())) or _PROCESSORS,
        FAMILY: (str(family),) if family is not None else (),
    }
    for fact, words in wanted.items():
        if isinstance(old[fact], str) and new[fact] != old[fact]:
            yield Build(fact=fact, before=str(old[fact]), after=str(new[fact] or " or ".join(words)))
    if asks_too_much(old):
        after = new[LIBC] or f"up to {old.board['libc.version']}"
        yield Build(fact=LIBC, before=f"glibc {old[LIBC]}", after=f"glibc {after}")


def asks_too_much(library: Facts) -> bool:
    """Whether the file asks for a newer C library than the system has."""
    needs, has = library[LIBC], library.board["libc.version"]
    alike = library[FAMILY] is not None and library[FAMILY] == library.board["libc.family"]
    return alike and isinstance(needs, Version) and isinstance(has, Version) and has.high <= needs.low

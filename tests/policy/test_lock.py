"""A lock is read as it was written, and names everything that is not as it was accepted."""

import msgspec
import pytest

from rkcompat.errors import UsageError
from rkcompat.matrix import load_matrix
from rkcompat.model.lock import Lock, LockedManifest, LockedMatrix, ReadLock
from rkcompat.model.manifest import Board, Driver, Manifest, Model, Runtime
from rkcompat.policy._lock import deviations, lock_to_toml, parse_lock
from rkcompat.policy._parts import parts_of

MATRIX = load_matrix()
MANIFEST = Manifest(
    manifest=1,
    board=Board(soc="rk3588"),
    driver=Driver(family="rknpu", version="0.9.8", date="20240828"),
    runtime=(
        Runtime(
            id="system", library="librknnrt", version="2.3.2", build="429f97ae6b", path="/usr/lib/librknnrt.so", sha256="a" * 64
        ),
        Runtime(library="librknnrt", version="2.3.0"),
        Runtime(library="librknnrt", version="2.2.0"),
    ),
    model=(Model(path='a "quoted" name.rknn', toolkit="2.3.2", compiler="2.3.2"),),
)
HASHES = {0: "b" * 64}


def locked(manifest: Manifest = MANIFEST) -> ReadLock:
    """The lock of a manifest, as it is read back."""
    lock = Lock(
        lock=1,
        verdict="compatible",
        manifest=LockedManifest(path="m.toml", sha256="0" * 64),
        matrix=LockedMatrix(edition=MATRIX.edition, sha256=MATRIX.sha256),
        part=tuple(one.part for one in parts_of(manifest, HASHES)),
    )
    read = parse_lock(lock_to_toml(lock).encode(), "rkcompat.lock")
    assert read.lock == lock
    return read


def broken(now: Manifest, hashes: dict[int, str] | None = None) -> list[tuple[str, tuple[str, ...]]]:
    """The rules that a manifest breaks against the lock of `MANIFEST`, each with the entries that it is about."""
    found = deviations(locked(), parts_of(now, HASHES if hashes is None else hashes), MATRIX)
    return [(one.rule.id, one.about) for one in found if one.verdict == "violated"]


def test_what_was_accepted_is_accepted_again() -> None:
    """Every part, and the matrix."""
    found = deviations(locked(), parts_of(MANIFEST, HASHES), MATRIX)

    assert {one.verdict for one in found} == {"satisfied"}
    assert {one.rule.id for one in found} == {"locked-version", "locked-build", "locked-sha256", "locked-matrix"}


def test_each_deviation_is_found() -> None:
    """Versions, builds, and the very files."""
    system, *rest = MANIFEST.runtime
    replace = msgspec.structs.replace
    other = replace(system, version="2.3.0", build="other", sha256="c" * 64)

    assert broken(replace(MANIFEST, runtime=(other, *rest))) == [
        ("locked-version", ("runtime[0]",)),
        ("locked-build", ("runtime[0]",)),
        ("locked-sha256", ("runtime[0]",)),
    ]
    assert broken(replace(MANIFEST, driver=replace(MANIFEST.driver, date="20250101"))) == [("locked-build", ())]
    assert broken(MANIFEST, {0: "d" * 64}) == [("locked-sha256", ("model[0]",))]


def test_what_is_not_stated_any_more_is_no_agreement() -> None:
    """A file that nobody hashed may be any file."""
    assert broken(MANIFEST, {}) == [("locked-sha256", ("model[0]",))]


def test_a_part_that_is_gone_and_one_that_is_new_are_found() -> None:
    """By what they are called, so that the order does not matter."""
    replace = msgspec.structs.replace
    first, second, third = MANIFEST.runtime
    renamed = replace(MANIFEST, runtime=(replace(first, id="other"), second, third))

    assert broken(replace(MANIFEST, runtime=(second, first, third))) == []
    assert broken(replace(MANIFEST, runtime=(first, second))) == [("locked-part", ())]
    assert broken(renamed) == [("locked-part", ()), ("locked-part", ("runtime[0]",))]


def test_a_fact_that_was_not_locked_is_free() -> None:
    """Nobody accepted a value of it."""
    replace = msgspec.structs.replace
    second = replace(MANIFEST.runtime[1], build="now it is known")

    assert broken(replace(MANIFEST, runtime=(MANIFEST.runtime[0], second, MANIFEST.runtime[2]))) == []


def test_another_matrix_is_another_judgement() -> None:
    """The note says where the lock names it."""
    other = msgspec.structs.replace(MATRIX, sha256="e" * 64)
    (found,) = [one for one in deviations(locked(), parts_of(MANIFEST, HASHES), other) if one.verdict == "violated"]

    assert found.rule.id == "locked-matrix"
    assert found.note == "accepted in rkcompat.lock:11"


def test_a_deviation_names_the_lines_of_the_lock_and_the_file() -> None:
    """Where it was accepted, and for which file."""
    now = msgspec.structs.replace(
        MANIFEST, runtime=(msgspec.structs.replace(MANIFEST.runtime[0], version="2.0.0"), *MANIFEST.runtime[1:])
    )
    read = locked()
    (found,) = [one for one in deviations(read, parts_of(now, HASHES), MATRIX) if one.verdict == "violated"]

    assert found.note == f"accepted in rkcompat.lock:{read.lines[2]} for /usr/lib/librknnrt.so"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("lock = 2", "l:1: found lock format 2, needed 1\nhint: a newer rkcompat reads it"),
        ("lock = 1\nverdikt = 'x'", "verdikt: unknown key\nhint: did you mean verdict"),
        ("lock = ", "l:1: no valid TOML"),
        ("[[part]]\ncomponent = 'runtime'", "found no name, needed component, name"),
    ],
)
def test_what_is_no_lock_is_refused(text: str, problem: str) -> None:
    """With what is wrong with it."""
    with pytest.raises(UsageError) as caught:
        parse_lock(text.encode(), "l")

    assert problem in str(caught.value)

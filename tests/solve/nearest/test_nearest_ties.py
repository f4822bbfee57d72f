"""Of sets that cost the same, the one that is better known comes first."""

import msgspec

from rkcompat.model.matrix import ValidatedSet
from rkcompat.model.reading import ReadManifest
from rkcompat.model.version import parse_version
from rkcompat.model.words import BASES, Basis
from rkcompat.solve.nearest._nearest import Nearest, find_nearest
from rkcompat.solve.proof._verify import verify
from rkcompat.solve.proof._write import prove

from ..stack import FORMAT_6, RK3588, board, copy, stack, world_of

NEEDS_A_LIBRARY = RK3588 + copy("1.4.0") + FORMAT_6
"""A model that the library refuses; both sets below replace the library, and no more."""


def a_run(id: str, runtime: str, basis: Basis) -> ValidatedSet:
    """Somebody ran this library with the board's driver."""
    components = {"runtime": parse_version(runtime), "driver": parse_version("0.9.8")}
    return ValidatedSet(
        id=id, title=id, kind="field-run", socs=("rk3588",), components=components, basis=basis, sources=("doc",)
    )


def nearest(*sets: ValidatedSet) -> Nearest:
    """The answers where nobody ran anything else."""
    return find_nearest(world_of(NEEDS_A_LIBRARY), board(NEEDS_A_LIBRARY), msgspec.structs.replace(stack(), sets=sets))


def test_the_stronger_basis_comes_first_whatever_the_version_and_the_order() -> None:
    """A field report of the newest release stands behind a board log of an older one."""
    report, log = a_run("a-report", "2.3.2", "field-report"), a_run("b-log", "1.6.0", "board-log")

    for sets in ((report, log), (log, report)):
        assert [(answer.set, answer.cost) for answer in nearest(*sets).answers] == [("b-log", 10), ("a-report", 10)]


def test_the_order_of_bases_is_the_order_of_answers() -> None:
    """From measured to inferred, library by library."""
    versions = ("1.5.2", "1.6.0", "2.3.0", "2.3.2")
    bases = BASES[: len(versions)]
    sets = [a_run(f"run-{at}", version, basis) for at, (version, basis) in enumerate(zip(versions, bases, strict=True))]

    assert [answer.basis for answer in nearest(*reversed(sets)).answers] == list(bases[:3])


def test_with_one_basis_the_newer_comes_first() -> None:
    """Nothing else tells the two apart."""
    found = nearest(a_run("a-old", "1.6.0", "board-log"), a_run("b-new", "2.3.2", "board-log"))

    assert [answer.set for answer in found.answers] == ["b-new", "a-old"]


def test_the_cheaper_comes_before_the_better_known() -> None:
    """Basis decides between equals only: a measured set that needs another image costs its image."""
    dear = msgspec.structs.replace(
        a_run("a-image", "2.3.2", "measured"), components={"runtime": parse_version("2.3.2"), "driver": parse_version("0.9.6")}
    )
    found = nearest(dear, a_run("b-log", "1.6.0", "board-log"))

    assert [answer.set for answer in found.answers] == ["b-log", "a-image"]
    assert found.answers[0].cost < found.answers[1].cost


def test_a_set_that_names_a_series_stands_on_every_version_of_it() -> None:
    """Kernel 6.1 was run: on 6.1.75 there is no other image to fetch for it."""
    text = NEEDS_A_LIBRARY + '[kernel]\nrelease = "6.1.75"\n'
    series = msgspec.structs.replace(
        a_run("a-series", "2.3.2", "measured"),
        components={"runtime": parse_version("2.3.2"), "kernel": parse_version("6.1")},
    )
    matrix = msgspec.structs.replace(stack(), sets=(series,))
    found = find_nearest(world_of(text), board(text), matrix)
    read = ReadManifest(path="manifest.toml", sha256="a" * 64, text=text, manifest=board(text))
    proof = prove(read, world_of(text), matrix)

    assert [(change.about, change.after) for change in found.answers[0].changes] == [("runtime[0]", "2.3.2")]
    assert "kernel" in found.answers[0].covers
    assert proof is not None
    verify(read, matrix, proof)

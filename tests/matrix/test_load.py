"""The matrix is found, read once, kept compiled, and never older than its files."""

import gc
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from rkcompat.errors import MatrixError
from rkcompat.matrix import _load, load_matrix
from rkcompat.matrix._compile import compile_matrix
from rkcompat.matrix._load import cache_folder, compiled_name, fingerprint, matrix_folder, read_texts

Write = Callable[..., Path]


@pytest.fixture
def folder(write_matrix: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small matrix in the place of the built-in one, with a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(_load, "_PACKAGE", tmp_path)
    return write_matrix()


def test_a_matrix_is_the_same_whatever_the_order_of_its_files(folder: Path) -> None:
    """A folder lists its files as the disk likes."""
    texts = read_texts(folder)
    turned = dict(reversed(texts.items()))

    assert fingerprint(texts.items()) == fingerprint(turned.items())
    assert compile_matrix(texts, "") == compile_matrix(turned, "")


def test_the_edition_is_the_newest_day_on_which_a_source_was_read(folder: Path) -> None:
    """A report that is read later says how much was known."""
    assert load_matrix().edition == "2026-11-29"


def test_a_wheel_is_read_without_a_cache(folder: Path) -> None:
    """The folder inside the package has its compiled form beside it, and writes nothing elsewhere."""
    matrix = load_matrix()

    assert matrix.sha256 == fingerprint(read_texts(folder).items())
    assert not cache_folder().exists()


def test_a_wheel_is_read_without_a_word(folder: Path) -> None:
    """The look for its compiled form ends with the first, and leaves no folder open, of which Python may warn."""
    (folder / compiled_name(load_matrix().sha256)).write_bytes(msgspec.msgpack.encode(load_matrix()))
    for number in range(100):
        (folder / f"compiled-{_load.COMPILED_FORMAT}-{number}.msgpack").write_bytes(b"")

    load_matrix()
    gc.collect()


@pytest.fixture
def checkout(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small matrix at the root of a checkout, two folders above the package."""
    monkeypatch.setattr(_load, "_PACKAGE", tmp_path / "src" / "rkcompat")
    return folder


def test_a_checkout_compiles_once(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second run reads what the first one kept, and gets the same."""
    first = load_matrix()
    monkeypatch.setattr("rkcompat.matrix._compile.compile_matrix", None)
    second = load_matrix()

    assert matrix_folder() == checkout
    assert second == first


def test_a_change_is_seen_at_once(checkout: Path) -> None:
    """A compiled form carries the hash of its files, so that of yesterday's files is not looked at, nor kept."""
    before = load_matrix()
    rules = checkout / "rules" / "driver.toml"
    rules.write_text(rules.read_text().replace(">=0.9.0", ">=0.9.6"))
    after = load_matrix()

    assert before.rules != after.rules
    assert sorted(place.name for place in cache_folder().iterdir()) == [compiled_name(after.sha256), "stamp"]


def test_a_damaged_cache_is_written_anew(checkout: Path) -> None:
    """A run that was cut short costs the next one a second, never an answer."""
    matrix = load_matrix()
    place = cache_folder() / compiled_name(matrix.sha256)
    place.write_bytes(place.read_bytes()[:100])

    assert load_matrix() == matrix
    assert msgspec.msgpack.decode(place.read_bytes(), type=type(matrix)) == matrix


def test_a_cache_that_cannot_be_written_is_no_fault(checkout: Path) -> None:
    """A home that is read-only, or a file where the folder should be: the matrix is compiled at each start."""
    cache_folder().parent.mkdir(parents=True)
    cache_folder().write_text("in the way")

    assert load_matrix().rules


def test_an_installation_without_matrices_says_so(checkout: Path) -> None:
    """What is missing, and what to do."""
    (checkout / "rules" / "driver.toml").unlink()
    (checkout / "rules").rmdir()

    with pytest.raises(MatrixError, match="the built-in matrices are missing\nhint: install rkcompat again"):
        load_matrix()


@pytest.mark.parametrize("stated", ["", "cache", "./cache"])
def test_the_cache_lies_in_no_folder_that_one_stands_in(stated: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """XDG_CACHE_HOME counts where it is absolute."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", stated)

    assert cache_folder() == tmp_path / ".cache" / "rkcompat"

"""A file is read only where it is asked for, and never beyond its end."""

from pathlib import Path

import pytest

from rkcompat.artifacts._file import DamageError, RegularFile


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file of 100 bytes."""
    path = tmp_path / "file"
    path.write_bytes(bytes(range(100)))
    return path


def test_a_read_gets_the_bytes_that_it_asks_for(path: Path) -> None:
    """In any order."""
    with RegularFile(str(path)) as file:
        assert file.size == 100
        assert file.read(96, 4) == bytes([96, 97, 98, 99])
        assert file.read(0, 2) == bytes([0, 1])


def test_a_read_beyond_the_end_is_damage(path: Path) -> None:
    """Never fewer bytes than were asked for."""
    with RegularFile(str(path)) as file, pytest.raises(DamageError) as raised:
        file.read(97, 4)

    assert str(raised.value) == "truncated at byte 100: 4 bytes are needed at byte 97"


def test_a_file_that_shrinks_while_it_is_read_is_damage(path: Path) -> None:
    """As when a copy is still under way."""
    with RegularFile(str(path)) as file:
        path.write_bytes(bytes(50))
        with pytest.raises(DamageError) as raised:
            file.read(49, 4)

    assert str(raised.value) == "truncated at byte 50: the file shrank while it was read"

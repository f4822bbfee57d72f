"""The configuration is sought up to the repository's root and no further, and never taken from somebody else."""

import os
from pathlib import Path

import pytest

from rkcompat.errors import UsageError
from rkcompat.policy._find import find_config, read_config


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository in a folder that has a configuration of its own."""
    root = tmp_path / "outside" / "repository"
    (root / ".git").mkdir(parents=True)
    (root / "boards" / "line-3").mkdir(parents=True)
    (root.parent / "rkcompat.toml").write_text('fail-on = "info"\n')
    return root


def test_it_is_found_upwards(repository: Path) -> None:
    """From any folder of the repository."""
    (repository / "rkcompat.toml").write_text("strict = true\n")
    found = find_config(str(repository / "boards" / "line-3"))

    assert found is not None
    assert found.path == "../../rkcompat.toml"
    assert found.config.strict is True


def test_nothing_above_the_repository_is_read(repository: Path) -> None:
    """A folder for downloads may hold anything."""
    assert find_config(str(repository / "boards")) is None


def test_outside_of_a_repository_only_the_folder_itself_is_looked_at(tmp_path: Path) -> None:
    """There is no root to stop at."""
    (tmp_path / "rkcompat.toml").write_text("strict = true\n")
    (tmp_path / "below").mkdir()

    assert find_config(str(tmp_path)) is not None
    assert find_config(str(tmp_path / "below")) is None


def test_the_nearest_file_is_taken_alone(repository: Path) -> None:
    """And rkcompat.toml before pyproject.toml."""
    (repository / "rkcompat.toml").write_text("strict = true\n")
    (repository / "boards" / "pyproject.toml").write_text('[tool.rkcompat]\nunknown = "pass"\n')
    near = find_config(str(repository / "boards"))
    (repository / "boards" / "rkcompat.toml").write_text('unknown = "fail"\n')
    nearer = find_config(str(repository / "boards"))

    assert near is not None
    assert (near.path, near.config.unknown, near.config.strict) == ("pyproject.toml", "pass", None)
    assert nearer is not None
    assert (nearer.path, nearer.config.unknown) == ("rkcompat.toml", "fail")


def test_a_pyproject_of_another_tool_is_passed_over(repository: Path) -> None:
    """Even one that is no TOML."""
    (repository / "boards" / "pyproject.toml").write_text("[[[")
    (repository / "rkcompat.toml").write_text("strict = true\n")
    found = find_config(str(repository / "boards"))

    assert found is not None
    assert found.path == "../rkcompat.toml"


def test_a_file_of_another_user_is_refused(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or whoever may write there decides what passes; named on purpose, it is taken."""
    place = repository / "rkcompat.toml"
    place.write_text("strict = true\n")
    os.chown(place, 12345, -1) if os.geteuid() == 0 else monkeypatch.setattr(os, "geteuid", lambda: 54321)
    with pytest.raises(UsageError, match=r"found a file of user \d+, needed one of user \d+ or of root\n.*--config"):
        find_config(str(repository))

    assert read_config(str(place)).config.strict is True


def test_a_link_is_refused(repository: Path) -> None:
    """It may lead anywhere."""
    (repository / "rkcompat.toml").symlink_to(repository.parent / "rkcompat.toml")
    with pytest.raises(UsageError, match=r"rkcompat.toml: found a link"):
        find_config(str(repository))


def test_a_pipe_is_refused_and_nobody_waits(repository: Path) -> None:
    """A folder, too."""
    os.mkfifo(repository / "rkcompat.toml")
    with pytest.raises(UsageError, match="found no regular file"):
        find_config(str(repository))


def test_a_file_that_is_named_must_be_there(tmp_path: Path) -> None:
    """A typing error is no empty configuration."""
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        read_config(str(tmp_path / "rkcompat.toml"))


def test_a_large_file_is_refused(tmp_path: Path) -> None:
    """Nobody writes that."""
    (tmp_path / "rkcompat.toml").write_bytes(b"#" * ((7 << 16) + 1))
    with pytest.raises(UsageError, match="found more than 458752 bytes"):
        read_config(str(tmp_path / "rkcompat.toml"))

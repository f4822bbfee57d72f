"""Logs as text, and what they say."""

import io
from collections.abc import Callable

import pytest

from rkcompat import load_matrix
from rkcompat.logs import read_logs
from rkcompat.model.log import ReadLog
from rkcompat.model.matrix import Matrix


@pytest.fixture(scope="session")
def matrix() -> Matrix:
    """The built-in one."""
    return load_matrix()


@pytest.fixture
def read(matrix: Matrix) -> Callable[..., ReadLog]:
    """Reads a text as a log named ``app.log``."""

    def read_text(text: str | bytes) -> ReadLog:
        content = text if isinstance(text, bytes) else text.encode()
        return read_logs([("app.log", io.BytesIO(content))], matrix.signatures)

    return read_text

"""Whatever happens to the bytes of a model, reading it ends with an answer."""

import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from rkcompat.artifacts import read_model

SAMPLES = sorted((Path(__file__).parent.parent / "samples" / "made").iterdir())

#: Half of the changes fall on the header and the tables behind it, where they say most.
place = st.one_of(st.integers(0, 3000), st.integers(0, 70_000))
change = st.one_of(
    st.tuples(st.just("flip"), place, st.integers(1, 255).map(lambda value: bytes([value]))),
    st.tuples(st.just("write"), place, st.sampled_from([b"\0\0\0\0", b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f", b"\0\0\0\x80"])),
    st.tuples(st.just("insert"), place, st.binary(min_size=1, max_size=16)),
    st.tuples(st.just("cut"), place, st.just(b"")),
)


def apply(content: bytes, kind: str, at: int, what: bytes) -> bytes:
    """The content with one change."""
    at = min(at, max(len(content) - 1, 0))
    if kind == "flip":
        return content[:at] + bytes(old ^ new for old, new in zip(content[at:], what, strict=False)) + content[at + 1 :]
    if kind == "write":
        return content[:at] + what + content[at + len(what) :]
    if kind == "insert":
        return content[:at] + what + content[at:]
    return content[:at]


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One file for all examples."""
    return tmp_path_factory.mktemp("fuzz") / "model.rknn"


@settings(max_examples=1000, deadline=None)
@given(sample=st.sampled_from(SAMPLES), changes=st.lists(change, min_size=1, max_size=6))
def test_a_mutated_model_is_read_or_refused(target: Path, sample: Path, changes: list[tuple[str, int, bytes]]) -> None:
    """A reason where it cannot be used, none where it can, and never much memory."""
    content = sample.read_bytes()
    for kind, at, what in changes:
        content = apply(content, kind, at, what)
    target.write_bytes(content)
    tracemalloc.start()
    found = read_model(target)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert (found.kind == "unreadable") == (found.problem is not None)
    assert found.size == len(content)
    assert peak < 4 << 20


@settings(max_examples=200, deadline=None)
@given(content=st.binary(max_size=400), start=st.sampled_from([b"", b"RKNN\0\0\0\0", b"CYPTRKNN", b"VPMN", b"<", b"version "]))
def test_any_bytes_are_read_or_refused(target: Path, content: bytes, start: bytes) -> None:
    """The reason names places and sizes in plain characters, and nothing of what the file holds."""
    target.write_bytes(start + content)
    found = read_model(target)

    assert (found.problem or "").isprintable()
    assert (found.problem or "").isascii()

"""What a hostile image does: it is refused with a reason, in bounded time and memory, and nothing is written."""

import gzip
import io
import json
import tarfile
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from rkcompat.collect._container import open_image
from rkcompat.collect._scan import scan_container
from rkcompat.errors import UsageError

from .trees import docker_save, layer, member, oci, tar


def refused(image: Path) -> str:
    """Why an image is refused."""
    with pytest.raises(UsageError) as raised, open_image(str(image)):
        pass
    return raised.value.problems[0].text


@pytest.mark.parametrize("name", ["../outside", "a/../../outside", "/../outside", "a/.."])
def test_a_tar_that_climbs_out_is_refused(tmp_path: Path, name: str) -> None:
    """No image that a tool wrote has dots in its names."""
    assert "climbs out of the image" in refused(docker_save(tmp_path / "i.tar", tar([member(name, b"x")])))


def test_links_in_an_image_lead_nowhere_else(tmp_path: Path) -> None:
    """Absolute links and dots stay inside; what goes round ends."""
    (tmp_path / "secret").write_bytes(b"of this machine")
    files = {"/a": str(tmp_path / "secret"), "/b": "../" * 20 + "c", "/c": b"inside", "/x": "y", "/y": "x"}
    with open_image(str(docker_save(tmp_path / "i.tar", layer(files)))) as opened:
        places = [opened.tree.resolve(path) for path in ("/a", "/b", "/x")]

    assert places == [None, "/c", None]


def test_a_file_behind_links_that_go_round_ends(tmp_path: Path) -> None:
    """Its folder takes the place of the link."""
    members = [member("x", "y"), member("y", "x"), member("x/f", b"1")]
    with open_image(str(docker_save(tmp_path / "i.tar", tar(members)))) as opened:
        names = opened.tree.names("/x")

    assert names == ("f",)


def test_devices_are_never_opened(tmp_path: Path) -> None:
    """Not even by name."""
    members = [member("dev/sda", kind=tarfile.BLKTYPE), member("librknnrt.so", kind=tarfile.FIFOTYPE)]

    assert scan_container(str(docker_save(tmp_path / "i.tar", tar(members)))).manifest.runtime == ()


def test_a_sparse_file_is_not_read(tmp_path: Path) -> None:
    """A map in pax form claims two gigabytes; what lies in the tar is 512 bytes."""
    info, data = member("librknnrt.so", bytes(512))
    info.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.realsize": str(2 << 30)}
    image = docker_save(tmp_path / "i.tar", tar([(info, data)], tarfile.PAX_FORMAT))

    assert scan_container(str(image)).manifest.runtime == ()


def test_a_bomb_is_refused(tmp_path: Path) -> None:
    """A gigabyte of zeros in a megabyte, as a file in a layer, in a bounded part of memory."""
    buffer = io.BytesIO()
    with gzip.GzipFile(fileobj=buffer, mode="wb", compresslevel=9) as packed:
        info = tarfile.TarInfo("zeros")
        info.size = 1 << 30
        packed.write(info.tobuf())
        for _ in range(1 << 10):
            packed.write(bytes(1 << 20))
    image = docker_save(tmp_path / "i.tar", buffer.getvalue())
    tracemalloc.start()
    reason = refused(image)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert "times its size" in reason
    assert peak < 32 << 20


@pytest.mark.parametrize("kind", [tarfile.GNUTYPE_LONGNAME, tarfile.XHDTYPE])
def test_a_header_that_claims_to_be_huge_is_not_taken_in(tmp_path: Path, kind: bytes) -> None:
    """A long name or a pax header of 100 megabytes."""
    info = tarfile.TarInfo("x")
    info.type, info.size = kind, 100 << 20
    image = docker_save(tmp_path / "i.tar", gzip.compress(info.tobuf() + bytes(100 << 20)))

    assert "at most" in refused(image)


@pytest.mark.parametrize("size", [1 << 40, 2**62])
def test_a_file_that_claims_more_than_there_is_is_truncated(tmp_path: Path, size: int) -> None:
    """Its size is not believed."""
    info = tarfile.TarInfo("x")
    info.size = size

    assert "truncated" in refused(docker_save(tmp_path / "i.tar", info.tobuf(tarfile.GNU_FORMAT)))


def test_an_image_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    """An interrupted download, of a plain and of a packed one."""
    whole = docker_save(tmp_path / "i.tar", layer({"/a": bytes(100_000)})).read_bytes()
    (tmp_path / "cut").write_bytes(whole[:60_000])
    (tmp_path / "packed").write_bytes(gzip.compress(whole)[:-20])

    assert "truncated" in refused(tmp_path / "cut")
    assert "truncated" in refused(tmp_path / "packed")


def test_a_deep_tree_is_refused(tmp_path: Path) -> None:
    """A thousand folders in one another."""
    assert "folders deep" in refused(docker_save(tmp_path / "i.tar", layer({"/d" * 1000: b""})))


def test_more_files_than_any_image_has_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They would fill the memory; the limit is lowered here to keep the test short."""
    monkeypatch.setattr("rkcompat.collect._layers._MOST_MEMBERS", 10)

    assert "more than 10 files" in refused(docker_save(tmp_path / "i.tar", layer({f"/{number}": b"" for number in range(11)})))


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"x": b"1"}, "without manifest.json and index.json"),
        ({"manifest.json": b"["}, "manifest.json: Input data was truncated"),
        ({"manifest.json": b'[{"x": ' + b"[" * 100_000}, "manifest.json: "),
        ({"manifest.json": b"[]"}, "found 0 images"),
        ({"manifest.json": b'[{"Config": "c", "Layers": ["gone"]}]'}, "found no file 'c'"),
        ({"manifest.json": b'[{"Config": "c", "Layers": ["gone"]}]', "c": b"{}"}, "found no file 'gone'"),
        ({"manifest.json": json.dumps([{"Config": "c", "Layers": ["l"] * 600}]).encode(), "c": b"{}"}, "found 600 layers"),
        ({"index.json": b'{"manifests": [{"digest": "sha256:x"}]}'}, "found no file 'blobs/sha256/x'"),
        ({"index.json": b'{"manifests": []}'}, "found 0 images"),
        ({"index.json": b'{"manifests": [{"digest": "sha256:../../x"}]}'}, "found no file"),
        ({"index.json": b'{"manifests": 1}'}, "Expected `array`"),
        (
            {"index.json": b'{"manifests": [{"digest": "a:i"}]}', "blobs/a/i": b'{"manifests": [{"digest": "a:i"}]}'},
            "indexes without an image",
        ),
        (
            {"manifest.json": b'[{"Config": "c", "Layers": ["l"]}]', "c": b"{}", "l": b"no tar at all" * 99},
            "layer l: found no tar header",
        ),
    ],
)
def test_an_image_that_is_none_is_refused_with_the_reason(tmp_path: Path, files: dict[str, bytes], reason: str) -> None:
    """Each with what was found."""
    (tmp_path / "i.tar").write_bytes(tar([member(name, data) for name, data in files.items()]))

    assert reason in refused(tmp_path / "i.tar")


def test_a_folder_or_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    """Said as what it is."""
    (tmp_path / "text").write_text("hello " * 200)

    assert "found a directory" in refused(tmp_path)
    assert "found no tar header" in refused(tmp_path / "text")
    assert "No such file" in refused(tmp_path / "gone")


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_bytes_that_are_changed_never_crash_it(tmp_path: Path, data: st.DataObject) -> None:
    """An answer or a refusal, whatever a few bytes are."""
    make = data.draw(st.sampled_from([docker_save, oci]))
    image = bytearray(
        make(tmp_path / "i.tar", layer({"/a/b": b"1", "/l": "a"}, tarfile.PAX_FORMAT), layer({"/a/.wh.b": b""})).read_bytes()
    )
    for _ in range(data.draw(st.integers(1, 4))):
        image[data.draw(st.integers(0, len(image) - 1))] = data.draw(st.integers(0, 255))
    (tmp_path / "i.tar").write_bytes(image)
    folders, refusal = 0, "cannot be used as a container image: "
    try:
        with open_image(str(tmp_path / "i.tar")) as opened:
            folders = len(list(opened.tree.walk()))
    except UsageError as fault:
        refusal = fault.problems[0].text

    assert refusal.startswith("cannot be used as a container image: ")
    assert folders < 10
